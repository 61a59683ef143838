"""Trackers: where a person's phone or car is; they can be told nothing."""

from dataclasses import dataclass

from devices.command import Command
from devices.kinds import field
from devices.kinds.spec import Control, Kind, Verdict
from devices.model import Domain, Entity, Fields, KindState


@dataclass(frozen=True, slots=True)
class DeviceTrackerState:
    """Last report of a tracker: home, not_home, or the name of another place."""

    place: str | None = None

    @property
    def word(self) -> str:
        """home, not_home, the name of a place, or unknown."""
        return self.place or "unknown"

    def attributes(self) -> Fields:
        """A tracker has none here: where exactly somebody is, is nobody's business."""
        return {}


CONTROLS: tuple[Control, ...] = ()


def decode(before: KindState | None, fields: Fields) -> DeviceTrackerState:
    """Lay a report over the state before."""
    known = before if isinstance(before, DeviceTrackerState) else DeviceTrackerState()
    return DeviceTrackerState(field.text(fields, "state", known.place))


def encode(_command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """Nothing: a tracker takes no command."""
    return {}


def achieved(_command: Command, _state: KindState) -> Verdict:
    """Nothing is ever achieved by telling a tracker."""
    return Verdict.OPEN


DEVICE_TRACKER = Kind(Domain.DEVICE_TRACKER, CONTROLS, decode, encode, achieved)
