"""The calendar's boundaries in many zones, over clock changes and midnights that do not exist."""

from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.days.calendar import By, cuts, local, moved
from tests.history.analysis.made import DAY, HOUR, T0, at

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Shanghai",
        "Asia/Kathmandu",
        "America/Santiago",
        "Africa/Cairo",
    )
]
zones = st.sampled_from(ZONES)
BERLIN = ZONES[0]


@given(st.sampled_from(By), st.integers(0, 3 * 366), st.integers(1, 40 * 24), zones)
def test_cuts_cover_the_window_and_follow_the_calendar(by: By, day: int, hours: int, zone: ZoneInfo) -> None:
    start = T0 + day * DAY + 7 * HOUR
    found = cuts(by, start, start + hours * HOUR, zone)
    assert found[0] <= start < found[1]
    assert found[-2] < start + hours * HOUR <= found[-1]
    assert all(a < b for a, b in pairwise(found))
    for edge in found:
        here, before = local(edge, zone), local(edge - 1, zone)
        if by is By.WEEK:
            assert here.isocalendar()[:2] != before.isocalendar()[:2]
        elif by is By.MONTH:
            assert here.month != before.month
        elif by is By.DAY:
            assert here.date() == before.date() + timedelta(days=1)


@pytest.mark.parametrize(("month", "day", "hours"), [(3, 29, 23), (10, 25, 25), (6, 1, 24)])
def test_cuts_of_a_day_in_berlin(month: int, day: int, hours: int) -> None:
    start = at(2026, month, day, 0, BERLIN)
    assert cuts(By.DAY, start, start + 1, BERLIN) == [start, start + hours * HOUR]
    assert len(cuts(By.HOUR, start, start + hours * HOUR, BERLIN)) == hours + 1


def test_moved_keeps_the_local_time_over_a_clock_change() -> None:
    noon = at(2026, 3, 30, 12, BERLIN)
    assert moved(noon, -1, BERLIN) == noon - 24 * HOUR
    assert moved(noon, -2, BERLIN) == noon - 47 * HOUR
