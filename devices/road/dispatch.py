"""The way down: gate, fit, publish, receipt, for every command of a request. It decides no policy."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from devices.bus import Bus
from devices.clock import Clock
from devices.command import WITHHELD, Cause, Command, Outcome, Reason, Request, Status
from devices.errors import NotConnected
from devices.events import CommandEnded
from devices.kinds import KINDS
from devices.model import Snapshot
from devices.mqtt.transport import Transport
from devices.policy import Judgement
from devices.registry import Registry
from devices.road.intake import Intake
from devices.road.ledger import Ledger
from devices.road.limit import Misfit, fit
from devices.road.receipt import Ending, Receipt

_SETTLED = WITHHELD | {Reason.POLICY, Reason.CONTROL_NOT_ALLOWED, Reason.UNKNOWN_ENTITY}
"""What the gate says that nothing can change any more."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A command that went out: waits for attribution to end once its receipt has."""

    key: str
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Given:
    """How a command was given: why, when (home time), and who allowed it if it needed that."""

    cause: Cause
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Means:
    """What a home lends for the way down."""

    transport: Transport
    intake: Intake
    registry: Registry
    ledger: Ledger
    bus: Bus
    clock: Clock


class Dispatch:
    """Carries requests to the devices and brings back what became of each command."""

    def __init__(self, means: Means, *, patience: float) -> None:
        self._means, self._patience = means, patience
        self._registry, self._intake, self._ledger = means.registry, means.intake, means.ledger
        self.ended: asyncio.Queue[Sent] = asyncio.Queue()

    async def carry(self, request: Request, judgements: tuple[Judgement, ...]) -> tuple[Outcome, ...]:
        """Run all commands: those of one entity in order, different entities side by side."""
        lanes: dict[str, list[int]] = {}
        for index, command in enumerate(request.commands):
            lanes.setdefault(command.entity_id, []).append(index)
        outcomes: dict[int, Outcome] = {}

        async def drive(lane: list[int]) -> None:
            for index in lane:
                given = Given(request.cause, self._means.clock.now(), judgements[index].by)
                outcomes[index] = await self._one(judgements[index], request, given)
                self._tell(outcomes[index], given)

        async with asyncio.TaskGroup() as group:
            for entity_id, lane in lanes.items():
                group.create_task(drive(lane), name=f"command {entity_id}")
        return tuple(outcomes[index] for index in range(len(request.commands)))

    def _tell(self, outcome: Outcome, given: Given) -> None:
        now = self._means.clock.now()
        self._means.bus.publish(CommandEnded(outcome, given.cause, now, given.at, given.by))

    async def _one(self, judgement: Judgement, request: Request, given: Given) -> Outcome:
        command = judgement.command
        snapshot = self._registry.find(command.entity_id)
        refused = self.obstacle(judgement)
        if refused is not None or snapshot is None:
            return refused or Outcome(command, Status.REFUSED, reason=Reason.UNKNOWN_ENTITY)
        if not judgement.allowed:
            return _outcome(command, snapshot, Status.NEEDS_CONFIRMATION, judgement.reason, judgement.rule)
        fitted = fit(command, snapshot)
        sent = fitted if isinstance(fitted, Command) else command
        return replace(await self._send(sent, snapshot, request, given), command=command)

    def obstacle(self, judgement: Judgement) -> Outcome | None:
        """What stands in the way whatever a person may allow; what policy forbids is said first."""
        command, reason = judgement.command, judgement.reason
        snapshot = self._registry.find(command.entity_id)
        if reason in _SETTLED:
            return _outcome(command, snapshot, Status.REFUSED, reason, judgement.rule)
        if not self._intake.online:
            return _outcome(command, snapshot, Status.REFUSED, Reason.BROKER_DOWN)
        if snapshot is None:
            return _outcome(command, None, Status.REFUSED, Reason.UNKNOWN_ENTITY)
        if not snapshot.available:
            return _outcome(command, snapshot, Status.REFUSED, Reason.UNAVAILABLE)
        fitted = fit(command, snapshot)
        if isinstance(fitted, Misfit):
            return _outcome(command, snapshot, Status.REFUSED, fitted.reason, fitted.detail)
        return None

    async def _send(self, command: Command, before: Snapshot, request: Request, given: Given) -> Outcome:
        key = self._registry.key(before.entity.id) or ""
        speaker = self._intake.speaker(key)
        if speaker is None:
            return _outcome(command, before, Status.REFUSED, Reason.UNKNOWN_ENTITY)
        kind = KINDS[before.entity.domain]
        asked = kind.encode(command, before.entity, before.state)
        messages = speaker.write(key, asked)
        if not messages:
            return _outcome(command, before, Status.REFUSED, Reason.NOT_SUPPORTED)
        receipt = Receipt(command, kind, request.cause, before, asked)
        began = asyncio.get_running_loop().time()
        self._ledger.open(key, receipt)
        try:
            for message in messages:
                await self._means.transport.publish(message)
            ending = await self._verdict(receipt, request.until)
        except NotConnected:
            ending = Ending(Status.REFUSED, Reason.BROKER_DOWN, receipt.seen)
        except asyncio.CancelledError:
            # it may be out: the records must know of it, although nobody waits for it any more
            stopped = Ending(Status.SENT, Reason.STOPPED, receipt.seen)
            self._tell(_ended(command, before, stopped, 0), given)
            raise
        finally:
            self._ledger.close(key, receipt)
            self.ended.put_nowait(Sent(key, receipt))
        spent = round((asyncio.get_running_loop().time() - began) * 1000)
        return _ended(command, before, ending, spent)

    async def _verdict(self, receipt: Receipt, until: float | None) -> Ending:
        if receipt.before.entity.features.optimistic:
            return Ending(Status.SENT, Reason.OPTIMISTIC, receipt.seen)
        return await receipt.wait(self._means.clock, self._patience, until)


def _ended(command: Command, before: Snapshot, ending: Ending, spent: int) -> Outcome:
    """The outcome of a command that went out.

    `detail` is what was reported instead, or when the wanted state was reported (ISO time).
    """
    detail = ""
    if ending.status is Status.FAILED:
        detail = ending.seen.word
    elif ending.status is Status.ALREADY and ending.seen.reported_at is not None:
        detail = ending.seen.reported_at.isoformat()
    outcome = _outcome(command, before, ending.status, ending.reason, detail)
    return replace(outcome, after=ending.seen.word, attributes=ending.seen.attributes(), ms=spent)


def _outcome(
    command: Command, snapshot: Snapshot | None, status: Status, reason: Reason, detail: str = ""
) -> Outcome:
    if snapshot is None:
        return Outcome(command, status, reason=reason, detail=detail)
    word, shown = snapshot.word, snapshot.attributes()
    return Outcome(command, status, word, word, reason, shown, shown, detail)
