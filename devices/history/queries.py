"""Questions to the recorded past. Numbers are computed here and nowhere else; a gap is never filled."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from sqlalchemy import Connection, select, true

from devices.clock import Clock
from devices.command import Cause, Origin
from devices.history.course.course import Course, States, Wanted
from devices.history.course.courses import courses
from devices.history.course.question import Question, own_number
from devices.history.course.states import states
from devices.history.lines import LINE, activity_of, carried_on, unexplained
from devices.history.reading import Activity, ActivityKind, KeptSince, Reading, Span, Statistics
from devices.history.recorded import Recorded, recorded
from devices.history.replayed import Asked, Replay, replay
from devices.history.rollup.horizon import reach
from devices.history.rollup.level import Level
from devices.history.told import TOLD, row
from devices.storage.database import Database
from devices.storage.tables import ACTIVITY, READING, SERIES, instant, millis

FAR = 2**62
LINES_OF_A_CHANGE = 12
"""So many lines may tell of one change: each step of a movement, as seen by two processes."""


class History:
    """Reads what the recorder wrote; windows are [start, end) in aware times and end now at the latest."""

    def __init__(self, database: Database, clock: Clock, zone: tzinfo = UTC) -> None:
        self._database, self._clock, self._zone = database, clock, zone

    async def courses(
        self, wanted: Sequence[Wanted], start: datetime, end: datetime, *, coarsest: Level = Level.DAY
    ) -> tuple[Course, ...]:
        """The course of each of these numbers over the window, in the order asked, read in one go.

        What is coarser than `coarsest` is not used as long as finer records are kept. What has no record at
        all comes back without parts. Where only rollups are left, a window is widened to their edges: the
        course says from when to when it is.

        Raises:
            StorageError: the database can't be read.
        """
        first, last = self._window(start, end)
        asked, now = tuple(wanted), millis(self._clock.now())
        return await self._database.read(
            lambda connection: courses(connection, Question(asked, first, last, now, self._zone, coarsest))
        )

    async def states(self, wanted: Sequence[Wanted], start: datetime, end: datetime) -> tuple[States, ...]:
        """Which word each of these held when over the window, in the order asked, read in one go.

        Raises:
            StorageError: the database can't be read.
        """
        first, last = self._window(start, end)
        asked, now = tuple(wanted), millis(self._clock.now())
        return await self._database.read(
            lambda connection: states(connection, Question(asked, first, last, now, self._zone))
        )

    async def statistics(
        self, entity_id: str, start: datetime, end: datetime, attribute: str | None = None
    ) -> Statistics:
        """Minimum, maximum and time-weighted mean of a numeric series.

        `attribute` None means the state itself, or for a climate its current_temperature.
        """
        course = (await self.courses((Wanted(entity_id, attribute),), start, end))[0]
        return _statistics(course)

    async def spans(self, entity_id: str, start: datetime, end: datetime) -> tuple[Span, ...]:
        """Which word held when, oldest first, equal neighbours joined; unknown stretches are left out.

        Of a time from which only rollups are left there are none: `states` has these.
        """
        found = (await self.states((Wanted(entity_id),), start, end))[0].spans
        return tuple(
            Span(one.word, instant(one.start), instant(one.end)) for one in found if one.end > one.start
        )

    async def readings(
        self, entity_id: str, start: datetime, end: datetime, limit: int = 2000, attribute: str | None = None
    ) -> tuple[Reading, ...]:
        """The newest `limit` readings of the window that are kept, oldest first; see `kept`.

        Each is in the unit that it was read in.
        """
        name = own_number(Wanted(entity_id, attribute))
        query = (
            select(READING.c.at, READING.c.value, READING.c.word)
            .join(SERIES, SERIES.c.id == READING.c.series)
            .where((SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == name))
            .where((READING.c.at >= millis(start)) & (READING.c.at < millis(end)) & TOLD)
            .order_by(READING.c.at.desc())
            .limit(limit)
        )
        rows = await self._database.read(
            lambda connection: [row(*found) for found in connection.execute(query)]
        )
        return tuple(Reading(instant(one.at), one.value) for one in reversed(rows))

    async def kept(self) -> KeptSince:
        """Since when single readings are kept."""
        found = await self._database.read(reach)
        numbers, words = (
            None if at is None else instant(at) for at in (found.kept_numbers, found.kept_words)
        )
        return KeptSince(numbers, words)

    async def recorded(self) -> Recorded:
        """Of what there are records, and since when."""
        return await self._database.read(recorded)

    async def activity(
        self, start: datetime, end: datetime, limit: int = 100, *, about: Collection[str] = ()
    ) -> tuple[Activity, ...]:
        """Commands, changes and rule runs with their cause, newest first; `about` keeps to these entities."""
        query = (
            select(*LINE)
            .where((ACTIVITY.c.at >= millis(start)) & (ACTIVITY.c.at < millis(end)))
            .where(ACTIVITY.c.entity_id.in_(about) if about else true())
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

    async def replay(
        self,
        entity_ids: Sequence[str],
        start: datetime,
        end: datetime,
        needed: Collection[tuple[str, str]] = (),
    ) -> Replay:
        """The recorded past of these entities in [start, end), to be told again in the order of time.

        It begins no earlier than all readings of the `needed` values, by entity and attribute, are kept.

        Raises:
            StorageError: the database can't be read.
        """
        asked = Asked(tuple(entity_ids), start, end, frozenset(needed))
        return await replay(self._database, asked, self._clock.now())

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


def _statistics(course: Course) -> Statistics:
    empty = Statistics(
        course.entity_id,
        course.attribute,
        instant(course.start),
        instant(course.end),
        unit=course.unit,
        gaps=tuple((instant(start), instant(end)) for start, end in course.gaps),
    )
    parts, known = course.parts, course.known
    if not parts:
        return empty
    lowest, highest = min(parts, key=lambda part: part.low), max(parts, key=lambda part: part.high)
    weighted = sum(part.mean * part.known for part in parts)
    return replace(
        empty,
        count=sum(part.count for part in parts),
        minimum=lowest.low,
        minimum_at=instant(lowest.low_at),
        maximum=highest.high,
        maximum_at=instant(highest.high_at),
        mean=weighted / known if known else sum(part.mean for part in parts) / len(parts),
        first_at=instant(parts[0].start),
        last_at=instant(parts[-1].start),
        coverage=course.coverage,
    )


def _last_step(connection: Connection, entity_id: str, end: int) -> Activity | None:
    """The last time a number moved, out of its readings in one unit, as far back as they are kept."""
    own = (SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == "")
    columns = select(READING.c.series, READING.c.at, READING.c.value).where(
        READING.c.value.is_not(None), TOLD
    )
    back = columns.order_by(READING.c.at.desc()).limit(1)
    newest = connection.execute(
        back.join(SERIES, SERIES.c.id == READING.c.series).where(own, READING.c.at <= end)
    ).one_or_none()
    if newest is None:
        return None
    same = READING.c.series == newest.series
    older = connection.execute(
        back.where(same, READING.c.at < newest.at, READING.c.value != newest.value)
    ).one_or_none()
    if older is None:
        return None
    step = columns.where(same, READING.c.at > older.at).order_by(READING.c.at).limit(1)
    at, before, after = connection.execute(step).one().at, f"{older.value:g}", f"{newest.value:g}"
    return Activity(instant(at), ActivityKind.CHANGE, entity_id, before, after, Cause(Origin.DEVICE))
