"""Fans: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field, power
from devices.kinds.power import Power
from devices.kinds.spec import Control, Kind, Value, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


@dataclass(frozen=True, slots=True)
class FanState:
    """Last report of a fan: speed in percent."""

    power: Power | None = None
    percentage: int | None = None
    preset_mode: str | None = None
    oscillating: bool | None = None
    direction: str | None = None

    @property
    def word(self) -> str:
        """on, off or unknown."""
        return self.power or "unknown"

    def attributes(self) -> Fields:
        """Speed, preset, oscillation and direction, as far as known; a fan that is off has speed 0."""
        known: dict[str, Scalar] = {
            "percentage": 0 if self.power is Power.OFF and self.percentage is not None else self.percentage,
            "preset_mode": self.preset_mode,
            "oscillating": self.oscillating,
            "direction": self.direction,
        }
        return {name: value for name, value in known.items() if value is not None}


CONTROLS = (
    Control("turn_on", "turn_on", (Value("percentage", 0, 100, "%"), Value("preset_mode"))),
    Control("turn_off", "turn_off"),
    Control("toggle", "toggle"),
    Control("set_percentage", "set_percentage", (Value("percentage", 0, 100, "%"),)),
    Control("set_preset_mode", "set_preset_mode", (Value("preset_mode"),)),
    Control("oscillate", "oscillate", (Value("oscillating"),)),
    Control("set_direction", "set_direction", (Value("direction", words=("forward", "reverse")),)),
)


def decode(before: KindState | None, fields: Fields) -> FanState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, FanState) else FanState()
    return FanState(
        power=field.word(fields, "state", Power, known.power),
        percentage=field.whole(fields, "percentage", known.percentage),
        preset_mode=field.text(fields, "preset_mode", known.preset_mode),
        oscillating=field.flag(fields, "oscillating", known.oscillating),
        direction=field.text(fields, "direction", known.direction),
    )


def encode(command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """The neutral fields that ask for this command; a speed alone does not ask for power."""
    wanted = _wanted(command)
    if command.control.startswith("set_") or wanted is None:
        return dict(command.values)
    return {"state": wanted} | ({} if wanted is Power.OFF else dict(command.values))


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command."""
    if not isinstance(state, FanState):
        return Verdict.OPEN
    wanted = _wanted(command)
    seen = Verdict.ACHIEVED if wanted is None else power.verdict(wanted, state.power)
    if seen is not Verdict.ACHIEVED or wanted is Power.OFF:
        return seen
    speed = command.values.get("percentage")
    if speed is not None and not field.near(field.finite(speed, "percentage"), state.percentage, 1):
        return Verdict.CONTRADICTED
    shown = state.attributes()
    others = {name: value for name, value in command.values.items() if name != "percentage"}
    return Verdict.ACHIEVED if others.items() <= shown.items() else Verdict.CONTRADICTED


def _wanted(command: Command) -> Power | None:
    """On or off as the command implies it; None when it says nothing about power."""
    if command.control == "turn_off":
        return Power.OFF
    if "percentage" in command.values:
        return Power.ON if field.finite(command.values["percentage"], "percentage") > 0 else Power.OFF
    return Power.ON if command.control == "turn_on" else None


FAN = Kind(Domain.FAN, CONTROLS, decode, encode, achieved)
