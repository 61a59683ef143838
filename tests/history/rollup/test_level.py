"""Stretches of the home's clock: they cut time up without a gap, whatever the clock of a zone does."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.rollup.level import FIVE_MS, HOUR_MS, ROLLED, Level, after, ceil, edges, floor
from devices.storage.tables import instant, millis

ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe"),
    *("America/Havana", "Africa/Cairo", "Pacific/Apia", "Africa/Casablanca", "Pacific/Chatham"),
    *("America/St_Johns", "America/Sao_Paulo", "Asia/Beirut", "America/Asuncion", "Asia/Tehran"),
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
instants = st.integers(millis(datetime(2005, 1, 1, tzinfo=UTC)), millis(datetime(2036, 1, 1, tzinfo=UTC)))
levels = st.sampled_from(ROLLED)
LIMITS = {Level.FIVE: FIVE_MS, Level.HOUR: HOUR_MS}


def local(at: int, zone: ZoneInfo) -> datetime:
    return instant(at).astimezone(zone)


@given(levels, instants, st.integers(0, 40 * 24 * HOUR_MS), zones)
def test_edges_cut_time_up_without_gap(level: Level, start: int, length: int, zone: ZoneInfo) -> None:
    found = edges(level, start, start + length, zone)
    assert found[0] <= start
    assert found[-1] >= start + length
    assert all(left < right for left, right in pairwise(found))
    assert len(found) == 1 or (found[1] > start and found[-2] < start + length)
    for left, right in pairwise(found):
        assert right - left <= LIMITS.get(level, 48 * HOUR_MS)
        assert floor(level, left, zone) == floor(level, right - 1, zone) == left
        assert after(level, left, zone) == after(level, right - 1, zone) == right
        assert ceil(level, left, zone) == left
        assert ceil(level, left + 1, zone) == right


@given(instants, zones)
def test_coarser_edges_are_finer_ones_as_well(at: int, zone: ZoneInfo) -> None:
    day, tomorrow = floor(Level.DAY, at, zone), after(Level.DAY, at, zone)
    hours = edges(Level.HOUR, day, tomorrow, zone)
    fives = edges(Level.FIVE, day, tomorrow, zone)
    assert (hours[0], hours[-1], fives[0], fives[-1]) == (day, tomorrow, day, tomorrow)
    assert set(hours) <= set(fives)


@given(instants, zones.filter(lambda zone: zone.key != "America/St_Johns"))
def test_a_day_is_the_local_calendar_day(at: int, zone: ZoneInfo) -> None:
    day, tomorrow = floor(Level.DAY, at, zone), after(Level.DAY, at, zone)
    today = local(at, zone).date()
    assert local(day, zone).date() == local(tomorrow - 1, zone).date() == today
    assert local(day - 1, zone).date() < today < local(tomorrow, zone).date()


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("America/Havana", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("America/Sao_Paulo", date(2018, 11, 4), 23),
        ("Asia/Kathmandu", date(2026, 1, 1), 24),
    ],
)
def test_days_of_a_clock_change_are_longer_or_shorter(zone: str, day: date, hours: float) -> None:
    noon = millis(datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(zone)))
    start, end = floor(Level.DAY, noon, ZoneInfo(zone)), after(Level.DAY, noon, ZoneInfo(zone))
    assert (end - start) / HOUR_MS == hours
    assert local(start, ZoneInfo(zone)).date() == day


def test_midnight_that_does_not_exist_is_the_leap_over_it() -> None:
    zone = ZoneInfo("America/Sao_Paulo")
    start = floor(Level.DAY, millis(datetime(2018, 11, 4, 12, tzinfo=zone)), zone)
    assert local(start, zone) == datetime(2018, 11, 4, 1, tzinfo=zone)


def test_a_day_that_a_zone_leapt_over_has_no_stretch() -> None:
    zone = ZoneInfo("Pacific/Apia")
    noon = millis(datetime(2011, 12, 29, 12, tzinfo=zone))
    found = edges(Level.DAY, noon, noon + 36 * HOUR_MS, zone)
    assert [local(at, zone).date() for at in found] == [date(2011, 12, day) for day in (29, 31)] + [
        date(2012, 1, 1)
    ]


def test_an_hour_is_half_as_long_where_the_clock_is_set_by_half_an_hour() -> None:
    zone = ZoneInfo("Australia/Lord_Howe")
    start = millis(datetime(2026, 4, 5, 1, tzinfo=zone))
    lengths = [(b - a) // 60_000 for a, b in pairwise(edges(Level.HOUR, start, start + 3 * HOUR_MS, zone))]
    assert lengths == [60, 30, 60, 60]


def test_a_year_of_five_minutes_has_no_gap_in_the_middle() -> None:
    zone = ZoneInfo("Europe/Berlin")
    start = millis(datetime(2026, 1, 1, tzinfo=zone))
    found = edges(Level.FIVE, start, start + timedelta(days=365) // timedelta(milliseconds=1), zone)
    assert len(found) == 365 * 288 + 1
    assert {b - a for a, b in pairwise(found)} == {FIVE_MS}
