"""Facts that rise on the bus. Frozen, past tense, never a request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from devices.command import Cause, Command, Outcome
from devices.model import Entity, Fields, Snapshot


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
class EventFired:
    """A button, a bell or a remote said that something happened; equal ones one after the other all count.

    Only live reports are events: what a broker kept is of another time.
    """

    entity_id: str
    event_type: str
    at: datetime
    attributes: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CommandEnded:
    """A command has its outcome; `began` is when it was given, `approved_by` who allowed it, if asked."""

    outcome: Outcome
    cause: Cause
    at: datetime
    began: datetime | None = None
    approved_by: str = ""


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """The broker came or went; `reason` is fit for a person, empty when connected."""

    connected: bool
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecordingChanged:
    """The database takes no records any longer, or takes them again: then `trouble` is empty.

    Meanwhile they are kept in memory and stored later. `trouble` is one line, fit for a person.
    """

    at: datetime
    trouble: str = ""


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
    """A rule's trigger fired: it ran, or did not and why (`skipped` is a word of run.spec.Skip, else empty).

    `at` is the instant it fired for, `ended` when its last step was over. `facts` tell what set it off and
    what befell it: entity_id, value, word, late (seconds), over, question (id), left (not put back) ...
    """

    rule_id: str
    at: datetime
    outcomes: tuple[Outcome, ...] = ()
    skipped: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    run_id: str = ""
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A rule's run asks a person to allow these commands, once; `until` is real time: people answer in it."""

    question_id: str
    rule_id: str
    run_id: str
    commands: tuple[Command, ...]
    at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A rule's question is settled: `state` is allowed, declined, expired or withdrawn; `by` who said so."""

    question_id: str
    rule_id: str
    run_id: str
    state: str
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class NoticePosted:
    """A rule tells a person something; an empty message means: its sentence, made from the facts.

    `topic`, if any, was published below `hearth/<install>/notices/`.
    """

    notice_id: int
    rule_id: str
    at: datetime
    message: str = ""
    bell: bool = False
    topic: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PermissionsChanged:
    """A lasting permission of a rule was given or taken back."""

    rule_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ScenesChanged:
    """Scenes were saved, changed or deleted."""

    ids: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class NamesChanged:
    """What the user owns of the home changed: aliases, areas, floors, hidden entities."""

    at: datetime


@dataclass(frozen=True, slots=True)
class JournalChanged:
    """A change set was written down or taken back; for other processes of this home."""

    id: str
    at: datetime


Event: TypeAlias = (
    EntityAnnounced
    | EntityGone
    | StateChanged
    | StateReported
    | EventFired
    | CommandEnded
    | ConnectionChanged
    | RecordingChanged
    | PayloadRejected
    | RulesChanged
    | RuleRan
    | QuestionAsked
    | QuestionAnswered
    | NoticePosted
    | PermissionsChanged
    | ScenesChanged
    | NamesChanged
    | JournalChanged
)

Listener: TypeAlias = Callable[[Event], None]
