"""Lights of Home Assistant discovery with a topic a feature (the schema called basic)."""

from devices.dialects.homeassistant.components.light_json import kelvin, light_json, mireds, modes_of, whites
from devices.dialects.homeassistant.components.spec import Component, Reading, choice, number, reading
from devices.dialects.homeassistant.config import Config, Sink
from devices.errors import BadAnnouncement
from devices.kinds.field import finite
from devices.model import Features, Fields
from devices.mqtt.payload import Payload
from devices.mqtt.transport import Message


def light(config: Config) -> Component:
    """Read the configuration of a light of any schema; BadAnnouncement if it can't be used."""
    match config.text("schema", "basic"):
        case "json":
            return light_json(config)
        case "basic" | "default":
            return _basic(config)
        case other:
            raise BadAnnouncement(f"schema {other[:40]!r} is not understood")


def _basic(config: Config) -> Component:
    command = config.required_sink("command_topic", "command_template")
    on, off = config.text("payload_on", "ON"), config.text("payload_off", "OFF")
    first = config.text("on_command_type", "last")
    source = config.source("state_topic", "state_value_template", "value_template")
    dim = config.sink("brightness_command_topic", "brightness_command_template")
    white = config.sink("color_temp_command_topic", "color_temp_command_template")
    effect = config.sink("effect_command_topic", "effect_command_template")
    scale = config.number("brightness_scale", 255)
    in_kelvin = config.flag("color_temp_kelvin")

    def styles(fields: Fields) -> list[Message]:
        found = []
        if dim is not None and "brightness" in fields:
            level = max(1, round(finite(fields["brightness"], "brightness") * scale / 255))
            found.append(dim.message(level))
        if white is not None and "color_temp_kelvin" in fields:
            value = finite(fields["color_temp_kelvin"], "color_temp_kelvin")
            found.append(white.message(round(value) if in_kelvin else mireds(value)))
        if effect is not None and "effect" in fields:
            found.append(effect.message(str(fields["effect"])))
        return found

    def write(fields: Fields) -> tuple[Message, ...]:
        if fields.get("state") == "off":
            return (command.message(off),)
        if first == "brightness":
            level = fields.get("brightness", fields.get("last_brightness", 255))
            return tuple(styles({**fields, "brightness": level}))
        wake = command.message(on)
        return (wake, *styles(fields)) if first == "first" else (*styles(fields), wake)

    optimistic = source is None or config.flag("optimistic")
    features = _features(config, dim, white, effect, optimistic=optimistic)
    powers = reading(source, "state", choice({on: "on", off: "off"}))
    if "color_mode_state_topic" not in config and not any(
        f"{name}_state_topic" in config for name in _COLOURS
    ):
        powers = tuple(_in_mode(power, features.color_modes[0]) for power in powers)
    return Component(features, (*powers, *_styles(config, scale)), write)


_COLOURS = ("hs", "rgb", "rgbw", "rgbww", "xy", "white")


def _in_mode(power: Reading, mode: str) -> Reading:
    """The on/off reading of a light that can shine in one way only."""

    def read(payload: Payload) -> Fields:
        fields = power.read(payload)
        return {**fields, "color_mode": mode} if fields else fields

    return Reading(power.topic, read)


def _features(
    config: Config, dim: Sink | None, white: Sink | None, effect: Sink | None, *, optimistic: bool
) -> Features:
    modes = ("color_temp",) if white else ("brightness",) if dim else ("onoff",)
    effects = config.words("effect_list") if effect else ()
    low, high = whites(config)
    controls = modes_of(modes, effects=bool(effects)) | ({"brightness"} if dim else set())
    return Features(
        controls=frozenset(controls),
        effects=effects,
        color_modes=modes,
        min_kelvin=low,
        max_kelvin=high,
        optimistic=optimistic,
    )


def _styles(config: Config, scale: float) -> tuple[Reading, ...]:
    in_kelvin = config.flag("color_temp_kelvin")
    return (
        *reading(
            config.source("brightness_state_topic", "brightness_value_template"),
            "brightness",
            lambda said: round(number(said) * 255 / scale),
        ),
        *reading(
            config.source("color_temp_state_topic", "color_temp_value_template"),
            "color_temp_kelvin",
            lambda said: round(number(said)) if in_kelvin else kelvin(number(said)),
        ),
        *reading(config.source("effect_state_topic", "effect_value_template"), "effect", str),
        *reading(config.source("hs_state_topic", "hs_value_template"), "hs_color", _numbers),
        *reading(config.source("rgb_state_topic", "rgb_value_template"), "rgb_color", _numbers),
        *reading(config.source("xy_state_topic", "xy_value_template"), "xy_color", _numbers),
        *reading(config.source("color_mode_state_topic", "color_mode_value_template"), "color_mode", str),
    )


def _numbers(said: str) -> tuple[float, ...]:
    return tuple(number(part) for part in said.split(","))
