"""Turn and tool activity in short chrome words: what runs, how it ended, why a turn stopped."""

from dataclasses import dataclass
from enum import StrEnum

from assistant.agent.turn import CallEnded, StopReason, Turn
from assistant.tui.face.age import took
from assistant.tui.face.tile import figure
from devices.command import Origin, Outcome, Reason, Status
from devices.history.reading import Activity, ActivityKind
from devices.model import Fields
from devices.view import View

NODES = {
    "begin": "reading",
    "agent": "planning",
    "precheck": "checking",
    "confirm": "checking safety",
    "run_tools": "working",
    "update_flags": "noting",
    "enforce_tool": "planning again",
    "finalize": "summing up",
}

STOPS = {
    StopReason.ANSWERED: "answered",
    StopReason.NEEDS_ANSWER: "needs your answer",
    StopReason.NEEDS_CONFIRMATION: "needs your yes",
    StopReason.DECLINED: "you said no",
    StopReason.STOPPED: "you stopped it",
    StopReason.STEP_LIMIT: "step limit",
    StopReason.TIME_LIMIT: "time limit",
    StopReason.MODEL_UNAVAILABLE: "model unavailable",
    StopReason.RATE_LIMITED: "rate limited",
    StopReason.TOOL_FAILED: "tool failed",
    StopReason.NO_TARGET: "nothing matched",
    StopReason.POLICY: "not allowed",
}

REASONS = {
    Reason.UNKNOWN_ENTITY: "unknown device",
    Reason.UNAVAILABLE: "no signal",
    Reason.BROKER_DOWN: "broker down",
    Reason.NOT_SUPPORTED: "it can not do that",
    Reason.OUT_OF_RANGE: "out of range",
    Reason.CONTROL_NOT_ALLOWED: "control is not allowed yet",
    Reason.NOT_APPROVED: "needs your yes",
    Reason.DECLINED: "you said no",
    Reason.POLICY: "not allowed",
    Reason.NO_ANSWER: "no answer",
    Reason.OPTIMISTIC: "it never reports back",
    Reason.CONTRADICTED: "it reported something else",
    Reason.JAMMED: "jammed",
    Reason.STOPPED: "stopped",
}

GOALS = {
    "turn_on": "on",
    "turn_off": "off",
    "open_cover": "open",
    "close_cover": "closed",
    "lock": "locked",
    "unlock": "unlocked",
}
UNITS = {
    "brightness_pct": " %",
    "percentage": " %",
    "position": " %",
    "temperature": "°",
    "color_temp_kelvin": " K",
}


BY = {
    Origin.CHAT: "by you",
    Origin.CLI: "by you",
    Origin.APP: "by you",
    Origin.UNDO: "by undo",
}


class Mark(StrEnum):
    """How a line of activity ended."""

    RUNNING = "…"
    DONE = "✓"
    UNSURE = "?"
    NOT = "✗"


@dataclass(frozen=True, slots=True)
class Deed:
    """One row under a message: mark, what, how it ended, how long it took."""

    mark: Mark
    what: str
    ending: str = ""
    took: str = ""


def deeds(ended: CallEnded, view: View) -> tuple[Deed, ...]:
    """The rows of a finished call: one a receipt, or one for a call that commanded nothing."""
    if ended.outcomes:
        return tuple(deed(outcome, view) for outcome in ended.outcomes)
    first = ended.text.strip().split("\n")[0]
    mark = Mark.DONE if ended.ending == "completed" else Mark.NOT
    return (Deed(mark, ended.tool.replace("_", " "), first, took(ended.ms)),)


def deed(outcome: Outcome, view: View) -> Deed:
    """One receipt in one row, from the device's own report."""
    snapshot = view.find(outcome.command.entity_id)
    name = snapshot.entity.name if snapshot else outcome.command.entity_id
    wanted = goal(outcome)
    time = took(outcome.ms) if outcome.ms else ""
    match outcome.status:
        case Status.CONFIRMED:
            return Deed(Mark.DONE, f"{name}  {_change(outcome)}", "confirmed", time)
        case Status.ALREADY:
            return Deed(Mark.DONE, f"{name}  {wanted}", "already so", time)
        case Status.SENT:
            why = REASONS.get(outcome.reason, "no answer")
            return Deed(Mark.UNSURE, f"{name}  → {wanted}", f"sent, {why}", time)
        case Status.NEEDS_CONFIRMATION:
            return Deed(Mark.NOT, name, "not done, needs your yes")
        case Status.REFUSED | Status.FAILED:
            why = REASONS.get(outcome.reason, "it failed")
            return Deed(Mark.NOT, f"{name}  → {wanted}", f"not done, {why}", time)


def goal(outcome: Outcome) -> str:
    """What a command wanted, in short: on, 60 %, locked."""
    for key, value in outcome.command.values.items():
        return f"{figure(value)}{UNITS.get(key, '')}"
    control = outcome.command.control
    return GOALS.get(control, control.replace("_", " "))


def _change(outcome: Outcome) -> str:
    before, after = _state(outcome.before, outcome.previous), _state(outcome.after, outcome.attributes)
    return f"{before} → {after}" if before != after else after


def _state(word: str, values: Fields) -> str:
    brightness = values.get("brightness")
    if word == "on" and isinstance(brightness, int | float):
        return f"{brightness / 255 * 100:.0f} %"
    for key, unit in (("percentage", " %"), ("current_position", " %"), ("temperature", "°")):
        value = values.get(key)
        if isinstance(value, int | float) and word not in ("off", "closed", "locked", "unlocked"):
            return f"{figure(value)}{unit}"
    return word


def happened(item: Activity, view: View) -> str:
    """One line of the record: what, to which state, by whom, how it ended."""
    snapshot = view.find(item.entity_id)
    name = snapshot.entity.name if snapshot else item.entity_id
    by = BY.get(item.cause.origin, "")
    who = f"  by {item.cause.ref}" if item.cause.origin is Origin.RULE else f"  {by}" if by else ""
    match item.kind:
        case ActivityKind.RULE:
            return f"automation {item.cause.ref} {f'did not run: {item.skipped}' if item.skipped else 'ran'}"
        case ActivityKind.COMMAND if item.outcome is not None:
            done = deed(item.outcome, view)
            return f"{done.mark} {done.what}  {done.ending}{who}"
        case _:
            return f"{name}  {item.before} → {item.after}{who}"


def footer(turn: Turn) -> str:
    """The line under an answer: changes, keys, model, seconds, why it ended, tokens."""
    changed = sum(outcome.status is Status.CONFIRMED for outcome in turn.outcomes)
    parts = []
    if changed:
        parts.append(f"{changed} change{'s' if changed > 1 else ''}")
    if turn.undo:
        parts.append("/undo")
    parts += [turn.model, took(turn.ms), STOPS.get(turn.stop, turn.stop)]
    if turn.tokens_in or turn.tokens_out:
        parts.append(f"{turn.tokens_in}/{turn.tokens_out} tokens")
    return " · ".join(parts)
