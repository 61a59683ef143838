"""The past of a home that nobody recorded: written once, readable by day, and refused by a full database."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.kept.lived import relive
from devices.errors import StorageError
from devices.history.queries import History
from devices.registry import Names
from devices.storage.database import Database
from simulator.house.first import first_house
from simulator.message import WireMessage
from simulator.past import lived
from tests.fakes.clock import FakeClock

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
END = START + timedelta(hours=6)
ROOM = "sensor.living_room_temperature"


def past() -> Iterator[WireMessage]:
    return lived(first_house(START, seed=3), days=0.25)


async def test_past_is_found_in_the_history(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    await relive(past(), database, Names())
    history = History(database, FakeClock(END))
    found = await history.statistics(ROOM, START, END)
    assert found.unit == "°C"
    assert found.count > 20
    assert found.coverage > 0.95
    assert await history.activity(START, END, 10)
    await database.close()


async def test_past_told_twice_changes_nothing(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    history = History(database, FakeClock(END))
    await relive(past(), database, Names())
    once = await history.statistics(ROOM, START, END)
    await relive(past(), database, Names())
    assert await history.statistics(ROOM, START, END) == once
    await database.close()


async def test_empty_past_ends(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    await relive(iter(()), database, Names())
    assert await History(database, FakeClock(END)).activity(START, END, 10) == ()
    await database.close()


async def test_past_that_cannot_be_stored_is_told(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    await database.close()
    with pytest.raises(StorageError):
        await relive(past(), database, Names())
