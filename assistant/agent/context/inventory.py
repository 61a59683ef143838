"""Which part of the home a prompt names, in a fixed budget: a small one whole, else what the words name."""

from collections.abc import Iterable, Iterator, Sequence

from assistant.agent.context.weight import clipped, weight
from assistant.models.offline.grammar.reading import Reading, read
from devices.model import Area, Entity
from devices.name import slug
from devices.view import View
from tools.words.spec import Tag

AREA_TOKENS = 160
ENTITY_TOKENS = 420
_NAME_TOKENS = 24
_MOST_NAMED = 40
_LONGEST = 400


def whole(view: View) -> bool:
    """Whether all that may be spoken of fits into the budget."""
    entities = exposed(view)
    return len(entities) * 5 <= ENTITY_TOKENS and sum(map(_cost, entities)) <= ENTITY_TOKENS


def exposed(view: View) -> list[Entity]:
    """The entities that may be spoken of, in the order of the view."""
    return [s.entity for s in view.snapshots.values() if s.entity.exposed and s.entity.enabled]


def named(text: str, view: View, language: str) -> list[str]:
    """The ids of what the words name: things first, then what is of a kind in a place, then either alone."""
    reading = read(text[:_LONGEST], view, language)
    exact = dict.fromkeys(i for span in reading.spans for i in (*span.entities, *span.related))
    places = {i for span in reading.spans for i in span.areas} | _rooms_of(reading, view)
    kinds = {v.partition(".")[0] for span in reading.spans for v in span.values(Tag.KIND)}
    classes = {v for span in reading.spans for v in span.values(Tag.MEASURE)}
    ranks: dict[str, int] = {}
    for entity in exposed(view):
        placed = entity.area in places
        sorted_in = entity.domain in kinds or (entity.device_class or "-") in classes | kinds
        if placed or sorted_in:
            ranks[entity.id] = 0 if placed and sorted_in else 1 if placed else 2
    likely = sorted(ranks, key=lambda entity_id: ranks[entity_id])
    return list(dict.fromkeys([*exact, *likely]))[:_MOST_NAMED]


def areas(view: View) -> str:
    """The areas in one line, as many as fit, and how many there are besides."""
    told = list(_within((_area(area) for area in view.areas.values()), AREA_TOKENS))
    more = len(view.areas) - len(told)
    return ", ".join(told) + (f" and {more} more" if more else "")


def entities(view: View, chosen: Sequence[str]) -> str:
    """All entities of a small home, or the chosen ones of a big one; and how many more there are."""
    known = exposed(view)
    if not whole(view):
        known = [s.entity for s in map(view.find, chosen) if s is not None]
    told = list(_within((_line(entity, view) for entity in known), ENTITY_TOKENS))
    more = len(exposed(view)) - len(told)
    rest = [f"{more} more: list_devices finds them"] if more else []
    return "\n".join([*told, *rest])


def _rooms_of(reading: Reading, view: View) -> set[str]:
    storeys = {i for span in reading.spans for i in span.floors}
    return {area.id for area in view.areas.values() if area.floor in storeys} if storeys else set()


def _within(lines: Iterable[str], budget: int) -> Iterator[str]:
    for line in lines:
        budget -= weight(line) + 1
        if budget < 0:
            return
        yield line


def _area(area: Area) -> str:
    name = clipped(area.name, _NAME_TOKENS)
    return name if slug(area.name) == area.id else f"{name} [{area.id}]"


def _line(entity: Entity, view: View) -> str:
    """An id, its name unless the id tells it, its room unless name or id tell it."""
    told = slug(entity.name)
    name = "" if told == entity.id.partition(".")[2] else f" {clipped(entity.name, _NAME_TOKENS)}"
    room = view.area_name(entity)
    place = f" ({clipped(room, _NAME_TOKENS)})" if room and slug(room) not in f"{entity.id} {told}" else ""
    return f"{entity.id}{name}{place}"


def _cost(entity: Entity) -> int:
    return weight(f"{entity.id}{entity.name}") + 1
