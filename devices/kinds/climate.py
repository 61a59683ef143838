"""Thermostats and air conditioners: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass
from dataclasses import fields as columns

from devices.command import Command
from devices.kinds import field
from devices.kinds.spec import Control, Kind, Value, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


@dataclass(frozen=True, slots=True)
class ClimateState:
    """Last report of a thermostat: temperatures in the entity's unit, humidity in percent."""

    hvac_mode: str | None = None
    temperature: float | None = None
    target_temp_low: float | None = None
    target_temp_high: float | None = None
    current_temperature: float | None = None
    current_humidity: float | None = None
    hvac_action: str | None = None
    preset_mode: str | None = None
    fan_mode: str | None = None
    swing_mode: str | None = None

    @property
    def word(self) -> str:
        """The mode: off, heat, cool and so on, or unknown."""
        return self.hvac_mode or "unknown"

    def attributes(self) -> Fields:
        """Setpoints, readings and modes, as far as known."""
        known: dict[str, Scalar] = {name: getattr(self, name) for name in _ATTRIBUTES}
        return {name: value for name, value in known.items() if value is not None}


_ATTRIBUTES = tuple(column.name for column in columns(ClimateState) if column.name != "hvac_mode")

CONTROLS = (
    Control(
        "set_temperature",
        "set_temperature",
        (
            Value("temperature", 7, 35, "°C"),
            Value("target_temp_low", 7, 35, "°C"),
            Value("target_temp_high", 7, 35, "°C"),
            Value("hvac_mode"),
        ),
    ),
    Control("set_hvac_mode", "set_hvac_mode", (Value("hvac_mode"),)),
    Control("turn_on", "turn_on"),
    Control("turn_off", "turn_off"),
    Control("set_preset_mode", "set_preset_mode", (Value("preset_mode"),)),
    Control("set_fan_mode", "set_fan_mode", (Value("fan_mode"),)),
)


def decode(before: KindState | None, fields: Fields) -> ClimateState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, ClimateState) else ClimateState()
    return ClimateState(
        hvac_mode=field.text(fields, "hvac_mode", known.hvac_mode),
        temperature=field.number(fields, "temperature", known.temperature),
        target_temp_low=field.number(fields, "target_temp_low", known.target_temp_low),
        target_temp_high=field.number(fields, "target_temp_high", known.target_temp_high),
        current_temperature=field.number(fields, "current_temperature", known.current_temperature),
        current_humidity=field.number(fields, "current_humidity", known.current_humidity),
        hvac_action=field.text(fields, "hvac_action", known.hvac_action),
        preset_mode=field.text(fields, "preset_mode", known.preset_mode),
        fan_mode=field.text(fields, "fan_mode", known.fan_mode),
        swing_mode=field.text(fields, "swing_mode", known.swing_mode),
    )


def encode(command: Command, entity: Entity, _state: KindState | None) -> Fields:
    """The neutral fields that ask for this command; turning on takes the first mode that heats or cools."""
    match command.control:
        case "turn_off":
            return {"power": "off", "hvac_mode": "off"}
        case "turn_on":
            modes = entity.features.modes
            return {"power": "on", "hvac_mode": next((mode for mode in _ON_ORDER if mode in modes), "heat")}
        case _:
            return dict(command.values)


_ON_ORDER = ("heat_cool", "heat", "cool", "auto", "dry", "fan_only")


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command; setpoints may differ by a quarter of a degree."""
    if not isinstance(state, ClimateState) or (command.control.startswith("turn") and not state.hvac_mode):
        return Verdict.OPEN
    if command.control in ("turn_on", "turn_off"):
        done = (state.hvac_mode == "off") is (command.control == "turn_off")
        return Verdict.ACHIEVED if done else Verdict.CONTRADICTED
    seen = [_same(name, value, state) for name, value in command.values.items()]
    if all(same is True for same in seen):
        return Verdict.ACHIEVED
    return Verdict.CONTRADICTED if False in seen else Verdict.OPEN


def _same(name: str, wanted: Scalar, state: ClimateState) -> bool | None:
    """Whether the state has the wanted value; None when it does not say."""
    if name == "hvac_mode":
        return None if state.hvac_mode is None else state.hvac_mode == wanted
    reported = state.attributes().get(name)
    if reported is None:
        return None
    if isinstance(reported, int | float) and not isinstance(reported, bool):
        return field.near(field.finite(wanted, name), reported, 0.25)
    return reported == wanted


CLIMATE = Kind(Domain.CLIMATE, CONTROLS, decode, encode, achieved, deadline=8.0)
