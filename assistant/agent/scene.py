"""What a turn is played in: the home, the brain, the person's permissions, and the record being written."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from assistant.agent.judge.consent import Allowed, Denied, denied, granted
from assistant.agent.trace import Ledger
from assistant.agent.turn import Sign
from assistant.models.provider import Brain
from devices.command import Approval, Cause, Denial
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
    answer_seconds: float = 30.0
    token_limit: int | None = None
    signs: "asyncio.Queue[Sign | None]" = field(default_factory=asyncio.Queue, compare=False)
    """What the face is told while the graph runs; None when it stands still."""
    leave: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the person wants to wait for no model any longer."""
    granted: dict[str, tuple[Approval, ...]] = field(default_factory=dict)
    denied: dict[str, tuple[Denial, ...]] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    """The keys of the questions that were put in this round, and at which time of asking first."""

    def tell(self, sign: Sign) -> None:
        """Tell the face at once; it waits for nobody."""
        self.signs.put_nowait(sign)

    def context(self, call_id: str = "") -> ToolContext:
        """What a tool is given: the turn's approvals and those of this very call."""
        allowed, denied = self.approvals + self.granted.get(call_id, ()), self.denied.get(call_id, ())
        until = asyncio.get_running_loop().time() + self.left()
        words, language = self.cause.words, self.ledger.language
        return ToolContext(self.house, self.cause, language, words, allowed, denied, until)

    def answered(self, call_id: str, approvals: Sequence[Allowed], denials: Sequence[Denied]) -> None:
        """What a person answered about a call that runs now; ids repeat, so it replaces older answers."""
        self.granted[call_id] = granted(approvals)
        self.denied[call_id] = denied(denials)

    def puts(self, keys: Iterable[str]) -> None:
        """Note that questions with these keys are put to the person now."""
        turn = max(self.asked.values(), default=0) + 1
        for key in keys:
            self.asked.setdefault(key, turn)

    def left(self) -> float:
        """Seconds of the turn that are left; a person's thinking does not count."""
        return self.seconds - self.ledger.busy()
