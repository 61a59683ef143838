"""What can be shown of a home: by which label, what first of all, and which entities words mean. Pure."""

from collections.abc import Iterable

from assistant.charts.gathered import Subject
from assistant.tui.history.chosen.board import Board
from devices.model import Domain, Snapshot
from devices.view import View


def label(snapshot: Snapshot, view: View) -> str:
    """The name a person knows; with its room where the name alone says too little."""
    name, room = snapshot.entity.name, view.area_name(snapshot.entity)
    if not room or room.casefold() in name.casefold():
        return name
    same = sum(other.entity.name == name for other in view.exposed())
    vague = same > 1 or (snapshot.entity.domain is Domain.SENSOR and " " not in name)
    return f"{room} {name[:1].lower()}{name[1:]}" if vague else name


def subjects(entities: Iterable[str], view: View) -> tuple[Subject, ...]:
    """What to read of these; one that is gone from the home is still known by its id."""
    seen = ((entity_id, view.find(entity_id)) for entity_id in entities)
    return tuple(Subject(key, label(found, view) if found else key) for key, found in seen)


def labels(entities: Iterable[str], view: View) -> tuple[str, ...]:
    """What these are called."""
    return tuple(subject.label for subject in subjects(entities, view))


def first_board(view: View) -> Board:
    """What there is to see before anybody chose: a temperature, and a door beside it."""
    shown = view.exposed()
    warm = [s for s in shown if s.entity.domain is Domain.CLIMATE]
    warm += [s for s in shown if s.entity.domain is Domain.SENSOR and _measured(s)]
    doors = [s for s in shown if s.entity.domain in (Domain.LOCK, Domain.COVER)]
    found = [group[0].entity.id for group in (warm, doors) if group]
    return Board(tuple(found) or tuple(s.entity.id for s in shown[:1]))


def _measured(snapshot: Snapshot) -> bool:
    return snapshot.entity.device_class == "temperature" or snapshot.entity.unit in ("°C", "°F")
