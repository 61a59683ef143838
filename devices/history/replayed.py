"""The recorded past told again, report by report in the order of time, a slice of it in memory at once."""

from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import TypeAlias

from sqlalchemy import Connection, and_, func, select

from devices.command import Origin
from devices.errors import StorageError
from devices.history.lines import LINE, WENT_OUT, activity_of
from devices.history.reading import ActivityKind
from devices.history.rollup.horizon import kept_since
from devices.history.sight import UNKNOWN, Mark
from devices.history.watched import watches
from devices.storage.database import Database
from devices.storage.tables import ACTIVITY, READING, SERIES, instant, millis

BY_RULES = (Origin.RULE.value, Origin.JOB.value)
SLICE = timedelta(hours=6)
"""How much is read at first; longer or shorter slices follow, by what is in them."""
FEW, MANY = 2_000, 20_000
LONGEST = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Report:
    """What one entity was recorded with at one instant, by attribute; an empty name is its state.

    A number or a word; `unknown` and `unavailable` end what was known.
    """

    at: datetime
    entity_id: str
    values: Mapping[str, float | str]
    mark: Mark = Mark.LIVE


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody began to record at this instant: nothing is known until it is reported again."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Silence:
    """Nobody recorded from this instant on, until the next session."""

    at: datetime


Told: TypeAlias = Report | Session | Silence


