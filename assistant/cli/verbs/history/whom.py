"""Which entities are meant by ids, names and rooms. Pure; never guesses."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from assistant.charts.gathered import Subject
from assistant.cli.verbs.history.past import Past
from devices.model import Domain, Snapshot
from devices.name import folded
from devices.resolve import Resolved, Target, Unresolved, resolve

MEASURING = frozenset({Domain.SENSOR, Domain.BINARY_SENSOR, Domain.CLIMATE})
"""What tells of a room by itself."""
OFFERED = 5


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that names nothing on record; `near` is what might have been meant."""

    asked: str
    near: tuple[str, ...]
    ambiguous: bool = False


def subjects(asked: Sequence[str], past: Past, attribute: str | None) -> tuple[Subject, ...] | Unknown:
    """Everything meant, in the order it was named, each once; or the first word that names nothing."""
    found: dict[str, None] = {}
    for word in asked:
        meant = _one(word, past)
        if isinstance(meant, Unknown):
            return meant
        found |= dict.fromkeys(meant)
    for entity_id in found:
        own = sorted({s.attribute for s in past.recorded.series if s.entity_id == entity_id and s.attribute})
        if attribute is not None and attribute not in own:
            return Unknown(f"{entity_id} {attribute}", tuple(f"{entity_id} --attr {name}" for name in own))
    return tuple(Subject(entity_id, past.label(entity_id), attribute) for entity_id in found)


def _one(word: str, past: Past) -> tuple[str, ...] | Unknown:
    if word in past.recorded.entities:
        return (word,)
    room = _of_room(word, past)
    if room:
        return room
    match resolve(Target(names=(word,)), past.view):
        case Resolved(snapshots):
            return tuple(snapshot.entity.id for snapshot in snapshots)
        case Unresolved(candidates=candidates) as why:
            near = candidates or tuple(get_close_matches(word, past.recorded.entities, OFFERED, 0.5))
            return Unknown(word, near, ambiguous=why.reason == "ambiguous")


def _of_room(word: str, past: Past) -> tuple[str, ...]:
    """What measures in a room, and is on record; everything in it if nothing does."""
    areas = {
        area.id
        for area in past.view.areas.values()
        if folded(word) in {folded(name) for name in (area.id, area.name, *area.aliases)}
    }
    inside = [snapshot for snapshot in past.view.exposed() if snapshot.entity.area in areas]
    kept = [snapshot for snapshot in inside if _tells(snapshot, past)]
    measuring = [snapshot for snapshot in kept if snapshot.entity.domain in MEASURING]
    return tuple(snapshot.entity.id for snapshot in measuring or kept)


def _tells(snapshot: Snapshot, past: Past) -> bool:
    return not snapshot.entity.category and snapshot.entity.id in past.recorded.entities
