"""From devices' receipts to a tool's result: which of the four endings, and what the model reads of it."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime

from devices.automation.undo.changes import Change, change_of
from devices.command import WITHHELD, Command, Outcome, Reason, Request, Status
from devices.errors import StorageError
from devices.model import Json, Scalar, Snapshot
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.words.speech import age, outcome_sentence, outcomes_sentence, say

log = logging.getLogger(__name__)

_BLOCKED = WITHHELD | {Reason.NOT_APPROVED, Reason.POLICY, Reason.CONTROL_NOT_ALLOWED}
_DONE = frozenset({Status.CONFIRMED, Status.ALREADY})


def receipt(outcomes: Sequence[Outcome], context: ToolContext, undo: str = "") -> ToolResult:
    """The result that these outcomes make; its text is made of the receipts alone."""
    ending, reason = _ending(outcomes)
    undone = [o for o in outcomes if o.status not in _DONE]
    return ToolResult(
        ending,
        told(_text(outcomes, context), undo, context) if _changes(outcomes) else _text(outcomes, context),
        data=[_plain(outcome) for outcome in outcomes],
        error="" if ending is Ending.COMPLETED and reason != "partial" else _errors(undone),
        stop=True,
        reason=reason,
        outcomes=tuple(outcomes),
        undo=undo,
    )


def _text(outcomes: Sequence[Outcome], context: ToolContext) -> str:
    """The sentences of the receipts; of a single thing that was so before, also when it said so."""
    text = outcomes_sentence(context.language, tuple(outcomes), context.house.home.view())
    if len(outcomes) != 1 or outcomes[0].status is not Status.ALREADY or not outcomes[0].detail:
        return text
    reported = datetime.fromisoformat(outcomes[0].detail)
    then = age(context.language, reported, context.house.clock.now())
    return say(context.language, "already_reported", text=text, age=then)


def refusal(outcome: Outcome, context: ToolContext) -> ToolResult:
    """The result of a command that was never given, since its entity can't be told this."""
    snapshot = context.house.home.view().find(outcome.command.entity_id)
    name = snapshot.entity.name if snapshot else outcome.command.entity_id
    return ToolResult(
        Ending.FATAL,
        outcome_sentence(context.language, outcome, name),
        data=[_plain(outcome)],
        error=_errors([outcome]),
        stop=True,
        reason=outcome.reason,
        outcomes=(outcome,),
    )


async def carried(request: Request, context: ToolContext) -> tuple[Outcome, ...]:
    """Run a request; one that is stopped on its way is still written down, so that undo finds it."""
    home = context.house.home
    view, judged = home.view(), home.judge(request)
    try:
        return await home.execute(request)
    except asyncio.CancelledError:
        allowed = [(j.command, view.find(j.command.entity_id)) for j in judged if j.allowed]
        await remember([_cut_off(command, before) for command, before in allowed if before], context)
        raise


def _cut_off(command: Command, before: Snapshot) -> Outcome:
    return Outcome(
        command, Status.SENT, before.word, reason=Reason.STOPPED, previous=dict(before.attributes())
    )


async def remember(outcomes: Sequence[Outcome], context: ToolContext, *more: Change) -> str:
    """Write down what these outcomes changed, for undo; gives the id.

    It is empty if nothing changed, or if it could not be written: what is done stays done all the same.
    """
    changes = (*more, *_changes(outcomes))
    try:
        return await context.house.journal.record(changes, context.cause) if changes else ""
    except StorageError as error:
        log.warning("a change was not written down: %s", error)
        return ""


def told(text: str, undo: str, context: ToolContext) -> str:
    """What is said of a change: also that undo does not know of it, when it could not be written down."""
    return text if undo else f"{text}\n{say(context.language, 'not_written_down')}"


def _changes(outcomes: Sequence[Outcome]) -> tuple[Change, ...]:
    return tuple(change for outcome in outcomes if (change := change_of(outcome)) is not None)


def _ending(outcomes: Sequence[Outcome]) -> tuple[Ending, str]:
    """The ending and its reason: a block outranks all, a silence is never tried again by itself."""
    blocked = [o for o in outcomes if o.status is Status.NEEDS_CONFIRMATION or o.reason in _BLOCKED]
    if blocked:
        asks = any(o.status is Status.NEEDS_CONFIRMATION for o in blocked)
        return Ending.POLICY_BLOCK, Status.NEEDS_CONFIRMATION if asks else blocked[0].reason
    failed = [o for o in outcomes if o.status in (Status.REFUSED, Status.FAILED)]
    if failed and len(failed) == len(outcomes):
        return Ending.FATAL, failed[0].reason or Status.FAILED
    if failed:
        return Ending.COMPLETED, "partial"
    if any(o.status is Status.SENT for o in outcomes):
        return Ending.COMPLETED, Reason.NO_ANSWER
    if outcomes and all(o.status is Status.ALREADY for o in outcomes):
        return Ending.COMPLETED, "already_applied"
    return Ending.COMPLETED, ""


def _plain(outcome: Outcome) -> dict[str, Json]:
    told: dict[str, Json] = {
        "entity_id": outcome.command.entity_id,
        "control": outcome.command.control,
        "status": outcome.status.value,
        "before": outcome.before,
        "state": outcome.after,
    }
    if outcome.command.values:
        told["values"] = dict(outcome.command.values)
    if outcome.attributes:
        told["attributes"] = plain_fields(outcome.attributes)
    if outcome.reason:
        told["reason"] = outcome.reason.value
    if outcome.detail:
        told["detail"] = outcome.detail
    return told


def plain_fields(fields: Mapping[str, Scalar | tuple[Scalar, ...]]) -> dict[str, Json]:
    """Neutral fields as JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def _errors(outcomes: Sequence[Outcome]) -> str:
    """What went wrong, for the model: `light.kitchen: refused, unavailable`."""
    lines = []
    for outcome in outcomes:
        parts = [outcome.status.value, outcome.reason.value, outcome.detail]
        lines.append(f"{outcome.command.entity_id}: {', '.join(part for part in parts if part)}")
    return "; ".join(lines)
