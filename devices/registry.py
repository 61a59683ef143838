"""What is known of the home: applies facts of the dialects and says what changed. It asks for nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from devices.command import Cause, Origin
from devices.dialects.spec import Announced, Reachable, Reported, Withdrawn
from devices.events import EntityAnnounced, EntityGone, Event, EventFired, StateChanged, StateReported
from devices.kinds import KINDS
from devices.model import Area, Device, Domain, Entity, Snapshot
from devices.name import slug
from devices.view import Names, View

__all__ = ["DEVICE_CAUSE", "Names", "Registry", "View"]

DEVICE_CAUSE = Cause(Origin.DEVICE)
Blame: TypeAlias = Callable[[Snapshot], Cause]
"""Who caused this new state."""


@dataclass(slots=True)
class _Entry:
    """One entity: as announced, as last seen, and whether its device says it can be reached."""

    announced: Entity
    snapshot: Snapshot
    reachable: bool = True


class Registry:
    """The only holder of entity states.

    Every change is returned as events for the caller to publish. Entities keep their dialect's key as
    identity; ids are made unique here. While the broker is away, everything is unavailable.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._entries: dict[str, _Entry] = {}
        self._keys: dict[str, str] = {}
        self._devices: dict[str, Device] = {}
        self._connected = False
        self._view: View | None = None
        self._places: dict[str, Area] | None = None

    def view(self) -> View:
        """A picture of now; the same one until something changes."""
        if self._view is None:
            snapshots = {entry.snapshot.entity.id: entry.snapshot for entry in self._entries.values()}
            if self._places is None:
                self._places = self._areas()
            self._view = View(snapshots, self._places, {floor.id: floor for floor in self._names.floors})
        return self._view

    def key(self, entity_id: str) -> str | None:
        """The dialect's key of an entity, or None."""
        return self._keys.get(entity_id)

    def find(self, entity_id: str) -> Snapshot | None:
        """What is known of the entity with this id."""
        key = self._keys.get(entity_id)
        return None if key is None else self.snapshot(key)

    def snapshot(self, key: str) -> Snapshot | None:
        """What is known of the entity with this dialect key."""
        entry = self._entries.get(key)
        return entry.snapshot if entry else None

    def announce(self, fact: Announced, at: datetime) -> tuple[Event, ...]:
        """Take in a new or changed description; an equal one changes nothing."""
        entry = self._entries.get(fact.key)
        if entry is not None and entry.announced == fact.entity:
            return ()
        announced = fact.entity
        entity_id = self._keep_id(entry, announced) or self._free_id(announced.id)
        entity = self._owned(replace(announced, id=entity_id, device=self._merged(announced.device)))
        if entry is None:
            self._entries[fact.key] = _Entry(announced, Snapshot(entity, available=self._connected))
            self._keys[entity_id] = fact.key
        else:
            entry.announced = announced
            entry.snapshot = replace(entry.snapshot, entity=entity)
        self._view = self._places = None
        return (EntityAnnounced(entity, at),)

    def withdraw(self, fact: Withdrawn, at: datetime) -> tuple[Event, ...]:
        """Forget an entity that its device took back."""
        entry = self._entries.pop(fact.key, None)
        if entry is None:
            return ()
        self._keys.pop(entry.snapshot.entity.id, None)
        self._view = self._places = None
        return (EntityGone(entry.snapshot.entity, at),)

    def report(
        self, fact: Reported, at: datetime, *, retained: bool, blame: Blame = lambda _after: DEVICE_CAUSE
    ) -> tuple[Event, ...]:
        """Lay a report over the state; retained ones never make it live.

        Raises:
            BadPayload: the kind can't use these fields; nothing changed.
        """
        entry = self._entries.get(fact.key)
        if entry is None or not entry.snapshot.entity.enabled:
            return ()
        before = entry.snapshot
        if retained and before.entity.domain is Domain.EVENT:
            return ()  # what a broker kept happened at another time
        state = KINDS[before.entity.domain].decode(before.state, fact.fields)
        moved = before.state is None or state.word != before.state.word
        after = replace(
            before,
            state=state,
            reported_at=at,
            changed_at=at if moved else before.changed_at,
            live=before.live or not retained,
        )
        entry.snapshot = after
        self._view = None
        if state == before.state:
            return (StateReported(after, at, retained), *_fired(after, at))
        cause = DEVICE_CAUSE if retained else blame(after)
        return (StateChanged(before, after, cause, at, retained), *_fired(after, at))

    def reach(self, fact: Reachable, at: datetime, *, retained: bool) -> tuple[Event, ...]:
        """Take in an availability."""
        entry = self._entries.get(fact.key)
        if entry is None:
            return ()
        entry.reachable = fact.online
        return self._settle(entry, at, retained=retained)

    def connect(self, at: datetime, *, connected: bool) -> tuple[Event, ...]:
        """The broker came or went; what devices said of their availability is kept meanwhile."""
        self._connected = connected
        events: list[Event] = []
        for entry in self._entries.values():
            if not connected and entry.snapshot.live:
                entry.snapshot = replace(entry.snapshot, live=False)
                self._view = None
            events += self._settle(entry, at, retained=True)
        return tuple(events)

    def adopt(self, names: Names, at: datetime) -> tuple[Event, ...]:
        """Use these names from now on; entities whose description changed are announced again."""
        self._names = names
        self._view = self._places = None
        events: list[Event] = []
        for entry in self._entries.values():
            known = entry.snapshot.entity
            entity = self._owned(replace(entry.announced, id=known.id, device=known.device))
            if entity != known:
                entry.snapshot = replace(entry.snapshot, entity=entity)
                events.append(EntityAnnounced(entity, at))
        return tuple(events)

    def _settle(self, entry: _Entry, at: datetime, *, retained: bool) -> tuple[Event, ...]:
        available = entry.reachable and self._connected
        before = entry.snapshot
        if before.available is available:
            return ()
        entry.snapshot = replace(before, available=available)
        self._view = None
        return (StateChanged(before, entry.snapshot, DEVICE_CAUSE, at, retained),)

    def _owned(self, entity: Entity) -> Entity:
        """The entity with what the user owns laid over: area, aliases, exposure."""
        suggested = entity.device.suggested_area if entity.device else None
        area = self._names.entity_areas.get(entity.id) or self._named_area(suggested) or entity.area
        aliases = (*entity.aliases, *self._names.aliases.get(entity.id, ()))
        exposed = entity.exposed and entity.id not in self._names.hidden
        return replace(entity, area=area, aliases=aliases, exposed=exposed)

    def _named_area(self, suggested: str | None) -> str | None:
        if not suggested:
            return None
        return next((area.id for area in self._names.areas if area.name == suggested), slug(suggested))

    def _areas(self) -> dict[str, Area]:
        """The user's areas, and those that devices suggest."""
        areas = {area.id: area for area in self._names.areas}
        for entry in self._entries.values():
            entity = entry.snapshot.entity
            if entity.area and entity.area not in areas:
                suggested = entity.device.suggested_area if entity.device else None
                named = suggested if suggested and slug(suggested) == entity.area else entity.area
                areas[entity.area] = Area(entity.area, named)
        return areas

    def _keep_id(self, entry: _Entry | None, announced: Entity) -> str | None:
        """An entity that was known keeps its id, whatever its new description suggests."""
        if entry is not None and entry.announced.domain is announced.domain:
            return entry.snapshot.entity.id
        return None

    def _free_id(self, wanted: str) -> str:
        if wanted not in self._keys:
            return wanted
        number = 2
        while f"{wanted}_{number}" in self._keys:
            number += 1
        return f"{wanted}_{number}"

    def _merged(self, device: Device | None) -> Device | None:
        """One physical thing is one device: any shared identifier joins two descriptions."""
        if device is None:
            return None
        known = next((self._devices[i] for i in device.identifiers if i in self._devices), None)
        if known is not None:
            joined = tuple(dict.fromkeys((*known.identifiers, *device.identifiers)))
            device = replace(device, id=known.id, identifiers=joined)
        self._devices |= dict.fromkeys(device.identifiers, device)
        return device


def _fired(after: Snapshot, at: datetime) -> tuple[EventFired, ...]:
    """Each live report of an event entity is an event, equal to the last one or not."""
    if after.entity.domain is not Domain.EVENT or after.word == "unknown":
        return ()
    return (EventFired(after.entity.id, after.word, at, after.attributes()),)
