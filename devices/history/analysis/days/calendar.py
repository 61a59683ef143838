"""The home's own calendar: hours, days, weeks from Monday, months; true to clock changes. Pure."""

from datetime import datetime, timedelta, tzinfo
from enum import StrEnum

from devices.history.rollup.level import DAY_MS, Level, edges
from devices.storage.tables import instant, millis


class By(StrEnum):
    """By what time is cut into buckets."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


_LONGEST = {By.WEEK: 8 * DAY_MS, By.MONTH: 32 * DAY_MS}


def level_of(by: By) -> Level:
    """How coarse the records may be to be cut by this."""
    return Level.HOUR if by is By.HOUR else Level.DAY


def cuts(by: By, start: int, end: int, zone: tzinfo) -> list[int]:
    """The boundaries from the last at or before `start` to the first at or after `end`, at least two."""
    end = max(end, start + 1)
    if by is By.HOUR:
        return edges(Level.HOUR, start, end, zone)
    days = edges(Level.DAY, start - _LONGEST.get(by, 0), end + _LONGEST.get(by, 0), zone)
    if by is By.DAY:
        return days
    keys = [_key(by, local(day, zone)) for day in days]
    found = [day for day, key, before in zip(days[1:], keys[1:], keys, strict=False) if key != before]
    first = max(index for index, edge in enumerate(found) if edge <= start)
    last = min(index for index, edge in enumerate(found) if edge >= end)
    return found[first : last + 1]


def local(at: int, zone: tzinfo) -> datetime:
    """The home's own time at an instant."""
    return instant(at).astimezone(zone)


def moved(at: int, days: int, zone: tzinfo) -> int:
    """The instant of the same local time so many days later, or earlier.

    A time that a clock change leaves out is as much later as the clock leaps; one that comes twice is meant
    the first time.
    """
    there = local(at, zone).replace(fold=0) + timedelta(days=days)
    return millis(there)


def second_of_day(at: int, zone: tzinfo) -> float:
    """How late it is by the home's clock, in seconds since its midnight."""
    here = local(at, zone)
    return here.hour * 3600 + here.minute * 60 + here.second + here.microsecond / 1e6


def _key(by: By, day: datetime) -> tuple[int, int]:
    if by is By.MONTH:
        return day.year, day.month
    year, week, _ = day.isocalendar()
    return year, week
