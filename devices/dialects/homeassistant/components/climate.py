"""Thermostats of Home Assistant discovery."""

from devices.dialects.homeassistant.components.spec import Component, Reading, listed, number, reading
from devices.dialects.homeassistant.config import Config, Sink
from devices.errors import BadAnnouncement
from devices.model import Features, Fields
from devices.mqtt.transport import Message

_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only")
_ACTIONS = ("off", "heating", "cooling", "drying", "idle", "fan", "preheating", "defrosting")
_NUMBERS = {
    "temperature": "temperature",
    "temperature_low": "target_temp_low",
    "temperature_high": "target_temp_high",
}
_ORDER = (
    "hvac_mode",
    "temperature",
    "target_temp_low",
    "target_temp_high",
    "preset_mode",
    "fan_mode",
    "swing_mode",
)


def climate(config: Config) -> Component:
    """Read the configuration of a thermostat; BadAnnouncement if it can't be used."""
    modes = config.words("modes", _MODES)
    presets = config.words("preset_modes")
    presets = ("none", *presets) if presets else ()
    sinks = _sinks(config)
    power = config.sink("power_command_topic", "power_command_template")
    on, off = config.text("payload_on", "ON"), config.text("payload_off", "OFF")

    def write(fields: Fields) -> tuple[Message, ...]:
        if power is not None and "power" in fields:
            return (power.message(off if fields["power"] == "off" else on),)
        messages = []
        for name in _ORDER:
            sink = sinks.get(name)
            if sink is not None and name in fields:
                messages.append(sink.message(str(fields[name])))
        return tuple(messages)

    return Component(_features(config, sinks, modes, presets), _readings(config, modes), write)


def _sinks(config: Config) -> dict[str, Sink]:
    families = {"hvac_mode": "mode", "fan_mode": "fan_mode", "swing_mode": "swing_mode"}
    families |= {ours: theirs for theirs, ours in _NUMBERS.items()} | {"preset_mode": "preset_mode"}
    found = {
        ours: config.sink(f"{theirs}_command_topic", f"{theirs}_command_template")
        for ours, theirs in families.items()
    }
    return {ours: sink for ours, sink in found.items() if sink is not None}


def _features(
    config: Config, sinks: dict[str, Sink], modes: tuple[str, ...], presets: tuple[str, ...]
) -> Features:
    controls = set(sinks)
    if "hvac_mode" in sinks:
        controls |= {"set_hvac_mode"} | ({"turn_off", "turn_on"} if "off" in modes else set())
    if "power_command_topic" in config:
        controls |= {"turn_off", "turn_on"}
    if controls & set(_NUMBERS.values()):
        controls.add("set_temperature")
    controls |= {f"set_{name}" for name in ("preset_mode", "fan_mode") if name in sinks}
    low, high = config.number("min_temp", 7), config.number("max_temp", 35)
    if low >= high:
        raise BadAnnouncement("min_temp must be below max_temp")
    told = any(key in config for key in ("mode_state_topic", "temperature_state_topic"))
    return Features(
        controls=frozenset(controls),
        minimum=low,
        maximum=high,
        step=config.number("temp_step", 1),
        modes=modes,
        presets=presets,
        optimistic=config.flag("optimistic") or not told,
    )


def _readings(config: Config, modes: tuple[str, ...]) -> tuple[Reading, ...]:
    def state(name: str) -> tuple[str, str, str]:
        return f"{name}_state_topic", f"{name}_state_template", "value_template"

    readings = [
        *reading(config.source(*state("mode")), "hvac_mode", listed(modes)),
        *reading(config.source(*state("fan_mode")), "fan_mode", str),
        *reading(config.source(*state("swing_mode")), "swing_mode", str),
        *reading(
            config.source("preset_mode_state_topic", "preset_mode_value_template", "value_template"),
            "preset_mode",
            str,
        ),
        *reading(
            config.source("action_topic", "action_template", "value_template"),
            "hvac_action",
            listed(_ACTIONS),
        ),
    ]
    for theirs, ours in _NUMBERS.items():
        readings += reading(config.source(*state(theirs)), ours, number)
    for name in ("current_temperature", "current_humidity"):
        source = config.source(f"{name}_topic", f"{name}_template", "value_template")
        readings += reading(source, name, number)
    return tuple(readings)
