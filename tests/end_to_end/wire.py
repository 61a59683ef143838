"""A real Mosquitto with the simulated home on it, and somebody who writes down what is published there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.devices.mosquitto import Mosquitto, mosquitto
from tests.end_to_end.program import LONGEST, Program
from tests.simulator.raw_client import RawClient

BOLT = "front-door-lock/lock/front_door_lock/command"
ON_ITS_WAY = 0.3
"""Real seconds for what a process published before it ended to pass the broker."""


@dataclass(frozen=True)
class Listener:
    """Hears everything on the broker from the moment it came."""

    client: RawClient

    async def commands(self) -> list[tuple[str, str]]:
        """What was asked of devices since the last look: (topic, payload), in order."""
        await asyncio.sleep(ON_ITS_WAY)
        heard = await self.client.rest()
        return [(m.topic, m.payload.decode()) for m in heard if m.topic.endswith(("/set", "/command"))]

    async def next_command(self, topic: str) -> str:
        """Wait for a command on this topic; its payload."""
        while True:
            message = await self.client.message(LONGEST)
            if message.topic == topic:
                return message.payload.decode()


@asynccontextmanager
async def listener(port: int) -> AsyncIterator[Listener]:
    """Somebody who listens to everything; what was retained before is forgotten first."""
    client = await RawClient.connect(port, "listener")
    try:
        await client.subscribe(("#", 0))
        await client.rest()
        yield Listener(client)
    finally:
        client.abort()


@asynccontextmanager
async def living_broker(program: Program, folder: Path, *, speed: float = 1.0) -> AsyncIterator[Mosquitto]:
    """Mosquitto with the simulated home on it."""
    async with mosquitto(folder) as broker:
        fleet = program.on(broker.url)
        async with fleet.running("simulate", "--speed", str(speed)) as home:
            await home.says("the home is moving")
            yield broker
