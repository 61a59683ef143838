"""From names, kinds and a place to all entities that are meant together. Pure; never widens a single name."""

from devices.resolve import Resolved, Target, Unresolved, resolve
from devices.view import View
from tools.meaning.aim import Aim, Aimed, Fit, aim
from tools.meaning.concept import area_of, sort_of


def places_of(name: str, view: View) -> frozenset[str] | Unresolved:
    """The ids of the areas that an area's or a floor's name covers; no name covers none."""
    if not name:
        return frozenset()
    if (area := area_of(name, view)) is not None:
        return frozenset({area.id})
    on_floor = resolve(Target(floors=(name,), everything=True), view)
    if isinstance(on_floor, Resolved):
        here = {s.entity.area for s in on_floor.snapshots}
        floors = {area.floor for area in view.areas.values() if area.id in here}
        return frozenset(area.id for area in view.areas.values() if area.floor in floors)
    missing = resolve(Target(areas=(name,), everything=True), view)
    return missing if isinstance(missing, Unresolved) else frozenset()


def gathered(names: tuple[str, ...], area: str, fits: Fit, view: View, *, several: bool) -> Aimed:
    """The entities of these names in this place; with `several` a word for a kind means all of it there."""
    places = places_of(area, view)
    if isinstance(places, Unresolved):
        return places
    ids: list[str] = []
    for name in names:
        found = _one(name, places, fits, view, several=several)
        if isinstance(found, Unresolved):
            return found
        ids += [s.entity.id for s in found.snapshots]
    return resolve(Target(names=tuple(dict.fromkeys(ids))), view)


def _one(name: str, places: frozenset[str], fits: Fit, view: View, *, several: bool) -> Aimed:
    sort = sort_of(name) if several else None
    if sort is not None and not isinstance(resolve(Target(names=(name,)), view), Resolved):
        inside = tuple(
            s
            for s in view.exposed()
            if sort.covers(s) and fits(s) and (not places or s.entity.area in places)
        )
        if inside:
            return Resolved(inside)
    return aim(Aim(Target(names=(name,), areas=tuple(places)), fits), view)
