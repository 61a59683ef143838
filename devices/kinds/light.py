"""Lights: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field, power
from devices.kinds.power import Power
from devices.kinds.spec import Control, Kind, Value, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


@dataclass(frozen=True, slots=True)
class LightState:
    """Last report of a light: brightness 0..255, colour temperature in kelvin.

    Brightness and colour are kept while it is off, since a lamp comes back with them, but not shown.
    """

    power: Power | None = None
    brightness: int | None = None
    color_mode: str | None = None
    color_temp_kelvin: int | None = None
    hs_color: tuple[float, ...] | None = None
    rgb_color: tuple[float, ...] | None = None
    xy_color: tuple[float, ...] | None = None
    effect: str | None = None

    @property
    def word(self) -> str:
        """on, off or unknown."""
        return self.power or "unknown"

    def attributes(self) -> Fields:
        """How it shines, while it does."""
        if self.power is not Power.ON:
            return {}
        known: dict[str, Scalar | tuple[Scalar, ...]] = {
            "brightness": self.brightness,
            "color_mode": self.color_mode,
            "color_temp_kelvin": self.color_temp_kelvin if self.color_mode in (None, "color_temp") else None,
            "hs_color": self.hs_color,
            "rgb_color": self.rgb_color,
            "xy_color": self.xy_color,
            "effect": self.effect,
        }
        return {name: value for name, value in known.items() if value is not None}


CONTROLS = (
    Control(
        "turn_on",
        "turn_on",
        (
            Value("brightness_pct", 0, 100, "%"),
            Value("brightness", 0, 255),
            Value("color_temp_kelvin", 1000, 10000, "K"),
            Value("effect"),
            Value("transition", 0, 300, "s"),
        ),
    ),
    Control("turn_off", "turn_off", (Value("transition", 0, 300, "s"),)),
    Control("toggle", "toggle"),
)


def decode(before: KindState | None, fields: Fields) -> LightState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, LightState) else LightState()
    return LightState(
        power=field.word(fields, "state", Power, known.power),
        brightness=field.whole(fields, "brightness", known.brightness),
        color_mode=field.text(fields, "color_mode", known.color_mode),
        color_temp_kelvin=field.whole(fields, "color_temp_kelvin", known.color_temp_kelvin),
        hs_color=field.numbers(fields, "hs_color", known.hs_color),
        rgb_color=field.numbers(fields, "rgb_color", known.rgb_color),
        xy_color=field.numbers(fields, "xy_color", known.xy_color),
        effect=field.text(fields, "effect", known.effect),
    )


def encode(command: Command, _entity: Entity, state: KindState | None) -> Fields:
    """The neutral fields that ask for this command; brightness 0 asks for off, as in Home Assistant.

    `last_brightness` is what a lamp without an ON payload must be told when no brightness is wished.
    """
    fields: dict[str, Scalar | tuple[Scalar, ...]] = {"state": _wanted(command)}
    if "transition" in command.values:
        fields["transition"] = command.values["transition"]
    if _wanted(command) is Power.OFF:
        return fields
    level = _level(command)
    if level is not None:
        fields["brightness"] = level
    for name in ("color_temp_kelvin", "effect"):
        if name in command.values:
            fields[name] = command.values[name]
    if isinstance(state, LightState) and state.brightness:
        fields["last_brightness"] = state.brightness
    return fields


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command; numbers may differ by the lamp's own rounding."""
    if not isinstance(state, LightState):
        return Verdict.OPEN
    wanted = _wanted(command)
    seen = power.verdict(wanted, state.power)
    if seen is not Verdict.ACHIEVED or wanted is Power.OFF:
        return seen
    level, kelvin = _level(command), command.values.get("color_temp_kelvin")
    if level is not None and not field.near(level, state.brightness, 3):
        return Verdict.CONTRADICTED
    if kelvin is not None and not _same_white(field.finite(kelvin, "color_temp_kelvin"), state):
        return Verdict.CONTRADICTED
    effect = command.values.get("effect")
    return Verdict.ACHIEVED if effect in (None, state.effect) else Verdict.CONTRADICTED


def _wanted(command: Command) -> Power:
    return Power.OFF if command.control == "turn_off" or _level(command) == 0 else Power.ON


def _level(command: Command) -> int | None:
    """The wished brightness as 0..255; a wish above nothing never rounds to nothing."""
    if "brightness_pct" in command.values:
        percent = field.finite(command.values["brightness_pct"], "brightness_pct")
        return max(1, round(percent * 255 / 100)) if percent > 0 else 0
    if "brightness" in command.values:
        return round(field.finite(command.values["brightness"], "brightness"))
    return None


def _same_white(kelvin: float, state: LightState) -> bool:
    """Lamps keep whites in whole mireds, so neighbours of two mireds are the same."""
    if not state.color_temp_kelvin:
        return False
    return field.near(1e6 / kelvin, 1e6 / state.color_temp_kelvin, 2)


LIGHT = Kind(Domain.LIGHT, CONTROLS, decode, encode, achieved)
