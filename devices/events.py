"""Facts that rise on the bus. Frozen, past tense, never a request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from devices.command import Cause, Outcome
from devices.model import Entity, Snapshot


@dataclass(frozen=True, slots=True)
class EntityAnnounced:
    """An entity appeared, or its description changed."""

    entity: Entity
    at: datetime


@dataclass(frozen=True, slots=True)
class EntityGone:
    """An entity was removed by its device."""

    entity: Entity
    at: datetime


@dataclass(frozen=True, slots=True)
class StateChanged:
    """Word, attributes or availability changed. `retained` ones set state and never trigger.

    `cause` is the command that explains the change, or a device cause: not caused by us.
    """

    before: Snapshot
    after: Snapshot
    cause: Cause
    at: datetime
    retained: bool = False


@dataclass(frozen=True, slots=True)
class StateReported:
    """A report that changed nothing: the reading is fresh."""

    snapshot: Snapshot
    at: datetime
    retained: bool = False


@dataclass(frozen=True, slots=True)
class CommandEnded:
    """A command has its outcome."""

    outcome: Outcome
    cause: Cause
    at: datetime


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """The broker came or went; `reason` is fit for a person, empty when connected."""

    connected: bool
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PayloadRejected:
    """A message could not be used; it changed nothing."""

    topic: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Rules were added, changed, enabled, disabled or deleted."""

    ids: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleRan:
    """A rule's trigger fired: it ran, or did not and why (`skipped` is a reason word, else empty)."""

    rule_id: str
    at: datetime
    outcomes: tuple[Outcome, ...] = ()
    skipped: str = ""
    facts: dict[str, str] = field(default_factory=dict)


Event: TypeAlias = (
    EntityAnnounced
    | EntityGone
    | StateChanged
    | StateReported
    | CommandEnded
    | ConnectionChanged
    | PayloadRejected
    | RulesChanged
    | RuleRan
)

Listener: TypeAlias = Callable[[Event], None]
