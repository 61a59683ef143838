"""English words for states, actions, device classes and counted things."""

from collections.abc import Mapping

from tools.words.spec import phrases

STATES: Mapping[str, str] = {
    "on": "on",
    "off": "off",
    "open": "open",
    "closed": "closed",
    "opening": "opening",
    "closing": "closing",
    "stopped": "stopped",
    "locked": "locked",
    "unlocked": "unlocked",
    "locking": "locking",
    "unlocking": "unlocking",
    "jammed": "jammed",
    "heat": "in heating mode",
    "cool": "in cooling mode",
    "heat_cool": "in heating and cooling mode",
    "auto": "in automatic mode",
    "dry": "in drying mode",
    "fan_only": "in fan mode",
    "unavailable": "not reachable",
    "unknown": "unknown",
    "moisture.on": "wet",
    "moisture.off": "dry",
    "motion.on": "seeing motion",
    "motion.off": "seeing no motion",
    "occupancy.on": "occupied",
    "occupancy.off": "free",
    "presence.on": "home",
    "presence.off": "away",
    "opening.on": "open",
    "opening.off": "closed",
    "smoke.on": "smelling smoke",
    "smoke.off": "clear",
    "gas.on": "smelling gas",
    "gas.off": "clear",
    "battery.on": "low",
    "battery.off": "normal",
    "problem.on": "reporting a problem",
    "problem.off": "fine",
    "connectivity.on": "connected",
    "connectivity.off": "disconnected",
    "lock.on": "unlocked",
    "lock.off": "locked",
}

ACTIONS: Mapping[str, str] = {
    "turn_on": "turn on {name}",
    "turn_off": "turn off {name}",
    "toggle": "toggle {name}",
    "open": "open {name}",
    "close": "close {name}",
    "stop": "stop {name}",
    "lock": "lock {name}",
    "unlock": "unlock {name}",
    "set_brightness": "set {name} to {value} %",
    "set_color_temp": "set {name} to {value} K",
    "set_position": "set {name} to {value} %",
    "set_percentage": "set {name} to {value} %",
    "set_temperature": "set {name} to {value} {unit}",
    "set_hvac_mode": "put {name} {value}",
    "other": "change {name}",
}

CLASSES: Mapping[str, str] = {
    "temperature": "temperature",
    "humidity": "humidity",
    "power": "power",
    "energy": "energy",
    "illuminance": "brightness",
    "carbon_dioxide": "carbon dioxide",
    "battery": "battery",
    "light": "light",
    "switch": "switch",
    "fan": "fan",
    "cover": "cover",
    "lock": "lock",
    "climate": "thermostat",
    "sensor": "sensor",
    "binary_sensor": "sensor",
}

NOUNS: Mapping[str, tuple[str, ...]] = {
    "thing": ("device", "devices"),
    "rule": ("rule", "rules"),
    "time": ("time", "times"),
    "second": ("second", "seconds"),
    "minute": ("minute", "minutes"),
    "hour": ("hour", "hours"),
    "day": ("day", "days"),
}
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "yes": phrases("yes, y, yeah, yep, yup, sure, ok, okay, do it, go ahead, yes please, yes do it, confirm"),
    "no": phrases("no, n, nope, nah, cancel, stop, never, do not, don't, no thanks, no thank you"),
}
"""What a person types to a question; only a whole answer counts, never a word inside one."""
