"""The table of what can be watched: every kind of trigger with its functions, and the spots of a rule."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from devices.automation.rule.condition import AllOf, AnyOf, Condition, NotOf, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
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
from devices.automation.rule.write import condition_to_json, trigger_to_json
from devices.automation.watch import held
from devices.automation.watch.spec import Memory, Place
from devices.automation.watch.step import Heard, Spot, Step
from devices.automation.watch.trigger import becomes, happens, lost, presence, swing, threshold, timed

Part = TypeVar("Part")
People: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sense:
    """One trigger, or one condition that must have held for a while, with its kind's functions.

    sources: of whom it wants to hear, by the people of the home. pooled: they share one memory.
    hear: a report -> the next memory and what it sets off. due: when time alone moves a memory on.
    ripen: that time has come.
    """

    sources: Callable[[People], tuple[str, ...]]
    pooled: bool
    hear: Callable[[Memory, Heard, Spot], Step]
    due: Callable[[Memory, Spot], datetime | None]
    ripen: Callable[[Memory, datetime, Spot], Step]


@dataclass(frozen=True, slots=True)
class Kind(Generic[Part]):
    """The five names of a kind file, bundled for the table."""

    part: type[Part]
    sources: Callable[[Part, People], tuple[str, ...]]
    pooled: Callable[[Part], bool]
    hear: Callable[[Part, Memory, Heard, Spot], Step]
    due: Callable[[Part, Memory, Spot], datetime | None]
    ripen: Callable[[Part, Memory, datetime, Spot], Step]

    def of(self, part: object) -> Sense:
        """These functions for one trigger of this kind."""
        if not isinstance(part, self.part):
            raise TypeError(f"{type(part).__name__} is not {self.part.__name__}")
        return Sense(
            partial(self.sources, part),
            self.pooled(part),
            partial(self.hear, part),
            partial(self.due, part),
            partial(self.ripen, part),
        )


Binder: TypeAlias = Callable[[object], Sense]

WATCHES: Mapping[type, Binder] = {
    Threshold: Kind(
        Threshold, threshold.sources, threshold.pooled, threshold.hear, threshold.due, threshold.ripen
    ).of,
    Swing: Kind(Swing, swing.sources, swing.pooled, swing.hear, swing.due, swing.ripen).of,
    Becomes: Kind(Becomes, becomes.sources, becomes.pooled, becomes.hear, becomes.due, becomes.ripen).of,
    Happens: Kind(Happens, happens.sources, happens.pooled, happens.hear, happens.due, happens.ripen).of,
    Presence: Kind(
        Presence, presence.sources, presence.pooled, presence.hear, presence.due, presence.ripen
    ).of,
    Lost: Kind(Lost, lost.sources, lost.pooled, lost.hear, lost.due, lost.ripen).of,
    At: Kind(At, timed.sources, timed.pooled, timed.hear, timed.due, timed.ripen).of,
    Sun: Kind(Sun, timed.sources, timed.pooled, timed.hear, timed.due, timed.ripen).of,
    Every: Kind(Every, timed.sources, timed.pooled, timed.hear, timed.due, timed.ripen).of,
    Once: Kind(Once, timed.sources, timed.pooled, timed.hear, timed.due, timed.ripen).of,
}
"""How each kind of trigger is watched."""

HELD: Mapping[type, Binder] = {
    Threshold: Kind(Threshold, held.sources, held.pooled, held.hear, held.due, held.ripen).of,
    Stands: Kind(Stands, held.sources, held.pooled, held.hear, held.due, held.ripen).of,
}
"""How the conditions are watched that must have held for a while."""


@dataclass(frozen=True, slots=True)
class Watched:
    """One spot of a rule that is watched: its place, what stands there, and the entities it is about.

    `trigger` is the number of the trigger, None for a condition; `fingerprint` is equal for equal ones only.
    """

    place: Place
    part: Trigger | Condition
    sense: Sense
    entities: tuple[str, ...]
    fingerprint: str
    trigger: int | None = None


def watched(trigger: Trigger) -> Sense:
    """How this trigger is watched."""
    return WATCHES[type(trigger)](trigger)


def spots(rule: Rule, people: People) -> Iterator[Watched]:
    """Everything of a rule that is watched: its triggers, then its conditions with a `for`."""
    for number, trigger in enumerate(rule.triggers):
        sense, mark = watched(trigger), fingerprint(trigger)
        sources = sense.sources(people)
        groups = [sources] if sense.pooled else [(entity,) for entity in dict.fromkeys(sources)]
        for entities in groups:
            place = spot(number) if sense.pooled else spot(number, entities[0])
            yield Watched((rule.id, place), trigger, sense, entities, mark, number)
    for number, condition in enumerate(rule.conditions):
        for place, part in lasting(condition, f"c{number}"):
            sense = HELD[type(part)](part)
            mark = json.dumps(condition_to_json(part), sort_keys=True)
            yield Watched((rule.id, place), part, sense, sense.sources(people), mark)


def spot(trigger: int, entity_id: str = "") -> str:
    """The place of a trigger within its rule: of one entity, or of all that share one memory."""
    return f"{trigger}/{entity_id}" if entity_id else str(trigger)


def lasting(condition: Condition, place: str) -> Iterator[tuple[str, Threshold | Stands]]:
    """The parts of a condition that must have held for a while, with their places."""
    match condition:
        case Threshold(for_seconds=seconds) | Stands(for_seconds=seconds) if seconds:
            yield place, condition
        case AllOf(of=of) | AnyOf(of=of) | NotOf(of=of):
            for number, part in enumerate(of):
                yield from lasting(part, f"{place}.{number}")
        case _:
            pass


def fingerprint(trigger: Trigger) -> str:
    """A text that is equal for equal triggers only."""
    return json.dumps(trigger_to_json(trigger), sort_keys=True)
