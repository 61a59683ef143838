"""Numbers and words by stretches: against a count of every second, and coarser ones against finer ones."""

from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.known import Row, pieces
from devices.history.rollup.level import HOUR_MS, Level, edges
from devices.history.rollup.stretch import Line, rolled
from devices.history.rollup.summary import (
    Numbers,
    Word,
    coarser_numbers,
    coarser_words,
    numbers,
    spells,
    words,
)

ZONE = ZoneInfo("Europe/Berlin")
START = 1_774_738_800_000
"""Midnight in Berlin before a day of 23 hours."""
HOURS = edges(Level.HOUR, START, START + 4 * HOUR_MS, ZONE)
SECONDS = range(-1800, 4 * 3600)
LINE = Line(1, "°C", events=False)

moments = st.one_of(st.integers(-1800, 4 * 3600 - 1), st.integers(-6, 47).map(lambda five: five * 300))
values = st.one_of(st.integers(-20, 30).map(float), st.sampled_from(["on", "off", "unavailable", "unknown"]))
rows = st.dictionaries(moments, values, max_size=30).map(
    lambda found: [Row(START + at * 1000, value) for at, value in sorted(found.items())]
)
watches = st.lists(st.tuples(moments, st.integers(0, 3 * 3600)), max_size=3).map(
    lambda found: [(START + at * 1000, START + (at + length) * 1000) for at, length in found]
)


def seconds(told: list[Row], watched: list[tuple[int, int]]) -> dict[int, float | str]:
    """What was known in each second, found as slowly as can be."""
    found: dict[int, float | str] = {}
    by_second, held = {row.at: row.value for row in told}, None
    for at in (START + second * 1000 for second in SECONDS):
        now_watched = any(a <= at < b for a, b in watched)
        held = by_second.get(at, held) if now_watched else None
        # a watch that another one follows at once goes on; one that ended ends what was known
        if held is not None and held != "unknown":
            found[at] = held
    return found


@given(rows, watches)
def test_numbers_by_five_minutes_are_those_of_every_second(
    told: list[Row], watched: list[tuple[int, int]]
) -> None:
    every = seconds(told, watched)
    result = all_fives(rolled(told, watched, HOURS, ZONE, LINE).numbers)
    for start, end in pairwise(edges(Level.FIVE, HOURS[0], HOURS[-1], ZONE)):
        held = [v for at in range(start, end, 1000) if isinstance(v := every.get(at), float)]
        read = [row.value for row in told if start <= row.at < end and isinstance(row.value, float)]
        row = result.get(start)
        if row is None:
            assert (held, read) == ([], [])
            continue
        assert (row.known, row.count) == (len(held) * 1000, len(read))
        assert (row.low, row.high) == (min([*held, *read]), max([*held, *read]))
        mean = sum(held) / len(held) if held else sum(read) / len(read)
        assert row.mean == pytest.approx(mean)
        assert row.last == (read[-1] if read else held[-1])
        assert start <= row.low_at < end
        assert every.get(row.low_at) == row.low or any(r.at == row.low_at for r in told)


def all_fives(found: tuple[tuple[Numbers, ...], tuple[Numbers, ...]]) -> dict[int, Numbers]:
    """The five minutes, with those that a quiet hour stands for."""
    fine, coarse = {one.start: one for one in found[0]}, found[1]
    for hour in coarse:
        parts = [at for at in range(hour.start, hour.start + HOUR_MS, 300_000) if at in fine]
        assert bool(parts) is not (hour.count == 0 and hour.known == HOUR_MS)
        if not parts:
            assert hour.low == hour.high
            for at in range(hour.start, hour.start + HOUR_MS, 300_000):
                fine[at] = Numbers(at, 300_000, 0, hour.mean, hour.low, at, hour.high, at, hour.last)
    return fine


@given(rows, watches)
def test_hours_and_days_are_the_same_from_readings_and_from_finer_ones(
    told: list[Row], watched: list[tuple[int, int]]
) -> None:
    found = list(pieces(told, watched, HOURS[0], HOURS[-1]))
    fives = numbers(found, edges(Level.FIVE, HOURS[0], HOURS[-1], ZONE))
    for cuts in (HOURS, [HOURS[0], HOURS[-1]]):
        direct, out_of_fives = numbers(found, cuts), coarser_numbers(fives, cuts)
        assert [exact(one) for one in direct] == [exact(one) for one in out_of_fives]
        assert [one.mean for one in direct] == pytest.approx([one.mean for one in out_of_fives])
    both = rolled(told, watched, HOURS, ZONE, LINE).numbers[1]
    assert [exact(one) for one in both] == [exact(one) for one in numbers(found, HOURS)]


