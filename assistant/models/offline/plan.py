"""What the offline brain wants to do: calls of tools, or words. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from devices.model import Json

HOLE = "?"
"""Stands in nested arguments for the entities that a person is still to choose."""


class Kind(StrEnum):
    """What a sentence is; the last two only a plan can be, when a sentence can't be followed."""

    COMMAND = "command"
    QUESTION = "question"
    HISTORY = "history"
    RULE = "rule"
    RULES = "rules"
    TIMER = "timer"
    SCENE = "scene"
    UNDO = "undo"
    WHY = "why"
    SEARCH = "search"
    HELP = "help"
    CHAT = "chat"
    CLARIFY = "clarify"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One tool call; arguments as the tool takes them."""

    tool: str
    arguments: Mapping[str, Json] = field(default_factory=dict)

    def on(self, targets: tuple[str, ...]) -> "PlannedCall":
        """The same call for these entities; where a HOLE was left they fill it."""
        filled = _filled(dict(self.arguments), targets)
        if isinstance(filled, dict) and filled != self.arguments:
            return PlannedCall(self.tool, filled)
        key = "target" if self.tool == "why" else "targets"
        value: Json = targets[0] if key == "target" else list(targets)
        return PlannedCall(self.tool, {**self.arguments, key: value})


def _filled(part: Json, chosen: tuple[str, ...]) -> Json:
    """Arguments with every list of a HOLE alone holding what was chosen."""
    match part:
        case dict():
            return {
                key: chosen[0] if value == HOLE else _filled(value, chosen) for key, value in part.items()
            }
        case [str(only)] if only == HOLE:
            return list(chosen)
        case list():
            return [_filled(one, chosen) for one in part]
        case _:
            return part


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do about a sentence.

    `calls` are independent of each other; `reply` is said when there are none. `choices` are the entity ids
    that a question back offers and `pending` the call that waits for the answer, its targets left out.
    `reason` says in one word what decided; `later` that a time was said, so that nothing is for now.
    """

    kind: Kind
    calls: tuple[PlannedCall, ...] = ()
    reply: str = ""
    choices: tuple[str, ...] = ()
    pending: PlannedCall | None = None
    reason: str = ""
    later: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """A question back that is still open: what it offered and the call it was for."""

    choices: tuple[str, ...]
    call: PlannedCall
