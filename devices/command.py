"""What we ask of an entity, who asked, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from devices.model import Scalar

SECRET_VALUES = frozenset({"code"})
"""Values of commands that only the device is told."""


@dataclass(frozen=True, slots=True)
class Command:
    """One control of one entity: `control` and `values` use Home Assistant's service words and units.

    For instance `Command("light.kitchen", "turn_on", {"brightness_pct": 40})`.
    """

    entity_id: str
    control: str
    values: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Scalar]:
        """The values that may be shown to whoever looks: all but the code of a lock."""
        return {name: value for name, value in self.values.items() if name not in SECRET_VALUES}


class Origin(StrEnum):
    """Which road a command came by."""

    CHAT = "chat"
    CLI = "cli"
    APP = "app"
    RULE = "rule"
    JOB = "job"
    SCENE = "scene"
    UNDO = "undo"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something happens: the road, the turn or rule it belongs to, and the user's words if any."""

    origin: Origin
    ref: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    """A person allowed this control of this entity, once; with `values`, exactly these and no others."""

    entity_id: str
    control: str
    by: str = "user"
    values: Mapping[str, Scalar] | None = None


class Status(StrEnum):
    """The endings of a command, as JSON spells them."""

    CONFIRMED = "confirmed"
    ALREADY = "already"
    SENT = "sent"
    REFUSED = "refused"
    NEEDS_CONFIRMATION = "needs_confirmation"
    FAILED = "failed"


class Reason(StrEnum):
    """Why a command was not done, or not known to be done."""

    NONE = ""
    UNKNOWN_ENTITY = "unknown_entity"
    UNAVAILABLE = "unavailable"
    BROKER_DOWN = "broker_down"
    NOT_SUPPORTED = "not_supported"
    OUT_OF_RANGE = "out_of_range"
    CONTROL_NOT_ALLOWED = "control_not_allowed"
    NOT_APPROVED = "not_approved"
    DECLINED = "declined"
    UNANSWERED = "unanswered"
    UNCLEAR = "unclear"
    CHANGED = "changed"
    POLICY = "policy"
    NO_ANSWER = "no_answer"
    OPTIMISTIC = "optimistic"
    CONTRADICTED = "contradicted"
    JAMMED = "jammed"
    STOPPED = "stopped"


WITHHELD = frozenset({Reason.DECLINED, Reason.UNANSWERED, Reason.UNCLEAR, Reason.CHANGED})
"""Reasons of a person who was asked and did not allow it."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A person was asked for this control of this entity and did not allow it, for one of WITHHELD."""

    entity_id: str
    control: str
    reason: Reason = Reason.DECLINED


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command: `before` and `after` are the entity's real state words.

    `detail` carries the number a sentence may want (minimum, maximum, reported value); `ms` is the
    real time from publish to verdict.
    """

    command: Command
    status: Status
    before: str = "unknown"
    after: str = "unknown"
    reason: Reason = Reason.NONE
    attributes: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    previous: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    detail: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """What goes down through `Home.execute`: commands of one wish, their cause and what a person answered.

    `until`, by the event loop's time, is when nobody waits any longer for devices to answer.
    """

    commands: tuple[Command, ...]
    cause: Cause
    approvals: tuple[Approval, ...] = ()
    denials: tuple[Denial, ...] = ()
    until: float | None = None
