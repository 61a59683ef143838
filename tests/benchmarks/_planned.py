"""The scripted model of the bench `loop`: works through a plan, one call a message, and counts what it reads."""

import json
import time
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    convert_to_openai_messages,
)
from langchain_core.outputs import ChatResult
from pydantic import Field

from devices.model import Json
from tests.benchmarks._toolset import LISTING, Request
from tests.fakes.model import FakeModel, names_of
from tests.o200k import tokens

SEARCH = "search_tools"
LAST_WORDS = "All right, that is everything."


class PlannedModel(FakeModel):
    """Calls what the plan of the request says; searches for a tool that is not bound, lists after a wrong id."""

    request: Any = None
    known: frozenset[str] = frozenset()
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    shown: list[tuple[str, ...]] = Field(default_factory=list)
    counts: bool = True

    def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:  # noqa: ANN401 - as the class above has them
        """Answer, and note the time it takes: it is the model's own."""
        since = time.perf_counter()
        told = super()._generate(*args, **kwargs)
        self.seconds += time.perf_counter() - since
        return told

    def line(
        self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]], choice: str | None
    ) -> AIMessage:
        """The next step."""
        del choice
        self.calls += 1
        if self.counts:
            self.tokens += reading(messages, tools)
            self.shown.append(names_of(tools))
        return self._next(messages, {tool["function"]["name"]: tool for tool in tools})

    def _next(self, messages: Sequence[BaseMessage], bound: dict[str, dict[str, Any]]) -> AIMessage:
        """The next call of the plan, or what must come before it, or the last words."""
        turn = _turn(messages)
        made = [call for m in turn if isinstance(m, AIMessage) for call in m.tool_calls]
        asked: Request = self.request
        plan = asked.plan
        done = sum(call["name"] not in (SEARCH, LISTING) or call["name"] == _first(plan) for call in made)
        left = plan[done:]
        if not left or not bound:
            return AIMessage(LAST_WORDS)
        step = left[0]
        if self._lost(turn) and LISTING in bound and LISTING not in [call["name"] for call in made]:
            return _call(LISTING, {}, len(made))
        if step.tool not in bound:
            searched = sum(call["name"] == SEARCH for call in made)
            query = step.tool.replace("_", " ") if searched else asked.text
            return _call(SEARCH, {"query": query}, len(made)) if searched < 2 else AIMessage(LAST_WORDS)
        args = dict(step.args)
        offered = bound[step.tool]["function"]["parameters"].get("properties", {})
        if "more_steps" in offered and any(later.tool != step.tool for later in left[1:]):
            args["more_steps"] = True
        return _call(step.tool, args, len(made))

    def _lost(self, turn: Sequence[BaseMessage]) -> bool:
        """Whether the newest result says that an id is unknown and names none that is known."""
        last = turn[-1] if turn else None
        if not isinstance(last, ToolMessage) or "unknown" not in last.text:
            return False
        return not any(known in last.text for known in self.known)


def reading(messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]]) -> int:
    """What a request reads: o200k over the JSON of its messages and of its tools, in OpenAI's form."""
    told = [json.dumps(convert_to_openai_messages(list(messages)), ensure_ascii=False)]
    return sum(map(tokens, told + ([json.dumps(list(tools), ensure_ascii=False)] if tools else [])))


def _turn(messages: Sequence[BaseMessage]) -> Sequence[BaseMessage]:
    start = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=-1)
    return messages[start + 1 :]


def _first(plan: Sequence[Any]) -> str:
    return plan[0].tool if plan else ""


def _call(name: str, args: dict[str, Json], place: int) -> AIMessage:
    made = {"name": name, "args": args, "id": f"call_{place}", "type": "tool_call"}
    return AIMessage("", tool_calls=[made])
