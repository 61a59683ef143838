"""In which situations a rule runs, as bounds that can be compared: can two of them hold at once? Pure.

Only what is sure narrows a region: an `any of`, one of several sensors, a span of time held narrow nothing.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import time

from devices.automation.rule.condition import (
    AllOf,
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
    Coming,
    Days,
    Holidays,
    Pool,
    Presence,
    Threshold,
    Trigger,
    Weekday,
)

HOME = "home"
SUN = "sun"


@dataclass(frozen=True, slots=True)
class Bound:
    """One thing that is so: a number in one of `spans`, or a word that is (`denied`: is not) one of `words`.

    `key` is an entity id with the attribute behind a slash, or `home` (words yes, no) and `sun` (up, down).
    Spans are open: their ends do not belong to them.
    """

    key: str
    unit: str = ""
    spans: tuple[tuple[float, float], ...] = ()
    words: frozenset[str] = frozenset()
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """Everything that is so at once; `windows` are times of day and days."""

    bounds: tuple[Bound, ...] = ()
    windows: tuple[During, ...] = ()


def of_trigger(trigger: Trigger) -> Region | None:
    """The situation in which what set it off lasts; None for what is over as soon as it happens."""
    match trigger:
        case Threshold():
            return Region(tuple(_limits(trigger)))
        case Becomes(to=to) if to:
            certain = trigger.pool is Pool.ALL or len(trigger.entities) == 1
            keys = [_key(e, trigger.attribute) for e in trigger.entities] if certain else []
            return Region(tuple(Bound(key, words=frozenset(to)) for key in keys))
        case Presence(entities=()) if trigger.coming is Coming.ARRIVE or trigger.pool is Pool.ALL:
            return Region((Bound(HOME, words=frozenset({_yes(home=trigger.coming is Coming.ARRIVE)})),))
        case _:
            return None


def of_conditions(conditions: Iterable[Condition]) -> Region:
    """The situations in which all of these hold."""
    flat = [part for condition in conditions for part in _flat(condition)]
    bounds = [bound for part in flat for bound in _bounds(part)]
    return Region(tuple(bounds), tuple(part for part in flat if isinstance(part, During)))


def both(one: Region, other: Region) -> Region:
    """What holds where both do."""
    return Region(one.bounds + other.bounds, one.windows + other.windows)


def of_rule(rule: Rule, trigger: Trigger) -> Region | None:
    """The situation that lasts while this trigger of a rule and its conditions hold; None: nothing lasts."""
    region = of_trigger(trigger)
    return None if region is None else both(region, of_conditions(rule.conditions))


def disjoint(one: Region, other: Region) -> bool:
    """Whether both surely never hold at once."""
    return any(_clash(a, b) for a in one.bounds for b in other.bounds) or any(
        windows_disjoint(a, b) for a in one.windows for b in other.windows
    )


def touching(one: Region, other: Region) -> bool:
    """Whether they meet at a limit of the same number, so that a small step leads from one to the other."""
    return any(
        a.key == b.key and a.unit == b.unit and _meet(a, b) for a in one.bounds for b in other.bounds
    ) and not any(windows_disjoint(a, b) for a in one.windows for b in other.windows)


def windows_disjoint(one: During, other: During) -> bool:
    """Whether two windows surely share no moment: by hours, or by days if neither passes midnight."""
    if not _overnight(one) and not _overnight(other) and days_disjoint(one.days, other.days):
        return True
    stretches = [(a, b) for a in _stretches(one) for b in _stretches(other)]
    return all(min(a[1], b[1]) <= max(a[0], b[0]) for a, b in stretches)


def days_disjoint(one: Days, other: Days) -> bool:
    """Whether no day belongs to both."""
    week = frozenset(Weekday)
    shared = (frozenset(one.weekdays) or week) & (frozenset(other.weekdays) or week)
    return not shared or {one.holidays, other.holidays} == {Holidays.ONLY, Holidays.EXCEPT}


def inside(window: During, at: time) -> bool:
    """Whether a time of day lies in a window, whatever the day."""
    seconds = _seconds(at)
    return any(start <= seconds < end for start, end in _stretches(window))


def _flat(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, AllOf):
        for part in condition.of:
            yield from _flat(part)
    else:
        yield condition


def _bounds(condition: Condition) -> Iterator[Bound]:
    match condition:
        case Threshold():
            yield from _limits(condition)
        case Stands(entities=entities, words=words, attribute=attribute, pool=pool):
            if pool is Pool.ALL or len(entities) == 1:
                yield from (Bound(_key(e, attribute), words=frozenset(words)) for e in entities)
        case Daylight(up=up, sunrise_offset=0.0, sunset_offset=0.0):
            yield Bound(SUN, words=frozenset({"up" if up else "down"}))
        case Someone(home=home, entities=()):
            yield Bound(HOME, words=frozenset({_yes(home=home)}))
        case NotOf(of=parts):
            yield from (bound for part in parts for bound in _denied(part))
        case _:
            pass


def _denied(part: Condition) -> Iterator[Bound]:
    """What is so when this is not; only for a plain word, a plain limit, and yes or no."""
    match part:
        case Stands(entities=(entity,), words=words, attribute=attribute, for_seconds=0.0):
            yield Bound(_key(entity, attribute), words=frozenset(words), denied=True)
        case Daylight(up=up, sunrise_offset=0.0, sunset_offset=0.0):
            yield Bound(SUN, words=frozenset({"down" if up else "up"}))
        case Someone(home=home, entities=()):
            yield Bound(HOME, words=frozenset({_yes(home=not home)}))
        case _:
            pass


def _limits(limit: Threshold) -> Iterator[Bound]:
    """A limit of a single sensor, or of all; of any one among several nothing is sure."""
    if len(limit.entities) > 1 and limit.pool is not Pool.ALL:
        return
    above = -math.inf if limit.above is None else limit.above
    below = math.inf if limit.below is None else limit.below
    spans = ((-math.inf, below), (above, math.inf)) if limit.outside else ((above, below),)
    yield from (Bound(_key(entity, limit.attribute), limit.unit, spans) for entity in limit.entities)


def _clash(one: Bound, other: Bound) -> bool:
    if one.key != other.key:
        return False
    if one.spans and other.spans:
        apart = all(min(a[1], b[1]) <= max(a[0], b[0]) for a in one.spans for b in other.spans)
        return apart and one.unit == other.unit
    return bool(one.words and other.words) and _no_word_fits(one, other)


def _meet(one: Bound, other: Bound) -> bool:
    return any(a[1] == b[0] or b[1] == a[0] for a in one.spans for b in other.spans)


def _no_word_fits(one: Bound, other: Bound) -> bool:
    match one.denied, other.denied:
        case False, False:
            return one.words.isdisjoint(other.words)
        case False, True:
            return one.words <= other.words
        case True, False:
            return other.words <= one.words
        case _:
            return False


def _yes(*, home: bool) -> str:
    return "yes" if home else "no"


def _key(entity_id: str, attribute: str) -> str:
    return f"{entity_id}/{attribute}" if attribute else entity_id


def _overnight(window: During) -> bool:
    return window.after is not None and window.before is not None and window.before <= window.after


def _stretches(window: During) -> tuple[tuple[float, float], ...]:
    """The window in seconds of a day; over midnight it is two."""
    start = 0.0 if window.after is None else _seconds(window.after)
    end = 86400.0 if window.before is None else _seconds(window.before)
    return ((start, end),) if start < end else ((start, 86400.0), (0.0, end))


def _seconds(at: time) -> float:
    return at.hour * 3600.0 + at.minute * 60.0 + at.second + at.microsecond / 1e6