def exact(one: Numbers) -> tuple[float, ...]:
    return (one.start, one.known, one.count, one.low, one.low_at, one.high, one.high_at, one.last)


@given(rows, watches)
def test_words_hold_as_long_as_they_did_in_every_second(
    told: list[Row], watched: list[tuple[int, int]]
) -> None:
    every = seconds(told, watched)
    fine, coarse = rolled(told, watched, HOURS, ZONE, LINE).words
    for start, end in pairwise(HOURS):
        held = [v for at in range(start, end, 1000) if isinstance(v := every.get(at), str)]
        row = {one.word: one.held for one in coarse if one.start == start and one.held}
        assert row == {word: held.count(word) * 1000 for word in set(held)}
        if any(start <= one.start < end for one in fine):
            inside = [one for one in fine if start <= one.start < end]
            assert coarser_words(inside, HOURS) == [one for one in coarse if one.start == start]
        else:
            assert all((one.held, one.began) == (end - start, 0) for one in coarse if one.start == start)


@given(rows, watches)
def test_words_begin_as_often_in_parts_as_in_all(told: list[Row], watched: list[tuple[int, int]]) -> None:
    found = spells(pieces(told, watched, HOURS[0] - 1, HOURS[-1]))
    whole = words(found, [HOURS[0], HOURS[-1]])
    parts = words(found, edges(Level.FIVE, HOURS[0], HOURS[-1], ZONE))
    assert coarser_words(parts, [HOURS[0], HOURS[-1]]) == whole
    begun = sum(spell.began and spell.start >= HOURS[0] for spell in found)
    assert sum(one.began for one in whole) == begun


def test_word_that_is_read_again_does_not_begin_again() -> None:
    told = [Row(START + at * 60_000, word) for at, word in ((-5, "on"), (0, "on"), (70, "on"), (80, "off"))]
    found = rolled(told, [(START - HOUR_MS, HOURS[-1])], HOURS, ZONE, LINE).words
    assert [(one.word, one.began) for one in found[1] if one.began] == [("off", 1)]
    assert not any(one.start < HOURS[1] for one in found[0])


def test_events_count_each_time() -> None:
    told = [Row(START + at * 60_000, "double") for at in (1, 2, 3, 70)]
    found = rolled(told, [(START, HOURS[-1])], HOURS, ZONE, Line(1, "", events=True)).words[1]
    assert [one.began for one in found] == [3, 1, 0, 0]


def test_word_read_as_recording_ends_has_begun() -> None:
    told = [Row(START + 60_000, "on")]
    assert rolled(told, [(START, START + 60_000)], HOURS, ZONE, LINE).words[1] == (Word(START, "on", 0, 1),)


def test_mean_of_what_never_changes_is_the_value() -> None:
    told = [Row(START + at * 61_000, 21.3) for at in range(200)]
    found = rolled(told, [(START, HOURS[-1])], HOURS, ZONE, LINE).numbers
    assert {one.mean for level in found for one in level} == {21.3}


def test_counter_grows_where_it_is_read_and_stands_where_it_stood() -> None:
    told = [Row(START + at * 60_000, 5 + at / 100) for at in (-1, 2, 4, 61, 190)]
    found = rolled(told, [(START - HOUR_MS, HOURS[-1])], HOURS, ZONE, Line(1, "kWh", events=False)).numbers[1]
    assert [one.rise for one in found] == pytest.approx([0.05, 0.57, 0, 1.29])
    assert [one.peak for one in found] == pytest.approx([5.04, 5.61, 5.61, 6.9])
    other = rolled(told, [(START - HOUR_MS, HOURS[-1])], HOURS, ZONE, LINE).numbers[1]
    assert {(one.rise, one.peak) for one in other} == {(None, None)}


@pytest.mark.parametrize("value", [20.5, "on"])
def test_hour_that_begins_with_a_reading_is_told_by_five_minutes_and_the_next_one_is_not(
    value: float | str,
) -> None:
    found = rolled([Row(START, value)], [(START, HOURS[-1])], HOURS, ZONE, LINE)
    fine = found.numbers[0] or found.words[0]
    assert [one.start for one in fine] == edges(Level.FIVE, HOURS[0], HOURS[1], ZONE)[:-1]
    assert len(found.numbers[1] or found.words[1]) == len(HOURS) - 1
