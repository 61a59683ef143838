"""What was changed and how it is taken back: a journal in the database and a pure inverse."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from sqlalchemy import Connection, Row, func, insert, select, update

from devices.automation.restore import alike, restore
from devices.automation.rule import Rule, rule_from_json
from devices.clock import Clock
from devices.command import Cause, Command, Origin, Outcome, Status
from devices.errors import ConfigError
from devices.model import Domain, Json, Snapshot
from devices.storage.database import Database
from devices.storage.form import Form, form_of
from devices.storage.record import (
    Attributes,
    attributes_from_json,
    attributes_to_json,
    cause_from_json,
    cause_to_json,
)
from devices.storage.tables import CHANGE_SET, instant, millis
from devices.view import View


@dataclass(frozen=True, slots=True)
class CommandChange:
    """A device was told something and did it: its words and attributes before and after."""

    entity_id: str
    before_word: str
    before_attributes: Attributes
    after_word: str
    after_attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleAdded:
    """A rule was made."""

    rule_id: str


@dataclass(frozen=True, slots=True)
class RuleRemoved:
    """A rule was deleted; `rule` is its stored form."""

    rule: dict[str, Json]


@dataclass(frozen=True, slots=True)
class RuleSwitched:
    """A rule was enabled or disabled; `before` is how it was."""

    rule_id: str
    before: bool


Change: TypeAlias = CommandChange | RuleAdded | RuleRemoved | RuleSwitched


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What one turn changed, taken back together; ids are u1, u2 ..."""

    id: str
    at: datetime
    changes: tuple[Change, ...]
    cause: Cause
    undone: bool = False


class NoInverse(StrEnum):
    """Why a change can't be taken back."""

    GONE = "gone"
    BEFORE_UNKNOWN = "before_unknown"
    NOTHING_TO_DO = "nothing_to_do"


@dataclass(frozen=True, slots=True)
class GiveCommands:
    """Take back by these commands, through the gate like any other.

    `touched` says that the entity is no longer as the change left it: somebody changed it since.
    """

    commands: tuple[Command, ...]
    touched: bool = False


@dataclass(frozen=True, slots=True)
class DropRule:
    """Take back by deleting the rule."""

    rule_id: str


@dataclass(frozen=True, slots=True)
class RestoreRule:
    """Take back by adding this rule again, under its old id."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class SwitchRule:
    """Take back by enabling or disabling the rule."""

    rule_id: str
    on: bool


@dataclass(frozen=True, slots=True)
class CannotUndo:
    """It can't be taken back."""

    reason: NoInverse


Inverse: TypeAlias = GiveCommands | DropRule | RestoreRule | SwitchRule | CannotUndo


def change_of(outcome: Outcome) -> CommandChange | None:
    """What a command changed by its receipt; None when nothing was changed, or the state before isn't known.

    A command that was sent without an answer counts as a change with an unknown end.
    """
    silent = outcome.status is Status.SENT
    moved = outcome.before != outcome.after or dict(outcome.previous) != dict(outcome.attributes)
    if not silent and not (outcome.status in (Status.CONFIRMED, Status.FAILED) and moved):
        return None
    if outcome.before in _NOT_KNOWN:
        return None
    after = "unknown" if silent else outcome.after
    return CommandChange(
        outcome.command.entity_id,
        outcome.before,
        dict(outcome.previous),
        after,
        {} if silent else dict(outcome.attributes),
    )


def inverse(change: Change, view: View) -> Inverse:
    """How to take a change back now; pure. Whether a rule is still there is for the caller to see."""
    match change:
        case CommandChange():
            return _turn_back(change, view.find(change.entity_id))
        case RuleAdded(rule_id=rule_id):
            return DropRule(rule_id)
        case RuleSwitched(rule_id=rule_id, before=before):
            return SwitchRule(rule_id, before)
        case RuleRemoved(rule=document):
            try:
                return RestoreRule(rule_from_json(document))
            except ConfigError:
                return CannotUndo(NoInverse.BEFORE_UNKNOWN)


