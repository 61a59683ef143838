"""The book: ids that are never given twice, changes told on the bus, other processes, unreadable rules."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert

from devices.automation.books.book import RuleBook
from devices.bus import Bus
from devices.command import Command, Outcome, Status
from devices.events import Event, RuleRan, RulesChanged
from devices.storage.database import Database
from devices.storage.tables import RULE
from tests.automation.scene import FAN, rule
from tests.fakes.clock import START, FakeClock


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield opened
    await opened.close()


async def a_book(database: Database) -> tuple[RuleBook, list[Event]]:
    """A loaded book and everything its bus told."""
    bus, told = Bus(), list[Event]()
    bus.listen(told.append)
    book = RuleBook(database, bus, FakeClock())
    await book.load()
    return book, told


async def test_ids_grow_and_are_never_given_again(database: Database) -> None:
    book, _ = await a_book(database)
    assert [(await book.add(rule())).id for _ in range(3)] == ["a1", "a2", "a3"]
    await book.remove("a3")
    assert (await book.add(rule())).id == "a4"
    assert [r.id for r in book.rules()] == ["a1", "a2", "a4"]


async def test_two_processes_never_give_the_same_id(database: Database) -> None:
    app, command_line = (await a_book(database))[0], (await a_book(database))[0]
    assert ((await app.add(rule())).id, (await command_line.add(rule())).id) == ("a1", "a2")


async def test_add_gives_a_date_and_keeps_the_words(database: Database) -> None:
    book, told = await a_book(database)
    made = await book.add(replace(rule(), words="wenn es warm ist"))
    assert (made.created_at, made.words) == (START, "wenn es warm ist")
    assert told == [RulesChanged(("a1",), START)]


async def test_restored_rule_keeps_its_id_and_place(database: Database) -> None:
    book, _ = await a_book(database)
    for _ in range(3):
        await book.add(rule())
    removed = await book.remove("a2")
    assert await book.add(removed) == removed
    again, _ = await a_book(database)
    assert [r.id for r in again.rules()] == ["a1", "a2", "a3"]
    with pytest.raises(KeyError):
        await book.add(removed)


async def test_load_tells_what_another_process_changed(database: Database) -> None:
    book, told = await a_book(database)
    other, _ = await a_book(database)
    await other.add(rule())
    await other.add(rule())
    await other.enable("a1", False)
    await book.load()
    assert told == [RulesChanged(("a1", "a2"), START)]
    assert [r.enabled for r in book.rules()] == [False, True]
    await book.load()
    assert len(told) == 1


async def test_enable_to_the_same_tells_nothing(database: Database) -> None:
    book, told = await a_book(database)
    await book.add(rule())
    await book.enable("a1", True)
    assert len(told) == 1


async def test_unknown_ids_are_key_errors(database: Database) -> None:
    book, _ = await a_book(database)
    assert book.rule("a9") is None
    for attempt in (book.remove("a9"), book.enable("a9", True), book.replace(replace(rule(), id="a9"))):
        with pytest.raises(KeyError):
            await attempt


async def test_rule_that_cannot_be_read_is_named_and_kept(database: Database) -> None:
    row = {"id": "a7", "position": 7, "document": '{"v": 99}'}
    await database.write(lambda connection: connection.execute(insert(RULE).values(row)))
    book, _ = await a_book(database)
    assert book.rules() == ()
    assert "rule.v" in book.broken["a7"]


async def test_runs_are_found_after_a_restart_newest_first(database: Database) -> None:
    book, told = await a_book(database)
    await book.add(rule())
    outcome = Outcome(Command(FAN, "turn_on"), Status.CONFIRMED, "off", "on", attributes={"percentage": 100})
    runs = [RuleRan("a1", START, (outcome,), "", {"value": "27"}), RuleRan("a1", START, (), "rate_limited")]
    for run in runs:
        await book.note(run)
    assert told[-2:] == runs
    again, _ = await a_book(database)
    assert again.last_runs("a1") == tuple(reversed(runs))
    assert again.last_runs("a2") == ()


async def test_run_is_found_behind_many_firings_that_were_none(database: Database) -> None:
    book, _ = await a_book(database)
    await book.add(rule())
    run = RuleRan("a1", START, (), "", {}, "a1-1")
    for ran in (run, *(RuleRan("a1", START, (), "rate_limited", {}, f"a1-{n}") for n in range(2, 1100))):
        await book.note(ran)
    again, _ = await a_book(database)
    for one in (book, again):
        assert one.last_begun("a1") == (run,)
        assert [ran.run_id for ran in one.last_runs("a1")[:2]] == ["a1-1099", "a1-1098"]


async def test_jobs_have_ids_of_their_own_and_stand_apart(database: Database) -> None:
    book, _ = await a_book(database)
    made = [await book.add(replace(rule(), once=once)) for once in (False, True, False, True)]
    assert [one.id for one in made] == ["a1", "j1", "a2", "j2"]
    assert [one.id for one in book.rules()] == ["a1", "a2"]
    assert [one.id for one in book.jobs()] == ["j1", "j2"]
    assert {one.id for one in book.everything()} == {"a1", "a2", "j1", "j2"}
    await book.remove("j2")
    assert (await book.add(replace(rule(), once=True))).id == "j3"
    again, _ = await a_book(database)
    assert [one.id for one in again.jobs()] == ["j1", "j3"]
