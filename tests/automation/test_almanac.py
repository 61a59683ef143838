"""Where a home lives: local moments, the sun against published tables and its own height, and holidays."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.almanac import (
    Almanac,
    daylight,
    holiday,
    known_country,
    local_day,
    moment,
    sun,
    takes_in,
)
from devices.automation.rule.trigger import Days, Holidays, SunEvent, Weekday

DAY = timedelta(days=1)
BERLIN = Almanac(ZoneInfo("Europe/Berlin"), 52.52, 13.405, "DE-BE")
SYDNEY = Almanac(ZoneInfo("Australia/Sydney"), -33.87, 151.21)
QUITO = Almanac(ZoneInfo("America/Guayaquil"), -0.18, -78.47)
TROMSO = Almanac(ZoneInfo("Europe/Oslo"), 69.65, 18.96)
AUCKLAND = Almanac(ZoneInfo("Pacific/Auckland"), -36.85, 174.76)
HONOLULU = Almanac(ZoneInfo("Pacific/Honolulu"), 21.31, -157.86)
PLACES = (BERLIN, SYDNEY, QUITO, TROMSO, AUCKLAND, HONOLULU)


@pytest.mark.parametrize(
    ("almanac", "day", "rise", "fall"),
    [
        (BERLIN, date(2026, 6, 21), "04:43", "21:33"),
        (BERLIN, date(2026, 12, 21), "08:15", "15:54"),
        (SYDNEY, date(2026, 6, 21), "07:00", "16:54"),
        (SYDNEY, date(2026, 12, 22), "05:41", "20:05"),
        (HONOLULU, date(2026, 6, 21), "05:50", "19:16"),
    ],
)
def test_sun_as_published_tables_have_it(almanac: Almanac, day: date, rise: str, fall: str) -> None:
    for event, said in ((SunEvent.SUNRISE, rise), (SunEvent.SUNSET, fall)):
        found = sun(almanac, event, day)
        assert found is not None
        published = datetime.combine(day, time.fromisoformat(said), almanac.zone)
        assert abs(found - published) < timedelta(minutes=2)


def test_sun_of_a_polar_day_and_night_is_none_and_each_season_has_one_stretch_of_it() -> None:
    days = [date(2026, 1, 1) + n * DAY for n in range(365)]
    for event in SunEvent:
        has = [sun(TROMSO, event, day) is not None for day in days]
        assert not has[0]  # polar night
        assert has[80]
        assert not has[171]  # polar day
        assert sum(a is not b for a, b in pairwise(has)) == 4


@pytest.mark.parametrize("almanac", PLACES)
def test_sun_moves_little_from_day_to_day(almanac: Almanac) -> None:
    for event in SunEvent:
        found = [sun(almanac, event, date(2026, 1, 1) + n * DAY) for n in range(366)]
        steps = [b - a for a, b in pairwise(found) if a is not None and b is not None]
        assert len(steps) > 150
        assert all(abs(step - DAY) < timedelta(minutes=45) for step in steps)


def test_sun_without_a_place_is_none() -> None:
    assert sun(Almanac(UTC), SunEvent.SUNRISE, date(2026, 1, 1)) is None
    assert not Almanac(UTC, 50.0).placed
    assert daylight(Almanac(UTC), datetime(2026, 1, 1, tzinfo=UTC)) is None


@pytest.mark.parametrize("almanac", PLACES)
@given(minutes=st.integers(0, 366 * 1440))
def test_daylight_is_between_sunrise_and_sunset(almanac: Almanac, minutes: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    events = [
        (found, event is SunEvent.SUNRISE)
        for event in SunEvent
        for n in range(-400, 2)
        if (found := sun(almanac, event, local_day(almanac, at) + n * DAY)) is not None and found <= at
    ]
    assert daylight(almanac, at) is max(events)[1]


def test_daylight_with_offsets() -> None:
    rise = sun(BERLIN, SunEvent.SUNRISE, date(2026, 3, 1))
    fall = sun(BERLIN, SunEvent.SUNSET, date(2026, 3, 1))
    assert rise is not None
    assert fall is not None
    minute = timedelta(minutes=1)
    assert daylight(BERLIN, rise + 29 * minute, 1800.0) is False
    assert daylight(BERLIN, rise + 30 * minute, 1800.0) is True
    assert daylight(BERLIN, fall - 31 * minute, 0.0, -1800.0) is True
    assert daylight(BERLIN, fall - 30 * minute, 0.0, -1800.0) is False
    assert daylight(BERLIN, fall + 59 * minute, 0.0, 3600.0) is True


@pytest.mark.parametrize(
    ("zone", "day", "at", "instant"),
    [
        ("Europe/Berlin", date(2026, 7, 1), time(7, 30), "2026-07-01T05:30"),
        ("Europe/Berlin", date(2027, 3, 28), time(2, 30), "2027-03-28T01:00"),
        ("Europe/Berlin", date(2027, 10, 31), time(2, 30), "2027-10-31T00:30"),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 10), "2026-10-03T15:30"),
        ("Australia/Lord_Howe", date(2026, 4, 5), time(1, 45), "2026-04-04T14:45"),
        ("America/Sao_Paulo", date(2018, 11, 4), time(0, 0), "2018-11-04T03:00"),
        ("Africa/Cairo", date(2026, 4, 24), time(0, 59, 59), "2026-04-23T22:00"),
        ("America/Nuuk", date(2026, 3, 28), time(23, 30), "2026-03-29T01:00"),
    ],
)
def test_moment_of_times_that_are_missing_and_come_twice(
    zone: str, day: date, at: time, instant: str
) -> None:
    assert moment(Almanac(ZoneInfo(zone)), day, at) == datetime.fromisoformat(instant).replace(tzinfo=UTC)


def test_holiday_of_a_country_a_region_and_nowhere() -> None:
    womens_day = date(2026, 3, 8)
    assert holiday(BERLIN, womens_day) is True
    assert holiday(Almanac(UTC, country="DE"), womens_day) is False
    assert holiday(Almanac(UTC), womens_day) is None
    assert holiday(Almanac(UTC, country="US"), date(2026, 7, 4)) is True


@pytest.mark.parametrize(
    ("code", "known"), [("DE", 1), ("DE-BY", 1), ("GB-SCT", 1), ("XX", 0), ("DE-XX", 0), ("DE-", 0), ("", 0)]
)
def test_known_country(code: str, known: int) -> None:
    assert known_country(code) == bool(known)


@pytest.mark.parametrize(
    ("days", "taken"),
    [
        (Days(), [24, 25, 26, 27]),
        (Days((Weekday.FRI, Weekday.SUN)), [25, 27]),
        (Days((Weekday.THU, Weekday.FRI), Holidays.EXCEPT), [24]),
        (Days((), Holidays.EXCEPT), [24, 27]),
        (Days((), Holidays.ONLY), [25, 26]),
        (Days((Weekday.SAT,), Holidays.ONLY), [26]),
    ],
)
def test_takes_in_days_around_christmas(days: Days, taken: list[int]) -> None:
    assert [day for day in range(24, 28) if takes_in(BERLIN, days, date(2026, 12, day))] == taken
