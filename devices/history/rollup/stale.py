"""Notes what was rolled up before all that belongs to it had come, in the transaction that brings it.

Mends nothing: that is left to the roller, which reads these notes first.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, case, func, literal, select
from sqlalchemy.dialects import postgresql, sqlite

from devices.history.rollup.horizon import reach
from devices.history.told import TOLD
from devices.storage.tables import READING, SERIES, STALE, WATCH


def mark(
    connection: Connection, readings: Iterable[tuple[int, int]], watch: tuple[int, int] | None = None
) -> None:
    """Note which stretches these readings and this watch change although they are rolled up already.

    To be called before the watch is stored, in the same transaction; the readings may be stored or not.

    Args:
        connection: the transaction that stores them.
        readings: each as the id of its series and its instant.
        watch: the start and the end of the watch as they will stand there.
    """
    horizons = reach(connection)
    bound = max(horizons.rolled or 0, horizons.rolling or 0)
    if not bound:
        return
    late: dict[int, tuple[int, int]] = {}
    for series, at in readings:
        if at < bound:
            first, last = late.get(series, (at, at))
            late[series] = (min(first, at), max(last, at))
    note(
        connection,
        [(one, first, _until(connection, one, last, bound)) for one, (first, last) in late.items()],
    )
    if watch is not None and watch[0] < bound:
        _longer(connection, *watch, bound)


def note(connection: Connection, stretches: list[tuple[int, int, int]]) -> None:
    """Note stretches, each a series with its start and end; the longer of two that begin together stays."""
    if stretches:
        rows = [{"series": series, "start": start, "end": end} for series, start, end in stretches]
        connection.execute(_noting(connection), rows)


def _until(connection: Connection, series: int, last: int, bound: int) -> int:
    """How far a reading tells: up to the next one, whose own news changes with what came before it."""
    later = select(func.min(READING.c.at)).where(READING.c.series == series, READING.c.at > last, TOLD)
    following = connection.execute(later.where(READING.c.at < bound)).scalar()
    return bound if following is None else following + 1


def _longer(connection: Connection, start: int, end: int, bound: int) -> None:
    """A watch that is new or grew, in a time that is rolled up: what held then is known for longer."""
    old = connection.execute(select(WATCH.c.end).where(WATCH.c.start == start)).scalar()
    since, until = start if old is None else old, min(end, bound)
    if since < until:
        every = select(SERIES.c.id, literal(since), literal(until)).where(SERIES.c.id > 0)
        connection.execute(_noting(connection).from_select(["series", "start", "end"], every))


def _noting(connection: Connection) -> "postgresql.Insert | sqlite.Insert":
    insert = postgresql.insert(STALE) if connection.dialect.name == "postgresql" else sqlite.insert(STALE)
    longer = case((insert.excluded.end > STALE.c.end, insert.excluded.end), else_=STALE.c.end)
    return insert.on_conflict_do_update(index_elements=["series", "start"], set_={"end": longer})
