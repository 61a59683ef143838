"""Fans of Home Assistant discovery."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from devices.dialects.homeassistant.components.spec import Component, Reading, choice, number, reading
from devices.dialects.homeassistant.config import Config, Sink
from devices.errors import BadAnnouncement
from devices.kinds.field import finite
from devices.model import Features, Fields, Scalar
from devices.mqtt.transport import Message


@dataclass(frozen=True, slots=True)
class Speeds:
    """The device's own numbers for its speeds, both ends included."""

    low: int
    high: int

    @property
    def count(self) -> int:
        """How many speeds there are."""
        return self.high - self.low + 1

    def percent(self, said: str) -> int:
        """A speed as percent; below the first is 0."""
        return max(0, min(100, int((number(said) - self.low + 1) * 100 / self.count)))

    def device(self, percent: float) -> int:
        """A percentage as the next higher speed; half a percent of slack, since two thirds are 67 %."""
        return math.ceil((percent - 0.5) / 100 * self.count) + self.low - 1


@dataclass(frozen=True, slots=True)
class Words:
    """The payloads for power and oscillation."""

    on: str
    off: str
    swing: str
    still: str


def fan(config: Config) -> Component:
    """Read the configuration of a fan; BadAnnouncement if it can't be used."""
    command = config.required_sink("command_topic", "command_template")
    speeds, words = _speeds(config), _words(config)
    presets = config.words("preset_modes")
    sinks = {
        "percentage": config.sink("percentage_command_topic", "percentage_command_template"),
        "preset_mode": config.sink("preset_mode_command_topic", "preset_mode_command_template"),
        "oscillating": config.sink("oscillation_command_topic", "oscillation_command_template"),
        "direction": config.sink("direction_command_topic", "direction_command_template"),
    }

    def write(fields: Fields) -> tuple[Message, ...]:
        messages = []
        if "state" in fields:
            messages.append(command.message(words.on if fields["state"] == "on" else words.off))
        for name, sink in sinks.items():
            if sink is not None and name in fields:
                messages.append(sink.message(_wire(name, fields[name], speeds, words)))
        return tuple(messages)

    features = Features(
        controls=_controls(sinks),
        step=100 / speeds.count,
        presets=presets,
        optimistic="state_topic" not in config or config.flag("optimistic"),
    )
    return Component(features, _readings(config, speeds, words), write)


def _speeds(config: Config) -> Speeds:
    found = Speeds(round(config.number("speed_range_min", 1)), round(config.number("speed_range_max", 100)))
    if found.low < 1 or found.high <= found.low:
        raise BadAnnouncement("speed_range_max must be above speed_range_min, and that above 0")
    return found


def _words(config: Config) -> Words:
    return Words(
        config.text("payload_on", "ON"),
        config.text("payload_off", "OFF"),
        config.text("payload_oscillation_on", "oscillate_on"),
        config.text("payload_oscillation_off", "oscillate_off"),
    )


def _readings(config: Config, speeds: Speeds, words: Words) -> tuple[Reading, ...]:
    swinging = choice({words.swing: "on", words.still: "off"})
    return (
        *reading(
            config.source("state_topic", "state_value_template"),
            "state",
            choice({words.on: "on", words.off: "off"}),
        ),
        *reading(
            config.source("percentage_state_topic", "percentage_value_template"), "percentage", speeds.percent
        ),
        *reading(config.source("preset_mode_state_topic", "preset_mode_value_template"), "preset_mode", str),
        *reading(
            config.source("oscillation_state_topic", "oscillation_value_template"),
            "oscillating",
            lambda said: swinging(said) == "on",
        ),
        *reading(config.source("direction_state_topic", "direction_value_template"), "direction", str),
    )


def _wire(name: str, value: Scalar | tuple[Scalar, ...], speeds: Speeds, words: Words) -> Scalar:
    """A wish as the device is told it."""
    match name:
        case "percentage":
            return speeds.device(finite(value, name))
        case "oscillating":
            return words.swing if value else words.still
        case _:
            return str(value)


def _controls(sinks: Mapping[str, Sink | None]) -> frozenset[str]:
    """The controls and values that a fan with these topics takes."""
    found = {"turn_on", "turn_off", "toggle"}
    setters = {"percentage": "set_percentage", "preset_mode": "set_preset_mode"}
    setters |= {"oscillating": "oscillate", "direction": "set_direction"}
    for name, setter in setters.items():
        if sinks[name] is not None:
            found |= {name, setter}
    return frozenset(found)
