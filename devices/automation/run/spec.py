"""What the running of rules says: effects that somebody else carries out, and why a run was none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from devices.command import Cause, Command
from devices.events import RuleRan

Scenes: TypeAlias = Callable[[str], tuple[Command, ...] | None]
"""The commands that bring a scene about now, by its id; None when there is no such scene."""

Held: TypeAlias = Callable[[str, str], datetime | None]
"""Since when a condition of a rule holds, by the rule's id and the condition's place (`c0.1`)."""


class Skip(StrEnum):
    """Why a rule that fired did not run."""

    NO = ""
    RUNNING = "running"
    QUEUE_FULL = "queue_full"
    RATE_LIMITED = "rate_limited"
    COOLDOWN = "cooldown"
    CONDITION = "condition"
    CONDITION_UNKNOWN = "condition_unknown"
    MISSED = "missed"
    LOOP = "loop"
    STOPPED = "stopped"


class Stop(StrEnum):
    """Why a run ended before its last step; the word of the fact `stopped`."""

    RESTARTED = "restarted"
    OVER = "over"
    CHANGED = "changed"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Give:
    """Give these commands as one request; answered by `Conductor.done` with an outcome for each.

    `allowed` says that a person allowed exactly these. `late` is by how many seconds of home time they come
    after the moment they were meant for.
    """

    run_id: str
    step: int
    rule_id: str
    commands: tuple[Command, ...]
    cause: Cause
    at: datetime
    allowed: bool = False
    late: float = 0.0


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell a person; answered by `Conductor.done` without outcomes. An empty message: made from the facts."""

    run_id: str
    step: int
    rule_id: str
    at: datetime
    message: str = ""
    bell: bool = False
    topic: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """One step of one run tells once."""
        return f"{self.run_id}/{self.step}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a person to allow exactly these commands; answered by `Conductor.answered`."""

    run_id: str
    step: int
    rule_id: str
    commands: tuple[Command, ...]
    at: datetime
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """A run is over, or a firing was none; answered by `Conductor.closed` once it is written down.

    `remove`: it was a job, which is now done with. `tell`: a person should hear of it.
    """

    ran: RuleRan
    remove: bool = False
    tell: bool = False


Effect: TypeAlias = Give | Tell | Ask | Ended
