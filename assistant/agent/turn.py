"""What a turn looks like from outside: the signs while it runs and the record when it ends."""

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from devices.command import Outcome
from tools.outcome import Charted
from tools.tool import Question


class StopReason(StrEnum):
    """Why a turn ended, as JSON spells it."""

    ANSWERED = "answered"
    NEEDS_ANSWER = "needs_answer"
    NEEDS_CONFIRMATION = "needs_confirmation"
    DECLINED = "declined"
    UNANSWERED = "unanswered"
    STOPPED = "stopped_by_user"
    STEP_LIMIT = "step_limit"
    TIME_LIMIT = "time_limit"
    TOKEN_LIMIT = "token_limit"  # noqa: S105 - a reason, no secret
    MODEL_UNAVAILABLE = "model_unavailable"
    RATE_LIMITED = "rate_limited"
    TOOL_FAILED = "tool_failed"
    NOT_DONE = "not_done"
    NO_TARGET = "no_target"
    POLICY = "policy_block"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the trace: a node or a call, milliseconds since the turn began, what happened."""

    node: str
    ms: int
    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of the turn: arguments as JSON text, how it ended, the rule that decided."""

    id: str
    tool: str
    arguments: str
    ending: str
    text: str
    ms: int
    rule: str = ""
    at: int = 0
    """Milliseconds of the turn at which it was settled."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a turn did not cost: calls not made and what these would have read, tools not shown (tokens)."""

    calls: int = 0
    by_stopping: int = 0
    by_groups: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """The record of a finished turn; everything the faces and the trace show of it."""

    id: str
    asked: str
    answer: str
    language: str
    stop: StopReason
    path: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    calls: tuple[Call, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    choices: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    model: str = "offline"
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    tokens_guessed: int = 0
    asked_model: str = ""
    saved: Saved = field(default_factory=Saved)
    stop_rule: str = ""
    undo: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Leftover:
    """A turn that an earlier process did not end; without `questions` it was cut off in the middle.

    `done` are the sentences of what it had done by then.
    """

    id: str
    asked: str
    language: str
    questions: tuple[Question, ...] = ()
    done: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """A node began, or waits: `detail` then says for what, as a short English chrome text."""

    node: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A tool call goes out; `label` is a short English chrome text."""

    id: str
    tool: str
    label: str


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A tool call has its result: the tool's sentence, the receipts, and what may be drawn beside it."""

    id: str
    tool: str
    ending: str
    text: str
    outcomes: tuple[Outcome, ...]
    ms: int
    chart: Charted | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of the answer, safe to show."""

    text: str


Given: TypeAlias = bool | str | None
"""One answer: yes or no, the person's own words (only a clear yes counts), or None for silence."""
Answers: TypeAlias = "asyncio.Future[tuple[Given, ...]]"


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions for the person; the face sets one answer a question on `answers`.

    When nobody answers within `seconds`, `answers` is cancelled and all of them are refused.
    """

    questions: tuple[Question, ...]
    answers: Answers = field(compare=False)
    seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Finished:
    """The turn ended."""

    turn: Turn


def counted(number: int, noun: str) -> str:
    """A number with its noun as traces and screens write it: 1 call, 2 calls."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


Sign: TypeAlias = Thinking | CallStarted | CallEnded | Words | Asked | Finished
