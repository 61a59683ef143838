"""How readings, lines and the time watched are written: in one transaction, by driver SQL on tuples.

Readings that come later than their stretch was rolled up are marked for it. It decides nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import Connection, insert, select

from devices.history.batch import Batch
from devices.history.rollup.stale import mark
from devices.history.sight import Series
from devices.storage.tables import ACTIVITY, SERIES, WATCH
from devices.storage.upsert import upsert

RowOfReading: TypeAlias = tuple[int, int, float | None, str | None, int]
"""Series, millisecond, number or word, mark: the columns of the table."""

_BY_ROWS = (
    "INSERT INTO reading (series, at, value, word, mark) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (series, at) DO UPDATE SET value=excluded.value, word=excluded.word, mark=excluded.mark"
)
_BY_COLUMNS = (
    "INSERT INTO reading (series, at, value, word, mark) SELECT * FROM unnest("
    "%s::int[], %s::bigint[], %s::float8[], %s::text[], %s::int[]) "
    "ON CONFLICT (series, at) DO UPDATE SET value=excluded.value, word=excluded.word, mark=excluded.mark"
)
_NAMES = 500
"""Entities asked for in one question: databases bound how many values one may have."""


def store(
    connection: Connection, batch: Batch, known: Mapping[Series, int], watch: Mapping[str, int] | None
) -> dict[Series, int]:
    """Write a batch and the time watched; returns the ids of series that were not known before."""
    added = identify(connection, {series for series, _ in batch.readings if series not in known})
    ids = {**known, **added}
    rows = [
        (ids[series], at, None, value, how.value)
        if isinstance(value, str)
        else (ids[series], at, value, None, how.value)
        for (series, at), (value, how) in batch.readings.items()
    ]
    put(connection, rows, watch)
    if batch.lines:
        connection.execute(insert(ACTIVITY), batch.lines)
    return added


def put(connection: Connection, rows: Sequence[RowOfReading], watch: Mapping[str, int] | None) -> None:
    """Write readings, no two of one series and millisecond, and a watch; what stands there is replaced."""
    if rows and connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_BY_ROWS, list(rows))
    elif rows:
        # one statement with a list a column: a server answers once, not once a row
        connection.exec_driver_sql(_BY_COLUMNS, tuple(map(list, zip(*rows, strict=True))))
    stretch = None if watch is None else (watch["start"], watch["end"])
    mark(connection, [(series, at) for series, at, _, _, _ in rows], stretch)
    if watch is not None:
        upsert(connection, WATCH, [watch])


def identify(connection: Connection, wanted: Iterable[Series]) -> dict[Series, int]:
    """The ids of series; those that are not there yet are begun."""
    missing = set(wanted)
    found = _stored(connection, missing)
    new = sorted(missing - found.keys(), key=lambda series: (series.entity_id, series.attribute, series.unit))
    if new:
        rows = [{"entity_id": s.entity_id, "attribute": s.attribute, "unit": s.unit} for s in new]
        connection.execute(insert(SERIES), rows)
        found |= _stored(connection, set(new))
    return found


def _stored(connection: Connection, wanted: set[Series]) -> dict[Series, int]:
    found: dict[Series, int] = {}
    names = sorted({series.entity_id for series in wanted})
    for start in range(0, len(names), _NAMES):
        some = names[start : start + _NAMES]
        rows = connection.execute(select(SERIES).where(SERIES.c.entity_id.in_(some)))
        found |= {Series(row.entity_id, row.attribute, row.unit): row.id for row in rows}
    return {series: found[series] for series in wanted if series in found}
