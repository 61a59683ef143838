"""What `/history` asks for: entities by mention, id, name or room, then a length or words of time. Pure."""

from dataclasses import dataclass
from datetime import datetime

from assistant.tui.face.age import Moment
from assistant.tui.history.chosen.board import MOST
from assistant.tui.history.chosen.span import Span, lasting, spelled
from devices.model import Domain, Snapshot
from devices.view import View
from tools.words.speech import window

USE = "Use it like this: /history @sensor.living_room_temperature 24h   (1h 6h 24h 7d 30d 1y, or: last night)"


@dataclass(frozen=True, slots=True)
class Asked:
    """`span` None leaves the length as it is; `end` None means now. `wrong` says what can't be read."""

    entities: tuple[str, ...] = ()
    span: Span | None = None
    end: datetime | None = None
    wrong: str = ""


def asked(rest: str, view: View, moment: Moment) -> Asked:
    """Read what follows the command."""
    left, found = rest.split(), list[str]()
    while left:
        named, taken = _named(left, view)
        if not taken:
            break
        found += [entity_id for entity_id in named if entity_id not in found]
        left = left[taken:]
    words = " ".join(left)
    if words.startswith("@") or (words and not found):
        return Asked(wrong=f"There is no {left[0].removeprefix('@')} here. {USE}")
    return _timed(tuple(found[:MOST]), words, moment)


def _timed(entities: tuple[str, ...], words: str, moment: Moment) -> Asked:
    if not words:
        return Asked(entities)
    if (span := spelled(words)) is not None:
        return Asked(entities, span)
    named = window("en", words, moment.now, moment.zone)
    if named is None or named.end <= named.start:
        return Asked(wrong=f"No time is known by “{words}”. {USE}")
    end = None if named.end >= moment.now else named.end
    return Asked(entities, lasting(named.end - named.start), end)


def _named(words: list[str], view: View) -> tuple[tuple[str, ...], int]:
    """The entities that the longest beginning of these words means, and how many words that takes."""
    for taken in range(len(words), 0, -1):
        text = " ".join(words[:taken]).removeprefix("@")
        if (found := entities_of(text, view)) and (taken == 1 or not words[0].startswith("@")):
            return found, taken
    return (), 0


def entities_of(text: str, view: View) -> tuple[str, ...]:
    """The entity that an id or an exact name means, or the measuring ones of a room."""
    if view.find(text) is not None:
        return (text,)
    wanted = text.casefold()
    named = [s.entity.id for s in view.exposed() if s.entity.name.casefold() == wanted]
    if len(named) == 1:
        return tuple(named)
    rooms = [area.id for area in view.areas.values() if wanted in (area.id.casefold(), area.name.casefold())]
    return tuple(s.entity.id for s in view.exposed() if s.entity.area in rooms and _tells(s))[:MOST]


def _tells(snapshot: Snapshot) -> bool:
    return snapshot.entity.domain in (Domain.SENSOR, Domain.CLIMATE, Domain.BINARY_SENSOR, Domain.LOCK)
