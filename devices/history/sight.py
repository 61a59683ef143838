"""What of a snapshot is worth a reading: series and their values. Pure; nothing is kept or stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from devices.model import Domain, Entity, Snapshot

UNKNOWN = "unknown"
UNAVAILABLE = "unavailable"

UNITS: Mapping[str, str] = {
    "brightness": "",
    "color_temp_kelvin": "K",
    "current_position": "%",
    "percentage": "%",
    "temperature": "°C",
    "current_temperature": "°C",
    "target_temp_low": "°C",
    "target_temp_high": "°C",
    "current_humidity": "%",
}
"""The attributes that are recorded, with their units where the entity has none of its own."""

WORDS = frozenset({"hvac_action", "preset_mode", "fan_mode", "swing_mode", "effect", "direction"})
"""The attributes that are recorded as words."""

MEASURED = frozenset({"current_temperature", "current_humidity", "current_position", "hvac_action"})
"""Attributes that move on their own: a change of them alone is no activity."""

GARBAGE = 1e100
"""Nothing that is measured is so great; sums and squares of what is less are finite."""

EVENT = "event_type"
"""The series of what an event entity told of; each of its readings is an event."""


class Mark(IntEnum):
    """How a reading came to be known: reported just now, kept by the broker, or its device came back."""

    LIVE = 0
    RETAINED = 1
    BACK = 2


@dataclass(frozen=True, slots=True)
class Series:
    """One recorded value of one entity in one unit; an empty attribute is the state itself."""

    entity_id: str
    attribute: str = ""
    unit: str = ""


def values(snapshot: Snapshot) -> dict[str, float | str]:
    """The state and the recorded attributes: numbers, or words for what is none."""
    if not snapshot.available:
        return {"": UNAVAILABLE}
    return told(snapshot.entity.domain, snapshot.word, snapshot.attributes())


def told(domain: str, word: str, attributes: Mapping[str, object]) -> dict[str, float | str]:
    """The same of a state word and its attributes, by Home Assistant's names."""
    found: dict[str, float | str] = {"": word if domain != Domain.SENSOR else _number(word)}
    for name, value in attributes.items():
        if name in UNITS and isinstance(value, int | float) and abs(value) < GARBAGE:
            found[name] = float(value)
        elif name in WORDS and isinstance(value, str) and value:
            found[name] = value
    return found


def came_back(before: Snapshot, after: Snapshot) -> bool:
    """Available again, with nothing but the value from before: that is no report."""
    return after.available and not before.available and before.reported_at == after.reported_at


def unit(entity: Entity, attribute: str) -> str:
    """The unit of a series."""
    return UNITS.get(attribute, "") if attribute else entity.unit or ""


def tells(before: Snapshot, after: Snapshot) -> bool:
    """Whether a change is worth a line of activity: a new word, or a setting that was moved."""
    if UNKNOWN in (before.word, after.word):
        return False
    if isinstance(_state(after), float) or isinstance(_state(before), float):
        return before.available is not after.available
    was, now = settings(before), settings(after)
    return before.word != after.word or any(was[name] != now[name] for name in was.keys() & now.keys())


def settings(snapshot: Snapshot) -> dict[str, float | str]:
    """The recorded attributes that somebody sets."""
    return {name: value for name, value in values(snapshot).items() if name and name not in MEASURED}


def _state(snapshot: Snapshot) -> float | str:
    return snapshot.word if snapshot.entity.domain is not Domain.SENSOR else _number(snapshot.word)


def _number(word: str) -> float | str:
    try:
        number = float(word)
    except ValueError:
        return word
    return number if abs(number) < GARBAGE else UNKNOWN
