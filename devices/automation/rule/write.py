"""Rules as plain JSON, every key present, equal text for equal rules: 26 and 26.0 are one limit."""

import json
from collections.abc import Mapping
from dataclasses import Field, fields
from datetime import datetime, time
from enum import StrEnum

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.automation.rule.condition import (
    AllOf,
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Days,
    Every,
    Happens,
    Lost,
    Once,
    Presence,
    Sun,
    Swing,
    Threshold,
    Trigger,
)
from devices.command import Command
from devices.model import Json
from devices.storage.record import command_to_json

VERSION = 2

_BODY = ("triggers", "conditions", "actions", "until")

TYPES: Mapping[type, str] = {
    Threshold: "threshold",
    Swing: "swing",
    Becomes: "becomes",
    Happens: "happens",
    Presence: "presence",
    Lost: "lost",
    At: "at",
    Sun: "sun",
    Every: "every",
    Once: "once",
    Stands: "stands",
    During: "during",
    Daylight: "daylight",
    Someone: "someone",
    AllOf: "all",
    AnyOf: "any",
    NotOf: "not",
    Act: "act",
    ApplyScene: "scene",
    Notify: "notify",
    Wait: "wait",
    WaitUntil: "wait_until",
    Repeat: "repeat",
    Ramp: "ramp",
    PutBack: "put_back",
}
"""How the kinds of triggers, conditions and actions are called in JSON."""


def rule_to_json(rule: Rule) -> dict[str, Json]:
    """The stored form; `v` is its version."""
    return {"v": VERSION, **_fields(rule)}


def body_text(rule: Rule) -> str:
    """A text that is equal for rules that are set off alike and do the same, whatever else differs."""
    written = _fields(rule)
    return json.dumps({key: written[key] for key in _BODY}, sort_keys=True)


def trigger_to_json(trigger: Trigger) -> dict[str, Json]:
    """A trigger; `type` is its kind."""
    return _typed(trigger)


def condition_to_json(condition: Condition) -> dict[str, Json]:
    """A condition; `type` is its kind."""
    return _typed(condition)


def action_to_json(action: Action) -> dict[str, Json]:
    """An action; `type` is its kind."""
    return _typed(action)


def _typed(part: object) -> dict[str, Json]:
    return {"type": TYPES[type(part)], **_fields(part)}


def _fields(value: object) -> dict[str, Json]:
    """The fields by name; what a command and days consist of stands beside them."""
    written: dict[str, Json] = {}
    for field in fields(value):  # type: ignore[arg-type] # dataclasses all, by the table of types
        match getattr(value, field.name):
            case Command() as command:
                written |= command_to_json(command)
            case Days() as days:
                written |= {"weekdays": [day.value for day in days.weekdays], "holidays": days.holidays.value}
            case other:
                written[field.name] = _plain(other, field)
    return written


def _plain(value: object, field: Field[object]) -> Json:
    match value:
        case StrEnum():
            return value.value
        case datetime() | time():
            return value.isoformat()
        case tuple():
            return [_plain(item, field) for item in value]
        case bool() | str() | None:
            return value
        case int() | float():
            return int(value) if field.type is int else float(value)
        case _ if type(value) in TYPES:
            return _typed(value)
        case _:
            raise TypeError(f"{field.name}: {type(value).__name__} has no stored form")
