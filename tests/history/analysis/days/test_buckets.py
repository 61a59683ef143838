"""Hours, days, weeks and months: sums that add up, gaps that are no zeros, ends that are marked."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.days.buckets import Buckets, buckets, points
from devices.history.analysis.days.calendar import By
from devices.history.analysis.figure import Asked, Figure, Statistic, figure
from devices.history.analysis.held import Limit
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    DAY,
    HOUR,
    T0,
    at,
    counted,
    course,
    courses,
    near,
    part,
    rolled,
    sampled,
    states,
    steps,
    when,
)

BERLIN = ZoneInfo("Europe/Berlin")
UTC = ZoneInfo("UTC")
USED, MEAN = Asked(Statistic.USED), Asked(Statistic.MEAN)
ON = frozenset({"on"})


def values(found: Buckets) -> list[float | None]:
    return [bucket.value for bucket in found.buckets]


def test_buckets_by_day_of_a_counter() -> None:
    made = counted([(0, 100), *((hour * 60, 1 if hour < 24 else 2) for hour in range(1, 72))], 72 * 60)
    found = buckets(made, By.DAY, USED, UTC)
    assert values(found) == [23, 48, 48]
    assert (found.total, found.unit, found.average) == (119, "kWh", near(119 / 3))
    assert found.most is not None
    assert found.least is not None
    assert (found.most.start, found.least.start) == (when(DAY), when(0))
    assert [point.value for point in points(found)] == [23, 48, 48]


def test_buckets_cut_short_are_marked_and_left_out_of_the_average() -> None:
    made = sampled(lambda _hour: 2000, 60, "W")
    found = buckets(made, By.DAY, USED, UTC)
    assert values(found) == [near(48), near(48), near(24)]
    assert [bucket.whole for bucket in found.buckets] == [True, True, False]
    assert found.average == near(48)
    assert found.least is not None
    assert found.least.whole


def test_bucket_of_which_nothing_is_known_is_a_gap() -> None:
    found = buckets(steps([(0, 20), (60, None), (120, 24)], 180), By.HOUR, MEAN, UTC)
    assert values(found) == [20, None, 24]
    assert len(found.known) == 2
    assert [bucket.whole for bucket in found.buckets] == [True, False, True]


@pytest.mark.parametrize(("month", "day", "hours"), [(3, 29, 23), (10, 25, 25)])
def test_bucket_of_a_clock_change(month: int, day: int, hours: int) -> None:
    start, end = at(2026, month, day, 0, BERLIN), at(2026, month, day + 1, 0, BERLIN)
    made = course([part(start, end, 1000)], (start, end), "W")
    found = buckets(made, By.DAY, USED, BERLIN)
    assert [(bucket.value, bucket.whole) for bucket in found.buckets] == [(hours, True)]
    assert len(buckets(made, By.HOUR, USED, BERLIN).buckets) == hours


def test_buckets_of_a_month_and_its_weeks() -> None:
    start, end = at(2026, 3, 1, 0, BERLIN), at(2026, 4, 1, 0, BERLIN)
    made = rolled(course([part(start, end, 1000)], (start, end), "W"), Level.DAY, BERLIN)
    assert values(buckets(made, By.MONTH, USED, BERLIN)) == [near(31 * 24 - 1)]
    weeks = buckets(made, By.WEEK, USED, BERLIN)
    assert values(weeks) == [near(hours) for hours in (24, 168, 168, 168, 167, 48)]
    assert [bucket.whole for bucket in weeks.buckets] == [False, True, True, True, True, False]


def test_buckets_of_a_state_count_what_begins_in_them() -> None:
    made = states([(0, "on"), (30, "off"), (60, "on"), (150, "off"), (170, "on")], 180)
    assert values(buckets(made, By.HOUR, Asked(Statistic.COUNT, ON), UTC)) == [0, 1, 1]
    assert values(buckets(made, By.HOUR, Asked(Statistic.DURATION, ON), UTC)) == [1800, 3600, 2400]


def test_buckets_of_hours_above_a_limit() -> None:
    made = sampled(lambda hour: 20 + hour % 24, 48)
    found = buckets(made, By.DAY, Asked(Statistic.DURATION, limit=Limit(above=40)), UTC)
    assert values(found) == [near(4 * 3600, 300)] * 2


@given(courses(), st.sampled_from([Level.RAW, Level.FIVE, Level.HOUR]), st.sampled_from(By))
def test_buckets_add_up_to_the_whole(made: Course, level: Level, by: By) -> None:
    told = made if level is Level.RAW else rolled(made, level)
    for statistic in (Statistic.COUNT, Statistic.DURATION):
        whole = figure(told, Asked(statistic))
        found = buckets(told, by, Asked(statistic), UTC)
        assert found.total == near(whole.value)
    extremes = buckets(told, by, Asked(Statistic.MAXIMUM), UTC)
    assert extremes.most is not None
    assert extremes.most.value == max(one.high for one in told.parts)


def test_buckets_of_nothing() -> None:
    found = buckets(steps([], 120), By.HOUR, MEAN, UTC)
    assert (values(found), found.most, found.least, found.average, found.total) == (
        [None, None],
        None,
        None,
        None,
        None,
    )
    empty = Figure(None, "", found.basis)
    assert figure(states([], 60), Asked(Statistic.MEAN)).value is empty.value
    assert (found.buckets[0].start, found.buckets[0].end) == (when(0), when(HOUR))
    assert T0 % HOUR == 0
