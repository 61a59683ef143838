"""Questions to the recorded past. Numbers are computed here and nowhere else; a gap is never filled."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from sqlalchemy import Connection, select

from devices.clock import Clock
from devices.command import Cause, Origin
from devices.history.known import Piece, Row, gaps, joined, numeric, pieces
from devices.history.lines import LINE, activity_of, carried_on, unexplained
from devices.history.reading import Activity, ActivityKind, Reading, Span, Statistics
from devices.history.replayed import Replay, replay
from devices.history.sight import Mark
from devices.history.watched import watches
from devices.storage.database import Database
from devices.storage.tables import ACTIVITY, READING, SERIES, instant, millis

TOLD = (READING.c.mark != Mark.BACK.value) | READING.c.value.is_(None)
"""A number is not read anew just because its device is back with the old one; a word stands."""

FAR = 2**62
LINES_OF_A_CHANGE = 12
"""So many lines may tell of one change: each step of a movement, as seen by two processes."""

OWN_NUMBER = {"climate": "current_temperature"}
"""Which attribute is meant by a number of a kind whose state is a word."""


class History:
    """Reads what the recorder wrote; windows are [start, end) in aware times and end now at the latest."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def statistics(
        self, entity_id: str, start: datetime, end: datetime, attribute: str | None = None
    ) -> Statistics:
        """Minimum, maximum and time-weighted mean of a numeric series.

        `attribute` None means the state itself, or for a climate its current_temperature.
        """
        name = _attribute(entity_id, attribute)
        first, last = self._window(start, end)
        unit, found = await self._pieces(entity_id, name, first, last)
        empty = Statistics(entity_id, name, instant(first), instant(last), unit=unit)
        return _statistics(empty, found, first, last)

    async def spans(self, entity_id: str, start: datetime, end: datetime) -> tuple[Span, ...]:
        """Which word held when, oldest first, equal neighbours joined; unknown stretches are left out."""
        first, last = self._window(start, end)
        _, found = await self._pieces(entity_id, "", first, last)
        return tuple(Span(word, instant(a), instant(b)) for word, a, b in joined(found))

    async def readings(
        self, entity_id: str, start: datetime, end: datetime, limit: int = 2000, attribute: str | None = None
    ) -> tuple[Reading, ...]:
        """The newest `limit` readings of the window, oldest first."""
        name = _attribute(entity_id, attribute)
        query = (
            select(READING.c.at, READING.c.value, READING.c.word)
            .join(SERIES, SERIES.c.id == READING.c.series)
            .where((SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == name))
            .where((READING.c.at >= millis(start)) & (READING.c.at < millis(end)) & TOLD)
            .order_by(READING.c.at.desc())
            .limit(limit)
        )
        rows = await self._database.read(lambda connection: [_row(*r) for r in connection.execute(query)])
        return tuple(Reading(instant(row.at), row.value) for row in reversed(rows))

    async def activity(self, start: datetime, end: datetime, limit: int = 100) -> tuple[Activity, ...]:
        """Commands, changes and rule runs with their cause, newest first."""
        query = (
            select(*LINE)
            .where((ACTIVITY.c.at >= millis(start)) & (ACTIVITY.c.at < millis(end)))
            .order_by(ACTIVITY.c.at.desc(), ACTIVITY.c.id.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda c: [activity_of(row) for row in c.execute(query)])
        return unexplained(found)

    async def last_change(self, entity_id: str, until: datetime | None = None) -> Activity | None:
        """The newest change of an entity up to `until`, with its cause; of a number its last step."""
        end = FAR if until is None else millis(until)
        query = (
            select(*LINE)
            .where((ACTIVITY.c.entity_id == entity_id) & ACTIVITY.c.moved & (ACTIVITY.c.at <= end))
            .order_by(ACTIVITY.c.at.desc(), ACTIVITY.c.id.desc())
            .limit(LINES_OF_A_CHANGE)
        )

        def look(connection: Connection) -> Activity | None:
            found = unexplained([activity_of(row) for row in connection.execute(query)])
            return carried_on(found) or _last_step(connection, entity_id, end)

        return await self._database.read(look)

    async def replay(self, entity_ids: Sequence[str], start: datetime, end: datetime) -> Replay:
        """The recorded past of these entities in [start, end), to be told again in the order of time.

        Raises:
            StorageError: the database can't be read.
        """
        return await replay(self._database, entity_ids, start, end, self._clock.now())

    async def rule_lines(self, rule_id: str, until: datetime, limit: int = 1) -> tuple[Activity, ...]:
        """What is on record of a rule's firings up to an instant, newest first."""
        query = (
            select(*LINE)
            .where((ACTIVITY.c.kind == ActivityKind.RULE.value) & (ACTIVITY.c.ref == rule_id))
            .where(ACTIVITY.c.at <= millis(until))
            .order_by(ACTIVITY.c.at.desc(), ACTIVITY.c.id.desc())
            .limit(limit)
        )
        return await self._database.read(lambda c: tuple(activity_of(row) for row in c.execute(query)))

    def _window(self, start: datetime, end: datetime) -> tuple[int, int]:
        first, last = millis(start), min(millis(end), millis(self._clock.now()))
        return first, max(first, last)

    async def _pieces(
        self, entity_id: str, attribute: str, start: int, end: int
    ) -> tuple[str, tuple[Piece, ...]]:
        now = millis(self._clock.now())

        def look(connection: Connection) -> tuple[str, tuple[Piece, ...]]:
            name = (SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == attribute)
            series = connection.execute(select(SERIES.c.id, SERIES.c.unit).where(name)).one_or_none()
            if series is None:
                return "", ()
            rows = _rows(connection, series.id, start, end)
            return series.unit, tuple(pieces(rows, watches(connection, now), start, end))

        return await self._database.read(look)


def _attribute(entity_id: str, attribute: str | None) -> str:
    return OWN_NUMBER.get(entity_id.partition(".")[0], "") if attribute is None else attribute


def _statistics(empty: Statistics, found: Sequence[Piece], start: int, end: int) -> Statistics:
    known = numeric(found)
    holes = gaps((piece for piece, _ in known), start, end)
    missing = tuple((instant(a), instant(b)) for a, b in holes)
    if not known:
        return replace(empty, gaps=missing)
    held = sum(piece.end - piece.start for piece, _ in known)
    lowest, highest = min(known, key=lambda k: k[1]), max(known, key=lambda k: k[1])
    weighted = sum(value * (piece.end - piece.start) for piece, value in known)
    return Statistics(
        empty.entity_id,
        empty.attribute,
        empty.start,
        empty.end,
        count=sum(piece.read for piece, _ in known),
        minimum=lowest[1],
        minimum_at=instant(lowest[0].start),
        maximum=highest[1],
        maximum_at=instant(highest[0].start),
        mean=weighted / held if held else sum(value for _, value in known) / len(known),
        unit=empty.unit,
        first_at=instant(known[0][0].start),
        last_at=instant(known[-1][0].start),
        coverage=held / (end - start) if end > start else 0.0,
        gaps=missing,
    )


def _rows(connection: Connection, series: int, start: int, end: int) -> list[Row]:
    """The last row before the window and those in it."""
    columns = select(READING.c.at, READING.c.value, READING.c.word).where(READING.c.series == series, TOLD)
    before = columns.where(READING.c.at < start).order_by(READING.c.at.desc()).limit(1)
    inside = columns.where((READING.c.at >= start) & (READING.c.at < end)).order_by(READING.c.at)
    return [_row(*row) for query in (before, inside) for row in connection.execute(query)]


def _row(at: int, value: float | None, word: str | None) -> Row:
    return Row(at, word or "unknown" if value is None else value)


def _last_step(connection: Connection, entity_id: str, end: int) -> Activity | None:
    """The last time a number moved, out of its readings."""
    query = (
        select(READING.c.at, READING.c.value)
        .join(SERIES, SERIES.c.id == READING.c.series)
        .where((SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == "") & READING.c.value.is_not(None))
        .where(TOLD & (READING.c.at <= end))
        .order_by(READING.c.at.desc())
        .limit(500)
    )
    rows = connection.execute(query).all()
    for newer, older in pairwise(rows):
        if newer.value != older.value:
            before, after = f"{older.value:g}", f"{newer.value:g}"
            return Activity(
                instant(newer.at), ActivityKind.CHANGE, entity_id, before, after, Cause(Origin.DEVICE)
            )
    return None
