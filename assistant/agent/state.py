"""What the graph remembers between nodes: plain JSON and messages, nothing that lives in this process."""

import operator
from collections.abc import Sequence
from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.graph.message import add_messages

from assistant.agent.judge.consent import Allowed, Denied
from devices.model import Json


class Planned(TypedDict):
    """A call that precheck accepted, and what a person answered about its commands."""

    id: str
    name: str
    args: dict[str, Json]
    signature: str
    approvals: list[Allowed]
    denials: list[Denied]


class Pending(TypedDict):
    """The calls of the round that still have to run, in the model's order."""

    calls: list[Planned]


class Stop(TypedDict):
    """A decision to end: `how` is relay or finalize, `reason` a StopReason, `rule` the trace's sentence."""

    how: str
    reason: str
    rule: str


class Usage(TypedDict):
    """Tokens of the turn."""

    input: int
    output: int
    cached: int


class Mark(TypedDict):
    """One line of the trace."""

    node: str
    ms: int
    text: str
    detail: str


class TurnMark(TypedDict):
    """This turn: its id, its Route, the signatures of calls that ran or failed for good, who spoke last."""

    id: str
    kind: str
    acts: bool
    due: bool
    ran: list[str]
    failed: list[str]
    fell_back: bool
    speaker: str


class State(TypedDict, total=False):
    """Every key of the graph; begin resets all but `messages` and `summary`.

    `offered` are the tools bound from the start of the turn, `loaded` those found since; `named` the entities
    that the prompt of a big home names; `summary` a line for each turn that `messages` no longer hold.
    """

    messages: Annotated[Sequence[BaseMessage], add_messages]
    user_message: str
    language: str
    groups: list[str]
    offered: list[str]
    loaded: list[str]
    named: list[str]
    summary: list[str]
    tool_calls_made: int
    tool_failure_streak: int
    last_failed_tool: str
    last_tool_error: str
    forced_tool_rounds: int
    model_calls: int
    usage: Usage
    pending: Pending
    stop: Stop | None
    trace: Annotated[list[Mark], operator.add]
    turn: TurnMark


def last_call(messages: Sequence[BaseMessage]) -> AIMessage | None:
    """The newest message of the model, or None."""
    return next((m for m in reversed(messages) if isinstance(m, AIMessage)), None)


def last_turn(messages: Sequence[BaseMessage]) -> Sequence[BaseMessage]:
    """The user's newest sentence and everything after it; all of it when there is no sentence."""
    return messages[max(0, _newest(messages, HumanMessage)) :]


def this_turn(messages: Sequence[BaseMessage]) -> Sequence[BaseMessage]:
    """Everything after the user's newest sentence."""
    return messages[_newest(messages, HumanMessage) + 1 :]


def this_round(messages: Sequence[BaseMessage]) -> list[ToolMessage]:
    """The answers after the model's newest message; call ids may repeat over rounds, positions do not."""
    following = messages[_newest(messages, AIMessage) + 1 :]
    return [m for m in following if isinstance(m, ToolMessage)]


def _newest(messages: Sequence[BaseMessage], kind: type[BaseMessage]) -> int:
    """The place of the newest message of a kind, -1 if there is none."""
    return next((place for place in reversed(range(len(messages))) if isinstance(messages[place], kind)), -1)
