"""Rules that set one another off through the house, found by playing them through in the mind. Pure.

The first time something is unknown it is taken to be otherwise; a circle is told only when it would go on.
"""

import math
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from devices.automation.insight.conflict import Conflict, ConflictKind
from devices.automation.insight.effect import commands_of, effect
from devices.automation.insight.region import Bound, of_conditions, windows_disjoint
from devices.automation.rule.action import Action, PutBack, Repeat
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes, Pool, Threshold, Trigger
from devices.automation.run.spec import Scenes
from devices.command import Command
from devices.model import Domain, Scalar
from devices.view import View

Known: TypeAlias = dict[str, Scalar]
"""What is known so far: an entity id, with an attribute behind a slash, and its word or number."""

ROUNDS = 3
"""A rule that comes up so often in its own line of causes would go on for ever."""
MOST = 100
"""Firings played through at most."""
_CONTROLLED = frozenset({Domain.SWITCH, Domain.LIGHT, Domain.FAN})


@dataclass(frozen=True, slots=True)
class _Move:
    """Something changed; `before` None: nobody knows from what."""

    key: str
    before: Scalar
    after: Scalar


@dataclass(frozen=True, slots=True)
class _Fired:
    """A rule that was set off, by which move of which firing; `over` is its end."""

    rule: Rule
    key: str = ""
    by: "_Fired | None" = None
    over: bool = False

    def line(self) -> Iterator["_Fired"]:
        """This one and what led to it, newest first."""
        found: _Fired | None = self
        while found is not None:
            yield found
            found = found.by


@dataclass(slots=True)
class _Play:
    """One story: what is known, whose triggers are latched, which firings are still to be played."""

    rules: tuple[Rule, ...]
    drains: Mapping[str, tuple[str, ...]]
    scene: Scenes
    known: Known = field(default_factory=dict)
    latched: set[tuple[str, int]] = field(default_factory=set)
    waiting: deque[_Fired] = field(default_factory=deque)

    def perform(self, fired: _Fired) -> None:
        """Do what a rule does, step by step; every move may set off others."""
        rule, before = fired.rule, dict(self.known)
        if not fired.over and not _may_run(rule, self.known):
            return
        for action in _unrolled(rule.until if fired.over else rule.actions):
            if isinstance(action, PutBack):
                for key in [k for k in self.known if k in before and before[k] != self.known[k]]:
                    self.move(_Move(key, self.known[key], before[key]), fired)
                continue
            for command in commands_of((action,), self.scene):
                for move in tuple(self.moves(command.entity_id, _after(command, self.known))):
                    self.move(move, fired)

    def moves(self, entity_id: str, after: Mapping[str, Scalar]) -> Iterator[_Move]:
        """What of this is a change, with the power that its plug no longer draws."""
        for key, value in after.items():
            if self.known.get(key) != value:
                yield _Move(key, self.known.get(key), value)
        if entity_id in after:
            for sensor in self.drains.get(entity_id, ()):
                if after[entity_id] == "off":
                    yield _Move(sensor, self.known.get(sensor), 0.0)
                else:
                    self.known.pop(sensor, None)

    def move(self, move: _Move, fired: _Fired) -> None:
        """Let something change, and see whom that sets off."""
        self.known[move.key] = move.after
        for rule in self.rules:
            for index, trigger in enumerate(rule.triggers):
                place = (rule.id, index)
                if _sets_off(trigger, move, self.known):
                    self.latched.add(place)
                    self.queue(_Fired(rule, move.key, fired))
                elif place in self.latched and _leaves(trigger, move):
                    self.latched.discard(place)
                    if rule.until:
                        self.queue(_Fired(rule, move.key, fired, over=True))

    def queue(self, fired: _Fired) -> None:
        """Play it later, unless its hours and those of what led to it never meet."""
        ours = of_conditions(fired.rule.conditions).windows
        theirs = of_conditions(fired.by.rule.conditions).windows if fired.by else ()
        if not any(windows_disjoint(a, b) for a in ours for b in theirs):
            self.waiting.append(fired)


def circle(rule: Rule, others: tuple[Rule, ...], view: View, scene: Scenes) -> Conflict | None:
    """How this rule sets itself off, alone or through others; None when it does not, or nobody is sure."""
    cast = (rule, *others)
    drains = _drains(view)
    for index, trigger in enumerate(rule.triggers):
        play = _Play(cast, drains, scene, _given(trigger), {(rule.id, index)})
        play.waiting.append(_Fired(rule))
        for _turn in range(MOST):
            if not play.waiting:
                break
            fired = play.waiting.popleft()
            line = [f for f in fired.line() if f.rule.id == rule.id and not f.over]
            if len(line) > ROUNDS:
                return _told(fired, rule)
            play.perform(fired)
    return None


