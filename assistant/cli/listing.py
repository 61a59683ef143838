"""Devices as rows for a person and as JSON for a program. Pure; finds and prints nothing."""

from collections.abc import Callable, Mapping

from devices.model import Domain, Json, Scalar, Snapshot
from devices.view import View

VERSION = 1
FULL = 255
"""Home Assistant's brightness of a light that is fully on."""


def row(snapshot: Snapshot, view: View) -> tuple[str, ...]:
    """Return id, name, room, state and what more is worth a glance."""
    entity = snapshot.entity
    return (entity.id, entity.name, view.area_name(entity), snapshot.word, detail(snapshot))


def detail(snapshot: Snapshot) -> str:
    """Say beside the word what a person looks for: the unit, the level, the setpoint."""
    if snapshot.state is None:
        return ""
    if not snapshot.available:
        return f"last known {snapshot.state.word}"
    describe = _DETAILS.get(snapshot.entity.domain)
    return describe(snapshot) if describe else ""


def document(snapshot: Snapshot, view: View) -> dict[str, Json]:
    """Return one device as JSON: times are ISO in UTC, null before the first report."""
    entity = snapshot.entity
    return {
        "id": entity.id,
        "name": entity.name,
        "domain": entity.domain.value,
        "area": view.area_name(entity) or None,
        "device_class": entity.device_class,
        "unit": entity.unit,
        "state": snapshot.word,
        "available": snapshot.available,
        "attributes": {name: _plain(value) for name, value in snapshot.attributes().items()},
        "reported_at": snapshot.reported_at.isoformat() if snapshot.reported_at else None,
        "changed_at": snapshot.changed_at.isoformat() if snapshot.changed_at else None,
    }


def text(value: Scalar | tuple[Scalar, ...]) -> str:
    """Write a value the way a script expects it."""
    match value:
        case tuple():
            return " ".join(text(part) for part in value)
        case bool():
            return str(value).lower()
        case None:
            return ""
        case _:
            return str(value)


def _plain(value: Scalar | tuple[Scalar, ...]) -> Json:
    return list(value) if isinstance(value, tuple) else value


def _light(snapshot: Snapshot) -> str:
    level = snapshot.attributes().get("brightness")
    return f"{level / FULL:.0%}" if isinstance(level, int | float) else ""


def _cover(snapshot: Snapshot) -> str:
    return _percent(snapshot.attributes().get("current_position"))


def _fan(snapshot: Snapshot) -> str:
    return _percent(snapshot.attributes().get("percentage")) if snapshot.word == "on" else ""


def _climate(snapshot: Snapshot) -> str:
    shown = snapshot.attributes()
    known = (shown.get(name) for name in ("current_temperature", "temperature"))
    return " -> ".join(f"{value:.1f} °C" for value in known if isinstance(value, int | float))


def _sensor(snapshot: Snapshot) -> str:
    return snapshot.entity.unit or ""


def _percent(value: Scalar | tuple[Scalar, ...]) -> str:
    return f"{value:g}%" if isinstance(value, int | float) else ""


_DETAILS: Mapping[Domain, Callable[[Snapshot], str]] = {
    Domain.LIGHT: _light,
    Domain.COVER: _cover,
    Domain.FAN: _fan,
    Domain.CLIMATE: _climate,
    Domain.SENSOR: _sensor,
}
