"""Covers, blinds and garage doors: what they report, what they can be told, and how we know it worked."""

from dataclasses import dataclass
from enum import StrEnum

from devices.command import Command
from devices.kinds import field
from devices.kinds.spec import Control, Kind, Value, Verdict
from devices.model import Domain, Entity, Fields, KindState, Scalar


class Leaf(StrEnum):
    """Where a cover stands or which way it moves."""

    OPEN = "open"
    OPENING = "opening"
    CLOSED = "closed"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class CoverState:
    """Last report of a cover: position in percent, 100 is open."""

    leaf: Leaf | None = None
    position: int | None = None
    tilt: int | None = None

    @property
    def word(self) -> str:
        """open, opening, closed, closing or unknown."""
        return self.leaf or "unknown"

    def attributes(self) -> Fields:
        """Position and tilt, as far as known."""
        known: dict[str, Scalar] = {"current_position": self.position, "current_tilt_position": self.tilt}
        return {name: value for name, value in known.items() if value is not None}


CONTROLS = (
    Control("open_cover", "open"),
    Control("close_cover", "close"),
    Control("stop_cover", "stop"),
    Control("set_cover_position", "set_position", (Value("position", 0, 100, "%"),)),
)


def decode(before: KindState | None, fields: Fields) -> CoverState:
    """Lay a report over the state before; BadPayload if unusable.

    The word `stopped` means closed at position 0 and open elsewhere; without a position, a cover that
    was closing or closed counts as closed. A report with `follows` lets the word follow the position.
    """
    known = before if isinstance(before, CoverState) else CoverState()
    position = field.whole(fields, "current_position", known.position)
    tilt = field.whole(fields, "current_tilt_position", known.tilt)
    if fields.get("state") == "stopped":
        return CoverState(_at_rest(position, known.leaf), position, tilt)
    if fields.get("follows") and "current_position" in fields:
        return CoverState(None if position is None else _at_rest(position, None), position, tilt)
    return CoverState(field.word(fields, "state", Leaf, known.leaf), position, tilt)


def encode(command: Command, _entity: Entity, _state: KindState | None) -> Fields:
    """The neutral fields that ask for this command."""
    match command.control:
        case "open_cover":
            return {"state": "open", "current_position": None}
        case "close_cover":
            return {"state": "closed", "current_position": None}
        case "stop_cover":
            return {"state": "stopped", "current_position": None}
        case _:
            return {"current_position": command.values.get("position")}


def achieved(command: Command, state: KindState) -> Verdict:
    """What a report says about a command; a cover on its way extends the wait."""
    if not isinstance(state, CoverState) or state.leaf is None:
        return Verdict.OPEN
    moving = state.leaf in (Leaf.OPENING, Leaf.CLOSING)
    match command.control:
        case "stop_cover":
            return Verdict.OPEN if moving else Verdict.ACHIEVED
        case "open_cover":
            return _end(state, Leaf.OPEN, Leaf.OPENING, 100)
        case "close_cover":
            return _end(state, Leaf.CLOSED, Leaf.CLOSING, 0)
        case _:
            wanted = field.finite(command.values.get("position"), "position")
            if moving:
                return Verdict.MOVING
            return Verdict.ACHIEVED if field.near(wanted, state.position, 3) else Verdict.OPEN


def _end(state: CoverState, end: Leaf, way: Leaf, position: int) -> Verdict:
    if state.leaf is way:
        return Verdict.MOVING
    if state.leaf is end and (end is Leaf.CLOSED or state.position is None or state.position >= position - 3):
        return Verdict.ACHIEVED
    return Verdict.OPEN


def _at_rest(position: int | None, before: Leaf | None) -> Leaf:
    if position is None:
        return Leaf.CLOSED if before in (Leaf.CLOSING, Leaf.CLOSED) else Leaf.OPEN
    return Leaf.CLOSED if position == 0 else Leaf.OPEN


COVER = Kind(Domain.COVER, CONTROLS, decode, encode, achieved, deadline=60.0)
