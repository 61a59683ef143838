"""A Home Assistant recorder database as it lies on the disk: opened for reading only, whatever its age.

Schema by schema (homeassistant/components/recorder/db_schema.py): since 25 attributes have a table of their
own, since 31 times are seconds since 1970, since 38 so have the ids of entities. Times here are milliseconds
since 1970. What a row means is not known here.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from math import floor
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    FromClause,
    TableClause,
    column,
    create_engine,
    func,
    null,
    select,
    table,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from devices.errors import StorageError
from devices.storage.tables import millis

Stretch: TypeAlias = tuple[int, int]
Record: TypeAlias = tuple[Any, ...]

HOUR = 3_600_000
FETCHED = 5_000
"""Rows that are read at once."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the file has of one entity: how many states, the first and the last of them."""

    rows: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class State:
    """One state as it was stored: the word and the attributes as JSON, None where there was none."""

    at: int
    word: str | None
    attributes: str | None


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour of long-term statistics: bounds and mean of a measurement, or where a counter stood."""

    start: int
    mean: float | None
    low: float | None
    high: float | None
    state: float | None
    sum: float | None


@dataclass(frozen=True, slots=True)
class _Form:
    """One way in which states are written: what names the entity, and where the rest stands."""

    key: ColumnElement[Any]
    numbered: bool
    moment: ColumnElement[Any]
    attributes: ColumnElement[Any]
    states: FromClause
    mine: ColumnElement[bool]


class Source:
    """An open file; one question at a time, on whichever thread asks it.

    Raises:
        StorageError: it is no such database, or one that can't be read.
    """

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        states = self._table("states")
        moment = None if states is None else self._moment(states, "last_updated")
        if states is None or moment is None or not {"state_id", "state"} <= set(states.c.keys()):
            raise StorageError(f"{path} is no recorder database of Home Assistant: it has no states to read")
        self._states = states
        self._forms = tuple(self._ways(states, moment))

    def entities(self) -> dict[str, Kept]:
        """Everything it has states of."""
        found: dict[str, Kept] = {}
        for form in self._forms:
            names = self._names() if form.numbered else {}
            query = select(form.key, func.count(), func.min(form.moment), func.max(form.moment))
            grouped = query.select_from(self._states).where(form.mine).group_by(form.key)
            for key, count, first, last in self._each(grouped):
                name = names.get(key, "") if form.numbered else key
                if name and first is not None:
                    found[name] = _more(found.get(name), Kept(count, _ms(first), _ms(last)))
        return found

    def states(self, entity_id: str, before: int) -> Iterator[State]:
        """The states of an entity before an instant, newest first."""
        numbers = {name: number for number, name in self._names().items()}
        for form in self._forms:
            key = numbers.get(entity_id) if form.numbered else entity_id
            query = (
                select(form.moment, self._states.c.state, form.attributes)
                .select_from(form.states)
                .where(form.mine, form.key == key, form.moment < _seconds(before))
                .order_by(form.moment.desc(), self._states.c.state_id.desc())
            )
            for at, word, attributes in self._each(query):
                yield State(_ms(at), word, attributes)

    def units(self) -> dict[str, str]:
        """The unit of each long-term statistic."""
        meta = self._table("statistics_meta")
        if meta is None:
            return {}
        rows = self._each(select(meta.c.statistic_id, meta.c.unit_of_measurement))
        return {name: unit or "" for name, unit in rows}

    def hours(self, statistic_id: str, before: int) -> Iterator[Hour]:
        """The long-term statistics of an entity that end before an instant, oldest first."""
        meta, hours = self._table("statistics_meta"), self._table("statistics")
        at = None if hours is None else self._moment(hours, "start")
        if meta is None or hours is None or at is None:
            return
        values = (hours.c.mean, hours.c.min, hours.c.max, hours.c.state, hours.c.sum)
        query = (
            select(at, *values)
            .select_from(hours.join(meta, meta.c.id == hours.c.metadata_id))
            .where(meta.c.statistic_id == statistic_id, at.is_not(None), at <= (before - HOUR) / 1000)
            .order_by(at)
        )
        for start, *found in self._each(query):
            yield Hour(_ms(start), *found)

    def runs(self) -> list[Stretch]:
        """When it recorded; a run that nobody ended lasted until its last state."""
        kept = self.entities().values()
        newest = max((one.last for one in kept), default=0)
        table = self._table("recorder_runs")
        rows: list[Record] = []
        if table is not None and {"start", "end"} <= set(table.c.keys()):
            query = select(table.c.start, table.c.end).where(table.c.start.is_not(None))
            rows = list(self._each(query.order_by(table.c.start)))
        if not rows:
            return [(min(one.first for one in kept), newest + 1)] if newest else []
        starts = [_instant(start) for start, _ in rows]
        found: list[Stretch] = []
        for (_, ended), start, following in zip(rows, starts, [*starts[1:], newest + 1], strict=True):
            until = _instant(ended) if ended else self._last(following) + 1
            if min(until, following) > start:
                found.append((start, min(until, following)))
        return found

    def _ways(self, states: TableClause, moment: ColumnElement[Any]) -> Iterator[_Form]:
        columns = states.c
        own: ColumnElement[Any] = columns.attributes if "attributes" in columns else null()
        beside = self._table("state_attributes")
        source: FromClause = states
        if "attributes_id" in columns and beside is not None:
            source = states.outerjoin(beside, beside.c.attributes_id == columns.attributes_id)
            own = func.coalesce(beside.c.shared_attrs, own)
        numbered = "metadata_id" in columns and self._table("states_meta") is not None
        if numbered:
            number = columns.metadata_id
            yield _Form(number, True, moment, own, source, number.is_not(None))
        if "entity_id" in columns:
            # what an upgrade of theirs has not reached yet is older than the rest
            only = columns.entity_id != ""
            mine = only & columns.metadata_id.is_(None) if numbered else only
            yield _Form(columns.entity_id, False, moment, own, source, mine)

    def _names(self) -> dict[int, str]:
        """The ids of entities by their number; empty where states carry them in words."""
        meta = self._table("states_meta")
        return {} if meta is None else dict(self._each(select(meta.c.metadata_id, meta.c.entity_id)))

    def _last(self, before: int) -> int:
        """The last state of any entity before an instant; 0 if there is none."""
        found = 0
        for form in self._forms:
            newest = select(func.max(form.moment)).select_from(self._states)
            for (at,) in self._each(newest.where(form.mine, form.moment < before / 1000)):
                found = max(found, _ms(at or 0))
        return found

    def _table(self, name: str) -> TableClause | None:
        """A table with the columns that it has here."""
        columns = [row[1] for row in self._each(text(f"PRAGMA table_info({name})"))]
        return table(name, *map(column, columns)) if columns else None

    def _moment(self, of: TableClause, name: str) -> ColumnElement[Any] | None:
        """Seconds since 1970 of a column that older schemas wrote as text."""
        seconds, words = of.c.get(f"{name}_ts"), of.c.get(name)
        days = None if words is None else (func.julianday(words) - 2_440_587.5) * 86_400.0
        if seconds is None or days is None:
            return days if seconds is None else seconds
        unfilled = next(self._each(select(seconds).where(seconds.is_(None)).limit(1)), None)
        return seconds if unfilled is None else func.coalesce(seconds, days)

    def _each(self, query: Executable) -> Iterator[Record]:
        try:
            for row in self._connection.execution_options(yield_per=FETCHED).execute(query):
                yield tuple(row)
        except SQLAlchemyError as error:
            raise StorageError(
                f"{self._path} can't be read: {getattr(error, 'orig', None) or error}"
            ) from error


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Open a recorder database for reading, also while Home Assistant writes to it; nothing is written.

    Raises:
        StorageError: there is none, or it can't be read.
    """
    if not path.is_file():
        raise StorageError(f"{path} is not a file; name Home Assistant's home-assistant_v2.db")
    # a file that nobody has open needs no lock, and may lie where nothing can be written
    alone = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    address = f"file:{quote(str(path.absolute()))}?mode=ro{alone}"
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False),
        poolclass=NullPool,
    )
    try:
        with engine.connect() as connection:
            yield Source(connection, path)
    except SQLAlchemyError as error:
        raise StorageError(f"{path} can't be opened: {getattr(error, 'orig', None) or error}") from error
    finally:
        engine.dispose()


def _more(one: Kept | None, other: Kept) -> Kept:
    if one is None:
        return other
    return Kept(one.rows + other.rows, min(one.first, other.first), max(one.last, other.last))


def _ms(seconds: float) -> int:
    return floor(seconds * 1000 + 0.5)


def _seconds(ms: int) -> float:
    """The first instant of a millisecond, as times become milliseconds here."""
    return (ms - 0.5) / 1000


def _instant(text: str) -> int:
    """Milliseconds of a time that was written as text, in UTC."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise StorageError(f"the recorder's runs can't be read: {text!r} is no time") from error
    return millis(read if read.tzinfo else read.replace(tzinfo=UTC))
