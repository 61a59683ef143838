"""How a tool call ended: what the model reads, what the person reads, and what only the app reads."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from devices.command import Outcome
from devices.model import Json


class Ending(StrEnum):
    """The four endings of a tool call."""

    COMPLETED = "completed"
    TRANSIENT = "transient"
    FATAL = "fatal"
    POLICY_BLOCK = "policy_block"


@dataclass(frozen=True, slots=True)
class Charted:
    """What a chart beside the sentence would show: these entities over [start, end), aware times."""

    entities: tuple[str, ...]
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One tool call's result.

    `text` is a sentence for the person, in the turn's language; `data` and `error` are for the model.
    `stop` says that nothing more needs saying. `reason` is a short word (already_applied, unknown_name,
    ambiguous, declined ...). `outcomes` are the devices' receipts, `load` the names of tools that a search
    found, `undo` the id of the change set that the call left in the journal, `choices` the ids offered
    when the target was ambiguous. `chart` names what of the records a face may draw beside the text.
    """

    ending: Ending
    text: str
    data: Json = None
    error: str = ""
    stop: bool = False
    reason: str = ""
    outcomes: tuple[Outcome, ...] = ()
    load: tuple[str, ...] = ()
    undo: str = ""
    choices: tuple[str, ...] = ()
    chart: Charted | None = None
