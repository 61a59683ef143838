"""Snapshots to draw: one entity each, made from the real kinds."""

from datetime import UTC, datetime, timedelta

from assistant.tui.face.age import Moment
from devices.kinds import KINDS
from devices.model import Area, Domain, Entity, Fields, Snapshot
from devices.view import View

NOW = datetime(2026, 3, 2, 18, 42, tzinfo=UTC)
MOMENT = Moment(NOW, UTC)


def seen(
    entity_id: str,
    fields: Fields,
    *,
    name: str = "Thing",
    device_class: str | None = None,
    unit: str | None = None,
    ago: float = 120.0,
) -> Snapshot:
    """An entity that reported these fields so many seconds ago."""
    domain = Domain(entity_id.split(".", 1)[0])
    area = entity_id.split(".", 1)[1].split("_", maxsplit=1)[0]
    entity = Entity(entity_id, domain, name, area=area, device_class=device_class, unit=unit)
    at = NOW - timedelta(seconds=ago)
    state = KINDS[domain].decode(None, fields)
    return Snapshot(entity, state, reported_at=at, changed_at=at, live=True)


def home(*snapshots: Snapshot) -> View:
    """A view of these, their areas named after their ids."""
    areas = {
        s.entity.area or "": Area(s.entity.area or "", (s.entity.area or "").capitalize()) for s in snapshots
    }
    return View({s.entity.id: s for s in snapshots}, areas)
