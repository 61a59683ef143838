"""Triggers that can't fire and conditions that can't hold, each with its reason. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from devices.automation.almanac import Almanac
from devices.automation.insight.conflict import Conflict, ConflictKind, Never
from devices.automation.insight.dates import calendar, excluded, place, times
from devices.automation.insight.reach import Flaw, changes, events, missing, numbers, swings, words
from devices.automation.insight.region import disjoint, of_conditions, of_trigger
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
    Becomes,
    Happens,
    Lost,
    Presence,
    Swing,
    Threshold,
    Trigger,
)
from devices.view import View

_PEOPLE = ("device_tracker", "person")


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is known beside the rule."""

    view: View
    almanac: Almanac
    at: datetime


def never(rule: Rule, view: View, almanac: Almanac, at: datetime) -> Iterator[Conflict]:
    """What of this rule can never be: trigger by trigger, then its conditions."""
    beside = _Beside(view, almanac, at)
    for index, trigger in enumerate(rule.triggers):
        flaw = next(_of_trigger(trigger, beside), None) or next(_excluded(trigger, rule), None)
        if flaw is not None:
            yield _told(rule, flaw, index)
    for condition in rule.conditions:
        yield from (_told(rule, flaw, None) for flaw in _of_condition(condition, beside))
    whole = of_conditions(rule.conditions)
    if disjoint(whole, whole):
        yield _told(rule, Flaw(Never.CONTRADICTION), None)


def _told(rule: Rule, flaw: Flaw, index: int | None) -> Conflict:
    return Conflict(ConflictKind.NEVER, (rule.id,), flaw.entity_id, flaw.reason, index, flaw.facts)


def _of_trigger(trigger: Trigger, beside: _Beside) -> Iterator[Flaw]:
    match trigger:
        case Threshold():
            yield from numbers(trigger, beside.view)
        case Swing():
            yield from swings(trigger, beside.view)
        case Becomes():
            yield from changes(trigger, beside.view)
        case Happens():
            yield from events(trigger, beside.view)
        case Lost(entities=entities):
            yield from missing(entities, beside.view)
        case Presence(entities=entities):
            yield from _unseen(entities, beside.view)
        case _:
            yield from times(trigger, beside.almanac, beside.at)


def _excluded(trigger: Trigger, rule: Rule) -> Iterator[Flaw]:
    """Conditions that never hold when this trigger fires."""
    for condition in rule.conditions:
        yield from excluded(trigger, condition)
    here = of_trigger(trigger)
    if here is not None and disjoint(here, of_conditions(rule.conditions)):
        yield Flaw(Never.CONTRADICTION)


def _of_condition(condition: Condition, beside: _Beside) -> Iterator[Flaw]:
    """What can't hold; inside an `any of` and a `not` only what is missing is wrong."""
    match condition:
        case Threshold():
            yield from (f for f in numbers(condition, beside.view) if f.reason is not Never.NEVER_AGAIN)
        case Stands():
            yield from words(condition.entities, condition.words, condition.attribute, beside.view)
        case During(days=days):
            yield from calendar(days, beside.almanac)
        case Daylight():
            yield from place(beside.almanac)
        case Someone(entities=entities):
            yield from _unseen(entities, beside.view)
        case AllOf(of=parts):
            for part in parts:
                yield from _of_condition(part, beside)
        case AnyOf(of=parts) | NotOf(of=parts):
            gone = (flaw for part in parts for flaw in _of_condition(part, beside))
            yield from (flaw for flaw in gone if flaw.reason is Never.MISSING)


def _unseen(entities: tuple[str, ...], view: View) -> Iterator[Flaw]:
    """People asked for whom nothing tells of."""
    yield from missing(entities, view)
    if not entities and not any(i.partition(".")[0] in _PEOPLE for i in view.snapshots):
        yield Flaw(Never.NOBODY_SEEN)
