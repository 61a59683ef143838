"""Events: a button, a bell, a remote. What they report happened once; they can be told nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from devices.command import Command
from devices.kinds.field import text
from devices.kinds.spec import Control, Kind, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


@dataclass(frozen=True, slots=True)
class EventState:
    """The last event: its type, and what else the device said of it."""

    event_type: str | None = None
    details: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def word(self) -> str:
        """The type of the last event, or unknown before the first."""
        return self.event_type or "unknown"

    def attributes(self) -> Fields:
        """What came along with the last event."""
        return dict(self.details)


CONTROLS: tuple[Control, ...] = ()


def decode(before: KindState | None, fields: Fields) -> EventState:
    """The event of a report, with nothing of an earlier one; one that names no event changes nothing."""
    if "event_type" not in fields:
        return before if isinstance(before, EventState) else EventState()
    details = {name: value for name, value in fields.items() if name != "event_type"}
    return EventState(text(fields, "event_type", None), details)


def encode(_command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """Nothing: an event takes no command."""
    return {}


def achieved(_command: Command, _state: KindState) -> Verdict:
    """Nothing is ever achieved by telling an event."""
    return Verdict.OPEN


EVENT = Kind(Domain.EVENT, CONTROLS, decode, encode, achieved)
