"""Whether a condition holds at an instant: yes, no, or not known. A `held for` is asked of who watched."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeAlias

from devices.automation.almanac import daylight, local_day, takes_in
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
from devices.automation.rule.trigger import Pool, Threshold
from devices.automation.watch.pool import all_of, any_of, average, none_of
from devices.automation.watch.signal import number, word
from devices.automation.watch.spec import World
from devices.automation.watch.step import span
from devices.automation.watch.trigger.presence import at_home
from devices.automation.watch.trigger.threshold import passed
from devices.model import Snapshot

Held: TypeAlias = Callable[[str], datetime | None]
"""Since when the condition at this place (`c0.1`) holds; None when nobody watched it or it does not."""


def holds(condition: Condition, world: World, at: datetime, held: Held, place: str = "c0") -> bool | None:
    """Whether a condition holds at this instant; None when that can't be known.

    `place` is the condition's own, from which those of its parts follow.
    """
    match condition:
        case AllOf(of=of):
            return all_of(_each(of, world, at, held, place))
        case AnyOf(of=of):
            return any_of(_each(of, world, at, held, place))
        case NotOf(of=of):
            return none_of(_each(of, world, at, held, place))
        case Threshold() | Stands():
            return _held_long_enough(condition, world, at, held(place))
        case During():
            return _during(condition, world, at)
        case Daylight() | Someone():
            return _around(condition, world, at)


def all_hold(conditions: tuple[Condition, ...], world: World, at: datetime, held: Held) -> bool | None:
    """Whether all conditions of a rule hold; their places are c0, c1 ..."""
    return all_of(holds(part, world, at, held, f"c{n}") for n, part in enumerate(conditions))


def stands_now(
    condition: Threshold | Stands, find: Callable[[str], Snapshot | None], at: datetime
) -> bool | None:
    """Whether the value or word is as asked right now, whatever since when."""
    snapshots = [find(entity_id) for entity_id in condition.entities]
    match condition:
        case Threshold(pool=Pool.MEAN):
            value = average(number(s, condition.attribute, condition.unit, at).value for s in snapshots)
            return None if value is None else passed(condition, value)
        case Threshold():
            values = [number(s, condition.attribute, condition.unit, at).value for s in snapshots]
            verdicts = [None if value is None else passed(condition, value) for value in values]
        case Stands():
            words = [word(s, condition.attribute) for s in snapshots]
            verdicts = [None if found is None else found in condition.words for found in words]
    return any_of(verdicts) if condition.pool is Pool.ANY else all_of(verdicts)


def _each(
    of: tuple[Condition, ...], world: World, at: datetime, held: Held, place: str
) -> Iterable[bool | None]:
    return [holds(part, world, at, held, f"{place}.{n}") for n, part in enumerate(of)]


def _held_long_enough(
    condition: Threshold | Stands, world: World, at: datetime, since: datetime | None
) -> bool | None:
    now = stands_now(condition, world.find, at)
    if not now or not condition.for_seconds:
        return now
    since = since or word_since(condition, world)
    return None if since is None else at - since >= span(condition.for_seconds)


def word_since(condition: Threshold | Stands, world: World) -> datetime | None:
    """Since when, by the home's own account, a single word that holds now has stood; None: not told."""
    if not isinstance(condition, Stands) or condition.attribute or len(condition.entities) != 1:
        return None
    snapshot = world.find(condition.entities[0])
    return snapshot.changed_at if snapshot is not None and snapshot.word in condition.words else None


def _during(condition: During, world: World, at: datetime) -> bool:
    """Local wall time in [after, before); over midnight it is of the day on which the stretch began."""
    clock = at.astimezone(world.almanac.zone).time()
    day = local_day(world.almanac, at)
    after, before = condition.after, condition.before
    if after is not None and before is not None and after > before:
        if clock < before:
            day -= timedelta(days=1)
        elif clock < after:
            return False
    elif (after is not None and clock < after) or (before is not None and clock >= before):
        return False
    return takes_in(world.almanac, condition.days, day)


def _around(condition: Daylight | Someone, world: World, at: datetime) -> bool | None:
    """The sun, or the people."""
    if isinstance(condition, Daylight):
        day = daylight(world.almanac, at, condition.sunrise_offset, condition.sunset_offset)
        return None if day is None else day is condition.up
    people = [at_home(world.find(entity_id)) for entity_id in condition.entities or world.people()]
    found = any_of(people) if people else None
    return None if found is None else found is condition.home
