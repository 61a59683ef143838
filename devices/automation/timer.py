"""What wakes the engine at an instant of home time; whether something is due is decided elsewhere.

APScheduler's door. Its own calendar is not used: it holds a single job, set for the nearest instant. It goes
by the machine's clock, which may be set back and forth: real seconds of the event loop look after it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from typing import Protocol

from apscheduler.executors.asyncio import AsyncIOExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from devices.clock import Clock, WallClock, elapsed

Wake = Callable[[str], None]

JOB = "nearest"
LOOK_AGAIN = timedelta(seconds=1)
"""Clocks change their speed and are set anew: instants are looked at again after so much real time."""
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

    def due(self, now: datetime) -> Iterator[str]:
        """The keys whose instants have come, taken out one by one in order; none of them twice in a turn.

        One that is set anew for the past is left for the next turn: it must not keep the loop busy.
        """
        taken: set[str] = set()
        while (instant := self.nearest()) is not None and instant <= now:
            if self._heap[0][1] in taken:
                return
            key = self.take(now)
            if key is not None:
                taken.add(key)
                yield key

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

    @property
    def running(self) -> bool:
        """Whether there is somebody to wake."""
        return self._wake is not None

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
        for key in self._deadlines.due(now) if self._wake is not None else ():
            if self._wake is not None:
                self._wake(key)


class LiveTimer:
    """A timer that runs on the event loop, for a home clock of any speed.

    Args:
        clock: the home's time.
        wall: the machine's time, by which APScheduler goes.
    """

    def __init__(self, clock: Clock, wall: Clock | None = None) -> None:
        self._clock, self._wall = clock, wall or WallClock()
        self._real = isinstance(clock, WallClock)
        self._deadlines = Deadlines()
        self._wake: Wake | None = None
        self._again: asyncio.TimerHandle | None = None
        self._mark = (clock.now(), elapsed())
        self._scheduler = AsyncIOScheduler(
            jobstores={"default": MemoryJobStore()}, executors={"default": AsyncIOExecutor()}, timezone=UTC
        )

    def start(self, wake: Wake) -> None:
        """Begin to wake this callback; an event loop must be running."""
        self._wake = wake
        # it would tell of every single wake-up
        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        self._scheduler.start()
        self._look_again()

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
        if self._again is not None:
            self._again.cancel()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def _look_again(self) -> None:
        """Look, and once more after a while of real time that no clock can shift."""
        self._look()
        if self._wake is not None:
            loop = asyncio.get_running_loop()
            self._again = loop.call_later(LOOK_AGAIN.total_seconds(), self._look_again)

    def _look(self) -> None:
        now = self._clock.now()
        for key in self._deadlines.due(now):
            if self._wake is not None:
                self._wake(key)
        self._arm()

    async def _due(self) -> None:
        self._look()

    def _arm(self) -> None:
        """Set the one job for the nearest instant, unless it is looked at before anyway."""
        nearest = self._deadlines.nearest()
        if self._wake is None or nearest is None:
            return
        delay = max((nearest - self._clock.now()) / self._speed(), SOONEST)
        if delay > LOOK_AGAIN:
            return
        self._scheduler.add_job(
            self._due,
            DateTrigger(self._wall.now() + delay),
            id=JOB,
            replace_existing=True,
            misfire_grace_time=None,
            max_instances=RUNS_AT_ONCE,
        )

    def _speed(self) -> float:
        """Home seconds a real second, as seen since the last mark; the fastest until that can be told."""
        if self._real:
            return 1.0
        home, real = self._clock.now(), elapsed()
        since_home, since_real = self._mark
        passed = real - since_real
        if passed < SOONEST.total_seconds():
            return FASTEST
        if passed >= LOOK_AGAIN.total_seconds():
            self._mark = (home, real)
        return min(max((home - since_home).total_seconds() / passed, 1.0), FASTEST)
