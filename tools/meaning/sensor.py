"""From a word for a measure, or a sensor's name, to the number that a rule watches. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from devices.automation.rule import Threshold
from devices.model import Domain, Snapshot
from devices.resolve import NoMatch, Resolved, Target, Unresolved
from devices.view import View
from tools.meaning.aim import Aim, aim, among
from tools.meaning.concept import in_area, measure_of

_CURRENT = {"temperature": "current_temperature", "humidity": "current_humidity"}


@dataclass(frozen=True, slots=True)
class NotNumeric:
    """It was found, but reports words: there is nothing to compare."""

    snapshot: Snapshot


Watched: TypeAlias = Threshold | NotNumeric | Unresolved


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
        return Threshold(found.snapshots[0].entity.id, attribute="" if sensors else attribute)
    return found


def _of(snapshot: Snapshot) -> Threshold | NotNumeric:
    entity = snapshot.entity
    if entity.domain is Domain.CLIMATE:
        return Threshold(entity.id, attribute=_CURRENT["temperature"])
    return Threshold(entity.id) if _has_number(snapshot) else NotNumeric(snapshot)


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
