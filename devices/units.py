"""Units of measure: one number from one unit to another. Knows no entity and no language."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

DIGITS = 9
"""Converted numbers are rounded to so many significant digits: 78.8 °F is 26 °C, not a hair above it."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit in its measure's first one: `value * factor + offset`, or `factor / value` if reciprocal."""

    measure: str
    factor: float = 1.0
    offset: float = 0.0
    reciprocal: bool = False


_UNITS: Mapping[str, _Unit] = {
    "°C": _Unit("temperature"),
    "°F": _Unit("temperature", 5 / 9, -160 / 9),
    "K": _Unit("temperature", 1.0, -273.15),
    "mW": _Unit("power", 0.001),
    "W": _Unit("power"),
    "kW": _Unit("power", 1e3),
    "MW": _Unit("power", 1e6),
    "Wh": _Unit("energy"),
    "kWh": _Unit("energy", 1e3),
    "MWh": _Unit("energy", 1e6),
    "J": _Unit("energy", 1 / 3600),
    "kJ": _Unit("energy", 1 / 3.6),
    "MJ": _Unit("energy", 1e3 / 3.6),
    "mV": _Unit("voltage", 0.001),
    "V": _Unit("voltage"),
    "mA": _Unit("current", 0.001),
    "A": _Unit("current"),
    "Hz": _Unit("frequency"),
    "kHz": _Unit("frequency", 1e3),
    "kelvin": _Unit("color temperature"),
    "mired": _Unit("color temperature", 1e6, reciprocal=True),
    "Pa": _Unit("pressure"),
    "hPa": _Unit("pressure", 100.0),
    "kPa": _Unit("pressure", 1e3),
    "bar": _Unit("pressure", 1e5),
    "mbar": _Unit("pressure", 100.0),
    "mmHg": _Unit("pressure", 133.322387415),
    "inHg": _Unit("pressure", 3386.389),
    "psi": _Unit("pressure", 6894.757293168),
    "mm": _Unit("length", 0.001),
    "cm": _Unit("length", 0.01),
    "m": _Unit("length"),
    "km": _Unit("length", 1e3),
    "in": _Unit("length", 0.0254),
    "ft": _Unit("length", 0.3048),
    "mi": _Unit("length", 1609.344),
    "km/h": _Unit("speed", 1 / 3.6),
    "m/s": _Unit("speed"),
    "mph": _Unit("speed", 0.44704),
    "kn": _Unit("speed", 1852 / 3600),
    "L": _Unit("volume", 0.001),
    "mL": _Unit("volume", 1e-6),
    "m³": _Unit("volume"),
    "g": _Unit("mass", 0.001),
    "kg": _Unit("mass"),
    "lb": _Unit("mass", 0.45359237),
    "ppm": _Unit("share of parts"),
    "ppb": _Unit("share of parts", 0.001),
    "µg/m³": _Unit("concentration"),
    "mg/m³": _Unit("concentration", 1e3),
    "ms": _Unit("time", 0.001),
    "s": _Unit("time"),
    "min": _Unit("time", 60.0),
    "h": _Unit("time", 3600.0),
    "d": _Unit("time", 86400.0),
    "lx": _Unit("illuminance"),
    "%": _Unit("share"),
    "dB": _Unit("level"),
    "dBm": _Unit("signal"),
}

_ALIASES: Mapping[str, str] = {
    "C": "°C",
    "F": "°F",
    "ºC": "°C",
    "ºF": "°F",
    "mireds": "mired",
    "mirek": "mired",
    "sec": "s",
    "hr": "h",
    "hours": "h",
    "minutes": "min",
    "seconds": "s",
    "days": "d",
    "l": "L",
    "m3": "m³",
    "μg/m³": "µg/m³",
    "ug/m3": "µg/m³",
    "kph": "km/h",
    "lux": "lx",
}


def convert(value: float, unit: str, to: str) -> float | None:
    """A number in another unit; None when the two measure different things.

    An empty unit, or one that isn't known here, is taken as it stands. Home Assistant writes colour
    temperatures in K: beside mired, K is a colour.
    """
    source, target = _pair(unit, to)
    if source is None or target is None or source == target:
        return value
    if source.measure != target.measure:
        return None
    first = _first(value, source)
    found = None if first is None else _from_first(first, target)
    return None if found is None else _rounded(found)


def alike(unit: str, to: str) -> bool:
    """Whether numbers in the one can be told in the other; an empty unit may be any."""
    source, target = _pair(unit, to)
    if source is None or target is None:
        return not unit or not to or unit.strip() == to.strip()
    return source.measure == target.measure


def _pair(unit: str, to: str) -> tuple[_Unit | None, _Unit | None]:
    names = [_ALIASES.get(name.strip(), name.strip()) for name in (unit, to)]
    if "mired" in names:
        names = ["kelvin" if name == "K" else name for name in names]
    return _UNITS.get(names[0]), _UNITS.get(names[1])


def _first(value: float, unit: _Unit) -> float | None:
    if unit.reciprocal:
        return unit.factor / value if value else None
    return value * unit.factor + unit.offset


def _from_first(value: float, unit: _Unit) -> float | None:
    if unit.reciprocal:
        return unit.factor / value if value else None
    return (value - unit.offset) / unit.factor


def _rounded(value: float) -> float:
    if not value:
        return 0.0
    return round(value, DIGITS - 1 - math.floor(math.log10(abs(value))))
