"""The shape that every kind of entity fills, so that each can be read like its siblings."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from devices.command import Command
from devices.model import Domain, Entity, Fields, KindState


class Risk(IntEnum):
    """How much harm a control can do; higher asks more."""

    READ = 0
    EASY = 1
    WIDE = 2
    SECURITY = 3
    REFUSED = 4


class Verdict(StrEnum):
    """What a new report says about a command."""

    ACHIEVED = "achieved"
    MOVING = "moving"
    CONTRADICTED = "contradicted"
    JAMMED = "jammed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Value:
    """A number or word that a control takes; `unit` as Home Assistant has it."""

    name: str
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Control:
    """One thing a kind can be told: `name` is Home Assistant's service, `action` the short word for it."""

    name: str
    action: str
    values: tuple[Value, ...] = ()
    risk: Risk = Risk.EASY


@dataclass(frozen=True, slots=True)
class Kind:
    """The five names of a kind file, bundled for the table.

    decode: neutral fields of one report, laid over the state before -> the new state; BadPayload if unusable.
    encode: a command for this entity -> neutral fields that its dialect writes on the wire.
    achieved: what a report says about a command.
    deadline: real seconds to wait for the report; a MOVING report starts it anew.
    """

    domain: Domain
    controls: tuple[Control, ...]
    decode: Callable[[KindState | None, Fields], KindState]
    encode: Callable[[Command, Entity, KindState | None], Fields]
    achieved: Callable[[Command, KindState], Verdict]
    deadline: float = 5.0

    def control(self, name: str) -> Control | None:
        """The control of this service name or short action word, or None."""
        return next((c for c in self.controls if name in (c.name, c.action)), None)
