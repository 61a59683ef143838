"""Memories in the database: the same after they were read, forgotten when told, and junk is left out."""

import json
import math
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert

from devices.automation.books.memories import Memories, memory_from_json, memory_to_json
from devices.automation.watch.spec import Kept, Memory, Phase
from devices.errors import ConfigError
from devices.storage.database import Database
from devices.storage.tables import MEMORY

NOON = datetime(2027, 1, 4, 12, 0, 0, 250000, tzinfo=UTC)
instants = st.datetimes(timezones=st.just(UTC)).map(
    lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000)
)
maybe = st.one_of(st.none(), instants)
memories = st.builds(
    Memory,
    phase=st.sampled_from(Phase),
    since=maybe,
    unknown_since=maybe,
    acted=st.booleans(),
    done=maybe,
    trail=st.lists(st.tuples(instants, st.one_of(st.floats(-1e9, 1e9), st.just(math.nan)))).map(tuple),
    seen=st.one_of(st.none(), st.text(), st.floats(-1e9, 1e9), st.integers(), st.booleans()),
    proof=maybe,
    missing=st.dictionaries(st.text(), instants, max_size=3).map(lambda found: tuple(found.items())),
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield opened
    await opened.close()


@given(memories)
def test_memory_is_the_same_after_it_was_stored(memory: Memory) -> None:
    assert memory_from_json(json.dumps(memory_to_json(memory))) == memory


def test_that_it_was_restored_is_of_a_session_and_not_stored() -> None:
    kept = memory_from_json(memory_to_json(Memory(Phase.WAITING, since=NOON, restored=True)))
    assert kept == Memory(Phase.WAITING, since=NOON)


async def test_save_and_load_and_forget(database: Database) -> None:
    book = Memories(database)
    first = Kept("mark", Memory(Phase.LATCHED, acted=True))
    await book.save({("a1", "0/sensor.x"): first, ("a2", "0"): Kept("", Memory())})
    changed = Kept("mark", Memory(Phase.WAITING, since=NOON))
    await book.save({("a1", "0/sensor.x"): changed, ("a2", "0"): None})
    assert await Memories(database).load() == {("a1", "0/sensor.x"): changed}


async def test_save_nothing(database: Database) -> None:
    await Memories(database).save({})
    assert await Memories(database).load() == {}


async def test_load_leaves_out_what_cannot_be_read(database: Database) -> None:
    rows = ["junk", '{"phase": "dancing"}', '{"phase": "armed", "since": "noon"}', '{"phase": "armed"}']

    def work(connection: Connection) -> None:
        for index, document in enumerate(rows):
            row = {"rule_id": "a1", "place": str(index), "fingerprint": "", "document": document}
            connection.execute(insert(MEMORY).values(row))

    await database.write(work)
    assert await Memories(database).load() == {("a1", "3"): Kept("", Memory(Phase.ARMED))}


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"since": 1.5}, "memory.since: milliseconds are needed"),
        ({"since": True}, "memory.since: milliseconds are needed"),
        ({"since": 10**30}, "memory.since: 10+ is no instant"),
        ({"trail": 3}, "memory.trail: a list is needed"),
        ({"trail": [[1, "x"]]}, "memory.trail: pairs"),
        ({"trail": [[1, True]]}, "memory.trail: numbers are needed"),
        ({"missing": {"sensor.a": "x"}}, "memory.missing.sensor.a: milliseconds are needed"),
        ({"seen": []}, "memory.seen: a word or a number is needed"),
        ({"acted": "yes"}, "memory.acted: true or false is needed"),
    ],
)
def test_read_of_a_wrong_document_names_the_key(document: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        memory_from_json(json.dumps(document))
