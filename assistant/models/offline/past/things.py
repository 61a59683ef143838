"""Which entities a question about the past means: a name, or all of a kind or measure. Never guesses."""

from dataclasses import dataclass

from assistant.models.offline.grammar.reading import Reading
from assistant.models.offline.grammar.target import Choice, Fits, Found, Missing, Scope, aimed, groups
from devices.model import Domain, Snapshot
from devices.resolve import NoMatch
from devices.view import View
from tools.words.spec import Tag

MOST = 12
"""More of a kind than this is asked back, not listed."""
METERS = ("energy", "water", "gas", "power")
SENSED = frozenset({"motion", "leak", "smoke", "occupancy", "presence", "moisture"})
"""Measures that are states."""
_LEAVES = frozenset({"door", "window", "garage_door", "opening"})


@dataclass(frozen=True, slots=True)
class Sort:
    """What can be meant: something with a meter, a number (of which class), or a state (of which words)."""

    metered: bool = False
    numeric: bool = False
    states: tuple[str, ...] = ()
    measure: str = ""


def things(nouns: Reading, view: View, sort: Sort) -> tuple[str, ...] | Choice | Missing:
    """The ids of what is meant, or why it is not sure; a mere kind means all of it."""
    wanted = groups(nouns)
    if not wanted:
        return Missing(NoMatch.EMPTY, "")
    ids: list[str] = []
    for group in wanted:
        found = aimed(group, Scope(view, _fits(sort)))
        if isinstance(found, Missing):
            found = aimed(group, Scope(view, _anything))
        if isinstance(found, Choice) and sort.metered:
            found = _best_meter(found, view)
        if isinstance(found, Found) or (
            isinstance(found, Choice) and len(found.ids) <= MOST and _mere(nouns)
        ):
            ids += found.ids
        else:
            return found
    return tuple(dict.fromkeys(ids))


def _best_meter(found: Choice, view: View) -> Found | Choice:
    """Of one thing's counter and its power, the counter."""
    for kind in METERS:
        same = tuple(i for i in found.ids if view.snapshots[i].entity.device_class == kind)
        if same:
            return Found(same) if len(same) == 1 else Choice(found.asked, same, found.several)
    return found


def _mere(nouns: Reading) -> bool:
    """Whether only kinds, measures and places are said, no name of its own."""
    kinds = (Tag.KIND, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.ALL, Tag.EVERYWHERE, Tag.FILLER, Tag.AND)
    return all(span.has(*kinds, Tag.PRONOUN) or span.areas or span.floors for span in nouns.spans)


def _fits(sort: Sort) -> Fits:
    states = set(sort.states)

    def fits(snapshot: Snapshot) -> bool:
        entity = snapshot.entity
        if sort.metered:
            return entity.domain is Domain.SENSOR and (entity.device_class or "") in METERS
        if sort.numeric:
            return entity.domain is Domain.SENSOR and sort.measure in ("", entity.device_class)
        if states & {"open", "closed"} and not states & {"on", "off"}:
            return entity.domain is Domain.COVER or (entity.device_class or "") in _LEAVES
        return entity.domain is not Domain.SENSOR

    return fits


def _anything(_snapshot: Snapshot) -> bool:
    return True
