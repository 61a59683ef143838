"""When triggers of the clock are due: across every change of the clocks, against a scan of every minute."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.almanac import Almanac, sun
from devices.automation.instants import Due, after, from_where, latest, missed
from devices.automation.rule.trigger import (
    At,
    Days,
    Every,
    Holidays,
    Once,
    Sun,
    SunEvent,
    TimeTrigger,
    Weekday,
)

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
CHANGING = {
    "Europe/Berlin": (2024, 2030),
    "America/New_York": (2024, 2030),
    "Australia/Sydney": (2024, 2030),
    "Australia/Lord_Howe": (2024, 2030),  # half an hour
    "America/Los_Angeles": (2024, 2030),
    "Africa/Cairo": (2024, 2030),  # from midnight to one
    "America/Havana": (2024, 2030),
    "America/Nuuk": (2024, 2030),  # in the last hour before midnight
    "America/Sao_Paulo": (2015, 2018),  # from midnight to one
}
"""Zones and the years whose changes are gone through: two a year."""
BERLIN = Almanac(ZoneInfo("Europe/Berlin"), 52.52, 13.405, "DE")
NOWHERE = Almanac(UTC)


def changes(zone: ZoneInfo, years: tuple[int, int]) -> list[datetime]:
    """The hours (UTC) in which the offset changes, by looking at every one."""
    hours = (years[1] - years[0] + 1) * 366 * 24
    start = datetime(years[0], 1, 1, tzinfo=UTC)
    found = [start + timedelta(hours=n) for n in range(hours)]
    return [a for a, b in pairwise(found) if a.astimezone(zone).utcoffset() != b.astimezone(zone).utcoffset()]


def scanned(zone: ZoneInfo, first: date, last: date) -> dict[tuple[date, time], datetime]:
    """For each minute of each of these local days the first instant that is not before it: a scan, no rule."""
    wanted = [
        datetime.combine(first, time()) + n * MINUTE for n in range(((last - first).days + 1) * 24 * 60)
    ]
    found: dict[tuple[date, time], datetime] = {}
    at = datetime.combine(first, time(), UTC) - DAY
    while len(found) < len(wanted):
        wall = at.astimezone(zone).replace(tzinfo=None)
        while len(found) < len(wanted) and wanted[len(found)] <= wall:
            found[wanted[len(found)].date(), wanted[len(found)].time()] = at
        at += MINUTE
    return found


def runs(trigger: TimeTrigger, start: datetime, end: datetime, almanac: Almanac) -> Iterator[datetime]:
    """All instants of a trigger in (start, end]."""
    at = start
    while (following := after(trigger, at, almanac)) is not None and following <= end:
        yield (at := following)


@pytest.mark.parametrize("name", CHANGING)
def test_at_every_minute_of_the_days_around_every_change(name: str) -> None:
    zone = ZoneInfo(name)
    changing = changes(zone, CHANGING[name])
    assert len(changing) >= 2 * (CHANGING[name][1] - CHANGING[name][0])
    for change in changing:
        first = change.astimezone(zone).date() - DAY
        expected = scanned(zone, first, first + 2 * DAY)
        for minute in range(24 * 60):
            at = time(*divmod(minute, 60))
            due = [expected[first + n * DAY, at] for n in range(3)]
            start = due[0] - timedelta(milliseconds=1)
            assert list(runs(At(at), start, due[2], Almanac(zone))) == due, (name, change, at)


@pytest.mark.parametrize("name", CHANGING)
@pytest.mark.parametrize("at", [time(0, 0), time(0, 30), time(1, 30), time(2, 0), time(2, 30), time(3, 0)])
def test_at_runs_once_on_every_local_day_of_years(name: str, at: time) -> None:
    zone, (low, high) = ZoneInfo(name), CHANGING[name]
    start = datetime(low, 1, 1, tzinfo=zone).astimezone(UTC) - timedelta(milliseconds=1)
    found = list(runs(At(at), start, datetime(high, 12, 31, 23, 59, tzinfo=zone), Almanac(zone)))
    days = [run.astimezone(zone).date() for run in found]
    assert days == [date(low, 1, 1) + n * DAY for n in range(len(days))]
    assert days[-1] == date(high, 12, 31)


def test_at_a_skipped_and_a_doubled_half_past_two_in_berlin() -> None:
    start = datetime(2027, 3, 26, 12, tzinfo=UTC)
    found = [run.astimezone(BERLIN.zone) for run in runs(At(time(2, 30)), start, start + 3 * DAY, BERLIN)]
    assert [f"{run:%d %H:%M %z}" for run in found] == ["27 02:30 +0100", "28 03:00 +0200", "29 02:30 +0200"]
    start = datetime(2027, 10, 29, 12, tzinfo=UTC)
    found = [run.astimezone(BERLIN.zone) for run in runs(At(time(2, 30)), start, start + 3 * DAY, BERLIN)]
    assert [f"{run:%d %H:%M %z}" for run in found] == ["30 02:30 +0200", "31 02:30 +0200", "01 02:30 +0100"]


def test_at_midnight_with_chance_when_the_clocks_go_forward_loses_no_day() -> None:
    zone = ZoneInfo("America/Los_Angeles")
    start, end = datetime(2027, 3, 12, 12, tzinfo=zone), datetime(2027, 3, 17, 12, tzinfo=zone)
    found = [run.astimezone(zone) for run in runs(At(time(), jitter_seconds=10), start, end, Almanac(zone))]
    assert [run.day for run in found] == [13, 14, 15, 16, 17]
    assert all(run.hour == run.minute == 0 and run.second < 10 for run in found)


@given(
    key=st.text(max_size=8),
    jitter=st.floats(0.5, 7200),
    at=st.times().map(lambda t: t.replace(microsecond=0, fold=0)),
    day=st.dates(date(2024, 1, 1), date(2030, 1, 1)),
)
def test_chance_is_the_same_each_time_and_stays_within_its_seconds_and_its_day(
    key: str, jitter: float, at: time, day: date
) -> None:
    zone = ZoneInfo("Europe/Berlin")
    start = datetime.combine(day, at, zone).astimezone(UTC) - timedelta(milliseconds=1)
    plain = after(At(at), start, BERLIN, key)
    shifted = after(At(at, jitter_seconds=jitter), start, BERLIN, key)
    assert plain is not None
    assert shifted is not None
    assert shifted == after(At(at, jitter_seconds=jitter), start, BERLIN, key)
    assert timedelta() <= shifted - plain <= timedelta(seconds=jitter)
    assert shifted.astimezone(zone).date() == plain.astimezone(zone).date()
    assert shifted.microsecond % 1000 == 0


def test_chance_differs_between_rules_and_days() -> None:
    trigger, start = At(time(8), jitter_seconds=600), datetime(2026, 6, 1, tzinfo=UTC)
    delays = {
        after(trigger, start + n * DAY, NOWHERE, key) for n in range(20) for key in ("a1/0", "a2/0", "a1/1")
    }
    assert len({at.time() for at in delays if at is not None}) > 50


@pytest.mark.parametrize("weekday", Weekday)
def test_weekday_by_name(weekday: Weekday) -> None:
    trigger, start = At(time(9), Days((weekday,))), datetime(2027, 1, 4, tzinfo=UTC)
    found = list(runs(trigger, start, start + 28 * DAY, NOWHERE))
    assert [f"{run:%a}".lower() for run in found] == [weekday.value] * 4
    assert {later - earlier for earlier, later in pairwise(found)} == {7 * DAY}


def test_holidays_left_out_kept_alone_or_ignored() -> None:
    start, end = datetime(2026, 12, 23, tzinfo=UTC), datetime(2026, 12, 30, tzinfo=UTC)

    def days(holidays: Holidays, *weekdays: Weekday) -> list[int]:
        trigger = At(time(7), Days(weekdays, holidays))
        return [run.day for run in runs(trigger, start, end, BERLIN)]

    assert days(Holidays.ONLY) == [25, 26]
    assert days(Holidays.EXCEPT) == [23, 24, 27, 28, 29]
    assert days(Holidays.IGNORE) == [23, 24, 25, 26, 27, 28, 29]
    assert days(Holidays.EXCEPT, Weekday.FRI, Weekday.MON) == [28]
    assert days(Holidays.ONLY, Weekday.FRI) == [25]


def test_day_that_never_comes_and_the_first_after_years() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    assert after(At(time(7), Days(holidays=Holidays.ONLY)), start, NOWHERE) is None
    # German Unity Day on a Sunday
    rare = after(At(time(7), Days((Weekday.SUN,), Holidays.ONLY)), datetime(2026, 5, 30, tzinfo=UTC), BERLIN)
    assert rare == datetime(2027, 10, 3, 5, tzinfo=UTC)


def test_day_that_a_zone_left_out_has_no_run() -> None:
    apia = ZoneInfo("Pacific/Apia")
    start, end = datetime(2011, 12, 28, 12, tzinfo=apia), datetime(2012, 1, 2, 12, tzinfo=apia)
    found = [run.astimezone(apia).day for run in runs(At(time(7)), start, end, Almanac(apia))]
    assert found == [29, 31, 1, 2]


def test_sun_every_day_once_in_order_and_shifted() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    plain = list(runs(Sun(SunEvent.SUNSET), start, start + 365 * DAY, BERLIN))
    assert [run.astimezone(BERLIN.zone).date() for run in plain] == [
        date(2026, 1, 1) + n * DAY for n in range(365)
    ]
    for offset in (-3600.0, 1800.0, 9 * 3600.0, -30 * 3600.0):
        shift = timedelta(seconds=offset)
        shifted = runs(Sun(SunEvent.SUNSET, offset), start + shift, start + shift + 365 * DAY, BERLIN)
        assert [run - shift for run in shifted] == plain


@pytest.mark.parametrize("offset", [-50_000.0, 0.0, 50_000.0])
def test_sunset_past_midnight_is_found_from_the_moment_before_it(offset: float) -> None:
    tromso, shift = Almanac(ZoneInfo("Europe/Oslo"), 69.65, 18.96), timedelta(seconds=offset)
    sunsets = [sun(tromso, SunEvent.SUNSET, date(2026, 5, 10) + n * DAY) for n in range(8)]
    assert sunsets[-1] is not None
    assert sunsets[-1].astimezone(tromso.zone).date() == date(2026, 5, 18)
    for sunset in sunsets:
        assert sunset is not None
        before = sunset + shift - timedelta(milliseconds=1)
        assert after(Sun(SunEvent.SUNSET, offset), before, tromso) == sunset + shift


def test_sun_goes_by_the_day_of_the_sun_and_not_of_the_shifted_instant() -> None:
    trigger = Sun(SunEvent.SUNSET, 9 * 3600.0, Days((Weekday.FRI,)))
    found = after(trigger, datetime(2026, 6, 1, tzinfo=UTC), BERLIN)
    assert found is not None
    assert f"{found.astimezone(BERLIN.zone):%a %H}" == "Sat 06"


def test_sun_without_a_place_never_comes_and_over_a_polar_night_waits() -> None:
    assert after(Sun(SunEvent.SUNRISE), datetime(2026, 1, 1, tzinfo=UTC), NOWHERE) is None
    tromso = Almanac(ZoneInfo("Europe/Oslo"), 69.65, 18.96)
    found = after(Sun(SunEvent.SUNRISE), datetime(2026, 11, 29, tzinfo=UTC), tromso)
    assert found is not None
    assert date(2027, 1, 13) <= found.date() <= date(2027, 1, 17)


@given(
    seconds=st.floats(1, 90_000),
    since=st.integers(0, 10**12).map(
        lambda ms: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms) / 10
    ),
    lead=st.integers(-(10**9), 10**9),
)
def test_every_is_elapsed_time_from_its_beginning(seconds: float, since: datetime, lead: int) -> None:
    trigger, instant = Every(seconds, since), since + timedelta(milliseconds=lead)
    found = after(trigger, instant, BERLIN)
    assert found is not None
    cut = since.replace(microsecond=since.microsecond // 1000 * 1000)
    step = timedelta(milliseconds=round(seconds * 1000))
    assert (found - cut) % step == timedelta()
    assert found > instant
    assert found == cut or found - step <= instant


def test_once_before_at_and_after_its_instant() -> None:
    at = datetime(2026, 5, 1, 7, tzinfo=ZoneInfo("Europe/Berlin"))
    moment = at.astimezone(UTC)
    assert after(Once(at), moment - MINUTE, NOWHERE) == moment
    assert after(Once(at), moment, NOWHERE) is None
    assert missed(Once(at), moment - DAY, moment + MINUTE, 3600, NOWHERE) == Due(moment, 60.0)
    assert missed(Once(at), moment, moment + MINUTE, 3600, NOWHERE) is None


@cache
def daily() -> list[datetime]:
    start = datetime(2026, 3, 20, tzinfo=UTC)
    return list(runs(At(time(2, 30)), start, start + 20 * DAY, BERLIN))


@given(
    done=st.integers(0, 20 * 1440),
    away=st.integers(0, 10 * 1440),
    late_seconds=st.sampled_from([0.0, 60.0, 3600.0, 86_400.0]),
)
def test_missed_is_the_newest_of_what_passed(done: int, away: int, late_seconds: float) -> None:
    last = datetime(2026, 3, 20, tzinfo=UTC) + done * MINUTE
    now = last + away * MINUTE
    passed = [run for run in daily() if last < run <= now]
    if now > daily()[-1]:
        return
    found = missed(At(time(2, 30)), last, now, late_seconds, BERLIN)
    if not passed:
        assert found is None
        return
    late = (now - passed[-1]).total_seconds()
    assert found == Due(passed[-1], late, late > late_seconds, len(passed) - 1)


@pytest.mark.parametrize(
    ("late_seconds", "away", "due"),
    [
        (3600.0, 1800.0, Due(datetime(2026, 5, 1, 10, tzinfo=UTC), 1800.0)),
        (3600.0, 3600.0, Due(datetime(2026, 5, 1, 10, tzinfo=UTC), 3600.0)),
        (3600.0, 3601.0, Due(datetime(2026, 5, 1, 10, tzinfo=UTC), 3601.0, missed=True)),
        (0.0, 1.0, Due(datetime(2026, 5, 1, 10, tzinfo=UTC), 1.0, missed=True)),
        (3600.0, 3 * 86400.0 + 60, Due(datetime(2026, 5, 4, 10, tzinfo=UTC), 60.0, before=3)),
    ],
    ids=["late", "just in time", "too late", "never late", "once for several"],
)
def test_missed_within_and_beyond_the_window(late_seconds: float, away: float, due: Due) -> None:
    done = datetime(2026, 5, 1, 9, 59, 59, tzinfo=UTC)
    now = datetime(2026, 5, 1, 10, tzinfo=UTC) + timedelta(seconds=away)
    assert missed(At(time(10)), done, now, late_seconds, NOWHERE) == due


def test_missed_of_an_interval_over_a_year_counts_without_going_through() -> None:
    since = datetime(2025, 1, 1, tzinfo=UTC)
    found = missed(Every(1.0, since), since, since + 365 * DAY, 60, NOWHERE)
    assert found == Due(since + 365 * DAY, 0.0, before=365 * 86400 - 1)
    assert latest(Every(60.0, since), since, since + timedelta(seconds=59), NOWHERE) is None


def test_clock_set_back_runs_nothing_twice_and_loses_no_day() -> None:
    trigger, done = At(time(10)), datetime(2026, 5, 1, 10, tzinfo=UTC)
    back = done - timedelta(hours=2)
    assert after(trigger, from_where(trigger, done, back), NOWHERE) == done + DAY
    far = done - 400 * DAY
    assert after(trigger, from_where(trigger, done, far), NOWHERE) == datetime(
        2025, 3, 28, tzinfo=UTC
    ).replace(hour=10)
    interval = Every(60.0, done - DAY)
    assert after(interval, from_where(interval, done, back), NOWHERE) == back + MINUTE
