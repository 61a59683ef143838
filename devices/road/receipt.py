"""Waits for what a device reports after a command, and says what that proves. Publishes nothing."""

import asyncio
from dataclasses import dataclass, field

from devices.clock import Clock
from devices.command import Cause, Command, Reason, Status
from devices.kinds.spec import Kind, Verdict
from devices.model import Fields, Snapshot

GRACE = 1.0
"""Real seconds in which a contradicting report may still be an older one, overtaken by the command."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the wait ended; `seen` is the last thing known of the entity."""

    status: Status
    reason: Reason
    seen: Snapshot


@dataclass(eq=False, slots=True)
class Receipt:
    """One command under way: fed with every report of its entity, awaited by whoever sent it.

    `asked` are the fields that went out; only a report that speaks of them proves or contradicts anything.
    """

    command: Command
    kind: Kind
    cause: Cause
    before: Snapshot
    asked: Fields
    seen: Snapshot = field(init=False)
    verdict: Verdict | None = None
    lost: bool = False
    _fresh: bool = False
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.seen = self.before

    def report(self, snapshot: Snapshot, fields: Fields) -> None:
        """Take in one live report of the entity; a thing that moved and rests elsewhere has stopped short."""
        self.seen = snapshot
        if snapshot.state is None:
            return
        verdict = self.kind.achieved(self.command, snapshot.state)
        if verdict is Verdict.OPEN and self.verdict in (Verdict.MOVING, Verdict.CONTRADICTED):
            verdict = Verdict.CONTRADICTED
        if self.speaks_of(fields) or verdict is Verdict.MOVING:
            self.verdict = verdict
            self._fresh = True
            self._wake.set()

    def speaks_of(self, fields: Fields) -> bool:
        """Whether a report is about what was asked for."""
        return not self.asked.keys().isdisjoint(fields)

    def disconnected(self) -> None:
        """The broker went away: no answer can come any more."""
        self.lost = True
        self._fresh = True
        self._wake.set()

    async def wait(self, clock: Clock, patience: float, until: float | None = None) -> Ending:
        """Wait until the device answered or was silent for its kind's deadline times `patience`.

        `until`, by the event loop's time, ends the wait earlier: then it is not known what came of it.
        """
        held = self._held_before()
        fading = self.command.values.get("transition")
        spare = GRACE + (fading if isinstance(fading, int | float) else 0)
        deadline, grace = (self.kind.deadline + spare - GRACE) * patience, spare * patience
        quiet = min(deadline, grace) if held else deadline
        while await self._news(clock, _cut(quiet, until)):
            if self.lost:
                return Ending(Status.SENT, Reason.BROKER_DOWN, self.seen)
            match self.verdict:
                case Verdict.ACHIEVED:
                    return Ending(Status.CONFIRMED, Reason.NONE, self.seen)
                case Verdict.JAMMED:
                    return Ending(Status.FAILED, Reason.JAMMED, self.seen)
                case Verdict.CONTRADICTED:
                    quiet = min(deadline, grace)
                case _:
                    quiet = deadline
        if until is not None and asyncio.get_running_loop().time() >= until:
            return Ending(Status.SENT, Reason.NO_ANSWER, self.seen)
        return self._silent(held=held)

    def _held_before(self) -> bool:
        """Whether a live report had shown the wanted state before the command was sent."""
        state = self.before.state
        if not self.before.live or state is None:
            return False
        return self.kind.achieved(self.command, state) is Verdict.ACHIEVED

    def _silent(self, *, held: bool) -> Ending:
        if self.verdict is Verdict.CONTRADICTED:
            return Ending(Status.FAILED, Reason.CONTRADICTED, self.seen)
        if held and self.verdict is None:
            return Ending(Status.ALREADY, Reason.NONE, self.seen)
        return Ending(Status.SENT, Reason.NO_ANSWER, self.seen)

    async def _news(self, clock: Clock, seconds: float) -> bool:
        """Whether something new comes within so many real seconds."""
        async with asyncio.TaskGroup() as group:
            limit = group.create_task(clock.patience(seconds), name=f"answer of {self.command.entity_id}")
            limit.add_done_callback(lambda _task: self._wake.set())
            await self._wake.wait()
            limit.cancel()
        fresh, self._fresh = self._fresh, False
        self._wake.clear()
        return fresh


def _cut(seconds: float, until: float | None) -> float:
    """So many seconds, or those that are left."""
    if until is None:
        return seconds
    return max(0.0, min(seconds, until - asyncio.get_running_loop().time()))
