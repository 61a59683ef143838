"""Where time comes from: nothing else in Hearth asks the machine for it."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


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
