"""Lines of the record as events of a chart: what happened, and who or what caused it. Pure."""

from assistant.charts.chart import Event
from devices.command import Origin, Status
from devices.history.reading import Activity, ActivityKind
from devices.storage.tables import millis

WHO = {
    Origin.CHAT: "by you (chat)",
    Origin.CLI: "by you (command line)",
    Origin.APP: "by you (app)",
    Origin.UNDO: "by undo",
}
ENDINGS = {
    Status.CONFIRMED: "confirmed",
    Status.ALREADY: "was so already",
    Status.SENT: "sent, not confirmed",
    Status.REFUSED: "refused",
    Status.FAILED: "failed",
    Status.NEEDS_CONFIRMATION: "not done, needs a yes",
}
LOST = {"unavailable": "no signal"}


def happened(line: Activity, label: str) -> Event:
    """The event of a line of activity."""
    return Event(millis(line.at), line.entity_id, label, _what(line), _who(line))


def _what(line: Activity) -> str:
    if line.kind is ActivityKind.COMMAND and line.outcome is not None:
        done = line.outcome.status in (Status.CONFIRMED, Status.ALREADY)
        return _state(line) if done else line.outcome.command.control.replace("_", " ")
    return _state(line)


def _state(line: Activity) -> str:
    """The new word, or which of the settings moved."""
    if line.before != line.after:
        return LOST.get(line.after, line.after)
    moved = [
        f"{name} {_plain(value)}"
        for name, value in line.attributes.items()
        if line.previous.get(name) != value
    ]
    return ", ".join(moved) or line.after


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _who(line: Activity) -> str:
    by = (
        f"by automation {line.cause.ref}"
        if line.cause.origin is Origin.RULE
        else WHO.get(line.cause.origin, "")
    )
    if line.kind is not ActivityKind.COMMAND or line.outcome is None:
        return by
    ending = ENDINGS.get(line.outcome.status, "")
    return f"{by}, {ending}" if by else ending
