"""Lets go what is older than it is to be kept: readings, activity, five-minute rollups.

Never what is not rolled up, always at a local midnight, a slice a transaction; the horizon moves first.
"""

from dataclasses import dataclass
from datetime import timedelta, tzinfo

from sqlalchemy import Column, Connection, Table, delete, func, select

from devices.history.rollup.counter import BEFORE
from devices.history.rollup.horizon import Mark, move, number_series, reach
from devices.history.rollup.level import SHELVES, Level, floor
from devices.history.told import TOLD
from devices.storage.tables import ACTIVITY, READING, SERIES, STALE

SLICE = 3000
"""Rows let go in one transaction, about."""


SERIES_AT_ONCE = 200
"""Series looked at in one transaction: a look costs something too where nothing is found."""


@dataclass(frozen=True, slots=True)
class Kept:
    """For how long what is kept; None is for ever."""

    numbers: timedelta | None = timedelta(days=10)
    words: timedelta | None = timedelta(days=400)
    activity: timedelta | None = timedelta(days=400)
    five_minutes: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A midnight before which something is let go, and the series of which that still has to be done."""

    of: Mark
    at: int
    series: tuple[int, ...] = ()


def cuts(
    connection: Connection, kept: Kept, now: int, zone: tzinfo, *, again: bool = False
) -> tuple[Cut, ...]:
    """What is due at this time; nothing that is not rolled up yet, or that something late belongs to.

    `again` goes once more over what was due before: whoever let it go may have been killed over it.
    """
    horizons = reach(connection)
    if horizons.rolled is None:
        return ()
    late = connection.execute(select(func.min(STALE.c.start))).scalar()
    safe = min(now, horizons.rolled, horizons.rolled if late is None else late)
    due = (
        (Mark.KEPT_NUMBERS, kept.numbers, horizons.kept_numbers),
        (Mark.KEPT_WORDS, kept.words, horizons.kept_words),
        (Mark.KEPT_ACTIVITY, kept.activity, horizons.kept_activity),
        (Mark.KEPT_FIVE, kept.five_minutes, horizons.kept_five),
    )
    found: list[Cut] = []
    for mark, age, before in due:
        if age is None:
            continue
        at = floor(Level.DAY, min(safe, now - age // timedelta(milliseconds=1)), zone)
        if before is None or at > before or (again and at == before):
            found.append(Cut(mark, at, _series(connection, mark)))
    return tuple(found)


def let_go(connection: Connection, cut: Cut) -> Cut | None:
    """Let go of a slice of what a cut is about; what is left of it, None when that is nothing."""
    move(connection, **{cut.of.value: cut.at})
    if cut.of is Mark.KEPT_ACTIVITY:
        oldest = select(ACTIVITY.c.id).where(ACTIVITY.c.at < cut.at).order_by(ACTIVITY.c.at).limit(SLICE)
        gone = connection.execute(delete(ACTIVITY).where(ACTIVITY.c.id.in_(oldest)))
        return cut if gone.rowcount == SLICE else None
    shed = _rollups if cut.of is Mark.KEPT_FIVE else _readings
    left, series = SLICE, list(cut.series)
    for one in series[:SERIES_AT_ONCE]:
        left -= shed(connection, one, cut.at, left)
        if left <= 0:
            break
        series.remove(one)
    return Cut(cut.of, cut.at, tuple(series)) if series else None


def _series(connection: Connection, mark: Mark) -> tuple[int, ...]:
    """The series that a cut is about: readings of numbers, words among them, are kept as long as numbers."""
    ids = [row.id for row in connection.execute(select(SERIES.c.id).order_by(SERIES.c.id))]
    if mark not in (Mark.KEPT_NUMBERS, Mark.KEPT_WORDS):
        return tuple(ids)
    numbers = number_series(connection, ids)
    return tuple(one for one in ids if (one in numbers) is (mark is Mark.KEPT_NUMBERS))


def _readings(connection: Connection, series: int, at: int, most: int) -> int:
    """Let readings go, but for the last one before the cut, and those by which a counter is understood."""
    own, before = READING.c.series == series, at - BEFORE
    newest = connection.execute(
        select(func.max(READING.c.at)).where(own, READING.c.at < before, TOLD)
    ).scalar()
    return _shed(connection, READING, READING.c.at, series, before if newest is None else newest, most)


def _rollups(connection: Connection, series: int, at: int, most: int) -> int:
    return sum(
        _shed(connection, table, table.c.start, series, at, most)
        for table in (SHELVES[Level.FIVE].numbers, SHELVES[Level.FIVE].words)
    )


def _shed(connection: Connection, table: Table, column: Column[int], series: int, end: int, most: int) -> int:
    """Delete the oldest rows of a series before an instant, about so many at most; how many these were."""
    own = table.c.series == series
    far = select(column).where(own, column < end).order_by(column).offset(most).limit(1)
    until = connection.execute(far).scalar()
    gone = connection.execute(delete(table).where(own, column < (end if until is None else until)))
    return gone.rowcount
