"""Sensors: what they report; they can be told nothing."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field
from devices.kinds.spec import Control, Kind, Verdict
from devices.model import Domain, Entity, Fields, KindState


@dataclass(frozen=True, slots=True)
class SensorState:
    """Last report of a sensor, as the text it sent; the unit stands in its entity."""

    value: str | None = None

    @property
    def word(self) -> str:
        """The value as text, or unknown."""
        return "unknown" if self.value is None else self.value

    def attributes(self) -> Fields:
        """A sensor has none."""
        return {}


CONTROLS: tuple[Control, ...] = ()


def decode(before: KindState | None, fields: Fields) -> SensorState:
    """Lay a report over the state before."""
    known = before if isinstance(before, SensorState) else SensorState()
    return SensorState(field.text(fields, "state", known.value))


def encode(_command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """Nothing: a sensor takes no command."""
    return {}


def achieved(_command: Command, _state: KindState) -> Verdict:
    """Nothing is ever achieved by telling a sensor."""
    return Verdict.OPEN


SENSOR = Kind(Domain.SENSOR, CONTROLS, decode, encode, achieved)
