"""What an entity can report at all: ranges of numbers, words, events; and what no report can ever be. Pure.

Only what is sure: a range that every sensor of its kind keeps, the words of a kind, the options it named.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from devices.automation.insight.conflict import Never
from devices.automation.rule.trigger import Becomes, Happens, Swing, Threshold
from devices.kinds.cover import Leaf
from devices.kinds.lock import Bolt
from devices.kinds.power import Power
from devices.model import Domain, Entity
from devices.view import View

Range = tuple[float, float]

_PERCENT: Range = (0.0, 100.0)
_FROM_NOTHING: Range = (0.0, math.inf)
_UNITS: Mapping[str, Range] = {
    **dict.fromkeys(("lx", "ppm", "ppb", "µg/m³", "hPa", "mbar", "Pa", "K", "dB"), _FROM_NOTHING),
    "°C": (-273.15, math.inf),
    "°F": (-459.67, math.inf),
}
"""What a number of this unit always lies in, its ends included."""
_SHARES = frozenset({"humidity", "battery", "moisture"})
"""Device classes whose percent never leave 0 to 100; of a load or a gain nobody can be sure."""
_ATTRIBUTES: Mapping[str, Range] = {
    "brightness": (0.0, 255.0),
    "percentage": _PERCENT,
    "current_position": _PERCENT,
    "current_humidity": _PERCENT,
}
_POWER = frozenset(Power)
_WORDS: Mapping[Domain, frozenset[str]] = {
    **dict.fromkeys((Domain.LIGHT, Domain.SWITCH, Domain.FAN, Domain.BINARY_SENSOR), _POWER),
    Domain.LOCK: frozenset(Bolt),
    Domain.COVER: frozenset(Leaf),
}
_ALWAYS = frozenset({"unavailable", "unknown"})


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why something can never be, of which entity, with what a sentence may want."""

    reason: Never
    entity_id: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def missing(entities: tuple[str, ...], view: View) -> Iterator[Flaw]:
    """The entities that the home has not."""
    yield from (Flaw(Never.MISSING, entity_id) for entity_id in entities if view.find(entity_id) is None)


def numbers(limit: Threshold, view: View) -> Iterator[Flaw]:
    """A limit outside what its sensor can report, or one that it can't come back from."""
    yield from missing(limit.entities, view)
    for entity in _entities(limit.entities, view):
        if _wordy(entity, limit.attribute):
            yield Flaw(Never.NO_NUMBER, entity.id)
            continue
        low, high = _range(entity, limit)
        facts = {"low": f"{low:g}", "high": f"{high:g}", "unit": entity.unit or ""}
        if _out_of(limit, low, high):
            yield Flaw(Never.OUT_OF_RANGE, entity.id, facts)
        elif _stuck(limit, low, high):
            yield Flaw(Never.NEVER_AGAIN, entity.id, facts)


def swings(swing: Swing, view: View) -> Iterator[Flaw]:
    """A change that is wider than all that its sensor can report."""
    yield from missing(swing.entities, view)
    for entity in _entities(swing.entities, view):
        low, high = _range(entity, swing)
        if _wordy(entity, swing.attribute):
            yield Flaw(Never.NO_NUMBER, entity.id)
        elif swing.by > high - low:
            yield Flaw(Never.OUT_OF_RANGE, entity.id, {"low": f"{low:g}", "high": f"{high:g}"})


def words(entities: tuple[str, ...], wanted: tuple[str, ...], attribute: str, view: View) -> Iterator[Flaw]:
    """Entities that have none of the words that are waited for."""
    yield from missing(entities, view)
    if attribute or not wanted:
        return
    for entity in _entities(entities, view):
        known = _known(entity)
        if known and known.isdisjoint(wanted) and _ALWAYS.isdisjoint(wanted):
            facts = {"word": wanted[0], "words": ", ".join(sorted(known))}
            yield Flaw(Never.NO_SUCH_WORD, entity.id, facts)


def changes(change: Becomes, view: View) -> Iterator[Flaw]:
    """A change to a word that the entity has not, or from and to the same single word."""
    yield from words(change.entities, change.to, change.attribute, view)
    if len(change.to) == 1 and change.to == change.was:
        yield Flaw(Never.NO_WAY, change.entities[0], {"word": change.to[0]})


def events(event: Happens, view: View) -> Iterator[Flaw]:
    """Events that the entity has not, by the types that it named."""
    yield from missing(event.entities, view)
    for entity in _entities(event.entities, view):
        known = frozenset(entity.features.modes)
        if known and event.types and known.isdisjoint(event.types):
            facts = {"word": event.types[0], "words": ", ".join(sorted(known))}
            yield Flaw(Never.NO_SUCH_EVENT, entity.id, facts)


def _entities(ids: tuple[str, ...], view: View) -> list[Entity]:
    return [snapshot.entity for entity_id in ids if (snapshot := view.find(entity_id)) is not None]


def _wordy(entity: Entity, attribute: str) -> bool:
    """Whether its state is a word and never a number."""
    return not attribute and (entity.domain is not Domain.SENSOR or bool(entity.features.modes))


def _known(entity: Entity) -> frozenset[str]:
    """All words that an entity can have; empty when that is not known."""
    if entity.domain in (Domain.CLIMATE, Domain.SENSOR):
        return frozenset(entity.features.modes)
    return _WORDS.get(entity.domain, frozenset())


def _range(entity: Entity, watched: Threshold | Swing) -> Range:
    """What its number lies in; without bounds when that is not sure, or the limit has another unit."""
    everything = (-math.inf, math.inf)
    if watched.unit and watched.unit != entity.unit:
        return everything
    if watched.attribute:
        return _ATTRIBUTES.get(watched.attribute, everything)
    if entity.unit == "%":
        return _PERCENT if entity.device_class in _SHARES else everything
    return _UNITS.get(entity.unit or "", everything)


def _out_of(limit: Threshold, low: float, high: float) -> bool:
    """Whether no number in the range passes; a number equal to the limit does not."""
    too_high = limit.above is not None and limit.above >= high
    too_low = limit.below is not None and limit.below <= low
    if limit.outside:
        return too_high and too_low
    return too_high or too_low


def _stuck(limit: Threshold, low: float, high: float) -> bool:
    """Whether a number that passed can't fall back far enough to pass again."""
    if limit.outside or not limit.hysteresis:
        return False
    back_down = limit.above is not None and limit.above - limit.hysteresis >= low
    back_up = limit.below is not None and limit.below + limit.hysteresis <= high
    return not back_down and not back_up
