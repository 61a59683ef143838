"""A clock that only a test moves."""

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
_TURNS = 20
"""Turns of the event loop that let everything runnable run."""


class FakeClock:
    """Home time and patience on one line that moves only by `advance`.

    With `hasty`, patience ends after a few turns of the event loop: a device that has not answered by
    then is silent, so a test of outcomes needs no task of its own.
    """

    def __init__(self, start: datetime = START, *, hasty: bool = False) -> None:
        self._now = start
        self._hasty = hasty
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> datetime:
        """Home time."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved time so far."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due = self._now + timedelta(seconds=seconds)
        heapq.heappush(self._sleepers, (due, next(self._order), future))
        await future

    async def patience(self, seconds: float) -> None:
        """Wait like `sleep`, or only a moment when hasty."""
        if self._hasty:
            await turns()
        else:
            await self.sleep(seconds)

    def set_back(self, seconds: float) -> None:
        """The machine's clock is set back; whoever sleeps has as long left as before."""
        back = timedelta(seconds=seconds)
        self._now -= back
        self._sleepers = [(due - back, order, future) for due, order, future in self._sleepers]

    async def advance(self, seconds: float) -> None:
        """Move time on, waking sleepers at their own instants, in order."""
        end = self._now + timedelta(seconds=seconds)
        await turns()
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _order, future = heapq.heappop(self._sleepers)
            if future.done():
                continue
            self._now = max(self._now, due)
            future.set_result(None)
            await turns()
        self._now = end
        await turns()


async def turns(number: int = _TURNS) -> None:
    """Let everything that can run do so."""
    for _ in range(number):
        await asyncio.sleep(0)
