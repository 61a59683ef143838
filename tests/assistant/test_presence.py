"""Who runs the built-in home: cards of the living and the dead, and leases that are free, held and passing."""

import asyncio
import os
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from assistant import presence
from devices.clock import WallClock
from devices.storage.database import Database
from devices.storage.lease import Lease
from tests.storage.test_lease import dead_pid


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield opened
    await opened.close()


@pytest.fixture
async def door() -> AsyncIterator[str]:
    """The address of something that listens."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        yield f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def test_card_is_found_tells_the_time_and_is_withdrawn(tmp_path: Path) -> None:
    clock = WallClock()
    presence.leave(tmp_path, "mqtt://127.0.0.1:1", clock, 60)
    card = presence.find(tmp_path)
    assert card is not None
    assert (card.url, card.speed) == ("mqtt://127.0.0.1:1", 60)
    assert abs(card.clock().now() - clock.now()) < timedelta(minutes=5)
    assert [path.name for path in tmp_path.iterdir()] == [presence.CARD]
    presence.withdraw(tmp_path)
    assert presence.find(tmp_path) is None


def test_card_of_a_dead_process_counts_for_nothing(tmp_path: Path) -> None:
    presence.leave(tmp_path, "mqtt://127.0.0.1:1", WallClock(), 1)
    path = tmp_path / presence.CARD
    dead = path.read_text().replace(f'"pid": {os.getpid()}', f'"pid": {dead_pid()}')
    path.write_text(dead)
    assert presence.find(tmp_path) is None
    presence.withdraw(tmp_path)
    assert path.read_text() == dead


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"url": 5}',
        '{"url": "x", "pid": "a", "home": "x", "wall": "y", "speed": 0}',
        '{"url": "x", "pid": 1, "home": "soon", "wall": "soon", "speed": 1}',
        '{"url": "x", "pid": 1, "home": "2026-01-01T00:00Z", "wall": "2026-01-01T00:00Z", "speed": 0}',
        '{"url": "x", "pid": 1e400, "home": "2026-01-01T00:00Z", "wall": "2026-01-01T00:00Z", "speed": 1}',
    ],
)
def test_card_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / presence.CARD).write_text(text)
    assert presence.find(tmp_path) is None


def test_card_in_a_folder_that_takes_none_is_done_without(tmp_path: Path) -> None:
    (tmp_path / presence.CARD).mkdir()
    presence.leave(tmp_path, "mqtt://127.0.0.1:1", WallClock(), 1)
    assert presence.find(tmp_path) is None
    assert [path.name for path in tmp_path.iterdir()] == [presence.CARD]


async def test_free_home_is_ours(tmp_path: Path, database: Database) -> None:
    told: list[str] = []
    assert await presence.host(tmp_path, Lease(database, "app"), passing="", told=told.append) is None
    assert told == []


async def test_running_home_is_joined(tmp_path: Path, database: Database, door: str) -> None:
    assert await Lease(database, "app").take()
    presence.leave(tmp_path, door, WallClock(), 1)
    card = await presence.host(tmp_path, Lease(database, "one-shot"), passing="", told=print)
    assert card is not None
    assert card.url == door


async def test_home_of_a_passing_command_is_waited_for(tmp_path: Path, database: Database, door: str) -> None:
    passing, app = Lease(database, "one-shot"), Lease(database, "app")
    assert await passing.take()
    presence.leave(tmp_path, door, WallClock(), 1)
    async with asyncio.TaskGroup() as group:
        found = group.create_task(presence.host(tmp_path, app, passing="one-shot", told=lambda _text: None))
        await asyncio.sleep(0.4)
        assert not found.done()
        await passing.release()
    assert await found is None
    assert await app.renew()


async def test_address_that_is_none_does_not_answer() -> None:
    for url in ("mqtt://127.0.0.1:99999", "mqtt://[::1", "nothing", "mqtt://127.0.0.1:1"):
        card = presence.Card(url, os.getpid(), "2026-01-01T00:00Z", "2026-01-01T00:00Z", 1)
        assert not await presence.answers(card)
