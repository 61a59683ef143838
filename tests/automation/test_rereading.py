"""Books that are read again, because another process changed them, while this process writes to them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from devices.automation.books.book import RuleBook
from devices.automation.books.notices import Notice, Notices
from devices.bus import Bus
from devices.events import Event, NoticePosted
from devices.storage.database import Database
from tests.automation.scene import rule
from tests.fakes.clock import START, FakeClock

OFTEN = 100


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    try:
        yield database
    finally:
        await database.close()


async def test_notices_are_told_once_whatever_is_read_meanwhile(database: Database) -> None:
    bus, told = Bus(), list[Event]()
    bus.listen(told.append)
    notices = Notices(database, bus, FakeClock())
    await notices.load()
    for number in range(OFTEN):
        draft = Notice(f"k{number}", "a1", START, "x")
        await asyncio.gather(notices.load(), notices.post(draft), notices.load())
        await notices.load()
    times = Counter(event.notice_id for event in told if isinstance(event, NoticePosted))
    assert len(times) == OFTEN
    assert set(times.values()) == {1}


async def test_rules_stay_known_whatever_is_read_meanwhile(database: Database) -> None:
    book = RuleBook(database, Bus(), FakeClock())
    for number in range(1, OFTEN + 1):
        await asyncio.gather(book.load(), book.add(rule()), book.load())
        assert book.rule(f"a{number}") is not None
        if number % 2:
            await asyncio.gather(book.load(), book.remove(f"a{number}"), book.load())
            assert book.rule(f"a{number}") is None