@dataclass(frozen=True, slots=True)
class Deed:
    """A rule told an entity something, and that went out: from when until when, and which rule."""

    entity_id: str
    began: datetime
    ended: datetime
    rule_id: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The entities to be told of in [start, end).

    `needed` are the values, by entity and attribute, without which nothing can be told.
    """

    entity_ids: tuple[str, ...]
    start: datetime
    end: datetime
    needed: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Replay:
    """A window of the past: the series of its entities by their number, and the sessions that recorded.

    It begins no earlier than all readings of the `needed` series are kept. `known` is how they stood when it
    began, nothing when nobody recorded then.
    """

    database: Database
    start: datetime
    end: datetime
    series: Mapping[int, tuple[str, str]]
    sessions: tuple[tuple[datetime, datetime], ...]
    known: tuple[Report, ...]
    deeds: tuple[Deed, ...] = ()
    needed: frozenset[int] = frozenset()

    @property
    def entities(self) -> frozenset[str]:
        """The entities of which anything at all is on record."""
        return frozenset(entity_id for entity_id, _ in self.series.values())

    async def told(self) -> AsyncIterator[Told]:
        """Every report in the order of time, and where recording began and ended.

        Raises:
            StorageError: the database can't be read.
        """
        seams = deque(sorted(_seams(self), key=lambda seam: seam.at))
        at, step = self.start, SLICE
        while at < self.end:
            until = min(at + step, self.end)
            reports = await _slice(self, at, until)
            step, at = _next(step, len(reports)), until
            for report in reports:
                while seams and _before(seams[0], report):
                    yield seams.popleft()
                yield report
            while seams and seams[0].at < until:
                yield seams.popleft()


async def replay(database: Database, asked: Asked, now: datetime) -> Replay:
    """What is on record; it begins later where readings that are needed were let go.

    Raises:
        StorageError: the database can't be read.
    """
    last = millis(asked.end)

    def look(connection: Connection) -> Replay:
        wanted = SERIES.c.entity_id.in_(tuple(asked.entity_ids))
        rows = connection.execute(select(SERIES.c.id, SERIES.c.entity_id, SERIES.c.attribute).where(wanted))
        series = {row.id: (row.entity_id, row.attribute) for row in rows}
        needed = [number for number, value in series.items() if value in asked.needed]
        kept = kept_since(connection, needed).values()
        first = min(max([millis(asked.start), *kept]), last)
        within = sorted((a, b) for a, b in watches(connection, millis(now)) if a < last and b >= first)
        sessions = tuple((instant(a), instant(b)) for a, b in within)
        began = next((a for a, _ in within if a < first), None)
        known = () if began is None else _known(connection, series, began, first)
        deeds = _deeds(connection, asked.entity_ids, first, last)
        return Replay(database, instant(first), asked.end, series, sessions, known, deeds, frozenset(needed))

    return await database.read(look)


def _before(seam: Session | Silence, report: Report) -> bool:
    """A recorder begins before its first report, and ends after its last."""
    return seam.at < report.at or (isinstance(seam, Session) and seam.at == report.at)


def _seams(what: Replay) -> list[Session | Silence]:
    begun = [Session(a) for a, _ in what.sessions if what.start <= a < what.end]
    ended = [Silence(b) for _, b in what.sessions if what.start <= b < what.end]
    return [*ended, *begun]


def _next(step: timedelta, count: int) -> timedelta:
    if count < FEW:
        return min(step * 2, LONGEST)
    return step / 2 if count > MANY else step


async def _slice(what: Replay, start: datetime, end: datetime) -> list[Report]:
    first, last, ids = millis(start), millis(end), tuple(what.series)

    def look(connection: Connection) -> list[Report]:
        if any(kept > first for kept in kept_since(connection, what.needed).values()):
            raise StorageError("readings of this time were let go while they were told again")
        query = (
            select(READING.c.at, READING.c.series, READING.c.value, READING.c.word, READING.c.mark)
            .where(READING.c.series.in_(ids) & (READING.c.at >= first) & (READING.c.at < last))
            .order_by(READING.c.at, READING.c.series)
        )
        rows = [
            (at, *what.series[series], _value(value, word), mark)
            for at, series, value, word, mark in connection.execute(query)
        ]
        rows.sort(key=lambda row: (row[0], row[1]))
        return [
            _report(at, entity_id, [(row[2], row[3], row[4]) for row in group])
            for (at, entity_id), group in groupby(rows, key=lambda row: (row[0], row[1]))
        ]

    return await what.database.read(look)


def _report(at: int, entity_id: str, found: list[tuple[str, float | str, int]]) -> Report:
    mark = Mark(min(mark for _, _, mark in found))
    return Report(instant(at), entity_id, {name: value for name, value, _ in found}, mark)


def _known(
    connection: Connection, series: Mapping[int, tuple[str, str]], began: int, first: int
) -> tuple[Report, ...]:
    """The last reading of each series of the session that was recording then."""
    newest = (
        select(READING.c.series, func.max(READING.c.at).label("at"))
        .where(READING.c.series.in_(tuple(series)) & (READING.c.at >= began) & (READING.c.at < first))
        .group_by(READING.c.series)
        .subquery()
    )
    query = select(READING).join(
        newest, and_(READING.c.series == newest.c.series, READING.c.at == newest.c.at)
    )
    by_entity: dict[str, list[tuple[int, str, float | str, int]]] = {}
    for row in connection.execute(query):
        entity_id, attribute = series[row.series]
        by_entity.setdefault(entity_id, []).append((row.at, attribute, _value(row.value, row.word), row.mark))
    return tuple(
        _report(max(at for at, *_ in rows), entity_id, [(n, value, mark) for _, n, value, mark in rows])
        for entity_id, rows in sorted(by_entity.items())
    )


def _deeds(connection: Connection, entity_ids: Sequence[str], first: int, last: int) -> tuple[Deed, ...]:
    query = (
        select(*LINE)
        .where((ACTIVITY.c.kind == ActivityKind.COMMAND.value) & ACTIVITY.c.origin.in_(BY_RULES))
        .where(ACTIVITY.c.entity_id.in_(tuple(entity_ids)))
        .where((ACTIVITY.c.at >= first) & (ACTIVITY.c.at < last))
        .order_by(ACTIVITY.c.at)
    )
    lines = [activity_of(row) for row in connection.execute(query)]
    return tuple(
        Deed(line.entity_id, line.began or line.at, line.at, line.cause.ref)
        for line in lines
        if line.outcome is not None and line.outcome.status in WENT_OUT
    )


def _value(value: float | None, word: str | None) -> float | str:
    return word or UNKNOWN if value is None else value
