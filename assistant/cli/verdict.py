"""What a finished turn means to a script: its exit code and its JSON. Pure; prints nothing."""

from assistant.agent.turn import StopReason, Turn
from assistant.cli.approval import additions
from assistant.cli.exit import Exit
from assistant.kept.record import action
from devices.command import Outcome, Reason, Status
from devices.model import Json

VERSION = 1

_STOPS = {
    StopReason.NO_TARGET: Exit.NO_TARGET,
    StopReason.NEEDS_CONFIRMATION: Exit.NOT_ALLOWED,
    StopReason.DECLINED: Exit.NOT_ALLOWED,
    StopReason.UNANSWERED: Exit.NOT_ALLOWED,
    StopReason.POLICY: Exit.NOT_ALLOWED,
    StopReason.MODEL_UNAVAILABLE: Exit.NO_MODEL,
    StopReason.RATE_LIMITED: Exit.NO_MODEL,
    StopReason.STEP_LIMIT: Exit.FAILED,
    StopReason.TIME_LIMIT: Exit.FAILED,
    StopReason.TOKEN_LIMIT: Exit.FAILED,
    StopReason.TOOL_FAILED: Exit.FAILED,
    StopReason.NOT_DONE: Exit.FAILED,
    StopReason.STOPPED: Exit.INTERRUPTED,
}

_WEIGHT = (Exit.BROKER_DOWN, Exit.NOT_ALLOWED, Exit.FAILED, Exit.UNCONFIRMED, Exit.DONE)
"""Of several outcomes the first of these is what the script is told."""


def verdict(turn: Turn) -> Exit:
    """Return the exit code: how the turn ended, then the worst of what became of its commands."""
    worst = worst_of(turn.outcomes)
    if worst is Exit.BROKER_DOWN:
        return worst
    if turn.stop is StopReason.NEEDS_ANSWER:
        return Exit.NO_TARGET if turn.choices else Exit.FAILED
    if turn.stop in (StopReason.TOOL_FAILED, StopReason.NOT_DONE) and worst is Exit.NOT_ALLOWED:
        return worst
    return _STOPS.get(turn.stop, worst)


def worst_of(outcomes: tuple[Outcome, ...]) -> Exit:
    """Return the exit code of the command that went worst; done when there was none."""
    codes = {_code(outcome) for outcome in outcomes}
    return next((code for code in _WEIGHT if code in codes), Exit.DONE)


def document(turn: Turn, code: Exit) -> dict[str, Json]:
    """Return `ask --json`, version 1: keys are only ever added."""
    return {
        "v": VERSION,
        "ok": code is Exit.DONE,
        "answer": turn.answer,
        "actions": _actions(turn),
        "stop_reason": turn.stop.value,
        "path": list(turn.path),
        "model": turn.model,
        "tokens": {"in": turn.tokens_in, "out": turn.tokens_out},
        "turn": turn.id,
        "undo": turn.undo or None,
        "ms": turn.ms,
        "choices": list(turn.choices),
        "confirm": list(additions(turn.questions)),
    }


def failure(text: str, reason: str) -> dict[str, Json]:
    """Return the same shape for a turn that never began."""
    return {
        "v": VERSION,
        "ok": False,
        "answer": "",
        "actions": [],
        "stop_reason": reason,
        "path": [],
        "model": None,
        "tokens": {"in": 0, "out": 0},
        "turn": None,
        "undo": None,
        "ms": 0,
        "choices": [],
        "confirm": [],
        "error": text,
    }


def _actions(turn: Turn) -> list[Json]:
    """List the commands, and those that still wait for a yes when the turn ended on the question."""
    told: list[Json] = [action(outcome) for outcome in turn.outcomes]
    known = {(outcome.command.entity_id, outcome.command.control) for outcome in turn.outcomes}
    if turn.stop is not StopReason.NEEDS_CONFIRMATION:
        return told
    waiting: list[Json] = [
        {
            "device": target,
            "from": question.now,
            "to": question.now,
            "status": Status.NEEDS_CONFIRMATION.value,
            "ms": 0,
            "action": question.action,
            "reason": Reason.NOT_APPROVED.value,
        }
        for question in turn.questions
        for target in question.targets
        if (target, question.action) not in known
    ]
    return told + waiting


def _code(outcome: Outcome) -> Exit:
    match outcome.status:
        case Status.CONFIRMED | Status.ALREADY:
            return Exit.DONE
        case Status.SENT:
            return Exit.UNCONFIRMED
        case Status.FAILED:
            return Exit.FAILED
        case Status.REFUSED if outcome.reason is Reason.BROKER_DOWN:
            return Exit.BROKER_DOWN
        case Status.REFUSED | Status.NEEDS_CONFIRMATION:
            return Exit.NOT_ALLOWED
