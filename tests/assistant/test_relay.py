"""Two processes of one home: a rule made in one is known to the other, and nothing goes round in circles."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from assistant.relay import Relay
from assistant.runner import together
from devices.automation.book import RuleBook
from devices.bus import Bus
from devices.home import Home
from devices.storage.database import Database
from tests.automation.scene import FAN_ON, WARM, rule
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns

CHANGED = "hearth/i1/changed"


@asynccontextmanager
async def process(database: Database, me: str) -> AsyncIterator[tuple[FakeBroker, RuleBook, Relay]]:
    """One process's share of a home; the test carries messages between brokers."""
    broker, bus, clock = FakeBroker(), Bus(), FakeClock(hasty=True)
    home, book = Home(broker, bus, clock), RuleBook(database, bus, clock)
    await book.load()
    relay = Relay(home, book, bus, "i1", me)
    async with together(home=home.run(), relay=relay.run()):
        await turns()
        yield broker, book, relay


async def loaded(book: RuleBook, count: int) -> bool:
    """Whether a book comes to hold so many rules in time."""
    for _ in range(200):
        if len(book.rules()) == count:
            return True
        await asyncio.sleep(0.01)
    return False


async def test_rule_made_in_one_process_is_known_in_the_other(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    async with (
        process(database, "app-1") as (broker, book, _relay),
        process(database, "run-2") as (other_broker, other_book, _other),
    ):
        await book.add(rule(WARM, FAN_ON))
        await turns()
        told = [message for message in broker.sent if message.topic == CHANGED]
        assert len(told) == 1
        assert b"a1" in told[0].payload
        other_broker.device(CHANGED, told[0].payload)
        assert await loaded(other_book, 1)
        await turns()
        assert other_broker.sent == []
    await database.close()


async def test_own_word_and_junk_load_nothing(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    async with process(database, "app-1") as (broker, book, _relay):
        for junk in (b"", b"\xff", b"[]", b"{}", b"null", b'{"by": "app-1"}', b"[" * 100_000):
            broker.device(CHANGED, junk)
        await turns()
        assert book.rules() == ()
        await book.add(rule(WARM, FAN_ON))
        await turns()
        assert len(broker.sent) == 1
    await database.close()


async def test_change_while_the_broker_is_away_is_not_sent_later(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    async with process(database, "app-1") as (broker, book, relay):
        broker.drop()
        await book.add(rule(WARM, FAN_ON))
        await turns()
        broker.restore()
        await relay.flush()
        await turns()
        assert broker.sent == []
    await database.close()