class Journal:
    """The change sets of a home, newest last; what is undone stays listed as undone."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._recent: tuple[ChangeSet, ...] = ()
        self._latest: ChangeSet | None = None

    async def load(self) -> None:
        """Read the newest change sets, so that `recent` knows what was changed before this start."""
        await self.last()

    def recent(self, n: int = 1) -> tuple[ChangeSet, ...]:
        """What `last` would give, as far as this process knows; asks nothing of the database."""
        return self._recent[:n]

    async def record(self, changes: tuple[Change, ...], cause: Cause) -> str:
        """Write changes down; what the turn of the newest change set changes later joins that set.

        A turn lives in one process: a set that another journal wrote is never joined, whatever its cause.

        Returns the id of the set, or an empty text if there are no changes.
        """
        if not changes:
            return ""
        now = self._clock.now()
        # a key or a slash command is no turn: each is taken back by itself
        turn = bool(cause.ref) and cause.origin is not Origin.APP
        ours = self._latest if turn and self._latest and self._latest.cause == cause else None
        written = await self._database.write(lambda c: _written(c, ChangeSet("", now, changes, cause), ours))
        self._latest = written
        self._recent = (written, *(s for s in self._recent if s.id != written.id))[:_REMEMBERED]
        return written.id

    async def last(self, n: int = 1) -> tuple[ChangeSet, ...]:
        """The newest change sets that are not undone, newest first."""
        rows = select(CHANGE_SET).where(CHANGE_SET.c.undone.is_(False))
        query = rows.order_by(CHANGE_SET.c.number.desc()).limit(max(n, _REMEMBERED))
        found = await self._database.read(lambda c: tuple(map(_change_set, c.execute(query))))
        self._recent = found[:_REMEMBERED]
        return found[:n]

    async def find(self, change_id: str) -> ChangeSet | None:
        """The change set of this id."""
        query = select(CHANGE_SET).where(CHANGE_SET.c.number == _number(change_id))
        found = await self._database.read(lambda c: tuple(map(_change_set, c.execute(query))))
        return found[0] if found else None

    async def mark_undone(self, change_id: str) -> None:
        """Note that it was taken back."""
        change = update(CHANGE_SET).where(CHANGE_SET.c.number == _number(change_id)).values(undone=True)
        await self._database.write(lambda connection: connection.execute(change))
        self._recent = tuple(s for s in self._recent if s.id != change_id)


_REMEMBERED = 20
_NOT_KNOWN = frozenset({"unknown", "unavailable"})


def _written(connection: Connection, made: ChangeSet, ours: ChangeSet | None) -> ChangeSet:
    """Add to `ours`, the set this turn began, if it is the newest still, else begin a new one."""
    newest = connection.execute(select(CHANGE_SET).order_by(CHANGE_SET.c.number.desc()).limit(1)).first()
    before = _change_set(newest) if newest is not None else None
    going_on = before if before and ours and before.id == ours.id and not before.undone else None
    whole = joined((*going_on.changes, *made.changes) if going_on else made.changes)
    row = {
        "at": millis(made.at),
        "changes": json.dumps([_to_json(change) for change in whole]),
        "cause": json.dumps(cause_to_json(made.cause)),
        "undone": False,
    }
    if going_on:
        connection.execute(update(CHANGE_SET).where(CHANGE_SET.c.number == _number(going_on.id)).values(row))
        return replace(going_on, at=made.at, changes=whole)
    connection.execute(insert(CHANGE_SET).values(row))
    number = int(connection.execute(select(func.max(CHANGE_SET.c.number))).scalar_one())
    return replace(made, id=f"u{number}", changes=whole)


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


def _turn_back(change: CommandChange, now: Snapshot | None) -> Inverse:
    if now is None:
        return CannotUndo(NoInverse.GONE)
    domain = now.entity.domain
    commands = restore(now, change.before_word, change.before_attributes)
    end_known = change.after_word not in _NOT_KNOWN
    back_already = alike(domain, change.before_word, change.before_attributes, now)
    if back_already and (end_known or not commands):
        return CannotUndo(NoInverse.NOTHING_TO_DO)
    if not commands:
        return CannotUndo(NoInverse.BEFORE_UNKNOWN)
    as_left = (
        not end_known
        or alike(domain, change.after_word, change.after_attributes, now)
        or _ran_out(change, now)
    )
    return GiveCommands(commands, touched=not as_left)


def _ran_out(change: CommandChange, now: Snapshot) -> bool:
    """Whether a cover only went on to the end of its way: its report may come while it still moves."""
    if now.entity.domain is not Domain.COVER or change.after_word != now.word:
        return False
    moving, before = (a.get("current_position") for a in (change.after_attributes, change.before_attributes))
    upwards = isinstance(moving, int | float) and isinstance(before, int | float) and moving > before
    return now.word == "closed" or (upwards and now.attributes().get("current_position") == 100)


def _number(change_id: str) -> int:
    digits = change_id.removeprefix("u")
    return int(digits) if digits.isdecimal() else -1


def _change_set(row: Row[int, int, str, str, bool]) -> ChangeSet:
    changes = tuple(_from_json(form_of(item, "change")) for item in json.loads(row.changes))
    cause = cause_from_json(form_of(row.cause, "cause"))
    return ChangeSet(f"u{row.number}", instant(row.at), changes, cause, row.undone)


def _to_json(change: Change) -> dict[str, Json]:
    match change:
        case CommandChange():
            return {
                "type": "command",
                "entity_id": change.entity_id,
                "before": change.before_word,
                "before_attributes": attributes_to_json(change.before_attributes),
                "after": change.after_word,
                "after_attributes": attributes_to_json(change.after_attributes),
            }
        case RuleAdded(rule_id=rule_id):
            return {"type": "rule_added", "rule_id": rule_id}
        case RuleSwitched(rule_id=rule_id, before=before):
            return {"type": "rule_switched", "rule_id": rule_id, "before": before}
        case RuleRemoved(rule=rule):
            return {"type": "rule_removed", "rule": rule}


def _from_json(form: Form) -> Change:
    match form.text("type"):
        case "command":
            return CommandChange(
                form.text("entity_id"),
                form.text("before"),
                attributes_from_json(form, "before_attributes"),
                form.text("after"),
                attributes_from_json(form, "after_attributes"),
            )
        case "rule_added":
            return RuleAdded(form.text("rule_id"))
        case "rule_switched":
            return RuleSwitched(form.text("rule_id"), form.flag("before", default=True))
        case "rule_removed":
            return RuleRemoved(form.object("rule"))
        case other:
            raise ConfigError(f"{form.path}.type: {other!r} is not known to this Hearth")
