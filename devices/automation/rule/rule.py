"""A whole rule: what sets it off, what must hold, what it does, and how it behaves. Values only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from devices.automation.rule.action import Action, commands, scenes
from devices.automation.rule.condition import Condition
from devices.automation.rule.trigger import Trigger
from devices.command import Command

RUNS_A_MINUTE = 6
LATE_SECONDS = 3600.0


class Mode(StrEnum):
    """What happens when a rule fires while it still runs: skip, begin anew, wait in line, run beside."""

    SINGLE = "single"
    RESTART = "restart"
    QUEUED = "queued"
    PARALLEL = "parallel"


@dataclass(frozen=True, slots=True)
class Rule:
    """One automation; `id` is empty in a draft and given by the book: a1 ..., or j1 ... for a job.

    `until` is done when the trigger that ran the rule is over: the value fell back by its hysteresis, the
    state was left. `once` makes it a job: it is taken away after its first run. `late_seconds` is how long
    after its time a run that was missed (nothing was running) is still made, once; 0 skips it and says so.
    `words` are the user's own words that made it.
    """

    id: str = ""
    triggers: tuple[Trigger, ...] = ()
    conditions: tuple[Condition, ...] = ()
    actions: tuple[Action, ...] = ()
    until: tuple[Action, ...] = ()
    enabled: bool = True
    mode: Mode = Mode.SINGLE
    once: bool = False
    cooldown_seconds: float = 0.0
    runs_a_minute: int = RUNS_A_MINUTE
    late_seconds: float = LATE_SECONDS
    created_at: datetime | None = None
    words: str = ""

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of its actions and of what it does at the end, in order; scenes left out."""
        return commands((*self.actions, *self.until))

    @property
    def scenes(self) -> tuple[str, ...]:
        """The ids of the scenes it applies."""
        return scenes((*self.actions, *self.until))
