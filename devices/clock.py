"""Where time comes from: nothing else in Hearth asks the machine for it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

LEAP_SECONDS = 5.0
"""A wall clock that is set by less is followed; by more it leapt."""
# counts while the machine sleeps, as Python's own monotonic clock does not
_LASTING = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


class Clock(Protocol):
    """The time of one home: wall time, or the simulator's, or a test's."""

    def now(self) -> datetime:
        """Home time, aware, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of home time."""
        ...

    async def patience(self, seconds: float) -> None:
        """Wait so many real seconds: how long a person or a device is given to answer."""
        ...


class WallClock:
    """The clock of an external broker: home time is real time."""

    def now(self) -> datetime:
        """Real time, aware, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        await asyncio.sleep(max(0.0, seconds))

    async def patience(self, seconds: float) -> None:
        """Wait so many seconds."""
        await asyncio.sleep(max(0.0, seconds))


class AnchoredClock:
    """The built-in home's clock as seen from another process: an anchor and a speed.

    Args:
        home: home time at the anchor, aware.
        wall: real time at the anchor, aware.
        speed: home seconds a real second.
    """

    def __init__(self, home: datetime, wall: datetime, speed: float) -> None:
        self._home, self._wall, self._speed = home, wall, speed

    def now(self) -> datetime:
        """Home time, aware, in UTC."""
        return self._home + (datetime.now(UTC) - self._wall) * self._speed

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of home time."""
        await asyncio.sleep(max(0.0, seconds / self._speed))

    async def patience(self, seconds: float) -> None:
        """Wait so many real seconds."""
        await asyncio.sleep(max(0.0, seconds))


def elapsed() -> float:
    """Real seconds since some moment, the machine's sleep counted in; only differences mean anything."""
    return time.monotonic() if _LASTING is None else time.clock_gettime(_LASTING)


class Leaps:
    """Notices that the machine's clock was set forward: hours that nobody lived.

    Args:
        wall: the time that may leap.
        passed: seconds that really passed.
    """

    def __init__(self, wall: Clock, passed: Callable[[], float] = elapsed) -> None:
        self._wall, self._passed = wall, passed
        self._mark = self._lead()
        self._leapt = False

    def leapt(self) -> bool:
        """Whether it was set forward since this was made; small corrections and steps back are none."""
        lead = self._lead()
        self._leapt = self._leapt or lead - self._mark > LEAP_SECONDS
        self._mark = lead
        return self._leapt

    def _lead(self) -> float:
        return self._wall.now().timestamp() - self._passed()
