"""Keeps rollups up to date, mends those that something late belongs to, and lets go what is old.

Works in slices, a short transaction each, so that nobody waits for long; a kill in between only repeats one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import partial

from sqlalchemy import Connection, delete, func, select

from devices.clock import Clock, elapsed
from devices.errors import StorageError
from devices.history.rollup.fit import fit, fits
from devices.history.rollup.horizon import move, reach
from devices.history.rollup.level import HOUR_MS, Level, after, floor
from devices.history.rollup.mend import mend
from devices.history.rollup.retention import Cut, Kept, cuts, let_go
from devices.history.rollup.stretch import Line, lines, roll, roll_days
from devices.storage.database import Database
from devices.storage.tables import READING, SERIES, STALE, WATCH, millis

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Real seconds between two looks at what there is to do."""
AIM = 0.02
"""How long one transaction should take, in seconds."""
DAY_HOURS = 24
MANY_SERIES, MOST_SERIES = 16, 500
FAR = 2**62

Progress = Callable[[float], None]
"""Told which share of the work is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch in work: the series that are still to be rolled up over it."""

    start: int
    end: int
    left: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is taken on at once, by how long it took before."""

    series: int = 2
    hours: int = DAY_HOURS

    def after(self, took: float) -> "Pace":
        """The next one: towards the aim by steps, and rather few series for long than many for short."""
        series = max(1, min(int(self.series * AIM / max(took, AIM / 100)), self.series * 2, MOST_SERIES))
        if took > 2 * AIM and self.series == 1:
            return Pace(1, max(1, self.hours // 2))
        if series >= MANY_SERIES and self.hours < DAY_HOURS:
            return Pace(series // 2, self.hours * 2)
        return replace(self, series=series)


@dataclass(frozen=True, slots=True)
class Done:
    """What a slice left: the stretch in work, how far rollups reach and are to reach, how long it took."""

    work: Stretch | None
    at: int
    target: int
    took: float = 0.0


class Roller:
    """The one that rolls up, in the process that holds the lease.

    Args:
        database: the home's.
        clock: the home's; what it has not reached is not rolled up.
        zone: the home's, whose hours and days count.
        kept: for how long what is kept.
    """

    def __init__(self, database: Database, clock: Clock, zone: tzinfo, kept: Kept | None = None) -> None:
        self._database, self._clock, self._zone = database, clock, zone
        self._kept = Kept() if kept is None else kept
        self._turn, self._pace, self._now = asyncio.Lock(), Pace(), 0

    async def run(self) -> None:
        """Roll up and let go as time passes, until cancelled; trouble of the database is waited out."""
        again, said = True, False
        while True:
            await self._clock.patience(PAUSE)
            try:
                await self._roll(_silent, rests=True)
                await self.let_go(again=again)
                again = said = False
            except StorageError as error:
                if not said:
                    log.warning("rollups wait: %s", error)
                said = True

    @asynccontextmanager
    async def resting(self) -> AsyncIterator[None]:
        """Nothing is rolled up or let go within the block: for whoever writes down a long past."""
        async with self._turn:
            yield

    async def catch_up(self, progress: Progress | None = None) -> None:
        """Roll up at once all that is stored and over.

        Raises:
            StorageError: the database did not take it.
        """
        await self._roll(_silent if progress is None else progress, rests=False)

    async def let_go(self, *, again: bool = False) -> None:
        """Let go of what is older than it is to be kept; `again` also where that was done before.

        Raises:
            StorageError: the database did not take it.
        """
        async with self._turn:
            now = millis(self._clock.now())
            due = partial(cuts, kept=self._kept, now=now, zone=self._zone, again=again)
            for cut in await self._database.read(due):
                left: Cut | None = cut
                while left is not None:
                    left = await self._database.write(partial(let_go, cut=left))

    async def _roll(self, progress: Progress, *, rests: bool) -> None:
        async with self._turn:
            await self._prepare()
            self._now = millis(self._clock.now())  # here: a simulated clock goes by the event loop
            first: int | None = None
            work: Stretch | None = None
            while work is not None or await self._database.read(self._due):
                done = await self._database.write(partial(self._slice, work=work))
                work = done.work
                self._pace = self._pace.after(done.took)
                first = done.at if first is None else first
                progress(min(1.0, (done.at - first) / max(1, done.target - first)))
                await self._clock.patience(done.took if rests else 0.0)
                self._now = millis(self._clock.now())
            progress(1.0)

    async def _prepare(self) -> None:
        """Fit rollups to the home's zone and time if either is another than before."""
        now = millis(self._clock.now())
        if not await self._database.read(partial(fits, now=now, zone=self._zone)):
            left: tuple[int, ...] | None = None
            while left is None or left:
                left = await self._database.write(partial(fit, left=left, now=now, zone=self._zone))

    def _due(self, connection: Connection) -> bool:
        """Whether there is anything to do."""
        if connection.execute(select(STALE.c.series).limit(1)).first() is not None:
            return True
        horizons = reach(connection)
        return self._start(connection, horizons.rolled) < self._target(connection)

    def _target(self, connection: Connection) -> int:
        """Up to when all readings are stored, and hours are over."""
        watched = connection.execute(select(func.max(WATCH.c.end))).scalar() or 0
        return floor(Level.HOUR, min(watched, self._now), self._zone)

    def _start(self, connection: Connection, rolled: int | None) -> int:
        if rolled is not None:
            return rolled
        first = select(func.min(READING.c.at)).where(READING.c.series == SERIES.c.id)
        own = first.correlate(SERIES).scalar_subquery()
        oldest = connection.execute(select(func.min(own)).select_from(SERIES)).scalar()
        watched = connection.execute(select(func.min(WATCH.c.start))).scalar()
        known = [at for at in (oldest, watched) if at is not None]
        return floor(Level.DAY, min(known), self._zone) if known else FAR

    def _slice(self, connection: Connection, work: Stretch | None) -> Done:
        """One slice of the work: some late stretches, or some series of the next stretch."""
        begun, horizons = elapsed(), reach(connection)
        target = self._target(connection)
        if work is not None and horizons.rolled not in (None, work.start):
            work = None
        if horizons.rolled is None:
            connection.execute(delete(STALE))
        elif work is None and mend(connection, horizons.rolled, self._zone):
            return Done(None, horizons.rolled, target)
        if work is None:
            work = self._next(connection, self._start(connection, horizons.rolled), target)
        if work is None:
            return Done(None, target, target)
        some, left = work.left[: self._pace.series], work.left[self._pace.series :]
        move(connection, rolling=work.end)
        ids = [line.id for line in some]
        roll(connection, some, work.start, work.end, self._zone)
        roll_days(connection, ids, work.start, work.end, work.end, self._zone)
        if not left:
            move(connection, rolled=work.end)
        return Done(
            replace(work, left=left) if left else None,
            work.start if left else work.end,
            target,
            elapsed() - begun,
        )

    def _next(self, connection: Connection, start: int, target: int) -> Stretch | None:
        """The next stretch: some hours of one day."""
        if start >= target:
            return None
        hours = floor(Level.HOUR, start + self._pace.hours * HOUR_MS, self._zone)
        end = min(
            target, after(Level.DAY, start, self._zone), max(hours, after(Level.HOUR, start, self._zone))
        )
        found = lines(connection)
        return Stretch(start, end, found)


def _silent(_share: float) -> None:
    """Nobody wants to know."""
