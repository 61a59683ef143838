"""Records and runs rules while this process holds the home's lease; follows while another one does."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from devices.automation.books.book import RuleBook
from devices.clock import Clock, Leaps, WallClock
from devices.errors import StorageError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.storage.lease import Lease

log = logging.getLogger(__name__)

LOOK_AGAIN = 1.0
"""Real seconds between two looks at the lease."""


class MakeRecorder(Protocol):
    """Makes a recorder for this home."""

    def __call__(self, *, commands_only: bool) -> Recorder:
        """One that records everything, or only the commands of this process."""
        ...


RunRules = Callable[[Callable[[], bool]], Coroutine[Any, Any, None]]
"""Runs the rules until cancelled, asking before every act whether it may."""


@dataclass(frozen=True, slots=True)
class Duties:
    """What the holder of the lease does; `rules` is None for a command that lives for one sentence.

    `rollups` keeps what was recorded rolled up, and lets go what is old; None where nobody stays for it.
    """

    home: Home
    book: RuleBook
    recorder: MakeRecorder
    clock: Clock
    rules: RunRules | None
    rollups: Callable[[], Coroutine[Any, Any, None]] | None = None


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
        self._term, self._leaps = 0, _leaps(duties.clock)
        self.active = False
        self.holder = ""
        """Who else runs the rules, in the words of its lease; empty while nobody else is known to."""

    async def run(self) -> None:
        """Hold or follow, until cancelled; giving the lease back is left to whoever closes the home."""
        while True:
            while await self._taken():
                await self._hold()
            await self._follow()

    def may_act(self) -> bool:
        """Whether rules may act right now: asked before they look at the time, and before every act.

        False from the moment at which another process may have taken over, or at which the machine's clock
        was set forward: then whoever goes on starts from what is stored, as after a restart.
        """
        leapt = self._leaps is not None and self._leaps.leapt()
        return self._lease.held() and self._lease.term == self._term and not leapt

    async def _hold(self) -> None:
        """Do the work for as long as the lease is ours beyond doubt."""
        self._term, self._leaps = self._lease.term, _leaps(self._duties.clock)
        await self._catch_up()
        recorder = self._duties.recorder(commands_only=False)
        recorder.begin(self._duties.home.view())
        self.active = True
        try:
            async with together(record=recorder.run(), **self._rules(), **self._rollups()):
                while self.may_act():
                    await self._wall.patience(LOOK_AGAIN)
                log.warning("rules start anew: the lease was not renewed in time, or the clock leapt")
        finally:
            self.active = False

    async def _catch_up(self) -> None:
        """Read the rules again: one that died may have changed them and told nobody."""
        try:
            await self._duties.book.load()
        except StorageError as error:
            log.warning("the rules run as they were last read: %s", error)

    async def _follow(self) -> None:
        """Record only what this process asks for: the holder can't know why it was asked."""
        recorder = self._duties.recorder(commands_only=True)
        async with together(record=recorder.run()):
            await self._wall.patience(LOOK_AGAIN)
            while not await self._taken():
                await self._wall.patience(LOOK_AGAIN)

    def _rules(self) -> dict[str, Coroutine[Any, Any, None]]:
        rules = self._duties.rules
        return {} if rules is None else {"rules": rules(self.may_act)}

    def _rollups(self) -> dict[str, Coroutine[Any, Any, None]]:
        rollups = self._duties.rollups
        return {} if rollups is None else {"rollups": rollups()}

    async def _taken(self) -> bool:
        try:
            taken = self._stands_by and await self._lease.take()
            self.holder = "" if taken else await self._lease.other()
        except StorageError as error:
            log.warning("following: %s", error)
            return False
        return taken


def _leaps(clock: Clock) -> Leaps | None:
    """What watches the machine's clock; a simulated home does not go by it."""
    return Leaps(clock) if isinstance(clock, WallClock) else None


@asynccontextmanager
async def keeping(lease: Lease) -> AsyncIterator[None]:
    """Renew the lease from when it is taken until the block ends, then give it back."""
    try:
        async with together(lease=_renewed(lease)):
            yield
    finally:
        await give_back(lease)


async def _renewed(lease: Lease) -> None:
    wall, said = WallClock(), False
    while True:
        await wall.patience(lease.pace)
        if not lease.claimed:
            continue
        try:
            if not await lease.renew():
                log.warning("another process took the lease over")
            said = False
        except StorageError as error:
            if not said:
                log.warning("the lease can't be renewed, rules pause until it can: %s", error)
            said = True


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
