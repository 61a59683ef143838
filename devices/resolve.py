"""Finds what a wish is about: exact ids, names, aliases, areas. Pure; never guesses, never widens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rapidfuzz import fuzz, process

from devices.kinds import KINDS
from devices.model import Area, Domain, Floor, Snapshot
from devices.name import folded
from devices.view import View

_CLOSE = 70
"""How like a known name an unknown one must be to be offered, of 100."""
_OFFERED = 5


@dataclass(frozen=True, slots=True)
class Target:
    """What a wish names.

    Names are entity ids, names or aliases; areas and floors are ids, names or aliases. `control` keeps only
    entities that can be told this (a service or short action word). With names, the areas, domain, device
    class and control narrow; without names they select. `excluding` takes names or areas.
    """

    names: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    floors: tuple[str, ...] = ()
    domain: Domain | None = None
    device_class: str | None = None
    everything: bool = False
    excluding: tuple[str, ...] = ()
    control: str = ""


class NoMatch(StrEnum):
    """Why a target was not found."""

    UNKNOWN_NAME = "unknown_name"
    """Nothing has this name; candidates are the entity ids with the closest names."""
    UNKNOWN_AREA = "unknown_area"
    """No area has this name; candidates are the closest area names."""
    UNKNOWN_FLOOR = "unknown_floor"
    """No floor has this name; candidates are the closest floor names."""
    NOTHING_OF_KIND_IN_AREA = "nothing_of_kind_in_area"
    """The place exists, but holds nothing of this kind; candidates are such entities elsewhere."""
    WRONG_KIND = "wrong_kind"
    """What has this name is of another kind or can't be told this; candidates are what has it."""
    AMBIGUOUS = "ambiguous"
    """Several have an equal claim; candidates are their entity ids."""
    NOT_EXPOSED = "not_exposed"
    """The one that has this name is hidden from speech, or disabled."""
    EMPTY = "empty"
    """The target names nothing, or everything was excluded."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What was meant: without repetition, named ones in the order they were named."""

    snapshots: tuple[Snapshot, ...]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Why nothing was found for `asked`; candidates are for the answer, never acted on."""

    reason: NoMatch
    asked: str
    candidates: tuple[str, ...] = ()


Places: TypeAlias = tuple[frozenset[str] | None, str]
"""The area ids a target is confined to (None: anywhere), and how they were asked for."""


def resolve(target: Target, view: View) -> Resolved | Unresolved:
    """Find the entities of a target; one unknown part leaves the whole target unresolved."""
    places = _places(target, view)
    if isinstance(places, Unresolved):
        return places
    found = _named(target, view, places) if target.names else _selected(target, view, places)
    if isinstance(found, Unresolved):
        return found
    return _without(found, target, view)


def _named(target: Target, view: View, places: Places) -> Resolved | Unresolved:
    found: dict[str, Snapshot] = {}
    for name in target.names:
        one = _one(name, target, view, places)
        if isinstance(one, Unresolved):
            return one
        found[one.entity.id] = one
    return Resolved(tuple(found.values()))


def _one(name: str, target: Target, view: View, places: Places) -> Snapshot | Unresolved:
    """The entity of one name: an exact id wins over a name, a name over one that leaves out its area."""
    everyone = tuple(view.snapshots[entity_id] for entity_id in sorted(view.snapshots))
    asked = folded(name)
    tiers: tuple[Callable[[Snapshot], bool], ...] = (
        lambda s: s.entity.id == name.strip().casefold(),
        lambda s: asked in _spoken(s),
        lambda s: asked in _spoken_in_area(s, view, inside=places[0] is not None),
    )
    unfit: dict[str, Snapshot] = {}
    for tier in tiers:
        holders = [s for s in everyone if tier(s)]
        fitting = [s for s in holders if _fits(s, target, places)]
        shown = [s for s in fitting if s.entity.exposed and s.entity.enabled]
        if len(shown) == 1:
            return shown[0]
        if shown:
            return Unresolved(NoMatch.AMBIGUOUS, name, _ids(shown))
        if fitting:
            return Unresolved(NoMatch.NOT_EXPOSED, name)
        unfit |= {s.entity.id: s for s in holders if s.entity.exposed and s.entity.enabled}
    return _missing(name, target, view, tuple(unfit.values()))


def _missing(name: str, target: Target, view: View, unfit: tuple[Snapshot, ...]) -> Unresolved:
    """Why no entity of this name will do: another kind, another place, or no such name."""
    if not unfit:
        return Unresolved(NoMatch.UNKNOWN_NAME, name, _alike(name, target, view))
    elsewhere = any(_fits(s, target, (None, "")) for s in unfit)
    reason = NoMatch.NOTHING_OF_KIND_IN_AREA if elsewhere else NoMatch.WRONG_KIND
    return Unresolved(reason, name, _ids(unfit))


def _selected(target: Target, view: View, places: Places) -> Resolved | Unresolved:
    """Everything of a kind in a place; of a kind without a place, the only one there is."""
    areas, asked = places
    narrowed = target.domain or target.device_class or target.control
    if areas is None and not target.everything and not narrowed:
        return Unresolved(NoMatch.EMPTY, "")
    kind = target.device_class or target.domain or target.control
    of_kind = [s for s in view.exposed() if not s.entity.category and _fits(s, target, (None, ""))]
    found = [s for s in of_kind if _inside(s, areas)]
    if not found:
        return Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, asked or kind, _ids(of_kind)[:_OFFERED])
    if areas is None and not target.everything and len(found) > 1:
        return Unresolved(NoMatch.AMBIGUOUS, kind, _ids(found))
    return Resolved(tuple(found))


def _without(found: Resolved, target: Target, view: View) -> Resolved | Unresolved:
    """Leave out what was excluded; an exclusion that can't be understood stops everything."""
    left = {s.entity.id: s for s in found.snapshots}
    for name in target.excluding:
        area = _place(name, view.areas.values())
        if area is not None:
            gone = [s.entity.id for s in left.values() if s.entity.area == area]
        else:
            one = _one(name, Target(domain=target.domain, control=target.control), view, (None, ""))
            if isinstance(one, Unresolved):
                return one
            gone = [one.entity.id]
        for entity_id in gone:
            left.pop(entity_id, None)
    if not left:
        return Unresolved(NoMatch.EMPTY, ", ".join(target.excluding))
    return Resolved(tuple(left.values()))