def _told(fired: _Fired, rule: Rule) -> Conflict:
    """The circle between the two last times that the rule came up, in the order of what happened."""
    line = list(fired.line())
    first = next(i for i, f in enumerate(line) if f.rule.id == rule.id and not f.over)
    round_ = [line[first]]
    for step in line[first + 1 :]:
        if step.rule.id == rule.id and not step.over:
            break
        round_.append(step)
    ids = dict.fromkeys((rule.id, *(step.rule.id for step in reversed(round_))))
    return Conflict(ConflictKind.CIRCLE, tuple(ids), line[first].key.partition("/")[0])


def _may_run(rule: Rule, known: Known) -> bool:
    """Whether nothing that is known stands against its conditions."""
    return not any(_against(bound, known) for bound in of_conditions(rule.conditions).bounds)


def _against(bound: Bound, known: Known) -> bool:
    value = known.get(bound.key)
    if value is None:
        return False
    if bound.spans:
        return isinstance(value, int | float) and not any(low < value < high for low, high in bound.spans)
    return (value in bound.words) is bound.denied


def _given(trigger: Trigger) -> Known:
    """What is known when this trigger has just set its rule off."""
    match trigger:
        case Becomes(entities=(entity,), to=to) if to:
            return {_key(entity, trigger.attribute): to[0]}
        case Threshold(entities=(entity,), outside=False):
            return {_key(entity, trigger.attribute): _just_past(trigger)}
        case _:
            return {}


def _just_past(limit: Threshold) -> float:
    """A number that passes a limit by as little as can be."""
    if limit.above is not None:
        return math.nextafter(limit.above, math.inf)
    return math.nextafter(limit.below or 0.0, -math.inf)


def _after(command: Command, known: Known) -> Known:
    """What is so after a command, by key; a toggle turns what is known, else it is taken to turn on."""
    left = effect(command)
    after: Known = {_key(left.entity_id, name): value for name, value in left.attributes.items()}
    word = left.word
    if left.flips:
        word = "off" if known.get(left.entity_id) == "on" else "on"
    return {left.entity_id: word, **after} if word else after


def _unrolled(actions: tuple[Action, ...]) -> Iterator[Action]:
    """All actions in order, a repeat twice: that tells of all the others."""
    for action in actions:
        if isinstance(action, Repeat):
            for _round in range(min(action.times, 2)):
                yield from _unrolled(action.actions)
        else:
            yield action


def _drains(view: View) -> Mapping[str, tuple[str, ...]]:
    """The power sensors that fall to nothing when an entity is off: it is all that its device switches."""
    switched: dict[str, list[str]] = {}
    measured: dict[str, list[str]] = {}
    for snapshot in view.snapshots.values():
        entity = snapshot.entity
        if entity.device is None:
            continue
        if entity.domain in _CONTROLLED:
            switched.setdefault(entity.device.id, []).append(entity.id)
        elif entity.device_class == "power":
            measured.setdefault(entity.device.id, []).append(entity.id)
    return {
        only[0]: tuple(measured[device])
        for device, only in switched.items()
        if len(only) == 1 and device in measured
    }


def _sets_off(trigger: Trigger, move: _Move, known: Known) -> bool:
    match trigger:
        case Becomes():
            fits = not trigger.to or move.after in trigger.to
            came = not trigger.was or move.before is None or move.before in trigger.was
            fresh = move.before is None or not trigger.to or move.before not in trigger.to
            return _watches(trigger, move, known) and fits and came and fresh
        case Threshold():
            now, was = _past(trigger, move.after), _past(trigger, move.before)
            return _watches(trigger, move, known) and now is True and was is not True
        case _:
            return False


def _leaves(trigger: Trigger, move: _Move) -> bool:
    match trigger:
        case Becomes():
            return move.key in _keys(trigger) and bool(trigger.to) and move.after not in trigger.to
        case Threshold():
            return move.key in _keys(trigger) and _past(trigger, move.after) is False
        case _:
            return False


def _watches(trigger: Becomes | Threshold, move: _Move, known: Known) -> bool:
    """Whether a move of this key decides; of several that count together, the others must be known to fit."""
    keys = _keys(trigger)
    if move.key not in keys or trigger.pool is Pool.MEAN:
        return False
    if trigger.pool is Pool.ANY or len(keys) == 1:
        return True
    if isinstance(trigger, Threshold):
        return all(_past(trigger, known.get(key)) is True for key in keys)
    return all(known.get(key) in trigger.to for key in keys)


def _past(limit: Threshold, value: Scalar) -> bool | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    over = limit.above is None or value > limit.above
    under = limit.below is None or value < limit.below
    return (over or under) if limit.outside else (over and under)


def _keys(trigger: Becomes | Threshold) -> tuple[str, ...]:
    return tuple(_key(entity, trigger.attribute) for entity in trigger.entities)


def _key(entity_id: str, attribute: str) -> str:
    return f"{entity_id}/{attribute}" if attribute else entity_id
