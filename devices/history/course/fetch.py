"""Rows of many stretches at once: one statement for the rollups of a level, one for readings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias

from sqlalchemy import CTE, BigInteger, Column, Connection, Integer, Select, Table, func, select, text
from sqlalchemy import Row as Found

from devices.history.known import Row
from devices.history.told import row, told
from devices.storage.tables import READING

MOST = 2_000
"""So many stretches are asked in one statement; the next one takes the rest."""

Lot: TypeAlias = tuple[int, int, int]
"""A stretch of a series: its id, from when, until when. Those of a series do not begin together."""
Stored: TypeAlias = Found[*tuple[Any, ...]]
Key: TypeAlias = tuple[int, int]
"""The series of a lot, and when it starts."""

_EARLIER = READING.alias("earlier")


def rollups(connection: Connection, table: Table, lots: Iterable[Lot]) -> Iterator[tuple[Key, Stored]]:
    """The rollups that begin in these stretches, each with its lot, in no order."""
    for asked in _asked(lots):
        inside = (table.c.start >= asked.c.column2) & (table.c.start < asked.c.column3)
        joined = asked.join(table, (table.c.series == asked.c.column1) & inside)
        query = select(asked.c.column2, table).select_from(joined)
        for found in _rows(connection, query):
            yield (found[1], found[0]), found


def readings(connection: Connection, lots: Iterable[Lot]) -> dict[Key, list[Row]]:
    """The readings of these stretches and the last one before each, by lot, in no order."""
    found: dict[Key, list[Row]] = defaultdict(list)
    for asked in _asked(lots):
        before = (_EARLIER.c.series == asked.c.column1) & (_EARLIER.c.at < asked.c.column2)
        newest = select(func.max(_EARLIER.c.at)).where(before, told(_EARLIER)).scalar_subquery()
        inside = (READING.c.at >= func.coalesce(newest, asked.c.column2)) & (READING.c.at < asked.c.column3)
        joined = asked.join(READING, (READING.c.series == asked.c.column1) & inside & told(READING))
        columns = (asked.c.column2, READING.c.series, READING.c.at, READING.c.value, READING.c.word)
        query = select(*columns).select_from(joined)
        for since, series, at, value, word in _rows(connection, query):
            found[series, since].append(row(at, value, word))
    return found


def _rows(connection: Connection, query: Select[*tuple[Any, ...]]) -> Iterable[Stored]:
    # the lots are part of the text, so that no such text is ever asked twice
    return connection.execute(query, execution_options={"compiled_cache": None}).all()


def _asked(lots: Iterable[Lot]) -> Iterator[CTE]:
    """The lots as a table of the statement; both databases name its columns like this."""
    left = iter(lots)
    while some := list(islice(left, MOST)):
        rows = ",".join(f"({int(series)},{int(start)},{int(end)})" for series, start, end in some)
        names = (Column("column1", Integer), Column("column2", BigInteger), Column("column3", BigInteger))
        yield text(f"VALUES {rows}").columns(*names).cte("asked")
