"""Words of any language as the concepts all languages share: kinds, measures, rooms. Exact phrases only."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from devices.model import Area, Domain, Snapshot
from devices.name import folded
from devices.view import View
from tools.words.packs import PACKS
from tools.words.spec import Tag


@dataclass(frozen=True, slots=True)
class Sort:
    """What a word for a kind of thing covers: a domain, and device classes (any if empty)."""

    domain: Domain
    classes: frozenset[str] = frozenset()

    @property
    def word(self) -> str:
        """Its name where words are looked up: the device class if it is one, else the domain."""
        return next(iter(self.classes)) if len(self.classes) == 1 else self.domain.value

    def covers(self, snapshot: Snapshot) -> bool:
        """Whether this entity is of the sort."""
        entity = snapshot.entity
        return entity.domain is self.domain and (
            not self.classes or (entity.device_class or "") in self.classes
        )


_BLINDS = frozenset({"blind", "curtain", "shade", "shutter", "awning", "window", ""})
_SORTS: Mapping[str, Sort] = {
    **{domain.value: Sort(domain) for domain in Domain},
    "cover.blind": Sort(Domain.COVER, _BLINDS),
    "cover.garage": Sort(Domain.COVER, frozenset({"garage"})),
    "cover.gate": Sort(Domain.COVER, frozenset({"gate"})),
    "door": Sort(Domain.BINARY_SENSOR, frozenset({"door", "garage_door", "opening"})),
    "window": Sort(Domain.BINARY_SENSOR, frozenset({"window"})),
    "motion": Sort(Domain.BINARY_SENSOR, frozenset({"motion", "occupancy", "presence"})),
    "leak": Sort(Domain.BINARY_SENSOR, frozenset({"moisture"})),
}


def sort_of(phrase: str) -> Sort | None:
    """The sort of thing that a phrase names, in any language, as a Home Assistant word, or as a measure."""
    asked = folded(phrase)
    known = _index(Tag.KIND).get(asked) or asked.replace(" ", "_")
    if known in _SORTS:
        return _SORTS[known]
    measured = measure_of(phrase)
    return _SORTS.get(measured) or Sort(Domain.SENSOR, frozenset({measured})) if measured else None


def measure_of(phrase: str) -> str:
    """The device class of sensors that a phrase names ("temperature", "温度"); empty if it names none."""
    asked = folded(phrase)
    words = _index(Tag.MEASURE)
    return words.get(asked) or (asked.replace(" ", "_") if asked.replace(" ", "_") in words.values() else "")


def state_of(phrase: str) -> str:
    """The concept of a state that a phrase names in any language ("opened", 打开), else the word itself."""
    asked = folded(phrase)
    return _index(Tag.STATE).get(asked) or asked.replace(" ", "_")


def area_of(phrase: str, view: View) -> Area | None:
    """The one area that a phrase names: by id, name or alias, else by its concept in any language."""
    asked = folded(phrase)
    exact = [area for area in view.areas.values() if asked in _called(area)]
    if exact:
        return exact[0] if len(exact) == 1 else None
    concept = _index(Tag.ROOM).get(asked)
    same = [area for area in view.areas.values() if concept and concept in _concepts(area)]
    return same[0] if len(same) == 1 else None


def in_area(phrase: str, view: View) -> tuple[Area, str] | None:
    """A phrase that names an area and something else: the area and the rest ("kitchen light", "厨房灯")."""
    asked = folded(phrase)
    for cut in range(len(asked) - 1, 0, -1):
        head, tail = asked[:cut].strip(), asked[cut:].strip()
        parted = asked[cut] == " " or not asked[cut].isascii()
        if not parted or not tail:
            continue
        for place, rest in ((head, tail), (tail, head)):
            if (area := area_of(place, view)) is not None:
                return area, rest
    return None


def _called(area: Area) -> frozenset[str]:
    return frozenset(folded(word) for word in (area.id, area.name, *area.aliases))


def _concepts(area: Area) -> frozenset[str]:
    return frozenset(concept for word in _called(area) if (concept := _index(Tag.ROOM).get(word)))


@cache
def _index(tag: Tag) -> Mapping[str, str]:
    """Every phrase of every language for this tag, folded, to its concept."""
    return {
        folded(phrase): concept
        for pack in PACKS.values()
        for lexicon in pack.lexicons
        for concept, phrases in lexicon.get(tag, {}).items()
        for phrase in phrases
    }
