"""Numbers, levels and modes of a clause as arguments of an action. Knows which kind takes which."""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.models.offline.grammar.reading import Reading, Span
from devices.model import Domain, Json, Scalar
from tools.words.spec import Tag

STEPS = 10
"""A bare number up to this may be a step of a fan ("speed 3"), which is no percentage."""


@dataclass(frozen=True, slots=True)
class Amount:
    """One value that was said: a number with its unit word, a level, a tone or a mode."""

    number: float | None = None
    unit: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """An action of control_device and its value arguments."""

    action: str
    values: Mapping[str, Json]


def amounts_of(reading: Reading) -> tuple[Amount, ...]:
    """Every value said in a clause, in order."""
    found: list[Amount] = []
    for place, span in enumerate(reading.spans):
        if span.named:
            continue
        if span.has(Tag.LEVEL) and not span.has(Tag.TONE):  # "half" is a level, and the number 0.5
            found.append(Amount(float(span.value(Tag.LEVEL)), "level"))
        elif span.number is not None:
            found.append(Amount(span.number, unit_beside(reading, place)))
        elif span.has(Tag.MODE):
            found.append(Amount(mode=span.value(Tag.MODE)))
        elif span.has(Tag.TONE) and not _verb_first(reading, place, span):
            found.append(Amount(float(span.value(Tag.TONE)), "kelvin"))
    return tuple(found)


def unit_beside(reading: Reading, place: int) -> str:
    """The unit word after a number, or before it as in 百分之; empty if none."""
    after = [span for span in reading.spans[place + 1 : place + 3] if span.has(Tag.UNIT)]
    units = [unit for span in after for unit in span.values(Tag.UNIT)]
    if units:
        return "fahrenheit" if "fahrenheit" in units else units[0]
    before = reading.spans[place - 1] if place else None
    return "percent" if before is not None and before.value(Tag.UNIT) == "percent" else ""


def celsius(number: float, unit: str) -> float:
    """A temperature in degrees Celsius."""
    return round((number - 32) / 1.8, 2) if unit == "fahrenheit" else number


def order_for(domain: Domain, amount: Amount, *, opening: bool | None = None) -> Order | None:
    """The action that gives an entity of this domain this value; None if it takes no such value.

    `opening` tells a level of a cover its direction: fully open, or fully closed.
    """
    number, percent = amount.number, amount.unit in ("percent", "level", "")
    if amount.mode or number is None:
        moded = domain is Domain.CLIMATE and amount.mode
        return Order("set_hvac_mode", {"hvac_mode": amount.mode}) if moded else None
    match domain:
        case Domain.LIGHT:
            return _shine(number, amount.unit, percent=percent)
        case Domain.FAN if percent and (amount.unit or number > STEPS):
            return Order("set_percentage", {"percentage": _neat(number)})
        case Domain.COVER if percent:
            return Order("set_position", {"position": _position(amount, opening=opening)})
        case Domain.CLIMATE if amount.unit in ("celsius", "fahrenheit", ""):
            return Order("set_temperature", {"temperature": celsius(number, amount.unit)})
        case _:
            return None


def _shine(number: float, unit: str, *, percent: bool) -> Order | None:
    """A light's brightness, or its white tone; nought percent is off."""
    if unit == "kelvin":
        return Order("turn_on", {"color_temp_kelvin": round(number)})
    if not percent:
        return None
    return Order("turn_on", {"brightness_pct": _neat(number)}) if number else Order("turn_off", {})


def _position(amount: Amount, *, opening: bool | None) -> Scalar:
    number = _neat(amount.number or 0.0)
    if amount.unit == "level" and opening is False:
        return {100: 0, 1: 100}.get(round(number), number)
    return 0 if amount.unit == "level" and number == 1 else number


def _neat(number: float) -> float:
    return int(number) if number == int(number) else number


def _verb_first(reading: Reading, place: int, span: Span) -> bool:
    """For instance "warm the house to 24": the word is the verb, not a white tone."""
    return span.has(Tag.SET) and not any(s.has(Tag.ACTION, Tag.SET) for s in reading.spans[:place])
