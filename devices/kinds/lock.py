"""Locks: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass
from enum import StrEnum

from devices.command import Command
from devices.kinds import field
from devices.kinds.spec import Control, Kind, Risk, Value, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


class Bolt(StrEnum):
    """Position of the bolt, as reported by the lock."""

    LOCKED = "locked"
    LOCKING = "locking"
    UNLOCKED = "unlocked"
    UNLOCKING = "unlocking"
    JAMMED = "jammed"
    OPEN = "open"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class LockState:
    """Last report of a lock."""

    bolt: Bolt | None = None

    @property
    def word(self) -> str:
        """The position of the bolt, or unknown."""
        return self.bolt or "unknown"

    def attributes(self) -> Fields:
        """A lock has none."""
        return {}


CONTROLS = (
    Control("lock", "lock", (Value("code"),)),
    Control("unlock", "unlock", (Value("code"),), risk=Risk.SECURITY),
    Control("open", "open", (Value("code"),), risk=Risk.SECURITY),
)

_AIMS = {
    "lock": (Bolt.LOCKED, (Bolt.LOCKING,)),
    "unlock": (Bolt.UNLOCKED, (Bolt.UNLOCKING, Bolt.OPENING, Bolt.OPEN)),
    "open": (Bolt.OPEN, (Bolt.UNLOCKING, Bolt.OPENING, Bolt.UNLOCKED)),
}


def decode(before: KindState | None, fields: Fields) -> LockState:
    """Lay a report over the state before; BadPayload if unusable."""
    known = before if isinstance(before, LockState) else LockState()
    return LockState(field.word(fields, "state", Bolt, known.bolt))


def encode(command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """The neutral fields that ask for this command; a code goes along when the person gave one."""
    aim, _ = _AIMS[command.control]
    fields: dict[str, Scalar | tuple[Scalar, ...]] = {"state": aim}
    if "code" in command.values:
        fields["code"] = command.values["code"]
    return fields


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command; a bolt on its way extends the wait, a jam ends it."""
    if not isinstance(state, LockState) or state.bolt is None:
        return Verdict.OPEN
    aim, way = _AIMS[command.control]
    if state.bolt is Bolt.JAMMED:
        return Verdict.JAMMED
    if state.bolt is aim:
        return Verdict.ACHIEVED
    return Verdict.MOVING if state.bolt in way else Verdict.CONTRADICTED


LOCK = Kind(Domain.LOCK, CONTROLS, decode, encode, achieved, deadline=15.0)
