"""Fits rollups to a home whose zone was changed or whose clock was set back, out of themselves."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import pairwise

from sqlalchemy import Connection, delete, select

from devices.history.rollup import shelves
from devices.history.rollup.horizon import move, reach
from devices.history.rollup.level import FIVE_MS, HOUR_MS, ROLLED, SHELVES, Level, after, edges, floor
from devices.history.rollup.stretch import roll_days
from devices.history.rollup.summary import (
    Numbers,
    Word,
    coarser_numbers,
    coarser_words,
)
from devices.storage.tables import SERIES, SETTING
from devices.storage.upsert import upsert

ZONE = "rolled_zone"
_SLACK = 2 * HOUR_MS
"""Rollups may be ahead of a clock that was set back by a little: what comes then is late, and mended."""

_FAR = 2**62


def fits(connection: Connection, now: int, zone: tzinfo) -> bool:
    """Whether rollups follow the clock of this zone, and none of them is of a time that is still to come."""
    rolled = reach(connection).rolled
    return _zone(connection) == str(zone) and (rolled is None or rolled <= now + _SLACK)


def fit(connection: Connection, left: Sequence[int] | None, now: int, zone: tzinfo) -> tuple[int, ...]:
    """One slice of it; what it returns is left to do, to be handed in again. None begins.

    Until all is done, what was rolled up by the hours of the old zone may be out of reach for questions.
    """
    if left is None:
        return _begin(connection, now, zone)
    _refit(connection, left[0], reach(connection).rolled or 0, zone)
    return _rest(connection, left[1:], zone)


def _begin(connection: Connection, now: int, zone: tzinfo) -> tuple[int, ...]:
    rolled = reach(connection).rolled
    if rolled is None:
        return _rest(connection, (), zone)
    at = floor(Level.HOUR, now if rolled > now + _SLACK else rolled, zone)
    for level in ROLLED:
        for table in (SHELVES[level].numbers, SHELVES[level].words):
            own = table.c.series.in_(select(SERIES.c.id))
            connection.execute(delete(table).where(own, table.c.start >= floor(level, at, zone)))
    move(connection, rolled=at, rolling=at)
    if _zone(connection) == str(zone):
        return ()
    return _rest(connection, [row.id for row in connection.execute(select(SERIES.c.id))], zone)


def _rest(connection: Connection, left: Sequence[int], zone: tzinfo) -> tuple[int, ...]:
    if not left:
        upsert(connection, SETTING, [{"key": ZONE, "value": str(zone)}])
    return tuple(left)


def _zone(connection: Connection) -> str:
    return connection.execute(select(SETTING.c.value).where(SETTING.c.key == ZONE)).scalar() or ""


def _refit(connection: Connection, series: int, rolled: int, zone: tzinfo) -> None:
    """Put the hours of one series together anew if theirs begin elsewhere now, and its days."""
    hours = shelves.numbers(connection, Level.HOUR, [series], 0, _FAR).get(series, [])
    words = shelves.words(connection, Level.HOUR, [series], 0, _FAR).get(series, [])
    both: list[Numbers | Word] = [*hours, *words]
    if any(floor(Level.HOUR, one.start, zone) != one.start for one in both):
        fives = shelves.numbers(connection, Level.FIVE, [series], 0, _FAR).get(series, [])
        five_words = shelves.words(connection, Level.FIVE, [series], 0, _FAR).get(series, [])
        for level in (Level.FIVE, Level.HOUR):
            shelves.clear(connection, level, [series], 0, _FAR)
        fives, hours = _numbers(hours, fives, rolled, zone)
        five_words, words = _words(words, five_words, rolled, zone)
        shelves.put_numbers(connection, Level.FIVE, ((series, one) for one in fives))
        shelves.put_words(connection, Level.FIVE, ((series, one) for one in five_words))
        shelves.put_numbers(connection, Level.HOUR, ((series, one) for one in hours))
        shelves.put_words(connection, Level.HOUR, ((series, one) for one in words))
    shelves.clear(connection, Level.DAY, [series], 0, _FAR)
    if both:
        # a day that the first hour lies in may begin earlier by the other clock
        start = min(one.start for one in both) - HOUR_MS
        roll_days(connection, [series], start, rolled, rolled, zone)


def _numbers(
    hours: Sequence[Numbers], fives: Sequence[Numbers], until: int, zone: tzinfo
) -> tuple[list[Numbers], list[Numbers]]:
    """Five minutes and hours by the new clock, out of those by the old one."""
    fine = {one.start for one in fives}
    found, coarse = list(fives), list[Numbers]()
    for one in hours:
        if _told(one.start, fine):
            continue
        if one.count:
            coarse.append(one)
        else:
            cut = pairwise(edges(Level.FIVE, one.start, min(until, one.start + one.known), zone))
            found += [replace(one, start=a, known=b - a, low_at=a, high_at=a) for a, b in cut]
    found.sort(key=lambda one: one.start)
    rolled = coarser_numbers(
        sorted((*found, *coarse), key=lambda one: one.start), _hours(found, coarse, zone)
    )
    whole = {o.start for o in rolled if not o.count and o.known == after(Level.HOUR, o.start, zone) - o.start}
    return [one for one in found if floor(Level.HOUR, one.start, zone) not in whole], rolled


def _words(
    hours: Sequence[Word], fives: Sequence[Word], until: int, zone: tzinfo
) -> tuple[list[Word], list[Word]]:
    """The same for words."""
    fine, by_hour = {one.start for one in fives}, dict[int, list[Word]]()
    found, coarse = list(fives), list[Word]()
    for one in hours:
        by_hour.setdefault(one.start, []).append(one)
    for start, told in by_hour.items():
        if _told(start, fine):
            continue
        if len(told) > 1 or told[0].began:
            coarse += told
        else:
            cut = pairwise(edges(Level.FIVE, start, min(until, start + told[0].held), zone))
            found += [replace(told[0], start=a, held=b - a) for a, b in cut]
    rolled = coarser_words((*found, *coarse), _hours(found, coarse, zone))
    whole = {o.start for o in rolled if not o.began and o.held == after(Level.HOUR, o.start, zone) - o.start}
    return [one for one in found if floor(Level.HOUR, one.start, zone) not in whole], rolled


def _told(hour: int, fine: set[int]) -> bool:
    """Whether five minutes tell of an hour; those of another zone's begin at whole five minutes as well."""
    return any(at in fine for at in range(hour, hour + HOUR_MS, FIVE_MS))


def _hours(found: Sequence[Numbers | Word], coarse: Sequence[Numbers | Word], zone: tzinfo) -> list[int]:
    starts = [one.start for one in (*found, *coarse)]
    return edges(Level.HOUR, min(starts), max(starts) + 1, zone) if starts else []
