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


def concerns(condition: Condition, entity_id: str) -> bool:
    """Whether what this entity reports plays a part in it."""
    return any(_looks_at(leaf, entity_id) for _place, leaf in _leaves(condition, ROOT))


def _looks_at(leaf: Condition, entity_id: str) -> bool:
    match leaf:
        case Threshold(entities=entities) | Stands(entities=entities):
            return entity_id in entities
        case Someone(entities=entities):
            return not entities or entity_id in entities
        case _:
            return False


def _leaves(condition: Condition, place: str) -> Iterator[tuple[str, Condition]]:
    """The parts that are no and, or, not; places as `holds` names them."""
    if isinstance(condition, AllOf | AnyOf | NotOf):
        for number, part in enumerate(condition.of):
            yield from _leaves(part, f"{place}.{number}")
    else:
        yield place, condition
