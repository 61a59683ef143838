"""What a turn may change, as values: each with how the thing was before, and how it was left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from devices.command import Cause, Command, Outcome, Status
from devices.model import Json
from devices.storage.record import Attributes

NOT_KNOWN = frozenset({"unknown", "unavailable"})


@dataclass(frozen=True, slots=True)
class CommandChange:
    """A device was told something and did it: its words and attributes before and after.

    `told` is the last command it was given; it tells what to expect of one that did not answer.
    """

    entity_id: str
    before_word: str
    before_attributes: Attributes
    after_word: str
    after_attributes: Attributes = field(default_factory=dict)
    told: Command | None = None


@dataclass(frozen=True, slots=True)
class RuleAdded:
    """A rule or job was made; `rule` is its stored form (empty when an older Hearth wrote this down)."""

    rule_id: str
    rule: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleRemoved:
    """A rule was deleted, or a job cancelled; `rule` is its stored form."""

    rule: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class RuleChanged:
    """A rule was changed under its id; both are its stored form."""

    before: Mapping[str, Json]
    after: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class RuleSwitched:
    """A rule was enabled or disabled; `before` is how it was."""

    rule_id: str
    before: bool


@dataclass(frozen=True, slots=True)
class SceneSaved:
    """A scene was saved, in the place of `before` if there was one; both are its stored form."""

    after: Mapping[str, Json]
    before: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class SceneRemoved:
    """A scene was deleted; `scene` is its stored form."""

    scene: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class AliasesChanged:
    """The names that the user gave to an entity beside its own."""

    entity_id: str
    before: tuple[str, ...]
    after: tuple[str, ...]


Change: TypeAlias = (
    CommandChange
    | RuleAdded
    | RuleRemoved
    | RuleChanged
    | RuleSwitched
    | SceneSaved
    | SceneRemoved
    | AliasesChanged
)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What one turn changed, taken back together; ids are u1, u2 ..."""

    id: str
    at: datetime
    changes: tuple[Change, ...]
    cause: Cause
    undone: bool = False


def change_of(outcome: Outcome) -> CommandChange | None:
    """What a command changed by its receipt; None when nothing was changed, or the state before isn't known.

    A command that was sent without an answer counts as a change with an unknown end.
    """
    silent = outcome.status is Status.SENT
    moved = outcome.before != outcome.after or dict(outcome.previous) != dict(outcome.attributes)
    if not silent and not (outcome.status in (Status.CONFIRMED, Status.FAILED) and moved):
        return None
    if outcome.before in NOT_KNOWN:
        return None
    return CommandChange(
        outcome.command.entity_id,
        outcome.before,
        dict(outcome.previous),
        "unknown" if silent else outcome.after,
        {} if silent else dict(outcome.attributes),
        outcome.command,
    )


def joined(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Changes in order; a device that was told several things counts once, from first to last state."""
    whole: dict[str, Change] = {}
    for place, change in enumerate(changes):
        key = change.entity_id if isinstance(change, CommandChange) else f"{place}"
        whole[key] = _after(whole.get(key), change)
    return tuple(whole.values())


def _after(first: Change | None, then: Change) -> Change:
    if not isinstance(first, CommandChange) or not isinstance(then, CommandChange):
        return then
    return replace(then, before_word=first.before_word, before_attributes=first.before_attributes)
