"""An immutable picture of the home, and what the user owns of it; cheap to take and to pass round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from devices.model import Area, Domain, Entity, Floor, Snapshot


@dataclass(frozen=True, slots=True)
class Names:
    """What the user owns, kept in storage: areas, floors, aliases, rooms of entities, hidden entities.

    `aliases` and `entity_areas` are keyed by entity id; `hidden` ones are not exposed to speech.
    """

    areas: tuple[Area, ...] = ()
    floors: tuple[Floor, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    entity_areas: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class View:
    """The home at one moment, by id."""

    snapshots: Mapping[str, Snapshot] = field(default_factory=dict)
    areas: Mapping[str, Area] = field(default_factory=dict)
    floors: Mapping[str, Floor] = field(default_factory=dict)

    def find(self, entity_id: str) -> Snapshot | None:
        """The snapshot of this entity id, or None."""
        return self.snapshots.get(entity_id)

    def of(self, domain: Domain) -> tuple[Snapshot, ...]:
        """All snapshots of a domain, by entity id."""
        return tuple(s for s in self._ordered() if s.entity.domain is domain)

    def area_name(self, entity: Entity) -> str:
        """The name of the area an entity is in; empty when it is in none."""
        area = self.areas.get(entity.area or "")
        return area.name if area else ""

    def exposed(self) -> tuple[Snapshot, ...]:
        """All snapshots that may be spoken of, by entity id."""
        return tuple(s for s in self._ordered() if s.entity.exposed and s.entity.enabled)

    def _ordered(self) -> Iterator[Snapshot]:
        return (self.snapshots[entity_id] for entity_id in sorted(self.snapshots))
