"""From a word for a measure, or a sensor's name, to the number that a rule watches. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from devices.automation.rule.trigger import Pool, Threshold
from devices.model import Domain, Snapshot
from devices.resolve import NoMatch, Resolved, Target, Unresolved
from devices.view import View
from tools.meaning.aim import Aim, aim, among
from tools.meaning.concept import in_area, measure_of
from tools.meaning.gather import places_of

_CURRENT = {"temperature": "current_temperature", "humidity": "current_humidity"}


@dataclass(frozen=True, slots=True)
class NotNumeric:
    """It was found, but reports words: there is nothing to compare."""

    snapshot: Snapshot


Watched: TypeAlias = Threshold | NotNumeric | Unresolved


@dataclass(frozen=True, slots=True)
class Gathering:
    """Names or measures, the area or floor they are in (empty: anywhere), and how they are read as one."""

    names: tuple[str, ...]
    area: str = ""
    pool: Pool | None = None


def watched(sensor: str, beside: Sequence[Snapshot], view: View) -> Watched:
    """The number meant by a sensor's id, name or measure, as a threshold without limits.

    A measure alone means the one in the area of the entities `beside`; in no area, the only one of the home.
    """
    if measure := measure_of(sensor):
        areas = frozenset(s.entity.area for s in beside if s.entity.area)
        return _measured(measure, sensor, areas, view)
    placed = in_area(sensor, view)
    found = aim(Aim(Target((sensor,)), _has_number), view)
    if isinstance(found, Resolved):
        return _of(found.snapshots[0])
    if placed and found.reason is not NoMatch.NOT_EXPOSED and (measure := measure_of(placed[1])):
        return _measured(measure, sensor, frozenset({placed[0].id}), view)
    return found


def together(asked: Gathering, beside: Sequence[Snapshot], view: View) -> Watched:
    """Several sensors as one threshold without limits; a measure with `pool` is every sensor of it there.

    They must be watched alike: the state of sensors, or the same attribute of thermostats.
    """
    places = places_of(asked.area, view)
    if isinstance(places, Unresolved):
        return places
    found: list[Threshold] = []
    for name in asked.names:
        one = _gathered(name, asked, places, beside, view)
        if not isinstance(one, tuple):
            return one
        found += one
    ids = tuple(dict.fromkeys(entity_id for one in found for entity_id in one.entities))
    if not ids:
        return Unresolved(NoMatch.EMPTY, "")
    if len({one.attribute for one in found}) > 1:
        return Unresolved(NoMatch.WRONG_KIND, ", ".join(asked.names), ids)
    pool = Pool.ANY if asked.pool is None or len(ids) == 1 else asked.pool
    return Threshold(ids, attribute=found[0].attribute, pool=pool, unit=_common_unit(ids, view))


def _gathered(
    name: str, asked: Gathering, places: frozenset[str], beside: Sequence[Snapshot], view: View
) -> tuple[Threshold, ...] | NotNumeric | Unresolved:
    measure = measure_of(name)
    if measure and asked.pool:
        return _every(measure, places, view)
    if not places:
        one = watched(name, beside, view)
        return (one,) if isinstance(one, Threshold) else one
    if measure:
        one = _measured(measure, name, places, view)
        return (one,) if isinstance(one, Threshold) else one
    found = aim(Aim(Target((name,), areas=tuple(places)), _has_number), view)
    if isinstance(found, Unresolved):
        return found
    known = _of(found.snapshots[0])
    return (known,) if isinstance(known, Threshold) else known


def _every(measure: str, places: frozenset[str], view: View) -> tuple[Threshold, ...] | Unresolved:
    """All sensors of a class in these places (none: anywhere), else all thermostats there that measure it."""
    inside = [s for s in view.exposed() if not places or s.entity.area in places]
    sensors = [s for s in inside if s.entity.domain is Domain.SENSOR and s.entity.device_class == measure]
    attribute = _CURRENT.get(measure, "")
    others = [s for s in inside if s.entity.domain is Domain.CLIMATE and attribute in s.attributes()]
    found = sensors or others
    if not found:
        elsewhere = tuple(s.entity.id for s in view.exposed() if s.entity.device_class == measure)
        return Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, measure, elsewhere)
    return tuple(Threshold((s.entity.id,), attribute="" if sensors else attribute) for s in found)


def _common_unit(ids: tuple[str, ...], view: View) -> str:
    """The unit of the first when not all have the same, so that a limit is one and the same for all."""
    units = [snapshot.entity.unit or "" for entity_id in ids if (snapshot := view.find(entity_id))]
    return units[0] if len(set(units)) > 1 else ""


def _measured(measure: str, asked: str, areas: frozenset[str], view: View) -> Watched:
    """The sensor of this class in these areas, else a thermostat there that measures it too."""
    inside = [s for s in view.exposed() if not areas or s.entity.area in areas]
    sensors = [s for s in inside if s.entity.domain is Domain.SENSOR and s.entity.device_class == measure]
    attribute = _CURRENT.get(measure, "")
    thermostats = [s for s in inside if s.entity.domain is Domain.CLIMATE and attribute in s.attributes()]
    elsewhere = [s for s in view.exposed() if s.entity.device_class == measure]
    instead = elsewhere or [s for s in inside if _has_number(s)]
    found = among(sensors or thermostats, asked, measure, instead)
    if isinstance(found, Resolved):
        return Threshold((found.snapshots[0].entity.id,), attribute="" if sensors else attribute)
    return found


def _of(snapshot: Snapshot) -> Threshold | NotNumeric:
    entity = snapshot.entity
    if entity.domain is Domain.CLIMATE:
        return Threshold((entity.id,), attribute=_CURRENT["temperature"])
    return Threshold((entity.id,)) if _has_number(snapshot) else NotNumeric(snapshot)


def _has_number(snapshot: Snapshot) -> bool:
    """Whether this entity reports a number at all, also while it is away or has not reported yet."""
    entity = snapshot.entity
    if entity.domain is Domain.CLIMATE:
        return True
    return entity.domain is Domain.SENSOR and bool(entity.unit or _is_number(snapshot.word))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
