"""What history answers with: values only. Times are aware and in UTC, numbers in the entity's own unit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from devices.command import Cause, Outcome
from devices.storage.record import Attributes

Gap = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Reading:
    """One recorded value: a number for numeric series, else the state word (`unavailable` included)."""

    at: datetime
    value: float | str


@dataclass(frozen=True, slots=True)
class KeptSince:
    """Since when single readings are all kept, of numbers and of words; None where none was let go yet.

    What was before is told by rollups.
    """

    numbers: datetime | None
    words: datetime | None


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time during which a state word held; `end` is the window's end if it still holds."""

    word: str
    start: datetime
    end: datetime

    @property
    def seconds(self) -> float:
        """How long it held."""
        return (self.end - self.start).total_seconds()


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of one series over a window; all None when nothing numeric is known of it.

    `count` counts the readings inside the window; minimum, maximum and the time-weighted mean also take in
    the value that held when the window began, if it was really known. `coverage` is the share of the window,
    0 to 1, during which the value was known; `gaps` is the rest.
    `first_at` and `last_at` bound what is known.
    """

    entity_id: str
    attribute: str
    start: datetime
    end: datetime
    count: int = 0
    minimum: float | None = None
    minimum_at: datetime | None = None
    maximum: float | None = None
    maximum_at: datetime | None = None
    mean: float | None = None
    unit: str = ""
    first_at: datetime | None = None
    last_at: datetime | None = None
    coverage: float = 0.0
    gaps: tuple[Gap, ...] = ()


class ActivityKind(StrEnum):
    """What a line of activity tells of."""

    COMMAND = "command"
    CHANGE = "change"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Activity:
    """One line of what happened: a command with its outcome, a change by the device, or a rule's run.

    `entity_id` is empty for a rule's run, whose cause names the rule. `before` and `after` are state words,
    `previous` and `attributes` the recorded attributes before and after. A device cause means: not caused
    by us. `outcome` is set for commands, with `began`, when it was given (None: not on record), and
    `approved_by`, who allowed it if it needed that. `skipped` is the reason word of a rule that fired and did
    not run, `facts` what set it off.
    """

    at: datetime
    kind: ActivityKind
    entity_id: str
    before: str
    after: str
    cause: Cause
    outcome: Outcome | None = None
    previous: Attributes = field(default_factory=dict)
    attributes: Attributes = field(default_factory=dict)
    skipped: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    began: datetime | None = None
    approved_by: str = ""
