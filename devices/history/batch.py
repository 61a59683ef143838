"""What the recorder has gathered: readings, and lines of activity as rows. Stores and decides nothing."""

import json
from dataclasses import dataclass, field
from typing import TypeAlias

from devices.command import Status
from devices.events import CommandEnded, RuleRan, StateChanged
from devices.history.reading import ActivityKind
from devices.history.sight import Mark, Series, settings
from devices.model import Json, Scalar
from devices.storage.record import outcome_to_json
from devices.storage.tables import millis

Line: TypeAlias = dict[str, Scalar]
"""A row of the activity table."""
Noted: TypeAlias = tuple[float | str, Mark]
"""A number or a word, and how it came to be known."""


@dataclass(slots=True)
class Batch:
    """Readings by series and millisecond, so that a later one of the same moment wins; activity in order."""

    readings: dict[tuple[Series, int], Noted] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.readings) + len(self.lines)


def line_of_command(event: CommandEnded) -> Line:
    """A command with its outcome."""
    outcome = event.outcome
    moved = outcome.before != outcome.after or dict(outcome.previous) != dict(outcome.attributes)
    return {
        "at": millis(event.at),
        "kind": ActivityKind.COMMAND.value,
        "entity_id": outcome.command.entity_id,
        "before": outcome.before,
        "after": outcome.after,
        "moved": outcome.status is Status.CONFIRMED or (outcome.status is Status.FAILED and moved),
        "origin": event.cause.origin.value,
        "ref": event.cause.ref,
        "words": event.cause.words,
        "document": json.dumps(outcome_to_json(outcome) | _asked(event)),
    }


def _asked(event: CommandEnded) -> dict[str, Json]:
    """When it was given, and who allowed it."""
    began = None if event.began is None else event.began.isoformat()
    return {"began": began, "approved_by": event.approved_by}


def line_of_change(event: StateChanged) -> Line:
    """A change that no command of ours explains, or one that came after its command was over."""
    document = {"previous": settings(event.before), "attributes": settings(event.after)}
    return {
        "at": millis(event.at),
        "kind": ActivityKind.CHANGE.value,
        "entity_id": event.after.entity.id,
        "before": event.before.word,
        "after": event.after.word,
        "moved": True,
        "origin": event.cause.origin.value,
        "ref": event.cause.ref,
        "words": event.cause.words,
        "document": json.dumps(document),
    }


def line_of_run(event: RuleRan) -> Line:
    """A rule that fired; what it did stands in the lines of its commands."""
    return {
        "at": millis(event.at),
        "kind": ActivityKind.RULE.value,
        "entity_id": "",
        "before": "",
        "after": "",
        "moved": False,
        "origin": "rule",
        "ref": event.rule_id,
        "words": "",
        "document": json.dumps({"skipped": event.skipped, "facts": event.facts}),
    }
