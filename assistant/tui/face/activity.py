"""Turn and tool activity in short chrome words: what runs, how it ended, why a turn stopped."""

from dataclasses import dataclass
from enum import StrEnum

from assistant.agent.turn import CallEnded, CallStarted, StopReason, Turn, counted
from assistant.person.ran import REASONS
from assistant.tui.face.age import took
from assistant.tui.face.tile import figure
from devices.command import Origin, Outcome, Status
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
    StopReason.UNANSWERED: "no clear yes",
    StopReason.STOPPED: "you stopped it",
    StopReason.STEP_LIMIT: "step limit",
    StopReason.TIME_LIMIT: "time limit",
    StopReason.TOKEN_LIMIT: "token limit",
    StopReason.MODEL_UNAVAILABLE: "model unavailable",
    StopReason.RATE_LIMITED: "rate limited",
    StopReason.TOOL_FAILED: "tool failed",
    StopReason.NOT_DONE: "not done",
    StopReason.NO_TARGET: "nothing matched",
    StopReason.POLICY: "not allowed",
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

DOING = {
    "control_device": "telling",
    "read_state": "reading",
    "list_devices": "reading the home",
    "create_automation": "making a rule for",
    "analyze_history": "reading the history of",
    "compare_history": "comparing the past of",
    "find_pattern": "looking for a pattern in",
    "what_happened": "reading what happened",
    "undo": "taking back",
    "why": "looking up",
}
READING = frozenset(
    {
        *("read_state", "list_devices", "list_automations", "why", "search_tools"),
        *("analyze_history", "compare_history", "find_pattern", "what_happened"),
    }
)
MANY = 4

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
        found = tuple(deed(outcome, view) for outcome in ended.outcomes)
        return _folded(found, ended.outcomes) if len(found) > MANY else found
    first = ended.text.strip().split("\n")[0]
    mark = Mark.DONE if ended.ending == "completed" else Mark.NOT
    return (Deed(mark, ended.tool.replace("_", " "), first, took(ended.ms)),)


def _folded(found: tuple[Deed, ...], outcomes: tuple[Outcome, ...]) -> tuple[Deed, ...]:
    """Many receipts that ended alike are one row; the answer below names them."""
    alike: dict[tuple[Mark, str, str], list[Deed]] = {}
    for one, outcome in zip(found, outcomes, strict=True):
        alike.setdefault((one.mark, goal(outcome), one.ending), []).append(one)
    return tuple(
        row
        for (mark, wanted, ending), rows in alike.items()
        for row in (
            [Deed(mark, f"{counted(len(rows), 'device')}  → {wanted}", ending)] if len(rows) > MANY else rows
        )
    )


def under_way(started: CallStarted, view: View) -> str:
    """What a call is about while it runs: the tool in words, the devices by their names."""
    words = started.label or started.tool.replace("_", " ")
    for part in words.replace(",", " ").split():
        if (snapshot := view.find(part)) is not None:
            words = words.replace(part, snapshot.entity.name)
    verb, rest = DOING.get(started.tool, ""), words.removeprefix(started.tool.replace("_", " ")).strip()
    return f"{verb} {rest}".strip() if verb else words


def cut_short(started: CallStarted, view: View) -> Deed | None:
    """What is left of a call that was stopped while it ran; reading leaves nothing."""
    if started.tool in READING:
        return None
    return Deed(Mark.UNSURE, under_way(started, view), "stopped before its answer; it may still happen")


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


def moved(outcome: Outcome) -> bool:
    """Whether word or attributes differ before and after, by the device's reports."""
    return (outcome.before, dict(outcome.previous)) != (outcome.after, dict(outcome.attributes))


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
    changed = sum(outcome.status is Status.CONFIRMED and moved(outcome) for outcome in turn.outcomes)
    same = all(o.status in (Status.CONFIRMED, Status.ALREADY) and not moved(o) for o in turn.outcomes)
    parts = []
    if changed:
        parts.append(counted(changed, "change"))
    if turn.undo and not (turn.outcomes and same):
        parts.append("/undo")
    parts += [turn.model, took(turn.ms), STOPS.get(turn.stop, turn.stop)]
    if turn.tokens_in or turn.tokens_out:
        parts.append(f"{turn.tokens_in}/{turn.tokens_out} tokens")
    return " · ".join(parts)
