"""Records and runs rules while this process holds the home's lease; follows while another one does.

The engine and its scheduler are loaded only where rules run: short commands never pay for them.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from devices.automation.book import RuleBook
from devices.bus import Bus
from devices.clock import Clock, WallClock
from devices.errors import StorageError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.storage.lease import Lease

log = logging.getLogger(__name__)

LOOK_AGAIN = 5.0
"""Real seconds between two looks at the lease: a third of its life."""


class MakeRecorder(Protocol):
    """Makes a recorder for this home."""

    def __call__(self, *, commands_only: bool) -> Recorder:
        """One that records everything, or only the commands of this process."""
        ...


@dataclass(frozen=True, slots=True)
class Duties:
    """What the holder of the lease does; `rules` is False for a command that lives for one sentence."""

    home: Home
    book: RuleBook
    recorder: MakeRecorder
    bus: Bus
    clock: Clock
    rules: bool


class Runner:
    """Takes the lease as soon as it is free, and lets go of the work when it is lost.

    Args:
        lease: the claim on the home.
        duties: what its holder does.
        stands_by: False for a guest in another process's home, which ends with its host.
    """

    def __init__(self, lease: Lease, duties: Duties, *, stands_by: bool = True) -> None:
        self._lease, self._duties, self._stands_by = lease, duties, stands_by
        self._wall = WallClock()
        self.active = False

    async def run(self) -> None:
        """Hold or follow, until cancelled; giving the lease back is left to whoever closes the home."""
        while True:
            if await self._taken():
                await self._hold()
            await self._follow()

    async def _hold(self) -> None:
        recorder = self._duties.recorder(commands_only=False)
        recorder.begin(self._duties.home.view())
        self.active = True
        try:
            async with together(record=recorder.run(), **self._rules()):
                while await self._kept():
                    await self._wall.patience(LOOK_AGAIN)
        finally:
            self.active = False

    async def _follow(self) -> None:
        """Record only what this process asks for: the holder can't know why it was asked."""
        recorder = self._duties.recorder(commands_only=True)
        async with together(record=recorder.run()):
            await self._wall.patience(LOOK_AGAIN)
            while not await self._taken():
                await self._wall.patience(LOOK_AGAIN)

    def _rules(self) -> dict[str, Coroutine[Any, Any, None]]:
        if not self._duties.rules:
            return {}
        engine = import_module("devices.automation.engine")
        timer = import_module("devices.automation.timer")
        duties = self._duties
        run = engine.Engine(
            duties.home, duties.book, duties.bus, duties.clock, timer.LiveTimer(duties.clock)
        ).run()
        return {"rules": run}

    async def _taken(self) -> bool:
        try:
            return self._stands_by and await self._lease.take()
        except StorageError as error:
            log.warning("following: %s", error)
            return False

    async def _kept(self) -> bool:
        try:
            return await self._lease.renew()
        except StorageError as error:
            # a database in trouble must not stop the rules: nobody else can take the lease either
            log.warning("the lease can't be renewed: %s", error)
            return True


async def give_back(lease: Lease) -> None:
    """Release a lease once the home is closed, so that the next one need not wait."""
    try:
        await lease.release()
    except StorageError as error:
        log.info("the lease runs out by itself: %s", error)


@asynccontextmanager
async def together(**jobs: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run named jobs as long as the block; when one fails the block ends with its error."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job, name=name) for name, job in jobs.items()]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
    except BaseExceptionGroup as several:
        if len(several.exceptions) > 1:
            raise
        # one error is told as what it is, so that callers can name it
        raise several.exceptions[0] from None
