"""Rows of many stretches at once: one statement for the rollups of a level, one for readings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

from sqlalchemy import CTE, BigInteger, Column, Connection, Integer, Select, Table, func, select, text
from sqlalchemy import Row as Found

from devices.history.course.levels import ALWAYS
from devices.history.known import Row
from devices.history.told import row, told
from devices.storage.tables import READING

MOST = 512
"""So many stretches are asked in one statement; the next one takes the rest."""

Lot: TypeAlias = tuple[int, int, int]
"""A stretch of a series: its id, from when, until when. Those of a series do not begin together."""
Stored: TypeAlias = Found[*tuple[Any, ...]]
Key: TypeAlias = tuple[int, int]
"""The series of a lot, and when it starts."""
Query: TypeAlias = Select[*tuple[Any, ...]]

_EARLIER = READING.alias("earlier")
_NOTHING: Lot = (0, ALWAYS, ALWAYS)
"""A stretch in which, and before which, nothing is."""


def rollups(connection: Connection, table: Table, lots: Iterable[Lot]) -> Iterator[tuple[Key, Stored]]:
    """The rollups that begin in these stretches, each with its lot, in no order."""
    for some in _some(lots):
        for found in connection.execute(_rolled(table, len(some)), _named(some)).all():
            yield (found[1], found[0]), found


def readings(connection: Connection, lots: Iterable[Lot]) -> dict[Key, list[Row]]:
    """The readings of these stretches and the last one before each, by lot, in no order."""
    found: dict[Key, list[Row]] = defaultdict(list)
    for some in _some(lots):
        for since, series, at, value, word in connection.execute(_read(len(some)), _named(some)).all():
            found[series, since].append(row(at, value, word))
    return found


@cache
def _rolled(table: Table, count: int) -> Query:
    asked = _asked(count)
    inside = (table.c.start >= asked.c.column2) & (table.c.start < asked.c.column3)
    joined = asked.join(table, (table.c.series == asked.c.column1) & inside)
    return select(asked.c.column2, table).select_from(joined)


@cache
def _read(count: int) -> Query:
    asked = _asked(count)
    before = (_EARLIER.c.series == asked.c.column1) & (_EARLIER.c.at < asked.c.column2)
    newest = select(func.max(_EARLIER.c.at)).where(before, told(_EARLIER)).scalar_subquery()
    inside = (READING.c.at >= func.coalesce(newest, asked.c.column2)) & (READING.c.at < asked.c.column3)
    joined = asked.join(READING, (READING.c.series == asked.c.column1) & inside & told(READING))
    columns = (asked.c.column2, READING.c.series, READING.c.at, READING.c.value, READING.c.word)
    return select(*columns).select_from(joined)


def _some(lots: Iterable[Lot]) -> Iterator[Sequence[Lot]]:
    """Portions whose size is a power of two: few statements are ever made, and each is compiled once."""
    left = iter(lots)
    while some := list(islice(left, MOST)):
        size = 1 << (len(some) - 1).bit_length()
        yield some + [_NOTHING] * (size - len(some))


def _asked(count: int) -> CTE:
    """So many lots as a table of the statement; both databases name its columns like this."""
    rows = ",".join(f"(:series_{n},:start_{n},:end_{n})" for n in range(count))
    names = (Column("column1", Integer), Column("column2", BigInteger), Column("column3", BigInteger))
    return text(f"VALUES {rows}").columns(*names).cte("asked")


def _named(lots: Sequence[Lot]) -> Mapping[str, int]:
    names = ("series", "start", "end")
    return {
        f"{name}_{n}": value for n, lot in enumerate(lots) for name, value in zip(names, lot, strict=True)
    }
