"""What a trigger or condition may take from a snapshot: a usable number or word. Judges no limit."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from devices.model import Domain, Entity, Scalar, Snapshot
from devices.units import convert

STALE = timedelta(hours=25)
"""A measured number older than this isn't known: Zigbee2MQTT calls a silent battery device gone then."""

_ATTRIBUTE_UNITS = {
    "temperature": "°C",
    "current_temperature": "°C",
    "target_temp_low": "°C",
    "target_temp_high": "°C",
    "current_humidity": "%",
    "humidity": "%",
    "percentage": "%",
    "current_position": "%",
    "color_temp": "mired",
    "color_temp_kelvin": "kelvin",
}
_NO_WORDS = frozenset({"", "unknown", "unavailable", "none", "null"})


class Lacking(StrEnum):
    """Why there is nothing to compare."""

    NO = ""
    MISSING = "missing"
    UNAVAILABLE = "unavailable"
    UNKNOWN = "unknown"
    NO_NUMBER = "no_number"
    STALE = "stale"
    OTHER_UNIT = "other_unit"


@dataclass(frozen=True, slots=True)
class Signal:
    """A number in the asked unit, or why there is none."""

    value: float | None = None
    lacking: Lacking = Lacking.NO


def number(
    snapshot: Snapshot | None, attribute: str = "", unit: str = "", at: datetime | None = None
) -> Signal:
    """The finite number of a state or attribute, in `unit` (empty: as it stands).

    `at` is the instant of asking: a measured number that is older than STALE then isn't known.
    """
    lacking = _absent(snapshot)
    if snapshot is None or lacking is not Lacking.NO:
        return Signal(lacking=lacking)
    found = finite(snapshot.attributes().get(attribute) if attribute else snapshot.word)
    if found is None:
        return Signal(lacking=Lacking.UNKNOWN if word(snapshot, attribute) is None else Lacking.NO_NUMBER)
    if at is not None and (end := goes_stale(snapshot, attribute)) is not None and at > end:
        return Signal(lacking=Lacking.STALE)
    converted = convert(found, unit_of(snapshot.entity, attribute), unit)
    return Signal(lacking=Lacking.OTHER_UNIT) if converted is None else Signal(converted)


def word(snapshot: Snapshot | None, attribute: str = "") -> str | None:
    """The word of a state or attribute; None for unknown, unavailable or an attribute that isn't there."""
    if snapshot is None or not snapshot.available:
        return None
    if not attribute:
        return None if snapshot.word in _NO_WORDS else snapshot.word
    value = snapshot.attributes().get(attribute)
    return None if isinstance(value, tuple) else spelled(value)


def spelled(value: Scalar) -> str | None:
    """A value as a word: true and false, whole numbers without a point; None where it isn't known."""
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value:g}" if math.isfinite(value) else None
        case str():
            return None if value in _NO_WORDS else value


def finite(value: object) -> float | None:
    """A finite number, also as text; None for words, booleans, NaN and infinity."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def unit_of(entity: Entity, attribute: str = "") -> str:
    """The unit in which an entity tells its state or attribute; empty when it has none."""
    return _ATTRIBUTE_UNITS.get(attribute, "") if attribute else entity.unit or ""


def goes_stale(snapshot: Snapshot, attribute: str = "") -> datetime | None:
    """Until when a measured number counts as known; None for what stands until it is changed.

    A sensor's state and what a thermostat measures drift by themselves; a set temperature does not.
    """
    measured = attribute.startswith("current_") if attribute else snapshot.entity.domain is Domain.SENSOR
    if not measured or snapshot.reported_at is None:
        return None
    return snapshot.reported_at + STALE


def _absent(snapshot: Snapshot | None) -> Lacking:
    if snapshot is None:
        return Lacking.MISSING
    if not snapshot.available:
        return Lacking.UNAVAILABLE
    return Lacking.UNKNOWN if snapshot.state is None else Lacking.NO
