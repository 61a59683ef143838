"""Switches and plugs: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field, power
from devices.kinds.power import Power
from devices.kinds.spec import Control, Kind, Verdict
from devices.model import Domain, Entity, Fields, KindState


@dataclass(frozen=True, slots=True)
class SwitchState:
    """Last report of a switch."""

    power: Power | None = None

    @property
    def word(self) -> str:
        """on, off or unknown."""
        return self.power or "unknown"

    def attributes(self) -> Fields:
        """A switch has none."""
        return {}


CONTROLS = (
    Control("turn_on", "turn_on"),
    Control("turn_off", "turn_off"),
    Control("toggle", "toggle"),
)


def decode(before: KindState | None, fields: Fields) -> SwitchState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, SwitchState) else SwitchState()
    return SwitchState(field.word(fields, "state", Power, known.power))


def encode(command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """The neutral fields that ask for this command."""
    return {"state": Power.ON if command.control == "turn_on" else Power.OFF}


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command."""
    if not isinstance(state, SwitchState):
        return Verdict.OPEN
    return power.verdict(Power.ON if command.control == "turn_on" else Power.OFF, state.power)


SWITCH = Kind(Domain.SWITCH, CONTROLS, decode, encode, achieved)
