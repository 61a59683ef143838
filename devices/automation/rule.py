"""What a rule is: triggers, conditions and actions as values, and its one JSON form."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from devices.command import Approval, Command
from devices.errors import ConfigError
from devices.model import Json
from devices.storage.form import Form, form_of
from devices.storage.record import command_from_json, command_to_json

VERSION = 1


class Mode(StrEnum):
    """What happens when a rule fires while it is still running."""

    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number crossing a limit; both limits together mean the band between them, limits excluded.

    `attribute` names the attribute to watch; empty means the state itself. The value must hold for
    `for_seconds` of home time. It re-arms once it is back by `hysteresis` beyond the limit. All in the
    entity's own unit.
    """

    entity_id: str
    above: float | None = None
    below: float | None = None
    for_seconds: float = 0.0
    attribute: str = ""
    hysteresis: float = 0.0


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a rule does."""

    command: Command


Trigger: TypeAlias = Threshold
Condition: TypeAlias = Threshold
"""A condition must hold at the moment the rule fires; its `for_seconds` is not looked at."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One automation; `id` is empty in a draft and given by the book.

    `words` are the user's own words that made it; `grants` are lasting permissions for its security
    actions, given in settings or on the command line only.
    """

    id: str = ""
    triggers: tuple[Trigger, ...] = ()
    conditions: tuple[Condition, ...] = ()
    actions: tuple[Act, ...] = ()
    enabled: bool = True
    mode: Mode = Mode.SINGLE
    created_at: datetime | None = None
    words: str = ""
    grants: tuple[Approval, ...] = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of its actions, in order."""
        return tuple(act.command for act in self.actions)


def rule_to_json(rule: Rule) -> dict[str, Json]:
    """The stored form: plain JSON, every key present, `v` is its version."""
    return {
        "v": VERSION,
        "id": rule.id,
        "triggers": [threshold_to_json(t) for t in rule.triggers],
        "conditions": [threshold_to_json(c) for c in rule.conditions],
        "actions": [command_to_json(act.command) for act in rule.actions],
        "enabled": rule.enabled,
        "mode": rule.mode.value,
        "created_at": rule.created_at.isoformat() if rule.created_at else None,
        "words": rule.words,
        "grants": [{"entity_id": g.entity_id, "control": g.control, "by": g.by} for g in rule.grants],
    }


def rule_from_json(document: Json) -> Rule:
    """Read the stored form; JSON text is taken as well.

    Raises:
        ConfigError: names the key that is missing or wrong.
    """
    form = form_of(document, "rule")
    if form.number("v") != VERSION:
        raise ConfigError(f"rule.v: version {form.number('v'):g} is not known to this Hearth")
    triggers = tuple(_threshold_from_json(f) for f in form.forms("triggers"))
    actions = tuple(Act(command_from_json(f)) for f in form.forms("actions"))
    if not triggers or not actions:
        raise ConfigError(f"rule.{'actions' if triggers else 'triggers'}: at least one is needed")
    return Rule(
        id=form.text("id", ""),
        triggers=triggers,
        conditions=tuple(_threshold_from_json(f) for f in form.forms("conditions", optional=True)),
        actions=actions,
        enabled=form.flag("enabled", default=True),
        mode=form.word("mode", Mode, Mode.SINGLE),
        created_at=form.instant("created_at"),
        words=form.text("words", ""),
        grants=tuple(_grant_from_json(f) for f in form.forms("grants", optional=True)),
    )


def threshold_to_json(threshold: Threshold) -> dict[str, Json]:
    """A threshold as plain JSON, equal text for equal thresholds: 26 and 26.0 are one limit."""
    return {
        "type": "threshold",
        "entity_id": threshold.entity_id,
        "attribute": threshold.attribute,
        "above": None if threshold.above is None else float(threshold.above),
        "below": None if threshold.below is None else float(threshold.below),
        "for_seconds": float(threshold.for_seconds),
        "hysteresis": float(threshold.hysteresis),
    }


def _threshold_from_json(form: Form) -> Threshold:
    if form.text("type", "threshold") != "threshold":
        raise ConfigError(f"{form.path}.type: {form.text('type')!r} is not known to this Hearth")
    above, below = form.optional_number("above"), form.optional_number("below")
    if above is None and below is None:
        raise ConfigError(f"{form.path}.above: a threshold needs above or below")
    if above is not None and below is not None and above >= below:
        raise ConfigError(f"{form.path}.above: must be lower than below, or the band is empty")
    return Threshold(
        entity_id=form.text("entity_id"),
        above=above,
        below=below,
        for_seconds=form.number("for_seconds", 0.0, minimum=0.0),
        attribute=form.text("attribute", ""),
        hysteresis=form.number("hysteresis", 0.0, minimum=0.0),
    )


def _grant_from_json(form: Form) -> Approval:
    return Approval(form.text("entity_id"), form.text("control"), form.text("by", "user"))
