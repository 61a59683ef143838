"""From the names, measures and places of a question to the things whose past is meant. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from devices.automation.rule.trigger import Threshold
from devices.history.course.course import Wanted
from devices.model import Domain, Snapshot
from devices.name import folded
from devices.resolve import NoMatch, Target, Unresolved
from devices.view import View
from tools.meaning.aim import Aim, aim
from tools.meaning.concept import measure_of
from tools.meaning.gather import gathered, places_of
from tools.meaning.sensor import NotNumeric, watched
from tools.words.packs import PACKS
from tools.words.spec import Pack
from tools.words.token import tokens

MOST_SUBJECTS = 60
"""Of more things a question is too wide to be answered in words."""
EVERYWHERE = frozenset({"everywhere", "all", "home", "house", "whole home", "whole house", "anywhere"})
METERS = ("energy", "power", "water", "gas")
"""Device classes of what is used, the best source first."""
_CURRENT = {"temperature": "current_temperature", "humidity": "current_humidity"}


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing asked about: its number (of an attribute, empty for the state itself) or its state word."""

    snapshot: Snapshot
    attribute: str = ""
    numeric: bool = True

    @property
    def id(self) -> str:
        """The entity id."""
        return self.snapshot.entity.id

    @property
    def name(self) -> str:
        """The name a reply uses."""
        return self.snapshot.entity.name

    @property
    def wanted(self) -> Wanted:
        """As the records are asked."""
        return Wanted(self.id, self.attribute or (None if self.numeric else ""))


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question names.

    `numeric`: whether numbers are asked for; `metered`: what something uses, so that "the washer" means its
    meter. `area` is an area, a floor, "everywhere" or empty.
    """

    names: tuple[str, ...]
    area: str = ""
    numeric: bool = False
    metered: bool = False


Subjects: TypeAlias = tuple[Subject, ...] | NotNumeric | Unresolved


def subjects(asked: Sought, view: View) -> Subjects:
    """The things meant, in the order they were named; one unknown name leaves all of them unresolved.

    A measure or a kind alone ("temperature", "lights") means every one of it, in the area if one is named.
    """
    places = frozenset[str]() if folded(asked.area) in EVERYWHERE else places_of(asked.area, view)
    if isinstance(places, Unresolved):
        return places
    if not asked.names:
        return _in_place(asked, places, view)
    found: list[Subject] = []
    for name in asked.names:
        one = _named(name, asked, places, view)
        if not isinstance(one, tuple):
            return one
        found += one
    return tuple({(s.id, s.attribute): s for s in found}.values())


def _in_place(asked: Sought, places: frozenset[str], view: View) -> Subjects:
    """A place alone: what it uses, or the states of what can be told something."""
    if not asked.area:
        return Unresolved(NoMatch.EMPTY, "")
    inside = _inside(view, places)
    if asked.metered:
        found = _meters(inside)
    elif asked.numeric:
        found = [s for s in inside if s.entity.domain is Domain.SENSOR and s.entity.unit]
    else:
        found = [s for s in inside if s.entity.domain is not Domain.SENSOR]
    if not found:
        return Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, asked.area)
    return tuple(Subject(s, numeric=asked.numeric) for s in found)


def _named(name: str, asked: Sought, places: frozenset[str], view: View) -> Subjects:
    if asked.metered and (metered := _metered(name, places, view)):
        return metered
    if not asked.numeric:
        return _state(name, asked, view)
    measure = measure_of(name)
    if measure and (every := _measuring(measure, places, view)):
        return every
    if places and not measure:
        placed = aim(Aim(Target((name,), areas=tuple(places)), _numeric), view)
        if not isinstance(placed, Unresolved):
            return _numbers(placed.snapshots)
    one = watched(name, (), view)
    if isinstance(one, Threshold):
        return (Subject(view.snapshots[one.entities[0]], one.attribute or ""),)
    return one


def _state(name: str, asked: Sought, view: View) -> Subjects:
    where = "" if folded(asked.area) in EVERYWHERE else asked.area
    found = gathered((name,), where, _wordy, view, several=True)
    if isinstance(found, Unresolved):
        return found
    return tuple(Subject(s, numeric=False) for s in found.snapshots)


def _measuring(measure: str, places: frozenset[str], view: View) -> tuple[Subject, ...]:
    """Every sensor of a class, else every thermostat that measures it too."""
    inside = _inside(view, places)
    sensors = [s for s in inside if s.entity.domain is Domain.SENSOR and s.entity.device_class == measure]
    if sensors:
        return tuple(Subject(s) for s in sensors)
    attribute = _CURRENT.get(measure, "")
    others = [s for s in inside if s.entity.domain is Domain.CLIMATE and attribute in s.attributes()]
    return tuple(Subject(s, attribute) for s in others) if attribute else ()


def _metered(name: str, places: frozenset[str], view: View) -> tuple[Subject, ...]:
    """The meter of a thing, by its own name, by its device, or by the name it begins with."""
    inside = _inside(view, places)
    measure = measure_of(name)
    if measure in METERS:
        kinds = ("energy", "power") if measure == "energy" else (measure,)
        each = ([s for s in inside if s.entity.device_class == kind] for kind in kinds)
        return tuple(Subject(s) for s in next(filter(None, each), []))
    found = aim(Aim(Target((name,), areas=tuple(places))), view)
    thing = None if isinstance(found, Unresolved) else found.snapshots[0]
    if thing is not None and thing.entity.device_class in METERS and thing.entity.domain is Domain.SENSOR:
        return (Subject(thing),)
    beside = _meters(s for s in inside if thing is not None and _same_device(s, thing))
    called = beside or _meters(s for s in inside if _called(s, name))
    return tuple(Subject(s) for s in called[:1])


def _meters(found: Iterable[Snapshot]) -> list[Snapshot]:
    """Of the best class there is, all meters; what is a setting or a diagnosis is none."""
    sensors = [s for s in found if s.entity.domain is Domain.SENSOR and not s.entity.category]
    classes = {s.entity.device_class for s in sensors}
    best = next((one for one in METERS if one in classes), None)
    return [s for s in sensors if s.entity.device_class == best] if best else []


def _same_device(one: Snapshot, other: Snapshot) -> bool:
    device = other.entity.device
    return device is not None and one.entity.device is not None and one.entity.device.id == device.id


def _called(snapshot: Snapshot, name: str) -> bool:
    """Whether its name begins with this one, or holds each of its words in whatever form."""
    asked = folded(name)
    names = (snapshot.entity.name, *snapshot.entity.aliases)
    if len(asked) > 1 and any(folded(own).startswith(asked) for own in names):
        return True
    return any(_holds(folded(own), asked, PACKS[code]) for own in names for code in _WORDED)


def _holds(own: str, asked: str, spoken: Pack) -> bool:
    known = {form for token in tokens(own, spoken.keys) for form in token.keys}
    wanted = [token.keys for token in tokens(asked, spoken.keys) if not token.text.isdigit()]
    return bool(wanted) and all(not known.isdisjoint(forms) for forms in wanted)


_WORDED = ("en", "ru")
"""Languages that part their words."""


def _numbers(found: Iterable[Snapshot]) -> tuple[Subject, ...]:
    climate = _CURRENT["temperature"]
    return tuple(Subject(s, climate if s.entity.domain is Domain.CLIMATE else "") for s in found)


def _inside(view: View, places: frozenset[str]) -> tuple[Snapshot, ...]:
    return tuple(s for s in view.exposed() if not places or s.entity.area in places)


def _numeric(snapshot: Snapshot) -> bool:
    entity = snapshot.entity
    return entity.domain is Domain.CLIMATE or (entity.domain is Domain.SENSOR and bool(entity.unit))


def _wordy(snapshot: Snapshot) -> bool:
    entity = snapshot.entity
    return entity.domain is not Domain.SENSOR or not entity.unit


def numeric_of(asked: Sought, view: View) -> bool:
    """Whether what is named is a measure, or a sensor that reports a number."""
    if not asked.names:
        return False
    name = asked.names[0]
    if measure_of(name):
        return True
    found = aim(Aim(Target((name,))), view)
    if isinstance(found, Unresolved):
        return isinstance(watched(name, (), view), Threshold)
    return found.snapshots[0].entity.domain is Domain.SENSOR and _numeric(found.snapshots[0])
