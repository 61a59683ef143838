"""Lights of Home Assistant discovery that speak JSON, such as those of Zigbee2MQTT and ESPHome."""

import math

from devices.dialects.homeassistant.components.spec import Component, Reading
from devices.dialects.homeassistant.config import Config, Source
from devices.errors import BadAnnouncement, BadPayload
from devices.kinds.field import finite
from devices.model import Features, Fields, Json, Scalar
from devices.mqtt.payload import Payload, compact
from devices.mqtt.transport import Message

_DIMMABLE = frozenset({"brightness", "color_temp", "hs", "xy", "rgb", "rgbw", "rgbww", "white"})
_ALONE = frozenset({"brightness", "onoff"})
_COLOURS = {"hs": ("h", "s"), "xy": ("x", "y"), "rgb": ("r", "g", "b")}
_POWER: dict[str, str | None] = {"ON": "on", "OFF": "off"}


def light_json(config: Config) -> Component:
    """Read the configuration of a JSON light; BadAnnouncement if it can't be used."""
    command = config.required_sink("command_topic")
    source = config.source("state_topic")
    modes = _modes(config)
    scale = config.number("brightness_scale", 255)
    in_kelvin = config.flag("color_temp_kelvin")
    effects = config.words("effect_list")

    def write(fields: Fields) -> tuple[Message, ...]:
        said: dict[str, Json] = {"state": "OFF" if fields.get("state") == "off" else "ON"}
        if "transition" in fields:
            said["transition"] = finite(fields["transition"], "transition")
        if "brightness" in fields:
            said["brightness"] = max(1, round(finite(fields["brightness"], "brightness") * scale / 255))
        if "color_temp_kelvin" in fields:
            value = finite(fields["color_temp_kelvin"], "color_temp_kelvin")
            said["color_temp"] = round(value) if in_kelvin else mireds(value)
        if "effect" in fields:
            said["effect"] = str(fields["effect"])
        return (Message(command.topic, compact(said).encode(), command.retain, command.qos),)

    low, high = whites(config)
    features = Features(
        controls=frozenset({*modes_of(modes, effects=bool(effects)), "transition"}),
        effects=effects,
        color_modes=modes,
        min_kelvin=low,
        max_kelvin=high,
        optimistic=source is None or config.flag("optimistic"),
    )
    return Component(features, _reading(source, modes, scale, in_kelvin=in_kelvin), write)


def modes_of(modes: tuple[str, ...], *, effects: bool) -> set[str]:
    """The controls and values that a light of these colour modes takes."""
    controls = {"turn_on", "turn_off", "toggle"}
    if _DIMMABLE & set(modes):
        controls.add("brightness")
    if "color_temp" in modes:
        controls.add("color_temp_kelvin")
    if effects:
        controls.add("effect")
    return controls


def whites(config: Config) -> tuple[int, int]:
    """The warmest and the coldest white, in kelvin, whichever way the message gives them."""
    low = config.number("min_kelvin", kelvin(config.number("max_mireds", 500)))
    high = config.number("max_kelvin", kelvin(config.number("min_mireds", 153)))
    return round(low), round(high)


def kelvin(value: float) -> int:
    """Mireds as kelvin, rounded down as Home Assistant does; BadPayload for nothing or less."""
    if value <= 0:
        raise BadPayload("a colour temperature of nothing")
    return math.floor(1_000_000 / value)


def mireds(value: float) -> int:
    """Kelvin as mireds, rounded down as Home Assistant does."""
    return math.floor(1_000_000 / value)


def _modes(config: Config) -> tuple[str, ...]:
    modes = config.words("supported_color_modes")
    if _ALONE & set(modes) and len(modes) > 1:
        raise BadAnnouncement("brightness and onoff can't be combined with other colour modes")
    return modes or (("brightness",) if config.flag("brightness") else ("onoff",))


def _reading(
    source: Source | None, modes: tuple[str, ...], scale: float, *, in_kelvin: bool
) -> tuple[Reading, ...]:
    if source is None:
        return ()

    def read(payload: Payload) -> Fields:
        said = payload.json
        if not isinstance(said, dict):
            return {"state": _power(payload.text.strip())} if payload.raw else {}
        fields: dict[str, Scalar | tuple[Scalar, ...]] = {}
        if "state" in said:
            fields["state"] = _power(said["state"])
        level = said.get("brightness")
        if isinstance(level, int | float) and level > 0:
            fields["brightness"] = max(1, min(255, round(level * 255 / scale)))
        if isinstance(said.get("effect"), str):
            fields["effect"] = str(said["effect"])
        return fields | _colour(said, modes, in_kelvin=in_kelvin)

    return (Reading(source.topic, read),)


def _power(said: Json) -> str | None:
    """On or off; null is unknown. A plain ON counts, though Home Assistant would drop it."""
    if said is None:
        return None
    if not isinstance(said, str) or said.upper() not in _POWER:
        raise BadPayload(f"state can't be {str(said)[:40]!r}")
    return _POWER[said.upper()]


def _colour(
    said: dict[str, Json], modes: tuple[str, ...], *, in_kelvin: bool
) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """The active colour mode and its value; a colour without its mode is not believed."""
    mode = said.get("color_mode", modes[0] if len(modes) == 1 else None)
    if mode not in modes or not isinstance(mode, str):
        return {}
    fields: dict[str, Scalar | tuple[Scalar, ...]] = {"color_mode": mode}
    if mode == "color_temp" and isinstance(said.get("color_temp"), int | float):
        value = finite(
            said["color_temp"] if isinstance(said["color_temp"], int | float) else None, "color_temp"
        )
        fields["color_temp_kelvin"] = round(value) if in_kelvin else kelvin(value)
    parts, colour = _COLOURS.get(mode, ()), said.get("color")
    if parts and isinstance(colour, dict) and all(part in colour for part in parts):
        values = [colour[part] for part in parts]
        fields[f"{mode}_color"] = tuple(
            finite(value if isinstance(value, int | float) else None, "color") for value in values
        )
    return fields
