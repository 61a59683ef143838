"""The scripted model of the bench `loop`: works through a plan, one call a message, and counts what it reads."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    convert_to_openai_messages,
)
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from devices.model import Json
from tests.benchmarks._toolset import LISTING, Request
from tests.fakes.model import check_history, spoke
from tests.o200k import tokens

SEARCH = "search_tools"
LAST_WORDS = "All right, that is everything."


class PlannedModel(BaseChatModel):
    """Calls what the plan of the request says; searches for a tool that is not bound, lists after a wrong id."""

    request: Any = None
    known: frozenset[str] = frozenset()
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    shown: list[list[str]] = Field(default_factory=list)
    counts: bool = True

    @property
    def _llm_type(self) -> str:
        return "planned"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Show tools as every provider with OpenAI's interface is shown them."""
        del tool_choice
        shown = [tool if isinstance(tool, dict) else convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=shown, **kwargs)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        del run_manager
        return self._generate(messages, stop, None, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        del stop, run_manager
        since = time.perf_counter()
        check_history([spoke(message) for message in messages])
        bound: Any = kwargs.get("tools")
        tools: list[dict[str, Any]] = list(bound or [])
        self.calls += 1
        if self.counts:
            self.tokens += reading(messages, tools)
            self.shown.append([tool["function"]["name"] for tool in tools])
        line = self._line(messages, {tool["function"]["name"]: tool for tool in tools})
        self.seconds += time.perf_counter() - since
        return ChatResult(generations=[ChatGeneration(message=line)])

    def _line(self, messages: Sequence[BaseMessage], bound: dict[str, dict[str, Any]]) -> AIMessage:
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
