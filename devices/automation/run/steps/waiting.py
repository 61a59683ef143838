"""Whether a condition that a run waits for holds, with clocks of its own, and when to look again. Pure."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

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
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.holds import holds, stands_now, word_since
from devices.automation.watch.spec import World

MINUTE = timedelta(minutes=1)
ROOT = "c0"
EVERYBODY = ""
"""Stands for any entity: who the people of a home are may change."""


def look(
    condition: Condition, world: World, at: datetime, since: Mapping[str, datetime]
) -> tuple[bool, dict[str, datetime]]:
    """Whether it holds now, and its `held for` clocks as they run from here on."""
    clocks: dict[str, datetime] = {}
    for place, leaf in _leaves(condition, ROOT):
        if isinstance(leaf, Threshold | Stands) and leaf.for_seconds and stands_now(leaf, world.find, at):
            clocks[place] = since.get(place) or word_since(leaf, world) or at
    return holds(condition, world, at, clocks.get, ROOT) is True, clocks


def look_again(condition: Condition, at: datetime, clocks: Mapping[str, datetime]) -> datetime | None:
    """The next instant at which it may come to hold by itself; what devices report comes by itself."""
    instants: list[datetime] = []
    for place, leaf in _leaves(condition, ROOT):
        if isinstance(leaf, During | Daylight):
            instants.append(at.replace(second=0, microsecond=0) + MINUTE)
        elif isinstance(leaf, Threshold | Stands) and place in clocks:
            end = clocks[place] + timedelta(seconds=leaf.for_seconds)
            instants += [end] if end > at else []
    return min(instants, default=None)


def sources(condition: Condition) -> frozenset[str]:
    """The entities whose reports play a part in it; EVERYBODY where it is about whoever lives here."""
    return frozenset(one for _place, leaf in _leaves(condition, ROOT) for one in _entities(leaf))


def _entities(leaf: Condition) -> tuple[str, ...]:
    match leaf:
        case Threshold(entities=entities) | Stands(entities=entities):
            return entities
        case Someone(entities=entities):
            return entities or (EVERYBODY,)
        case _:
            return ()


def _leaves(condition: Condition, place: str) -> Iterator[tuple[str, Condition]]:
    """The parts that are no and, or, not; places as `holds` names them."""
    if isinstance(condition, AllOf | AnyOf | NotOf):
        for number, part in enumerate(condition.of):
            yield from _leaves(part, f"{place}.{number}")
    else:
        yield place, condition
