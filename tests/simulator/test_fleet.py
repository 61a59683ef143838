"""The fleet on a broker, ours and a real Mosquitto: commands, reports, faults, losses of connection."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simulator.address import AddressError, parse
from simulator.broker import Broker
from simulator.clock import HomeClock
from simulator.faults import Fault, Once
from simulator.fleet import Fleet, simulate
from simulator.house.first import first_house
from tests.simulator.raw_client import RawClient, Received
from tests.simulator.served import free_port, served

START = datetime(2026, 1, 15, 12, tzinfo=UTC)
LAMP, LAMP_SET = "zigbee2mqtt/Floor lamp", "zigbee2mqtt/Floor lamp/set"
KITCHEN = "kitchen-light/light/kitchen_light"
LOCK = "front-door-lock/lock/front_door_lock"


@dataclass(frozen=True, slots=True)
class Visit:
    """A running fleet and a client that listens to it."""

    fleet: Fleet
    client: RawClient

    async def until_all(self, *wanted: tuple[str, bytes], deadline: float = 10.0) -> None:
        """Wait for several messages in whatever order they come."""
        missing = set(wanted)
        async with asyncio.timeout(deadline):
            while missing:
                message = await self.client.message(deadline)
                missing -= {(t, p) for t, p in missing if t == message.topic and p in message.payload}

    async def until(self, topic: str, payload: bytes | str, deadline: float = 10.0) -> Received:
        """Wait for a message on a topic that contains a text."""
        wanted = payload.encode() if isinstance(payload, str) else payload
        async with asyncio.timeout(deadline):
            while True:
                message = await self.client.message(deadline)
                if message.topic == topic and wanted in message.payload:
                    return message

    def say(self, topic: str, payload: str) -> None:
        self.client.post(topic, payload.encode())


@asynccontextmanager
async def visit(port: int, *topics: str, speed: float = 1.0) -> AsyncIterator[Visit]:
    house = first_house(START)
    house.where.clear()
    fleet = Fleet(house, HomeClock(START, speed), parse(f"mqtt://127.0.0.1:{port}"))
    client = await RawClient.connect(port, "visitor")
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(fleet.run())
        async with asyncio.timeout(10):
            await fleet.ready()
        await client.subscribe(*((topic, 0) for topic in topics))
        try:
            yield Visit(fleet, client)
        finally:
            running.cancel()
    await asyncio.sleep(0)


@pytest.fixture(params=["embedded", "mosquitto"])
async def port(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[int]:
    async with served(request.param, tmp_path) as number:
        yield number


@pytest.fixture
async def own() -> AsyncIterator[int]:
    async with Broker() as broker:
        yield broker.port


async def test_everything_is_described_and_online(port: int) -> None:
    async with visit(port, "homeassistant/+/+/+/config", "+/status", "zigbee2mqtt/#") as home:
        messages = await home.client.rest()
        configs = [m for m in messages if m.topic.endswith("/config")]
        assert len(configs) >= 50
        assert all(m.retain and json.loads(m.payload) for m in configs)
        online = [m for m in messages if m.topic.endswith("/status")]
        assert [m.payload for m in online] == [b"online"] * 10
        assert b"online" in (next(m for m in messages if m.topic == "zigbee2mqtt/bridge/state")).payload


async def test_command_then_report(port: int) -> None:
    async with visit(port, f"{KITCHEN}/state", LAMP) as home:
        home.say(f"{KITCHEN}/command", '{"state":"ON","brightness":128}')
        got = await home.until(f"{KITCHEN}/state", '"state":"ON"')
        assert (json.loads(got.payload)["brightness"], got.retain) == (128, False)
        home.say(LAMP_SET, '{"state":"ON","brightness":100}')
        assert json.loads((await home.until(LAMP, '"state":"ON"')).payload)["brightness"] == 100


async def test_command_repeated_is_reported_again(own: int) -> None:
    async with visit(own, LAMP) as home:
        await home.client.rest()
        for _ in range(2):
            home.say(LAMP_SET, '{"state":"OFF"}')
            assert not (await home.until(LAMP, '"state":"OFF"')).retain


async def test_garage_door_tells_its_way(own: int) -> None:
    async with visit(own, "garage-door/#", speed=20) as home:
        home.say("garage-door/cover/garage_door/command", "OPEN")
        await home.until("garage-door/cover/garage_door/state", "opening")
        await home.until("garage-door/cover/garage_door/state", "open")
        assert (await home.until("garage-door/cover/garage_door/position/state", "100")).payload == b"100"


async def test_birth_message_brings_states_anew(own: int) -> None:
    async with visit(own, LAMP, "zigbee2mqtt/bridge/state", f"{KITCHEN}/state") as home:
        await home.client.rest()
        home.say("homeassistant/status", "online")
        await home.until_all(
            (LAMP, b'"state":"OFF"'), (f"{KITCHEN}/state", b"OFF"), ("zigbee2mqtt/bridge/state", b"online")
        )


async def test_lock_and_jam(own: int) -> None:
    async with visit(own, f"{LOCK}/state") as home:
        home.say(f"{LOCK}/command", "UNLOCK")
        await home.until(f"{LOCK}/state", "UNLOCKING")
        await home.until(f"{LOCK}/state", "UNLOCKED")
        home.fleet.faults.strike("front_door_lock", Fault.JAM)
        home.say(f"{LOCK}/command", "LOCK")
        await home.until(f"{LOCK}/state", "JAMMED")
        home.fleet.faults.heal("front_door_lock")
        home.say(f"{LOCK}/command", "LOCK")
        await home.until(f"{LOCK}/state", "LOCKED")


async def test_offline_and_back(own: int) -> None:
    async with visit(own, "kitchen-light/status", f"{LAMP}/availability", LAMP) as home:
        await home.client.rest()
        for device in ("kitchen_light", "floor_lamp"):
            home.fleet.faults.strike(device, Fault.OFFLINE)
        await home.until_all(("kitchen-light/status", b"offline"), (f"{LAMP}/availability", b"offline"))
        home.say(LAMP_SET, "ON")
        await asyncio.sleep(0.3)
        assert [m.topic for m in await home.client.rest()] == []
        for device in ("kitchen_light", "floor_lamp"):
            home.fleet.faults.heal(device)
        await home.until_all((LAMP, b'"state":"OFF"'), ("kitchen-light/status", b"online"))


async def test_lost_command_and_wrong_echo(own: int) -> None:
    async with visit(own, LAMP) as home:
        await home.client.rest()
        home.fleet.faults.strike("floor_lamp", Fault.LOST_COMMAND, 1)
        home.say(LAMP_SET, "ON")
        await asyncio.sleep(0.3)
        assert await home.client.rest() == []
        home.fleet.faults.strike("floor_lamp", Fault.WRONG_ECHO)
        home.say(LAMP_SET, "ON")
        await home.until(LAMP, '"state":"OFF"')
        home.fleet.faults.heal("floor_lamp")
        home.say(LAMP_SET, "ON")
        await home.until(LAMP, '"state":"ON"')


async def test_late_duplicates_and_garbage(own: int) -> None:
    async with visit(own, LAMP, speed=10) as home:
        await home.client.rest()
        home.fleet.faults.strike("floor_lamp", Fault.LATE, 5)
        home.fleet.faults.strike("floor_lamp", Fault.DUPLICATES, 2)
        home.say(LAMP_SET, "ON")
        assert await home.client.silent()
        for _ in range(3):
            await home.until(LAMP, '"state":"ON"')
        home.fleet.faults.happen("floor_lamp", Once.GARBAGE)
        assert (await home.until(LAMP, b"\xff")).payload.startswith(b"\xff\xfe")


async def test_reboot(own: int) -> None:
    async with visit(own, "kitchen-light/status", f"{KITCHEN}/state", speed=10) as home:
        await home.client.rest()
        home.fleet.faults.happen("kitchen_light", Once.REBOOT)
        await home.until("kitchen-light/status", "offline")
        await home.until("kitchen-light/status", "online")
        await home.until(f"{KITCHEN}/state", "OFF")


async def test_unknown_device_has_no_faults(own: int) -> None:
    async with visit(own, LAMP) as home:
        with pytest.raises(KeyError):
            home.fleet.faults.strike("pool_heater", Fault.OFFLINE)


async def test_broker_restart_is_survived() -> None:
    async with Broker() as broker, visit(broker.port, LAMP) as home:
        await broker.stop()
        await asyncio.sleep(0.2)
        await broker.start()
        later = Visit(home.fleet, await RawClient.connect(broker.port, "visitor2"))
        await later.client.subscribe((LAMP, 0))
        while (await later.until(LAMP, '"OFF"')).retain:
            pass
        later.say(LAMP_SET, "ON")
        await later.until(LAMP, '"ON"')


async def test_fleet_waits_for_a_broker_that_is_not_there_yet() -> None:
    port = free_port()
    house = first_house(START)
    fleet = Fleet(house, HomeClock(START), parse(f"mqtt://127.0.0.1:{port}"))
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(fleet.run())
        await asyncio.sleep(0.3)
        async with Broker(port=port):
            async with asyncio.timeout(10):
                await fleet.ready()
            running.cancel()
    await asyncio.sleep(0)


async def test_fleet_that_leaves_in_order_says_offline(port: int) -> None:
    async with visit(port, "kitchen-light/status", "zigbee2mqtt/bridge/state") as home:
        assert {m.payload for m in await home.client.messages(2)} == {b"online", b'{"state":"online"}'}
    await home.until_all(("kitchen-light/status", b"offline"), ("zigbee2mqtt/bridge/state", b"offline"))


@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
async def test_login(kind: str, tmp_path: Path) -> None:
    async with served(kind, tmp_path, ("ada", "s3cret")) as number, asyncio.timeout(20):
        with pytest.raises(AddressError, match="refused") as caught:
            await simulate(f"mqtt://ada:wr0ng@127.0.0.1:{number}", print)
        assert "wr0ng" not in str(caught.value)
        address: asyncio.Queue[str] = asyncio.Queue()
        async with asyncio.TaskGroup() as tasks:
            url = f"mqtt://ada:s3cret@127.0.0.1:{number}"
            running = tasks.create_task(simulate(url, address.put_nowait))
            assert await address.get() == f"mqtt://127.0.0.1:{number}"
            running.cancel()
    await asyncio.sleep(0)


async def test_killed_process_leaves_its_last_wills(port: int) -> None:
    watcher = await RawClient.connect(port, "watcher")
    process = _simulator("--broker", f"mqtt://127.0.0.1:{port}")
    assert process.stdout is not None
    async with asyncio.timeout(20):
        line = await asyncio.to_thread(process.stdout.readline)
    assert line == f"simulated home on mqtt://127.0.0.1:{port}\n".encode()
    await watcher.subscribe(("kitchen-light/status", 0), ("zigbee2mqtt/bridge/state", 0))
    assert {m.payload for m in await watcher.messages(2)} == {b"online", b'{"state":"online"}'}
    process.kill()
    assert {m.payload for m in await watcher.messages(2)} == {b"offline", b'{"state":"offline"}'}
    process.stdout.close()
    process.wait(5)


def _simulator(*options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "simulator", *options], stdout=subprocess.PIPE)
