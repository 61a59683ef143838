"""Home time: a clock that may run faster than the wall, and one that never waits."""

import asyncio
from datetime import UTC, datetime, timedelta

SLOWEST, FASTEST = 1.0, 3600.0
# A sleeper wakes at least this often in real seconds, so that a laptop's sleep is noticed.
_LONGEST_NAP = 60.0


class HomeClock:
    """The clock of a running home. Starts at `start` (default: the wall) and never runs backwards."""

    def __init__(self, start: datetime | None = None, speed: float = 1.0) -> None:
        self._origin = start or datetime.now(UTC)
        self._mark = asyncio.get_running_loop().time()
        self._speed = _bounded(speed)
        self._changed = asyncio.Event()

    @property
    def speed(self) -> float:
        """Home seconds a real second, 1 to 3600."""
        return self._speed

    def set_speed(self, speed: float) -> None:
        """Change the pace; whoever sleeps is woken at the right new moment."""
        self._origin, self._mark = self.now(), asyncio.get_running_loop().time()
        self._speed = _bounded(speed)
        self._changed.set()
        self._changed = asyncio.Event()

    def now(self) -> datetime:
        """Home time, aware, UTC."""
        passed = asyncio.get_running_loop().time() - self._mark
        return self._origin + timedelta(seconds=passed * self._speed)

    async def sleep(self, seconds: float) -> None:
        """Wait for so many home seconds, whatever the pace becomes meanwhile."""
        end = self.now() + timedelta(seconds=seconds)
        while (left := (end - self.now()).total_seconds()) > 0:
            nap = min(left / self._speed, _LONGEST_NAP)
            try:
                async with asyncio.timeout(nap):
                    await self._changed.wait()
            except TimeoutError:
                continue
        await asyncio.sleep(0)

    async def patience(self, seconds: float) -> None:
        """Wait for so many real seconds."""
        await asyncio.sleep(seconds)


class VirtualClock:
    """A clock that moves only when told, for a past that is computed and not waited for."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """Home time, aware, UTC."""
        return self._now

    def advance(self, to: datetime) -> None:
        """Move to a later moment; an earlier one is ignored."""
        self._now = max(self._now, to)

    async def sleep(self, seconds: float) -> None:
        """Pass so many home seconds without waiting."""
        self.advance(self._now + timedelta(seconds=seconds))
        await asyncio.sleep(0)

    async def patience(self, seconds: float) -> None:
        """Pass no real time: nothing in a computed past is worth waiting for."""
        _ = seconds
        await asyncio.sleep(0)


def _bounded(speed: float) -> float:
    # in this order what is no number counts as slow
    return max(SLOWEST, min(speed, FASTEST))
