"""What wakes the engine at an instant of home time; whether something is due is decided elsewhere.

APScheduler's door. Its own calendar is not used: it holds a single job, set for the nearest instant.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from typing import Protocol

from apscheduler.executors.asyncio import AsyncIOExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from devices.clock import Clock, WallClock

Wake = Callable[[str], None]

JOB = "nearest"
LOOK_AGAIN = timedelta(seconds=1)
"""A home clock may change its speed: its instants are looked at again after so much real time."""
SOONEST = timedelta(milliseconds=5)
FASTEST = 3600.0
RUNS_AT_ONCE = 100
"""A job set anew by its own run would be dropped if it were due before that run counts as ended."""


class Timer(Protocol):
    """Calls back with a key once its instant of home time has come, on the event loop."""

    def start(self, wake: Wake) -> None:
        """Begin; instants set before are kept."""
        ...

    def at(self, instant: datetime, key: str) -> None:
        """Wake for this key at this instant; an earlier instant of the same key is forgotten."""
        ...

    def cancel(self, key: str) -> None:
        """Forget a key; one that is not set is no error."""
        ...

    def stop(self) -> None:
        """End; nothing wakes afterwards."""
        ...


class Deadlines:
    """Keys by their instants: the heap both timers share. Changes nothing and calls nobody."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, str]] = []
        self._instants: dict[str, datetime] = {}

    def put(self, instant: datetime, key: str) -> None:
        """Set or move a key."""
        self._instants[key] = instant
        heappush(self._heap, (instant, key))

    def drop(self, key: str) -> None:
        """Forget a key."""
        self._instants.pop(key, None)

    def nearest(self) -> datetime | None:
        """The earliest instant."""
        while self._heap and self._instants.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: datetime) -> str | None:
        """The key of the earliest instant if it has come, taken out."""
        instant = self.nearest()
        if instant is None or instant > now:
            return None
        key = heappop(self._heap)[1]
        del self._instants[key]
        return key


class HeapTimer:
    """A timer for a virtual clock: wakes when it is told how late it is."""

    def __init__(self) -> None:
        self._deadlines = Deadlines()
        self._wake: Wake | None = None

    def start(self, wake: Wake) -> None:
        """Begin to wake this callback."""
        self._wake = wake

    def at(self, instant: datetime, key: str) -> None:
        """Wake for this key at this instant."""
        self._deadlines.put(instant, key)

    def cancel(self, key: str) -> None:
        """Forget a key."""
        self._deadlines.drop(key)

    def stop(self) -> None:
        """Wake nobody any more."""
        self._wake = None

    def nearest(self) -> datetime | None:
        """The earliest instant that is set: how far a virtual clock may jump."""
        return self._deadlines.nearest()

    def reach(self, now: datetime) -> None:
        """It is this late now: wakes for every key that has come, in order."""
        while self._wake is not None and (key := self._deadlines.take(now)) is not None:
            self._wake(key)


class LiveTimer:
    """A timer that runs on the event loop, for a home clock of any speed."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._wall = clock, WallClock()
        self._real = isinstance(clock, WallClock)
        self._deadlines = Deadlines()
        self._wake: Wake | None = None
        self._mark = (clock.now(), self._wall.now())
        self._scheduler = AsyncIOScheduler(
            jobstores={"default": MemoryJobStore()}, executors={"default": AsyncIOExecutor()}, timezone=UTC
        )

    def start(self, wake: Wake) -> None:
        """Begin to wake this callback; an event loop must be running."""
        self._wake = wake
        # it would tell of every single wake-up
        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        self._scheduler.start()
        self._arm()

    def at(self, instant: datetime, key: str) -> None:
        """Wake for this key at this instant of home time, soon if it is past."""
        self._deadlines.put(instant, key)
        self._arm()

    def cancel(self, key: str) -> None:
        """Forget a key."""
        self._deadlines.drop(key)

    def stop(self) -> None:
        """Wake nobody any more."""
        self._wake = None
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    async def _look(self) -> None:
        now = self._clock.now()
        while self._wake is not None and (key := self._deadlines.take(now)) is not None:
            self._wake(key)
        self._arm()

    def _arm(self) -> None:
        nearest = self._deadlines.nearest()
        if self._wake is None or nearest is None:
            return
        moment = self._wall.now() + self._delay(nearest)
        self._scheduler.add_job(
            self._look,
            DateTrigger(moment),
            id=JOB,
            replace_existing=True,
            misfire_grace_time=None,
            max_instances=RUNS_AT_ONCE,
        )

    def _delay(self, instant: datetime) -> timedelta:
        """Real time to wait before looking whether the instant has come."""
        left = instant - self._clock.now()
        if self._real:
            return max(left, SOONEST)
        return min(max(left / self._speed(), SOONEST), LOOK_AGAIN)

    def _speed(self) -> float:
        """Home seconds a real second, as seen since the last mark; the fastest until that can be told."""
        home, wall = self._clock.now(), self._wall.now()
        since_home, since_wall = self._mark
        real = (wall - since_wall).total_seconds()
        if real < SOONEST.total_seconds():
            return FASTEST
        if real >= LOOK_AGAIN.total_seconds():
            self._mark = (home, wall)
        return min(max((home - since_home).total_seconds() / real, 1.0), FASTEST)
