"""The recorder: batches, leaves out what is equal, survives trouble, loses no more than the flush interval."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select

from devices.history.backlog import SLICE
from devices.history.course.gaps import holes
from devices.history.known import Row, pieces
from devices.history.recorder import HEARTBEAT
from devices.model import Snapshot
from devices.storage.tables import READING, WATCH, millis
from devices.view import View
from tests.databases import rows
from tests.history.scene import (
    DOOR,
    LAMP,
    TEMPERATURE,
    THERMOSTAT,
    Scene,
    heat,
    lit,
    minute,
    on_off,
    recorded,
    warm,
)


async def values(scene: Scene, entity_id: str, attribute: str = "") -> list[float | str]:
    found = await scene.history.readings(entity_id, minute(0), minute(10_000), attribute=attribute)
    return [reading.value for reading in found]


async def test_equal_readings_are_left_out_until_the_heartbeat(address: str) -> None:
    async with recorded(address) as scene:
        for second in range(0, 620, 10):
            scene.report(TEMPERATURE, warm(21), minute(second / 60))
        await scene.recorder.flush()
        found = await scene.history.readings(TEMPERATURE.id, minute(0), minute(60))
    assert [reading.at - minute(0) for reading in found] == [timedelta(), HEARTBEAT, 2 * HEARTBEAT]


async def test_words_are_written_only_when_they_change(address: str) -> None:
    async with recorded(address) as scene:
        for at, word in ((0, "off"), (30, "off"), (60, "on"), (90, "on"), (91, "off")):
            scene.report(DOOR, on_off(word), minute(at))
        await scene.recorder.flush()
        assert await values(scene, DOOR.id) == ["off", "on", "off"]


async def test_attributes_that_matter_have_their_own_series(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(LAMP, lit("on", 102), minute(0))
        scene.report(LAMP, lit("off"), minute(1))
        scene.report(THERMOSTAT, heat(20.5, 22), minute(2))
        await scene.recorder.flush()
        assert await values(scene, LAMP.id) == ["on", "off"]
        assert await values(scene, LAMP.id, "brightness") == [102, "unknown"]
        assert await values(scene, THERMOSTAT.id, "temperature") == [22]
        assert await values(scene, THERMOSTAT.id, "current_temperature") == [20.5]


async def test_two_reports_in_one_millisecond_keep_the_later(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(21), minute(0))
        scene.report(TEMPERATURE, warm(22), minute(0))
        await scene.recorder.flush()
        assert await values(scene, TEMPERATURE.id) == [22]


async def test_nothing_is_stored_before_a_flush(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(21), minute(0))
        assert await values(scene, TEMPERATURE.id) == []
        await scene.recorder.flush()
        assert await values(scene, TEMPERATURE.id) == [21]


async def test_recorder_made_late_begins_with_what_is_known(address: str) -> None:
    async with recorded(address) as scene:
        await scene.clock.advance(60)
        known = {
            entity.id: Snapshot(entity, state, reported_at=minute(0))
            for entity, state in ((TEMPERATURE, warm(21)), (DOOR, on_off("on")), (LAMP, None))
        }
        scene.recorder.begin(View(known))
        await scene.recorder.flush()
        assert await values(scene, TEMPERATURE.id) == [21]
        assert [s.word for s in await scene.history.spans(DOOR.id, minute(0), minute(5))] == []
        await scene.until(minute(5))
        assert [(s.word, s.start) for s in await scene.history.spans(DOOR.id, minute(0), minute(5))] == [
            ("on", minute(1))
        ]
        assert await values(scene, LAMP.id) == []


async def test_run_stores_by_itself_and_the_rest_when_it_ends(address: str) -> None:
    async with recorded(address) as scene:
        async with asyncio.timeout(10):
            running = asyncio.create_task(scene.recorder.run())
            scene.report(TEMPERATURE, warm(21), minute(0))
            await scene.clock.advance(3)
            while not await values(scene, TEMPERATURE.id):
                await scene.clock.advance(1)
            scene.report(TEMPERATURE, warm(22), minute(1))
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
        assert await values(scene, TEMPERATURE.id) == [21, 22]
        scene.report(TEMPERATURE, warm(23), minute(2))
        await scene.recorder.flush()
        assert await values(scene, TEMPERATURE.id) == [21, 22]


async def test_unit_that_changes_begins_another_series(address: str) -> None:
    """What was read in the old unit is neither read as the new one, nor known any longer."""
    imperial = replace(TEMPERATURE, unit="°F")
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        scene.report(imperial, warm(68), minute(10))
        scene.report(imperial, warm(70), minute(20))
        scene.report(TEMPERATURE, warm(21), minute(30))
        await scene.until(minute(40))
    query = "SELECT unit, at, value, word FROM reading JOIN series ON series = id ORDER BY at, unit"
    found = [row for row in rows(address, query) if row[0]]
    start = millis(minute(0))
    assert [
        (unit, round((int(str(at)) - start) / 60_000, 3), value or word) for unit, at, value, word in found
    ] == [
        ("°C", 0, 20),
        ("°C", 10, "unknown"),
        ("°F", 10, 68),
        ("°F", 20, 70),
        ("°F", 30, "unknown"),
        ("°C", 30, 21),
    ]


async def test_clock_that_is_set_back_tells_the_same_once_more(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(DOOR, on_off("off"), minute(60))
        scene.report(DOOR, on_off("off"), minute(10))
        scene.report(TEMPERATURE, warm(20), minute(60))
        scene.report(TEMPERATURE, warm(20), minute(10))
        await scene.recorder.flush()
        found = await scene.history.readings(DOOR.id, minute(0), minute(100))
        assert [reading.at for reading in found] == [minute(10), minute(60)]
        assert await values(scene, TEMPERATURE.id) == [20, 20]


async def test_long_backlog_is_stored_in_slices(address: str) -> None:
    """No transaction holds the writer for long, and what is watched grows with what is stored."""
    async with recorded(address) as scene:
        for number in range(2 * SLICE + 5000):
            scene.report(TEMPERATURE, warm(number % 7), minute(number / 1000))
        flushing = asyncio.create_task(scene.recorder.flush())
        seen: set[tuple[int, int]] = set()
        while not flushing.done():
            seen.add(await scene.database.read(_reached))
        await flushing
        seen.add(await scene.database.read(_reached))
    counts = sorted(count for count, _ in seen)
    assert counts[-1] == 2 * SLICE + 5000
    assert all(later - count <= SLICE for count, later in pairwise([0, *counts]))
    # what is not stored yet is not watched yet
    assert all(end <= millis(minute(count / 1000)) for count, end in seen if count)


def _reached(connection: Connection) -> tuple[int, int]:
    count = connection.execute(select(func.count()).select_from(READING)).scalar_one()
    return count, connection.execute(select(func.max(WATCH.c.end))).scalar() or 0


async def test_seven_lived_days_in_one_go(address: str) -> None:
    """The bulk road: events of the past keep their own times."""
    async with recorded(address) as scene:
        for number in range(7 * 24 * 60):
            scene.report(TEMPERATURE, warm(20 + number % 50 / 10), minute(number))
            scene.report(DOOR, on_off("on" if number % 60 < 5 else "off"), minute(number))
        await scene.until(minute(7 * 24 * 60))
        week = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(7 * 24 * 60))
        doors = await scene.history.spans(DOOR.id, minute(0), minute(7 * 24 * 60))
    assert (week.count, week.coverage, week.minimum, week.maximum) == (10080, 1.0, 20, 24.9)
    assert sum(span.seconds for span in doors if span.word == "on") == 7 * 24 * 5 * 60


@given(
    st.lists(
        st.tuples(st.integers(0, 1000), st.one_of(st.floats(-5, 5), st.sampled_from(["on", "unknown"]))),
        max_size=12,
    ),
    st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 300)), max_size=4),
)
@settings(max_examples=200)
def test_pieces_and_gaps_never_overlap_and_never_invent(
    rows: list[tuple[int, float | str]], lengths: list[tuple[int, int]]
) -> None:
    start, end = 200_000, 800_000
    ordered = [Row(at * 1000, value) for at, value in sorted(dict(rows).items())]
    watches = [(at * 1000, (at + length) * 1000) for at, length in lengths]
    before = [row for row in ordered if row.at < start][-1:]
    found = list(pieces([*before, *(r for r in ordered if start <= r.at < end)], watches, start, end))
    for left, right in pairwise(found):
        assert left.end <= right.start
    for piece in found:
        assert start <= piece.start <= piece.end <= end
        assert piece.value != "unknown"
        assert piece.start == piece.end or any(
            a <= piece.start and piece.end <= b for a, b in joined_of(watches)
        )
    known = sum(piece.end - piece.start for piece in found)
    assert known + sum(b - a for a, b in holes(((p.start, p.end) for p in found), start, end)) == end - start


def joined_of(watches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Every stretch between any two watch edges that is watched throughout, written as slowly as can be."""
    edges = sorted({edge for watch in watches for edge in watch})
    seconds = [any(a <= t < b for a, b in watches) for t in range(0, 1_301_000, 1000)]
    return [(a, b) for a in edges for b in edges if a < b and all(seconds[a // 1000 : b // 1000])]
