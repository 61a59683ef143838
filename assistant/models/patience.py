"""How long a person is kept waiting for a model: the time left, what is told meanwhile, the way out."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from assistant.models.trouble import Diagnosis
from devices.clock import Clock

STEP = 1.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an answer may take: `seconds` in all, `clock` for the waits in it.

    `waits` is told each second why a wait goes on, with the seconds that are left of it. `hears` is told each
    piece of text as it comes; it may still be replaced when the answer is whole. Once `leave` is set, nobody
    waits any more: the fallback answers.
    """

    clock: Clock
    seconds: float
    waits: Callable[[Diagnosis, float], object] = lambda _why, _seconds: None
    hears: Callable[[str], object] = lambda _text: None
    leave: asyncio.Event = field(default_factory=asyncio.Event)

    async def sit_out(self, why: Diagnosis, seconds: float) -> bool:
        """Wait, counting down; False as soon as the person wants to wait no longer."""
        left = seconds
        while left > 0:
            self.waits(why, left)
            step = min(STEP, left)
            if not await self.pause(step):
                return False
            left -= step
        return True

    async def pause(self, seconds: float) -> bool:
        """Wait without a word; False as soon as the person wants to wait no longer."""
        return await self.unless_left(_slept(self.clock, seconds)) is not None

    async def unless_left(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What the work gives, or None, the work cancelled, once the person wants to wait no longer."""
        working, told = asyncio.create_task(work), asyncio.create_task(self.leave.wait())
        try:
            await asyncio.wait((working, told), return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else None
        finally:
            for task in (working, told):
                task.cancel()
            await asyncio.wait((working, told))


async def _slept(clock: Clock, seconds: float) -> bool:
    await clock.patience(seconds)
    return True
