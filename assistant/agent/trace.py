"""The record of a running turn: path, calls, receipts, cost. Decides nothing; holds no secret."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.agent.turn import Call, Saved, Step
from assistant.models.tokens import Tokens
from assistant.models.trouble import Diagnosis, Trouble
from devices.command import Outcome
from tools.outcome import ToolResult
from tools.tool import Question


def loop_ms() -> int:
    """Milliseconds on the event loop's clock, for durations only."""
    return round(asyncio.get_running_loop().time() * 1000)


@dataclass(slots=True)
class Ledger:
    """What happened so far in one turn; written by the nodes, read once when the turn ends."""

    model: str
    language: str = ""
    started: int = field(default_factory=loop_ms)
    idle: int = 0
    steps: list[Step] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    answers: dict[str, ToolResult] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    undo: list[str] = field(default_factory=list)
    choices: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    troubles: list[Trouble] = field(default_factory=list)
    silent: Trouble | None = None
    said: str = ""
    """The model's own words, checked; what a turn is told by when its conversation can't be stored."""
    why: Diagnosis | None = None
    """What went wrong last with the brain that was asked for."""
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    tokens_guessed: int = 0
    saved: Saved = field(default_factory=Saved)

    def ms(self) -> int:
        """Milliseconds since the turn began."""
        return loop_ms() - self.started

    def busy(self) -> float:
        """Seconds since the turn began, without those in which a person was asked."""
        return (self.ms() - self.idle) / 1000

    def waited(self, since: int) -> None:
        """Note that from `since` (ms of the turn) until now a person was asked."""
        self.idle += self.ms() - since

    def step(self, node: str, text: str, detail: str = "") -> None:
        """Add a line to the trace."""
        self.steps.append(Step(node, self.ms(), text, detail))

    def settle(self, call: Call, result: ToolResult) -> None:
        """Note how a call ended and what it left behind."""
        self.calls.append(call)
        self.outcomes.extend(result.outcomes)
        self.choices = result.choices or self.choices
        if result.undo:
            self.undo.append(result.undo)

    def heard(self, model: str, troubles: Sequence[Trouble], why: Diagnosis | None) -> None:
        """Note which brain answered, and what went wrong before it did."""
        self.model = model
        self.troubles.extend(troubles)
        self.why = why or self.why

    def fell(self, why: Diagnosis) -> None:
        """Note that no brain answered."""
        self.silent, self.why = why.trouble, why
        self.troubles.append(why.trouble)

    def spare(self, *, calls: int = 0, by_stopping: int = 0, by_groups: int = 0) -> None:
        """Count what was not spent: calls not made and their tokens, tokens of tools not shown."""
        had = self.saved
        self.saved = Saved(had.calls + calls, had.by_stopping + by_stopping, had.by_groups + by_groups)

    def spend(self, calls: int, tokens: Tokens) -> None:
        """Count model calls and their tokens."""
        self.model_calls += calls
        self.tokens_in += tokens.input
        self.tokens_out += tokens.output
        self.tokens_cached += tokens.cached
        self.tokens_guessed += tokens.guessed
