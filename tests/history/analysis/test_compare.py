"""Two windows or things beside each other, and the same part of another week over a clock change."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from devices.history.analysis.compare import compare, so_far
from devices.history.analysis.figure import Asked, Figure, Statistic, figure
from tests.history.analysis.made import (
    counted,
    near,
    states,
    steps,
)

MEAN, USED = Asked(Statistic.MEAN), Asked(Statistic.USED)
BERLIN = ZoneInfo("Europe/Berlin")


def warm(value: float, unit: str = "°C", minutes: float = 60) -> Figure:
    return figure(steps([(0, value)], minutes, unit), MEAN)


def test_compare_two_means() -> None:
    found = compare(warm(22), warm(20), Statistic.MEAN)
    assert (found.one, found.other, found.difference, found.unit) == (22, 20, 2, "°C")
    assert (found.ratio, found.percent, found.a_day, found.uneven) == (None, None, False, False)


def test_compare_in_another_unit() -> None:
    found = compare(warm(25), warm(68, "°F"), Statistic.MEAN)
    assert (found.other, found.difference) == (near(20), near(5))


@pytest.mark.parametrize("unit", ["W", ""])
def test_compare_of_what_is_not_comparable(unit: str) -> None:
    found = compare(warm(25), warm(68, unit), Statistic.MEAN)
    assert (found.difference, found.comparable) == (None, False)


def test_compare_with_nothing_known() -> None:
    found = compare(warm(22), figure(steps([], 60), MEAN), Statistic.MEAN)
    assert (found.one, found.other, found.difference, found.comparable) == (22, None, None, True)
    assert found.uneven


def test_compare_sums_as_percent() -> None:
    one, other = (figure(counted([(0, 100), (30, used)], 60), USED) for used in (3, 4))
    found = compare(one, other, Statistic.USED)
    assert (found.difference, found.ratio, found.percent) == (-1, 0.75, -25)


def test_compare_with_no_use_has_no_percent() -> None:
    one, other = (figure(counted([(0, 100), (30, used)], 60), USED) for used in (3, 0))
    found = compare(one, other, Statistic.USED)
    assert (found.difference, found.ratio, found.percent) == (3, None, None)


def test_compare_sums_of_unequal_windows_by_the_day() -> None:
    one = figure(states([(0, "on"), (60, "off")], 1440), Asked(Statistic.DURATION, frozenset({"on"})))
    other = figure(states([(0, "on"), (60, "off")], 2880), Asked(Statistic.DURATION, frozenset({"on"})))
    found = compare(one, other, Statistic.DURATION)
    assert (found.a_day, found.one, found.other, found.percent) == (True, 3600, 1800, 100)


def test_compare_days_of_a_clock_change_as_days() -> None:
    one, other = (figure(counted([(0, 1), (30, 2)], hours * 60), USED) for hours in (23, 24))
    assert compare(one, other, Statistic.USED).a_day is False


def local(month: int, day: int, hour: int = 0, year: int = 2026) -> datetime:
    return datetime(year, month, day, hour, tzinfo=BERLIN).astimezone(UTC)


def test_so_far_of_this_week_over_the_clock_change() -> None:
    # the clocks went forward on Sunday 29 March
    now, other = local(4, 1, 10), (local(3, 23), local(3, 30))
    assert so_far(local(3, 30), now, other, BERLIN) == (local(3, 23), local(3, 25, 10))
    changed = so_far(local(3, 23), local(3, 29, 10), (local(3, 16), local(3, 23)), BERLIN)
    assert changed == (local(3, 16), local(3, 22, 10))


def test_so_far_never_goes_beyond_the_other_window() -> None:
    other = (local(2, 1), local(3, 1))
    assert so_far(local(3, 1), local(3, 31, 12), other, BERLIN) == other


def test_so_far_of_a_year_is_the_same_date() -> None:
    other = (local(1, 1, year=2027), local(1, 1, year=2028))
    leap = so_far(local(1, 1, year=2028), local(6, 1, 9, year=2028), other, BERLIN)
    assert leap[1] == local(6, 1, 9, year=2027)
    day = so_far(local(1, 1, year=2028), local(2, 29, 9, year=2028), other, BERLIN)
    assert day[1] == local(2, 28, 9, year=2027)
