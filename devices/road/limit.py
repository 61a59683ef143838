"""Checks a command against what its entity can do, and puts it into one form. Pure; no policy here."""

import math
from dataclasses import dataclass

from devices.command import Command, Reason
from devices.errors import BadPayload
from devices.kinds import KINDS
from devices.kinds.field import finite
from devices.kinds.spec import Value
from devices.model import Entity, Features, Scalar, Snapshot


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a command does not fit; `detail` is the range as `7..35`, or the words allowed, comma-separated."""

    reason: Reason
    detail: str = ""


def fit(command: Command, snapshot: Snapshot) -> Command | Misfit:
    """The command with its service name, `toggle` resolved and numbers as the entity takes them, or why not.

    A fan with few speeds takes the next higher one.
    """
    entity = snapshot.entity
    control = KINDS[entity.domain].control(command.control)
    if control is None or not _offered(control.name, entity.features):
        return Misfit(Reason.NOT_SUPPORTED)
    values: dict[str, Scalar] = {}
    for name, raw in command.values.items():
        known = next((value for value in control.values if value.name == name), None)
        if known is None or not _takes(name, entity.features):
            return Misfit(Reason.NOT_SUPPORTED, name)
        value = _checked(known, raw, entity)
        if isinstance(value, Misfit):
            return value
        values[name] = value
    crossed = _crossed(values, snapshot)
    if crossed is not None:
        return crossed
    name = control.name
    if name == "toggle":
        name = "turn_off" if snapshot.word == "on" else "turn_on"
    return Command(command.entity_id, name, values)


def _offered(control: str, features: Features) -> bool:
    return not features.controls or control in features.controls


def _takes(name: str, features: Features) -> bool:
    """Whether an entity takes this value; `brightness_pct` is `brightness` in other clothes."""
    return not features.controls or name.removesuffix("_pct") in features.controls


def _checked(known: Value, raw: Scalar, entity: Entity) -> Scalar | Misfit:
    words = known.words or _words(known.name, entity.features)
    if words:
        return raw if raw in words else Misfit(Reason.NOT_SUPPORTED, ", ".join(words))
    if known.minimum is None:
        return raw
    low, high = _range(known, entity.features)
    try:
        number = finite(raw, known.name)
    except BadPayload:
        return Misfit(Reason.NOT_SUPPORTED, known.name)
    if not low <= number <= high:
        return Misfit(Reason.OUT_OF_RANGE, f"{low:g}..{high:g}")
    if known.name == "percentage" and entity.features.step:
        number = float(
            round(min(high, math.ceil(number / entity.features.step - 1e-9) * entity.features.step))
        )
    return int(number) if number.is_integer() and known.unit != "°C" else number


def _crossed(values: dict[str, Scalar], snapshot: Snapshot) -> Misfit | None:
    """Two setpoints of which the lower would stand above the higher."""
    shown = {**snapshot.attributes(), **values}
    low, high = shown.get("target_temp_low"), shown.get("target_temp_high")
    told = {"target_temp_low", "target_temp_high"} & values.keys()
    if told and isinstance(low, int | float) and isinstance(high, int | float) and low > high:
        return Misfit(Reason.OUT_OF_RANGE, f"..{high:g}" if "target_temp_low" in told else f"{low:g}..")
    return None


def _words(name: str, features: Features) -> tuple[str, ...]:
    return {"hvac_mode": features.modes, "preset_mode": features.presets, "effect": features.effects}.get(
        name, ()
    )


def _range(known: Value, features: Features) -> tuple[float, float]:
    """The range of a value: the entity's own where it has one."""
    low, high = known.minimum or 0.0, known.maximum if known.maximum is not None else float("inf")
    if known.name == "color_temp_kelvin":
        return features.min_kelvin or low, features.max_kelvin or high
    if known.unit == "°C":
        own_low, own_high = features.minimum, features.maximum
        return low if own_low is None else own_low, high if own_high is None else own_high
    return low, high
