"""Rollups as they lie in the tables: written, read back and taken away. Works nothing out."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, Table, cast, delete, func, insert, select
from sqlalchemy.dialects.postgresql import ARRAY

from devices.history.rollup.level import SHELVES, Level
from devices.history.rollup.summary import Numbers, Word
from devices.model import Scalar


def put_numbers(connection: Connection, level: Level, found: Iterable[tuple[int, Numbers]]) -> None:
    """Write rows of numbers, each with its series; none of them may stand there."""
    rows = [
        (
            series,
            one.start,
            one.known,
            one.count,
            one.mean,
            one.low,
            one.low_at - one.start,
            one.high,
            one.high_at - one.start,
            one.last,
            one.rise,
            one.peak,
        )
        for series, one in found
    ]
    _put(connection, SHELVES[level].numbers, rows)


def put_words(connection: Connection, level: Level, found: Iterable[tuple[int, Word]]) -> None:
    """Write rows of words, each with its series; none of them may stand there."""
    rows = [(series, one.start, one.word, one.held, one.began) for series, one in found]
    _put(connection, SHELVES[level].words, rows)


def numbers(
    connection: Connection, level: Level, series: Sequence[int], start: int, end: int
) -> dict[int, list[Numbers]]:
    """The rows of numbers that begin in [start, end), by series, in the order of time."""
    table, found = SHELVES[level].numbers, dict[int, list[Numbers]]()
    for one, at, known, count, mean, low, low_at, high, high_at, last, rise, peak in connection.execute(
        select(table).where(*_within(table, series, start, end)).order_by(table.c.series, table.c.start)
    ):
        row = Numbers(at, known, count, mean, low, at + low_at, high, at + high_at, last, rise, peak)
        found.setdefault(one, []).append(row)
    return found


def words(
    connection: Connection, level: Level, series: Sequence[int], start: int, end: int
) -> dict[int, list[Word]]:
    """The rows of words that begin in [start, end), by series, in the order of time."""
    table, found = SHELVES[level].words, dict[int, list[Word]]()
    for one, at, word, held, began in connection.execute(
        select(table).where(*_within(table, series, start, end)).order_by(table.c.series, table.c.start)
    ):
        found.setdefault(one, []).append(Word(at, word, held, began))
    return found


def clear(connection: Connection, level: Level, series: Sequence[int], start: int, end: int) -> None:
    """Take away all rows of a level that begin in [start, end)."""
    for table in (SHELVES[level].numbers, SHELVES[level].words):
        connection.execute(delete(table).where(*_within(table, series, start, end)))


def _within(table: Table, series: Sequence[int], start: int, end: int) -> tuple[ColumnElement[bool], ...]:
    return table.c.series.in_(series), table.c.start >= start, table.c.start < end


def _put(connection: Connection, table: Table, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """By what a driver takes best: rollups are many, and a dict a row costs more than the row."""
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(str(insert(table).compile(dialect=connection.dialect)), list(rows))
        return
    # one statement with a list a column: a server answers once, not once a row
    columns = list(table.columns)
    lists = [
        cast(list(values), ARRAY(column.type))
        for column, values in zip(columns, zip(*rows, strict=True), strict=True)
    ]
    names = [column.name for column in columns]
    found = func.unnest(*lists).table_valued(*names).render_derived()
    connection.execute(insert(table).from_select(names, select(*found.columns)))
