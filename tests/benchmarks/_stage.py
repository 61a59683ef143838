"""A home in memory with the devices of a set, as far as Hearth knows their kind. Measures nothing."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from devices.bus import Bus
from devices.home import Home
from devices.model import Domain, Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock
from tools.context import House


@asynccontextmanager
async def staged(folder: Path, devices: Mapping[str, str]) -> AsyncIterator[House]:
    """The running home."""
    broker, bus, clock = FakeBroker(), Bus(), FakeClock(hasty=True)
    for entity_id, name in devices.items():
        if entity_id.partition(".")[0] in tuple(Domain):
            _announce(broker, entity_id, name)
    database = Database.open(f"sqlite:///{folder / 'home.db'}")
    home = Home(broker, bus, clock)
    house = housed(home, database, bus, clock)
    running = asyncio.create_task(home.run(), name="home")
    try:
        await home.settled(quiet=0.05)
        yield house
    finally:
        running.cancel()
        await asyncio.wait([running])
        await database.close()


def _announce(broker: FakeBroker, entity_id: str, name: str) -> None:
    domain, _dot, thing = entity_id.partition(".")
    prefix = "mode_" if domain == Domain.CLIMATE else ""
    config: dict[str, Json] = {
        "name": None,
        "unique_id": thing,
        "default_entity_id": entity_id,
        f"{prefix}state_topic": f"bench/{entity_id}",
        "device": {"identifiers": [thing], "name": name},
    }
    if domain not in (Domain.SENSOR, Domain.BINARY_SENSOR):
        config[f"{prefix}command_topic"] = f"bench/{entity_id}/set"
    topic = f"homeassistant/{domain}/{thing}/config"
    broker.retained[topic] = Message(topic, json.dumps(config).encode(), retain=True)
