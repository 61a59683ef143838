"""Binary sensors: what they report; they can be told nothing. Their device class says what on means."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field
from devices.kinds.power import Power
from devices.kinds.spec import Control, Kind, Verdict
from devices.model import Domain, Entity, Fields, KindState


@dataclass(frozen=True, slots=True)
class BinarySensorState:
    """Last report of a binary sensor: on is open, wet, moving and so on, by device class."""

    power: Power | None = None

    @property
    def word(self) -> str:
        """on, off or unknown."""
        return self.power or "unknown"

    def attributes(self) -> Fields:
        """A binary sensor has none."""
        return {}


CONTROLS: tuple[Control, ...] = ()


def decode(before: KindState | None, fields: Fields) -> BinarySensorState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, BinarySensorState) else BinarySensorState()
    return BinarySensorState(field.word(fields, "state", Power, known.power))


def encode(_command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """Nothing: a binary sensor takes no command."""
    return {}


def achieved(_command: Command, _state: KindState) -> Verdict:
    """Nothing is ever achieved by telling a binary sensor."""
    return Verdict.OPEN


BINARY_SENSOR = Kind(Domain.BINARY_SENSOR, CONTROLS, decode, encode, achieved)
