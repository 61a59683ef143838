"""The home as rooms of tiles: which entities are shown, in which order, and where each stands in a panel."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from assistant.tui.face.age import Moment
from assistant.tui.face.tile import needs_attention
from devices.model import Domain, Snapshot
from devices.view import View

ELSEWHERE = "elsewhere"
STILL = frozenset({Domain.SENSOR})
METERED = ("power", "energy")
COLUMN = 25
ORDER = (
    Domain.LOCK,
    Domain.COVER,
    Domain.LIGHT,
    Domain.FAN,
    Domain.CLIMATE,
    Domain.SWITCH,
    Domain.DEVICE_TRACKER,
    Domain.BINARY_SENSOR,
    Domain.EVENT,
    Domain.SENSOR,
)


@dataclass(frozen=True, slots=True)
class Room:
    """One area with what stands in it, ready to be drawn."""

    id: str
    name: str
    snapshots: tuple[Snapshot, ...]
    active: int

    @property
    def label(self) -> str:
        """What stands behind the name in a header."""
        return f"{self.active} on"


@dataclass(frozen=True, slots=True)
class Heading:
    """A line of the panel that names a room; `hidden` counts the tiles of a folded room."""

    room: Room
    folded: bool = False


class Part(IntEnum):
    """Which part of a tile a line shows: the name, the state, or both in one row (sensors)."""

    NAME = 0
    STATE = 1
    BOTH = 2


@dataclass(frozen=True, slots=True)
class Shelf:
    """One line of tiles side by side."""

    entity_ids: tuple[str, ...]
    part: Part


PanelLine: TypeAlias = Heading | Shelf


def rooms(view: View, moment: Moment, wanted: str = "") -> tuple[Room, ...]:
    """Rooms in the order of the home, those without an area last; attention first within a room.

    Sensors stand in one row; meters of a switch are part of its tile. `wanted` keeps what has these
    words in its name, room or state.
    """
    by_area: dict[str, list[Snapshot]] = {}
    metered = {sensor.entity.id for sensors in meters(view).values() for sensor in sensors}
    for snapshot in shown(view):
        if snapshot.entity.id in metered:
            continue
        by_area.setdefault(snapshot.entity.area or ELSEWHERE, []).append(snapshot)
    found = []
    for area_id, members in by_area.items():
        name = view.areas[area_id].name if area_id in view.areas else "Elsewhere"
        kept = [member for member in members if _fits(member, name, wanted)]
        if kept:
            kept.sort(key=lambda member: _rank(member, moment))
            active = sum(_is_active(member) for member in kept)
            found.append(Room(area_id, name, tuple(kept), active))
    order = {area_id: place for place, area_id in enumerate(view.areas)}
    return tuple(sorted(found, key=lambda room: (order.get(room.id, len(order)), room.name)))


def shown(view: View) -> tuple[Snapshot, ...]:
    """What a person is shown: enabled, exposed, and neither diagnostic nor configuration."""
    return tuple(
        snapshot
        for snapshot in view.snapshots.values()
        if snapshot.entity.enabled and snapshot.entity.exposed and snapshot.entity.category is None
    )


def lines(home: Iterable[Room], width: int, folded: frozenset[str] = frozenset()) -> tuple[PanelLine, ...]:
    """The panel line by line for this many columns of text."""
    across = max(1, width // COLUMN)
    found: list[PanelLine] = []
    for room in home:
        found.append(Heading(room, room.id in folded))
        if room.id in folded:
            continue
        tall = [s.entity.id for s in room.snapshots if s.entity.domain not in STILL]
        for row in _rows(tall, across):
            found += [Shelf(row, Part.NAME), Shelf(row, Part.STATE)]
        flat = [s.entity.id for s in room.snapshots if s.entity.domain in STILL]
        found += [Shelf(row, Part.BOTH) for row in _rows(flat, across)]
    return tuple(found)


def meters(view: View) -> Mapping[str, tuple[Snapshot, ...]]:
    """Power and energy sensors by the switch whose device carries them, power first."""
    switches = {s.entity.device.id: s.entity.id for s in view.of(Domain.SWITCH) if s.entity.device}
    found: dict[str, list[Snapshot]] = {}
    for snapshot in view.of(Domain.SENSOR):
        device = snapshot.entity.device
        if device and device.id in switches and snapshot.entity.device_class in METERED:
            found.setdefault(switches[device.id], []).append(snapshot)
    return {
        switch: tuple(sorted(of_it, key=lambda s: METERED.index(s.entity.device_class or "")))
        for switch, of_it in found.items()
    }


def _rows(ids: list[str], across: int) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(ids), across):
        yield tuple(ids[start : start + across])


def short_name(snapshot: Snapshot, room: str) -> str:
    """The name without the room that its header already tells."""
    name = snapshot.entity.name
    rest = name[len(room) :].strip(" -_")
    if room and rest and name.casefold().startswith(room.casefold()):
        return rest[0].upper() + rest[1:]
    return name


def things(view: View) -> int:
    """How many physical devices are shown; an entity without one counts for itself."""
    return len({s.entity.device.id if s.entity.device else s.entity.id for s in shown(view)})


def attention(view: View, moment: Moment) -> tuple[Snapshot, ...]:
    """What a person should look at now."""
    return tuple(s for s in shown(view) if s.available and needs_attention(s, moment))


def _fits(snapshot: Snapshot, room: str, wanted: str) -> bool:
    text = f"{snapshot.entity.name} {snapshot.entity.id} {room} {snapshot.word}".casefold()
    return all(word in text for word in wanted.casefold().split())


def _rank(snapshot: Snapshot, moment: Moment) -> tuple[bool, int, str]:
    urgent = snapshot.available and needs_attention(snapshot, moment)
    domain = snapshot.entity.domain
    place = ORDER.index(domain) if domain in ORDER else len(ORDER)
    return not urgent, place, snapshot.entity.name


def _is_active(snapshot: Snapshot) -> bool:
    domain = snapshot.entity.domain
    if domain in STILL or not snapshot.available:
        return False
    if domain is Domain.CLIMATE:
        return snapshot.attributes().get("hvac_action") in ("heating", "cooling")
    if domain is Domain.COVER or domain is Domain.LOCK or domain is Domain.BINARY_SENSOR:
        return False
    return snapshot.word == "on"
