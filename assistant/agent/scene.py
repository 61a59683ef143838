"""What a turn is played in: the home, the brain, the person's permissions, and the record being written."""

from dataclasses import dataclass, field
from enum import StrEnum

from assistant.agent.trace import Ledger
from assistant.models.provider import Brain
from devices.command import Approval, Cause
from tools.context import House, ToolContext


class StopMode(StrEnum):
    """What happens when the tools have said all there is: relay, one short model call, or go on."""

    HARD = "hard"
    POLISH = "polish"
    NEVER = "never"


class Dependency(StrEnum):
    """What happens when a model guesses a name: look the names up for it, or tell it to do so."""

    AUTO = "auto"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn's surroundings, handed to every node; nothing of it is stored with the conversation."""

    house: House
    brain: Brain
    cause: Cause
    ledger: Ledger
    approvals: tuple[Approval, ...] = ()
    interactive: bool = True
    stop_mode: StopMode = StopMode.HARD
    dependency: Dependency = Dependency.AUTO
    seconds: float = 30.0
    granted: dict[str, tuple[Approval, ...]] = field(default_factory=dict)

    def context(self, call_id: str = "") -> ToolContext:
        """What a tool is given: the turn's approvals and those of this very call."""
        allowed = self.approvals + self.granted.get(call_id, ())
        return ToolContext(self.house, self.cause, self.ledger.language, self.cause.words, allowed)

    def left(self) -> float:
        """Seconds of the turn that are left; a person's thinking does not count."""
        return self.seconds - self.ledger.busy()
