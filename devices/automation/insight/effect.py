"""What a command leaves an entity with, as far as that is sure. Pure; looks at no home."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from devices.automation.restore import TOLERANCE
from devices.automation.rule.action import Action, ApplyScene, Repeat, commands, steps
from devices.automation.run.spec import Scenes
from devices.command import Command
from devices.model import Scalar

FULL = 255.0
_WORDS: Mapping[str, str] = {
    "turn_on": "on",
    "turn_off": "off",
    "lock": "locked",
    "unlock": "unlocked",
    "open": "open",
    "open_cover": "open",
    "close_cover": "closed",
}
_POSITIONS: Mapping[str, float] = {"open_cover": 100.0, "close_cover": 0.0}
_LEVELS: Mapping[str, str] = {
    "brightness_pct": "brightness",
    "brightness": "brightness",
    "percentage": "percentage",
    "position": "current_position",
}
"""Values of commands that are levels, and the attribute that shows each."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The state word (empty: not known) and the attributes that a command leaves; `flips` is a toggle."""

    entity_id: str
    word: str = ""
    attributes: Mapping[str, Scalar] = field(default_factory=dict)
    flips: bool = False


def effect(command: Command) -> Effect:
    """What this command leaves; a level of nothing is off, as devices take it."""
    shown = _shown(command)
    word = _word(command, shown)
    if word == "off" and not command.entity_id.startswith("climate."):
        shown = {}
    return Effect(command.entity_id, word, shown, flips=command.control == "toggle")


def apart(one: Effect, other: Effect) -> bool:
    """Whether both can't be so at once: other words, or the same attribute with another value."""
    if one.entity_id != other.entity_id:
        return False
    if one.word and other.word and one.word != other.word:
        return True
    return any(
        not _alike(name, one.attributes[name], other.attributes[name])
        for name in one.attributes.keys() & other.attributes.keys()
    )


def commands_of(actions: tuple[Action, ...], scene: Scenes) -> tuple[Command, ...]:
    """Every command of these, in order, those of the scenes they apply included."""
    given: list[Command] = []
    for action in steps(actions):
        given += scene(action.scene_id) or () if isinstance(action, ApplyScene) else _own(action)
    return tuple(given)


def _own(action: Action) -> tuple[Command, ...]:
    # what a repeat holds comes by itself
    return () if isinstance(action, Repeat) else commands((action,))


def _word(command: Command, shown: Mapping[str, Scalar]) -> str:
    domain = command.entity_id.partition(".")[0]
    if domain == "climate":
        mode = command.values.get("hvac_mode")
        off = "off" if command.control == "turn_off" else ""
        return mode if isinstance(mode, str) else off
    level = next((shown[name] for name in ("brightness", "percentage") if name in shown), None)
    if level is not None:
        return "on" if level else "off"
    if domain == "cover" and command.control == "set_cover_position":
        return "open" if shown.get("current_position") else "closed"
    return _WORDS.get(command.control, "")


def _shown(command: Command) -> dict[str, Scalar]:
    """The attributes by the names under which they are reported."""
    shown: dict[str, Scalar] = {}
    if command.control in _POSITIONS:
        shown["current_position"] = _POSITIONS[command.control]
    for name, value in command.values.items():
        if name in ("transition", "code", "hvac_mode"):
            continue
        if name == "brightness_pct" and isinstance(value, int | float):
            shown["brightness"] = round(value * FULL / 100.0)
        else:
            shown[_LEVELS.get(name, name)] = value
    return shown


def _alike(name: str, one: Scalar, other: Scalar) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, abs_tol=TOLERANCE.get(name, 0.05))
    return one == other
