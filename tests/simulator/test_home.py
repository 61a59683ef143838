"""The built-in home as the app starts it: ready, kept in a folder, with a past that ends where it begins."""

import asyncio
import json
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from simulator.home import built_in_home
from simulator.house.part import Light
from simulator.house.storage import HouseFileError, load
from simulator.house.wish import Switch
from tests.simulator.raw_client import RawClient

START = datetime(2026, 1, 15, 12, tzinfo=UTC)


async def test_ready_home_answers_on_its_address() -> None:
    async with built_in_home(None, start=START) as home, asyncio.timeout(10):
        await home.ready()
        port = int(home.url.rpartition(":")[2])
        client = await RawClient.connect(port, "one")
        await client.subscribe(("kitchen-light/light/kitchen_light/state", 0))
        await client.message()
        client.post("kitchen-light/light/kitchen_light/command", b'{"state":"ON"}')
        assert json.loads((await client.message()).payload)["state"] == "ON"
        assert home.clock.now() - START < timedelta(seconds=30)
    await asyncio.sleep(0)


async def test_past_ends_where_the_home_begins_and_can_be_told_twice() -> None:
    async with built_in_home(None, start=START, seed=5) as home:
        past = list(home.past(2))
        assert past == list(home.past(2))
        assert past[0].at == START - timedelta(days=2)
        assert START - timedelta(minutes=30) < past[-1].at <= START
        last = [m for m in past if m.topic == "zigbee2mqtt/Living room"][-1]
        told = json.loads(last.payload)["temperature"]
        assert abs(told - home.house.air["living_room"].temperature) < 0.2
    await asyncio.sleep(0)


async def test_closed_home_is_found_again_and_lived_on(tmp_path: Path) -> None:
    async with built_in_home(tmp_path, start=START) as home:
        home.house.apply("garage_light", Switch(True))
        assert (tmp_path / "house.json").exists()
    later = START + timedelta(hours=5)
    async with built_in_home(tmp_path, start=later) as home:
        assert home.house.parts["garage_light"] == Light(on=True)
        assert later <= home.clock.now() < later + timedelta(seconds=30)
        gap = list(home.past())
        assert START <= gap[0].at < START + timedelta(minutes=1)
        assert gap[-1].at > later - timedelta(minutes=30)
    await asyncio.sleep(0)


async def test_fast_home_is_resumed_at_its_own_time_and_not_before(tmp_path: Path) -> None:
    async with built_in_home(tmp_path, start=START, speed=3600) as home:
        await asyncio.sleep(0.6)
        ahead = home.house.now
    assert ahead > START + timedelta(minutes=10)
    async with built_in_home(tmp_path, start=START) as home:
        assert home.clock.now() >= ahead
    await asyncio.sleep(0)


async def test_home_away_for_a_year_wakes_up_a_week_ago(tmp_path: Path) -> None:
    async with built_in_home(tmp_path, start=START):
        pass
    later = START + timedelta(days=365)
    async with built_in_home(tmp_path, start=later) as home:
        assert next(home.past()).at == later - timedelta(days=7)
    await asyncio.sleep(0)


async def test_spoilt_house_file_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text("{ not a house", encoding="utf-8")
    with pytest.raises(HouseFileError):
        async with built_in_home(tmp_path):
            pass
    assert path.read_text(encoding="utf-8") == "{ not a house"


async def test_home_is_saved_when_the_app_breaks(tmp_path: Path) -> None:
    with pytest.raises(ExceptionGroup):
        await _break_down(tmp_path)
    assert load(tmp_path / "house.json").parts["kitchen_light"] == Light(on=True)
    await asyncio.sleep(0)


async def _break_down(folder: Path) -> None:
    async with built_in_home(folder, start=START) as home:
        home.house.apply("kitchen_light", Switch(True))
        raise RuntimeError("the app broke")


async def test_broker_restart() -> None:
    async with built_in_home(None, start=START) as home, asyncio.timeout(20):
        await home.ready()
        await home.restart_broker(0.1)
        client = await RawClient.connect(home.broker.port, "one")
        await client.subscribe(("zigbee2mqtt/Floor lamp", 0))
        assert (await client.message(10)).payload
    await asyncio.sleep(0)


@pytest.mark.parametrize("options", [["--broker", "http://nowhere"], ["--speed", "fast"]])
def test_command_line_with_what_cannot_be_used(options: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simulator", *options], capture_output=True, check=False, timeout=20
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_command_line_until_ctrl_c() -> None:
    process = subprocess.Popen([sys.executable, "-m", "simulator", "--speed", "60"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"simulated home on mqtt://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    process.stdout.close()
