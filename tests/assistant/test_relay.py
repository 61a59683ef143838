"""Two processes of one home: what is changed in one is known to the other, and nothing goes round in circles."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.compose import books
from assistant.relay import AGAIN, Kind, Relay
from assistant.runner import together
from devices.automation.books.notices import Notice
from devices.automation.books.questions import Asked, Question
from devices.automation.books.scenes import Member, Scene
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.automation.undo.changes import RuleAdded
from devices.bus import Bus
from devices.command import Cause, Command, Origin
from devices.errors import StorageError
from devices.events import Event, RuleRan
from devices.home import Home
from devices.model import Json
from devices.storage.database import Database
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns
from tools.context import House

CHANGED = "hearth/i1/changed"
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
WARM = Rule(
    triggers=(Threshold(("sensor.hall",), above=26.0),), actions=(Act(Command("lock.front", "unlock")),)
)
ASKS = Question("", "a1", "r1", (Command("lock.front", "unlock"),), LONG_AGO, LONG_AGO, key="r1/0")
LOCK: dict[str, Json] = {
    "name": "Front",
    "unique_id": "front",
    "default_entity_id": "lock.front",
    "state_topic": "front",
    "command_topic": "front/set",
}


@dataclass
class Process:
    """One process's share of a home; the test carries messages between brokers."""

    broker: FakeBroker
    house: House
    relay: Relay
    heard: list[Event]

    def told(self, kind: Kind) -> list[bytes]:
        """What it said about one kind of thing."""
        mark = f'"kind": "{kind}"'.encode()
        return [m.payload for m in self.broker.sent if m.topic == CHANGED and mark in m.payload]


@asynccontextmanager
async def process(database: Database, me: str) -> AsyncIterator[Process]:
    broker, bus, clock, heard = FakeBroker(), Bus(), FakeClock(hasty=True), list[Event]()
    home = Home(broker, bus, clock)
    house = housed(home, database, bus, clock)
    for load in books(house).values():
        await load()
    bus.listen(heard.append)
    relay = Relay(home, books(house), bus, "i1", me)
    async with together(home=home.run(), relay=relay.run()):
        await database.read(lambda _connection: None)
        await turns()
        broker.device("homeassistant/lock/front/config", LOCK)
        await turns()
        yield Process(broker, house, relay, heard)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield opened
    await opened.close()


async def comes(true: Callable[[], object]) -> bool:
    """Whether it comes to be so within the second that a change may take."""
    for _ in range(100):
        if true():
            return True
        await asyncio.sleep(0.01)
    return False


async def add_rule(house: House) -> None:
    await house.book.add(WARM)


async def save_scene(house: House) -> None:
    await house.scenes.save(Scene("", "Evening", {"light.hall": Member("on")}))


async def give_permission(house: House) -> None:
    rule = await house.book.add(WARM)
    await house.permissions.give(rule, "lock.front", "unlock", "cli")


async def ask(house: House) -> None:
    await house.questions.ask(ASKS)


async def post(house: House) -> None:
    await house.notices.post(Notice("r1/1", "a1", LONG_AGO, "the washing is done"))


async def name_it(house: House) -> None:
    await house.names.set_aliases("light.hall", ("reading light",))


async def write_down(house: House) -> None:
    await house.journal.record((RuleAdded("a1"),), Cause(Origin.CHAT, "t1"))


KINDS: tuple[tuple[Kind, Callable[[House], Awaitable[None]], Callable[[House], object]], ...] = (
    (Kind.RULES, add_rule, lambda house: house.book.rule("a1")),
    (Kind.SCENES, save_scene, lambda house: house.scenes.find("evening")),
    (Kind.PERMISSIONS, give_permission, lambda house: house.permissions.listed()),
    (Kind.QUESTIONS, ask, lambda house: house.questions.open()),
    (Kind.NOTICES, post, lambda house: house.notices.unseen()),
    (Kind.NAMES, name_it, lambda house: house.names.aliases("light.hall")),
    (Kind.JOURNAL, write_down, lambda house: house.journal.recent(1)),
)


def test_every_kind_of_change_is_covered() -> None:
    assert {kind for kind, _do, _known in KINDS} == set(Kind)


