"""Usual times around midnight, by parts of the day and weekdays; shares of use over clock changes."""

from datetime import time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.basis import basis
from devices.history.analysis.days.typical import (
    Days,
    Habit,
    Typical,
    Which,
    pattern,
    typical,
    typical_of,
    typical_peak,
)
from devices.history.course.course import Held, States
from tests.history.analysis.made import (
    DAY,
    HOUR,
    MINUTE,
    T0,
    at,
    near,
    sampled,
    states,
)

BERLIN = ZoneInfo("Europe/Berlin")
UTC = ZoneInfo("UTC")
BASIS = basis(states([], 60))


def of(times: list[float], habit: Habit | None = None) -> Typical:
    """What is usual of events at so many hours since the first midnight."""
    return typical_of([T0 + round(hour * HOUR) for hour in times], BASIS, UTC, habit or Habit())


def test_typical_of_the_same_hour_each_day() -> None:
    found = of([day * 24 + hour for day, hour in enumerate((7, 7.25, 7.5, 7.75, 8))])
    assert (found.usual, found.early, found.late) == (time(7, 30), time(7, 15), time(7, 45))
    assert (found.events, found.days, found.scattered) == (5, 5, False)


def test_typical_around_midnight() -> None:
    # 23:30, 00:30 the night after, 23:50, 00:10, 00:00: never noon
    found = of([23.5, 48.5, 71.83, 96.17, 120])
    assert found.usual in {time(0, 0), time(23, 59), time(0, 1)}
    assert found.early is not None
    assert found.late is not None
    assert found.early > time(23) > found.late


def test_typical_of_too_few_days() -> None:
    found = of([7, 7.5, 8, 24 + 7, 24 + 8])
    assert (found.usual, found.events, found.days) == (None, 5, 2)


def test_typical_of_what_happens_at_any_time() -> None:
    found = of([day * 24 + hour for day in range(6) for hour in (0, 6, 12, 18)])
    assert (found.usual, found.scattered, found.events) == (None, True, 24)


@pytest.mark.parametrize(
    ("which", "usual"), [(Which.FIRST, time(8)), (Which.LAST, time(16)), (Which.EACH, time(12))]
)
def test_typical_first_and_last_of_a_day(which: Which, usual: time) -> None:
    assert of([day * 24 + hour for day in range(7) for hour in (8, 12, 16)], Habit(which)).usual == usual


def test_typical_last_of_an_evening_that_goes_past_midnight() -> None:
    evening = Habit(Which.LAST, part=(time(18), time(3)))
    found = of([day * 24 + hour for day in range(5) for hour in (12, 20, 25)], evening)
    assert (found.usual, found.days, found.events) == (time(1), 5, 10)


def test_typical_on_weekdays_and_weekends() -> None:
    times = [day * 24 + (9.5 if day % 7 >= 5 else 7) for day in range(21)]
    assert of(times, Habit(days=Days.WEEKDAYS)).usual == time(7)
    weekend = of(times, Habit(days=Days.WEEKEND))
    assert (weekend.usual, weekend.days) == (time(9, 30), 6)


def test_typical_by_the_home_clock_over_its_change() -> None:
    events = [at(2026, 3, day, 7, BERLIN) for day in range(26, 32)]
    found = typical_of(events, BASIS, BERLIN, Habit())
    assert (found.usual, found.early, found.late) == (time(7), time(7), time(7))


def test_typical_of_a_state_counts_beginnings() -> None:
    spans = [
        (float(day * 1440 + minute), word)
        for day in range(4)
        for minute, word in ((0, "off"), (450, "on"), (500, ""), (510, "on"))
    ]
    found = typical(states(spans, 4 * 1440), {"on"}, UTC)
    assert (found.usual, found.events) == (time(7, 30), 4)


def test_typical_peak_of_a_number() -> None:
    made = sampled(lambda hour: -abs(hour % 24 - 15), 5 * 24)
    assert typical_peak(made, UTC).usual == time(15)
    assert typical_peak(made, UTC, lowest=True).usual == time(0)


@given(st.lists(st.integers(0, 14 * 24 * 60), max_size=30), st.sampled_from(Which), st.sampled_from(Days))
def test_typical_half_lies_between(minutes: list[int], which: Which, days: Days) -> None:
    found = of([minute / 60 for minute in sorted(set(minutes))], Habit(which, days))
    assert (found.usual is None) is (found.days < 3 or found.scattered)
    assert found.days <= found.events


def test_pattern_by_hour_and_weekday() -> None:
    week = [
        (float(day * 1440 + minute), word)
        for day in range(7)
        for minute, word in ((0, "off"), (1080, "on"), (1170, "off"))
    ]
    found = pattern(states(week, 7 * 1440), {"on"}, UTC)
    assert (found.hours[18], found.hours[19], found.hours[20]) == (1, near(0.5), 0)
    assert found.weekdays == (near(90 / 1440),) * 7
    assert (found.busiest_hour, found.days) == (18, 7)


def test_pattern_leaves_out_what_is_not_known() -> None:
    found = pattern(states([(0, "on"), (30, "unavailable"), (60, "off"), (120, "")], 180), {"on"}, UTC)
    assert found.hours[:3] == (1, 0, None)
    assert (found.weekdays[0], found.weekdays[1]) == (near(30 / 90), None)
    assert pattern(states([], 60), {"on"}, UTC).busiest_hour is None


def test_pattern_on_the_night_of_a_clock_change() -> None:
    start, end = at(2026, 10, 25, 0, BERLIN), at(2026, 10, 26, 0, BERLIN)
    change = at(2026, 10, 25, 2, BERLIN)
    spans = (Held("off", start, change), Held("on", change, change + HOUR), Held("off", change + HOUR, end))
    found = pattern(States("light.x", "", start, end, spans), {"on"}, BERLIN)
    # from 2 to 3 by the clock there were two hours, and it was on for the first
    assert found.hours[2] == near(0.5)
    assert end - start == DAY + HOUR
    assert MINUTE * 60 == HOUR
