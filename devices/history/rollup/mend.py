"""Mends rollups that something late belongs to, by the notes that it left."""

from collections.abc import Sequence
from datetime import tzinfo

from sqlalchemy import Connection, delete, select

from devices.clock import elapsed
from devices.history.rollup.counter import LOOK
from devices.history.rollup.level import DAY_MS, Level, ceil, floor
from devices.history.rollup.stale import note
from devices.history.rollup.stretch import Line, lines, roll, roll_days
from devices.storage.tables import STALE

_NOTES = 2000
_SERIES = 8
"""Series rolled up at once: much of the cost is of the questions, not of the readings."""
_SECONDS = 0.02
"""How long one transaction takes, about."""


def mend(connection: Connection, rolled: int, zone: tzinfo) -> bool:
    """Roll up anew some of what is noted, oldest first, a day at most; False if nothing is noted."""
    begun = elapsed()
    notes = connection.execute(select(STALE).order_by(STALE.c.start, STALE.c.series).limit(_NOTES)).all()
    if not notes:
        return False
    first = floor(Level.HOUR, notes[0].start - LOOK, zone)
    last = floor(Level.HOUR, first + DAY_MS, zone)
    found = lines(connection, sorted({one.series for one in notes if one.start < last}))
    for place in range(0, len(found), _SERIES):
        _mended(connection, found[place : place + _SERIES], last, rolled, zone)
        if elapsed() - begun > _SECONDS:
            break
    return True


def _mended(connection: Connection, some: Sequence[Line], last: int, rolled: int, zone: tzinfo) -> None:
    """Roll up what is noted of these series up to an hour, and note the rest of what reaches beyond it."""
    ids = [line.id for line in some]
    noted = STALE.c.series.in_(ids) & (STALE.c.start < last)
    notes = connection.execute(select(STALE).where(noted)).all()
    around = LOOK if any(line.counter for line in some) else 0
    start = floor(Level.HOUR, min(one.start for one in notes) - around, zone)
    end = min(last, rolled, ceil(Level.HOUR, max(one.end for one in notes) + around, zone))
    connection.execute(delete(STALE).where(noted))
    note(connection, [(one.series, last, one.end) for one in notes if last < min(one.end, rolled)])
    if start < end:
        roll(connection, some, start, end, zone)
        roll_days(connection, ids, start, end, rolled, zone)