@pytest.mark.parametrize(("kind", "do", "known"), KINDS, ids=[kind.value for kind, _, _ in KINDS])
async def test_change_made_in_one_process_is_known_in_the_other(
    database: Database,
    kind: Kind,
    do: Callable[[House], Awaitable[None]],
    known: Callable[[House], object],
) -> None:
    async with process(database, "app-1") as one, process(database, "run-2") as other:
        assert not known(other.house)
        await do(one.house)
        assert await comes(lambda: one.told(kind))
        for payload in [m.payload for m in one.broker.sent]:
            other.broker.device(CHANGED, payload)
        assert await comes(lambda: known(other.house))
        await turns()
        assert other.broker.sent == []


async def test_answer_given_in_one_process_settles_the_question_in_the_other(database: Database) -> None:
    async with process(database, "app-1") as one, process(database, "run-2") as other:
        await one.house.questions.ask(ASKS)
        other.broker.device(CHANGED, {"v": 1, "by": "app-1", "kind": "questions"})
        assert await comes(other.house.questions.open)
        await other.house.questions.answer("q1", yes=False, by="run")
        assert await comes(lambda: other.told(Kind.QUESTIONS))
        one.broker.device(CHANGED, other.told(Kind.QUESTIONS)[-1])
        assert await comes(lambda: not one.house.questions.open())
        asked = one.house.questions.question("q1")
        assert asked is not None
        assert asked.state is Asked.DECLINED
        assert await one.house.questions.answer("q1", yes=True, by="app") is None


async def test_run_of_a_rule_is_known_in_the_other_process(database: Database) -> None:
    async with process(database, "run-1") as one, process(database, "app-2") as other:
        await one.house.book.add(WARM)
        await one.house.book.note(RuleRan("a1", LONG_AGO, skipped="condition"))
        assert await comes(lambda: len(one.told(Kind.RULES)) == 2)
        other.broker.device(CHANGED, one.told(Kind.RULES)[-1])
        assert await comes(lambda: other.house.book.last_runs("a1"))


async def test_own_word_and_junk_load_nothing(database: Database) -> None:
    async with process(database, "app-1") as one:
        for junk in (
            b"",
            b"\xff",
            b"[]",
            b"{}",
            b"null",
            b'{"by": "app-1", "kind": "rules"}',
            b"[" * 100_000,
        ):
            one.broker.device(CHANGED, junk)
        unknown: tuple[Json, ...] = (None, [], {}, "", "all", 7)
        for kind in unknown:
            one.broker.device(CHANGED, {"by": "x", "kind": kind})
        await turns()
        assert one.house.book.rules() == ()
        await one.house.book.add(WARM)
        assert await comes(lambda: len(one.broker.sent) == 1)


async def test_change_while_the_broker_is_away_is_read_when_it_is_back(database: Database) -> None:
    async with process(database, "app-1") as one, process(database, "run-2") as other:
        one.broker.drop()
        other.broker.drop()
        await one.house.book.add(WARM)
        await turns()
        assert not await comes(other.house.book.rules)
        one.broker.restore()
        other.broker.restore()
        assert await comes(other.house.book.rules)
        assert one.broker.sent == []


async def test_change_made_while_the_book_is_read_is_told_and_not_lost(database: Database) -> None:
    async with process(database, "app-1") as one:
        rule = await one.house.book.add(WARM)
        one.broker.sent.clear()
        for number in range(20):
            one.broker.device(CHANGED, {"v": 1, "by": "run-2", "kind": "rules"})
            await asyncio.sleep(0)
            await one.house.book.replace(replace(rule, cooldown_seconds=float(number + 1)))
        assert await comes(lambda: len(one.told(Kind.RULES)) == 20)
        kept = one.house.book.rule(rule.id)
        assert kept is not None
        assert kept.cooldown_seconds == 20.0


async def test_book_that_cannot_be_read_is_read_again_later() -> None:
    tries: list[str] = []

    async def load() -> None:
        tries.append("read")
        if len(tries) == 1:
            raise StorageError("the disk is away")

    home = Home(FakeBroker(), bus := Bus(), FakeClock(hasty=True))
    relay = Relay(home, {Kind.RULES: load}, bus, "i1", "app-1")
    async with together(home=home.run(), relay=relay.run()):
        assert await comes(lambda: len(tries) == 1)
        await asyncio.sleep(AGAIN)
        assert await comes(lambda: len(tries) == 2)