def _places(target: Target, view: View) -> Places | Unresolved:
    if not target.areas and not target.floors:
        return None, ""
    areas: set[str] = set()
    for name in target.areas:
        area = _place(name, view.areas.values())
        if area is None:
            known = tuple(a.name for a in view.areas.values())
            return Unresolved(NoMatch.UNKNOWN_AREA, name, _closest(name, known) or known)
        areas.add(area)
    for name in target.floors:
        floor = _place(name, view.floors.values())
        if floor is None:
            return Unresolved(NoMatch.UNKNOWN_FLOOR, name, tuple(f.name for f in view.floors.values()))
        areas |= {a.id for a in view.areas.values() if a.floor == floor}
    return frozenset(areas), ", ".join((*target.areas, *target.floors))


def _place(name: str, known: Iterable[Area | Floor]) -> str | None:
    asked = folded(name)
    for place in known:
        if name == place.id or asked in {folded(word) for word in (place.id, place.name, *place.aliases)}:
            return place.id
    return None


def _fits(snapshot: Snapshot, target: Target, places: Places) -> bool:
    entity = snapshot.entity
    if target.domain is not None and entity.domain is not target.domain:
        return False
    if target.device_class is not None and entity.device_class != target.device_class:
        return False
    if not _inside(snapshot, places[0]):
        return False
    return not target.control or KINDS[entity.domain].control(target.control) is not None


def _inside(snapshot: Snapshot, areas: frozenset[str] | None) -> bool:
    return areas is None or snapshot.entity.area in areas


def _spoken(snapshot: Snapshot) -> frozenset[str]:
    """What an entity is called, folded: its name and its aliases."""
    return frozenset(folded(name) for name in (snapshot.entity.name, *snapshot.entity.aliases))


def _spoken_in_area(snapshot: Snapshot, view: View, *, inside: bool) -> frozenset[str]:
    """The same with the name of its area put before or, when the area was named, left out."""
    area = folded(view.area_name(snapshot.entity))
    if not area:
        return frozenset()
    known = _spoken(snapshot)
    if inside:
        return frozenset(name.removeprefix(f"{area} ") for name in known)
    return frozenset(f"{area} {name}" for name in known)


def _alike(name: str, target: Target, view: View) -> tuple[str, ...]:
    """Entity ids to offer for an unknown name: what an area of that name holds, else the closest names."""
    fitting = [s for s in view.exposed() if not s.entity.category and _fits(s, target, (None, ""))]
    area = _place(name, view.areas.values())
    if area is not None:
        return _ids(s for s in fitting if s.entity.area == area)
    names = {s.entity.id: s.entity.name for s in fitting}
    close = _closest(name, tuple(names.values()))
    return tuple(entity_id for entity_id, known in names.items() if known in close)[:_OFFERED]


def _closest(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    hits = process.extract(
        name, known, scorer=fuzz.WRatio, processor=folded, score_cutoff=_CLOSE, limit=_OFFERED
    )
    return tuple(hit for hit, _score, _index in hits)


def _ids(snapshots: Iterable[Snapshot]) -> tuple[str, ...]:
    return tuple(s.entity.id for s in snapshots)
