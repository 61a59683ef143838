"""Two rules that drive one entity apart while both hold, or in quick turn. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product, takewhile

from devices.automation.insight.conflict import Conflict, ConflictKind
from devices.automation.insight.effect import apart, commands_of, effect
from devices.automation.insight.region import Region, disjoint, of_rule, touching, windows_disjoint
from devices.automation.rule.action import Wait, WaitUntil
from devices.automation.rule.condition import During
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Threshold, Trigger
from devices.automation.run.spec import Scenes
from devices.command import Command

QUICK = 60.0
"""Seconds: a limit that must be passed for as long does not make two rules alternate fast."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A rule seen from one of its triggers."""

    rule: Rule
    trigger: Trigger


def opposed(rule: Rule, other: Rule, scene: Scenes) -> Conflict | None:
    """The first entity that these two drive apart; None when they get along, or nobody can be sure."""
    fought = _fought(rule, other, scene)
    if fought is None:
        return None
    sides = product((_Side(rule, t) for t in rule.triggers), (_Side(other, t) for t in other.triggers))
    how = next((how for one, another in sides if (how := _together(one, another))), "")
    ours, theirs = fought
    if not how:
        return None
    ids, facts = (rule.id, other.id), {"how": how}
    return Conflict(ConflictKind.OPPOSED, ids, ours.entity_id, facts=facts, commands=(ours, theirs))


def _fought(rule: Rule, other: Rule, scene: Scenes) -> tuple[Command, Command] | None:
    pairs = product(_lasting(rule, scene), list(_lasting(other, scene)))
    return next(((one, another) for one, another in pairs if apart(effect(one), effect(another))), None)


def _lasting(rule: Rule, scene: Scenes) -> Iterator[Command]:
    """What a rule leaves when nothing is put off: the last command of each entity before the first wait."""
    at_once = tuple(takewhile(lambda action: not isinstance(action, Wait | WaitUntil), rule.actions))
    yield from {command.entity_id: command for command in commands_of(at_once, scene)}.values()


def _together(one: _Side, other: _Side) -> str:
    """`at_once` when both can hold at the same time, `alternate` when they take turns at one limit."""
    if isinstance(one.trigger, At) and isinstance(other.trigger, At):
        return "at_once" if _same_time(one.trigger, other.trigger) else ""
    here, there = of_rule(one.rule, one.trigger), of_rule(other.rule, other.trigger)
    if here is None or there is None:
        return ""
    if not disjoint(here, there):
        return "at_once"
    return "alternate" if _restless(one.trigger) and _restless(other.trigger) and _meet(here, there) else ""


def _meet(here: Region, there: Region) -> bool:
    """Whether they meet at a limit, and nothing else keeps them apart."""
    return touching(here, there) and not disjoint(_without_numbers(here), _without_numbers(there))


def _without_numbers(region: Region) -> Region:
    return Region(tuple(bound for bound in region.bounds if not bound.spans), region.windows)


def _restless(trigger: Trigger) -> bool:
    return isinstance(trigger, Threshold) and not trigger.hysteresis and trigger.for_seconds < QUICK


def _same_time(one: At, other: At) -> bool:
    """Whether two times of day are surely the same on some day."""
    if one.time != other.time or one.jitter_seconds or other.jitter_seconds:
        return False
    return not windows_disjoint(During(days=one.days), During(days=other.days))
