"""Stretches by which readings are rolled up: five minutes, hours and days of the home's own clock. Pure.

Times are milliseconds since 1970. Hours and days follow the local clock: a day of a clock change has 23 or
25 hours, and where the clock is set by half an hour there is an hour of 30 minutes. Each day begins at an
edge of an hour, and each hour at one of five minutes.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import IntEnum
from functools import lru_cache

from sqlalchemy import Table

from devices.storage.tables import (
    NUMBERS_5M,
    NUMBERS_DAY,
    NUMBERS_HOUR,
    WORDS_5M,
    WORDS_DAY,
    WORDS_HOUR,
    instant,
    millis,
)


class Level(IntEnum):
    """How coarse: RAW is the readings themselves."""

    RAW = 0
    FIVE = 1
    HOUR = 2
    DAY = 3


ROLLED = (Level.FIVE, Level.HOUR, Level.DAY)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the rollups of one level lie."""

    numbers: Table
    words: Table


SHELVES = {
    Level.FIVE: Shelf(NUMBERS_5M, WORDS_5M),
    Level.HOUR: Shelf(NUMBERS_HOUR, WORDS_HOUR),
    Level.DAY: Shelf(NUMBERS_DAY, WORDS_DAY),
}

FIVE_MS = 300_000
HOUR_MS = 12 * FIVE_MS
DAY_MS = 24 * HOUR_MS
_SIZES = {Level.RAW: 1, Level.FIVE: FIVE_MS, Level.HOUR: HOUR_MS}
_SPARE = 4 * DAY_MS
"""So far before and after a year its stretches reach: no edge of an instant of that year lies farther."""


def edges(level: Level, start: int, end: int, zone: tzinfo) -> list[int]:
    """The boundaries that cut [start, end) up, in order.

    From the last one at or before `start` to the first one at or after `end`.
    """
    found = [floor(level, start, zone)]
    size = _SIZES.get(level)
    while found[-1] < end:
        nearest = after(level, found[-1], zone)
        found.append(nearest)
        if size is not None:
            _, until, offset = _stretch(zone, nearest)
            if (nearest + offset) % size == 0:
                found.extend(range(nearest + size, min(until, end + size), size))
    return found


def floor(level: Level, at: int, zone: tzinfo) -> int:
    """Where the stretch begins that an instant lies in."""
    if level is Level.DAY:
        midnight, tomorrow = _days(zone, at)
        return tomorrow if tomorrow <= at else midnight
    begin, _, offset = _stretch(zone, at)
    return max(begin, at - (at + offset) % _SIZES[level])


def after(level: Level, at: int, zone: tzinfo) -> int:
    """The first boundary after an instant."""
    if level is Level.DAY:
        local = at + _stretch(zone, at)[2]
        midnight = local - local % DAY_MS
        while (found := _reached(zone, midnight)) <= at:
            midnight += DAY_MS
        return found
    _, until, offset = _stretch(zone, at)
    size = _SIZES[level]
    return min(until, at + size - (at + offset) % size)


def ceil(level: Level, at: int, zone: tzinfo) -> int:
    """The first boundary at or after an instant."""
    begun = floor(level, at, zone)
    return begun if begun == at else after(level, at, zone)


def _days(zone: tzinfo, at: int) -> tuple[int, int]:
    """When the local date of an instant, and the date after it, were first reached."""
    local = at + _stretch(zone, at)[2]
    midnight = local - local % DAY_MS
    return _reached(zone, midnight), _reached(zone, midnight + DAY_MS)


def _reached(zone: tzinfo, local: int) -> int:
    """The first instant at which the local clock shows this, or more where it leaps over it."""
    stretches = _stretches(zone, instant(local).year)
    return next(at for begin, until, offset in stretches if (at := max(begin, local - offset)) < until)


def _stretch(zone: tzinfo, at: int) -> tuple[int, int, int]:
    """The stretch of one offset that an instant lies in."""
    return next(found for found in _stretches(zone, instant(at).year) if at < found[1])


@lru_cache(maxsize=1024)
def _stretches(zone: tzinfo, year: int) -> tuple[tuple[int, int, int], ...]:
    """From when until when the clock was how far ahead of UTC, over a year and some days around it."""
    at = millis(datetime(year, 1, 1, tzinfo=UTC)) - _SPARE
    end = millis(datetime(year + 1, 1, 1, tzinfo=UTC)) + _SPARE
    found, begin, offset = [], at, _offset(zone, at)
    while at < end:
        later = min(at + DAY_MS, end)
        if (other := _offset(zone, later)) != offset:
            change = _change(zone, at, later, offset)
            found.append((begin, change, offset))
            begin, offset = change, other
        at = later
    return (*found, (begin, end, offset))


def _change(zone: tzinfo, before: int, later: int, offset: int) -> int:
    """The instant at which the clock left an offset."""
    while later - before > 1:
        middle = (before + later) // 2
        before, later = (middle, later) if _offset(zone, middle) == offset else (before, middle)
    return later


def _offset(zone: tzinfo, at: int) -> int:
    lead = instant(at).astimezone(zone).utcoffset()
    return 0 if lead is None else round(lead.total_seconds() * 1000)
