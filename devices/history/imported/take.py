"""Takes a recorder's past over into the records of this home, slice by slice, the newest first.

Only the time before our own records of an entity is taken: what was recorded here wins. A take that broke off
goes on where it ended when it is done again, and a second one adds nothing.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from sqlalchemy import Connection, func, select

from devices.clock import Clock
from devices.history.imported.longterm import hours
from devices.history.imported.source import HOUR, Kept, Source, State
from devices.history.imported.translate import Reading, Translator, degrees
from devices.history.rollup import shelves
from devices.history.rollup.level import Level, ceil, floor
from devices.history.rollup.roller import Progress, Roller
from devices.history.rollup.stretch import roll_days
from devices.history.rollup.summary import Numbers
from devices.history.sight import Mark, Series
from devices.history.store import identify, put
from devices.storage.database import Database
from devices.storage.tables import NUMBERS_HOUR, READING, SERIES, WATCH, WORDS_HOUR, millis

SLICE = 20_000
"""States in one transaction."""

READ = 0.8
"""The share of the work that is reading and storing; the rest is rolling up."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one entity's past comes to: states in the file, and until when they are taken, in milliseconds.

    `until` is when our own records of it begin, or now.
    """

    theirs: str
    ours: str
    kept: Kept | None
    until: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What was stored: readings (equal neighbours are one), and hours of long-term statistics."""

    theirs: str
    ours: str
    readings: int
    hours: int


class Intake:
    """Reads a file of another program and writes into the home's database."""

    def __init__(self, source: Source, database: Database, clock: Clock, zone: tzinfo) -> None:
        self._source, self._database, self._clock, self._zone = source, database, clock, zone

    async def survey(self, pairs: Sequence[tuple[str, str]]) -> tuple[Share, ...]:
        """What would be taken; nothing is written.

        Raises:
            StorageError: the file or the database can't be read.
        """
        kept = await asyncio.to_thread(self._source.entities)
        now, names = millis(self._clock.now()), [ours for _, ours in pairs]
        began = await self._database.read(lambda connection: _beginnings(connection, names))
        return tuple(
            Share(theirs, ours, kept.get(theirs), min(began.get(ours, now), now)) for theirs, ours in pairs
        )

    async def take(self, shares: Sequence[Share], progress: Progress) -> tuple[Taken, ...]:
        """Store what was surveyed.

        Raises:
            StorageError: the file can't be read, or the database did not take it; what was stored stays.
        """
        roller = Roller(self._database, self._clock, self._zone)
        # what is ours is rolled up first, so that later only what was taken is
        await roller.catch_up()
        units = await asyncio.to_thread(self._source.units)
        await self._watch()
        whole = max(1, sum(share.kept.rows for share in shares if share.kept))
        readings, done = [], 0
        for share in shares:
            seen = partial(_seen, progress, done, whole)
            readings.append(await self._states(share, degrees(units.values()), seen))
            done += share.kept.rows if share.kept else 0
            progress(done / whole * READ)
        await roller.catch_up(lambda share: progress(READ + share * (1 - READ)))
        # only now: rolling up what was read may reach a little before the first reading
        longer = [await self._longterm(share, units.get(share.theirs, "")) for share in shares]
        return tuple(
            Taken(share.theirs, share.ours, *counts)
            for share, *counts in zip(shares, readings, longer, strict=True)
        )

    async def _watch(self) -> None:
        """Their runs are times in which somebody recorded, up to our own first."""
        runs = await asyncio.to_thread(self._source.runs)

        def work(connection: Connection) -> None:
            ours = connection.execute(select(func.min(WATCH.c.start), func.max(WATCH.c.end))).one()
            own = millis(self._clock.now()) if ours[0] is None else ours[0]
            for start, end in runs:
                if start < min(end, own):
                    put(connection, (), {"start": start, "end": min(end, own), "beat": 0})

        await self._database.write(work)

    async def _states(self, share: Share, temperature: str, seen: Callable[[int], None]) -> int:
        translator, count, done = Translator(share.ours, share.until, temperature), 0, 0
        # the state that stands there already is read again: it tells what the one before it ended with
        slices = _slices(self._source.states(share.theirs, share.until + 1))
        while states := await asyncio.to_thread(next, slices, None):
            found = await asyncio.to_thread(list, translator.read(states))
            await self._database.write(partial(_store, found=found))
            count += len(found)
            done += len(states)
            seen(done)
        return count

    async def _longterm(self, share: Share, unit: str) -> int:
        """The hours before the first state; where we have anything, nothing is put."""
        first = min(share.until, share.kept.first if share.kept else share.until)
        until = floor(Level.HOUR, first, self._zone)
        statistics = self._source.hours(share.theirs, until)
        found = await asyncio.to_thread(hours, statistics, unit)
        if not found:
            return 0
        series = Series(share.ours, "", unit)
        return await self._database.write(lambda c: _put_hours(c, series, found, self._zone))


def _seen(progress: Progress, before: int, whole: int, states: int) -> None:
    progress((before + states) / whole * READ)


def _slices(states: Iterable[State]) -> Iterator[list[State]]:
    """States in slices that no instant is cut by: what is stored is whole back to its oldest reading."""
    some: list[State] = []
    for state in states:
        if len(some) >= SLICE and state.at != some[-1].at:
            yield some
            some = []
        some.append(state)
    yield some


def _store(connection: Connection, found: Sequence[Reading]) -> None:
    ids = identify(connection, {one.series for one in found})
    rows = {
        (ids[one.series], one.at): (
            (ids[one.series], one.at, None, one.value, Mark.LIVE.value)
            if isinstance(one.value, str)
            else (ids[one.series], one.at, one.value, None, Mark.LIVE.value)
        )
        for one in found
    }
    put(connection, list(rows.values()), None)


def _put_hours(connection: Connection, series: Series, found: Sequence[Numbers], zone: tzinfo) -> int:
    one = identify(connection, (series,))[series]
    first, last = found[0].start, found[-1].start + HOUR
    standing = {
        row.start
        for rows in shelves.numbers(connection, Level.HOUR, [one], first, last).values()
        for row in rows
    }
    new = [row for row in found if row.start not in standing]
    shelves.put_numbers(connection, Level.HOUR, ((one, row) for row in new))
    roll_days(connection, [one], first, last, ceil(Level.DAY, last, zone), zone)
    return len(new)


def _beginnings(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """When our own records of each entity begin."""
    found: dict[str, int] = {}
    wanted = SERIES.c.entity_id.in_(names)
    for table, moment in ((READING, READING.c.at), *((t, t.c.start) for t in (NUMBERS_HOUR, WORDS_HOUR))):
        first = select(func.min(moment)).where(table.c.series == SERIES.c.id).scalar_subquery()
        for entity_id, at in connection.execute(select(SERIES.c.entity_id, first).where(wanted)):
            if at is not None:
                found[entity_id] = min(at, found.get(entity_id, at))
    return found
