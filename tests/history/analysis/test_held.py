"""Durations and counts of words, and of numbers beyond a limit: exact, or with bounds that hold."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.held import Holding, Limit, held, held_number
from devices.history.course.course import Course, Held, States, Tally
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    HOUR,
    MINUTE,
    T0,
    course,
    courses,
    near,
    part,
    presses,
    rolled,
    states,
    steps,
    when,
)

limits = st.one_of(
    st.builds(Limit, above=st.integers(-30, 30)),
    st.builds(Limit, below=st.integers(-30, 30)),
    st.integers(-30, 30).flatmap(
        lambda low: st.builds(Limit, above=st.just(low), below=st.integers(low, 35))
    ),
)


def test_held_by_a_light_that_was_on_before() -> None:
    found = held(states([(0, "on"), (10, "off"), (20, "on"), (25, "off"), (50, "on")], 60), {"on"})
    assert (found.seconds, found.at_most, found.exact) == (25 * 60, 25 * 60, True)
    assert (found.count, [one.began for one in found.stretches]) == (2, [False, True, True])
    assert [one.ended for one in found.stretches] == [True, True, False]
    assert found.first is not None
    assert found.last is not None
    assert (found.first.start, found.last.end, found.ever_at) == (when(0), when(60 * MINUTE), when(0))
    assert found.longest == found.first
    assert found.share == near(25 / 60)


def test_held_by_one_of_several_words_is_one_stretch() -> None:
    found = held(
        states([(0, "closed"), (10, "opening"), (11, "open"), (30, "closed")], 60), {"open", "opening"}
    )
    assert (found.count, found.seconds) == (1, 20 * 60)
    assert [(one.start, one.end) for one in found.stretches] == [(when(10 * MINUTE), when(30 * MINUTE))]


@pytest.mark.parametrize("away", ["", "unavailable"])
def test_held_by_a_door_that_was_out_of_reach(away: str) -> None:
    found = held(states([(0, "off"), (10, "on"), (20, away), (30, "on"), (40, "off")], 60), {"on"})
    assert (found.count, found.seconds, len(found.stretches)) == (1, 20 * 60, 2)
    assert [one.began for one in found.stretches] == [True, False]
    assert [one.ended for one in found.stretches] == [False, True]
    assert found.basis.coverage == near(50 / 60)


def test_held_by_a_word_that_records_begin_with() -> None:
    found = held(states([(20, "on"), (30, "off")], 60), {"on"})
    assert (found.count, found.seconds, found.ever) == (0, 600, True)
    assert found.stretches[0].began is False


def test_held_by_being_unavailable() -> None:
    found = held(
        states([(0, "off"), (10, "unavailable"), (20, "off"), (30, "unavailable")], 60), {"unavailable"}
    )
    assert (found.count, found.seconds) == (2, 40 * 60)


def test_held_where_only_rollups_tell() -> None:
    told = Tally(T0, T0 + HOUR, {"on": 600_000, "off": 3_000_000}, {"on": 3})
    found = held(States("light.x", "", T0, T0 + HOUR, (), (told,)), {"on"})
    assert (found.seconds, found.count, found.exact, found.stretches) == (600, 3, False, ())
    assert found.ever


def test_held_by_a_button_counts_each_press() -> None:
    found = held(presses([(5, "single"), (7, "single"), (60, "single")], 60), {"single"})
    assert (found.count, len(found.stretches)) == (3, 3)
    assert all(one.began for one in found.stretches)


def test_held_from_the_very_start_of_the_window() -> None:
    span = Held("on", T0, T0 + MINUTE)
    assert held(States("light.x", "", T0, T0 + HOUR, (span,)), {"on"}).count == 1


def test_held_by_a_word_that_was_read_as_watching_ended() -> None:
    made = states([(0, "off"), (10, "on"), (10, ""), (20, "off")], 60)
    found = held(made, {"on"})
    assert (found.count, found.seconds, found.ever_at) == (1, 0, when(10 * MINUTE))


def test_held_by_nothing_known() -> None:
    found = held(states([], 60), {"on"})
    assert (found.seconds, found.count, found.ever, found.share) == (0, 0, False, None)


def test_held_number_above() -> None:
    found = held_number(steps([(0, 20), (10, 26), (20, 25), (30, 27), (40, 20)], 60), Limit(above=25))
    assert (found.seconds, found.count, found.exact) == (20 * 60, 2, True)
    assert found.ever_at == when(10 * MINUTE)
    assert found.longest is not None
    assert found.longest.length == timedelta(minutes=10)


def test_held_number_between_counts_both_ends() -> None:
    found = held_number(steps([(0, 20), (10, 22), (20, 23), (30, 21)], 40), Limit(20, 22))
    assert (found.seconds, found.count) == (30 * 60, 1)


def test_held_number_beyond_at_a_reading_of_no_length() -> None:
    made = course([part(T0, T0 + 5, 20), part(T0 + 5, T0 + 5, 30), part(T0 + 5, T0 + 9, 20)], (T0, T0 + 9))
    found = held_number(made, Limit(above=25))
    assert (found.seconds, found.ever, found.ever_at) == (0, True, when(5))


@given(courses(), limits)
def test_held_number_is_the_sum_of_what_lies_beyond(made: Course, limit: Limit) -> None:
    found = held_number(made, limit)
    beyond = [one for one in made.parts if limit.holds(one.mean)]
    assert found.exact
    assert found.seconds == sum(one.known for one in beyond) / 1000
    assert found.ever_at == (when(beyond[0].start - T0) if beyond else None)
    total = sum((one.length for one in found.stretches), timedelta())
    assert total == timedelta(milliseconds=sum(one.known for one in beyond))


@given(courses(), limits, st.sampled_from([Level.FIVE, Level.HOUR, Level.DAY]))
def test_held_number_out_of_rollups_bounds_the_truth(made: Course, limit: Limit, level: Level) -> None:
    truth, found = held_number(made, limit), held_number(rolled(made, level), limit)
    assert found.seconds <= truth.seconds + 0.002
    assert found.at_most >= truth.seconds - 0.002
    if limit.above is None or limit.below is None:
        # the peak is never lost
        assert found.ever is truth.ever
    if found.ever_at is not None:
        assert _held_at(truth, found)


def _held_at(truth: Holding, found: Holding) -> bool:
    return any(one.start <= found.ever_at <= one.end for one in truth.stretches if found.ever_at is not None)
