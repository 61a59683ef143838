"""A language model that says what a test scripted, and refuses histories that a provider would refuse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from devices.model import Json

ORPHAN = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"  # OpenAI's wording
UNANSWERED = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"


class IllegalHistoryError(AssertionError):
    """A provider would answer 400 to these messages."""


@dataclass(frozen=True)
class Spoke:
    """One message, as far as the rule of histories cares: who, which calls it makes, which it answers."""

    role: str
    calls: tuple[str, ...] = ()
    answers: str = ""


@dataclass(frozen=True)
class Heard:
    """One request that the model got."""

    messages: tuple[BaseMessage, ...]
    tools: tuple[str, ...]
    tool_choice: str | None


def check_history(spoken: Sequence[Spoke]) -> None:
    """Raise IllegalHistoryError when a call has no answer, or an answer no call."""
    open_calls: list[str] = []
    for spoke in spoken:
        if spoke.role == "tool":
            if spoke.answers not in open_calls:
                raise IllegalHistoryError(ORPHAN)
            open_calls.remove(spoke.answers)
        elif open_calls:
            raise IllegalHistoryError(f"{UNANSWERED}: {open_calls}")
        else:
            open_calls = list(spoke.calls)
    if open_calls:
        raise IllegalHistoryError(f"{UNANSWERED}: {open_calls}")


def spoke(message: BaseMessage) -> Spoke:
    """A LangChain message for check_history."""
    if isinstance(message, ToolMessage):
        return Spoke("tool", answers=message.tool_call_id)
    if isinstance(message, AIMessage):
        calls = (*message.tool_calls, *message.invalid_tool_calls)
        return Spoke("assistant", calls=tuple(call["id"] or "" for call in calls))
    return Spoke(message.type)


def calls(*wanted: tuple[str, dict[str, Json]], text: str = "") -> AIMessage:
    """A message that makes these calls: (tool, arguments)."""
    return AIMessage(
        text,
        tool_calls=[
            {"name": name, "args": args, "id": f"call_{i}", "type": "tool_call"}
            for i, (name, args) in enumerate(wanted)
        ],
        usage_metadata={"input_tokens": 100, "output_tokens": 10, "total_tokens": 110},
    )


def words(text: str) -> AIMessage:
    """A message of plain words."""
    return AIMessage(text, usage_metadata={"input_tokens": 100, "output_tokens": 10, "total_tokens": 110})


class ScriptedModel(BaseChatModel):
    """Says its lines in order; a line that is an exception is raised. Never says more than was scripted."""

    lines: list[Any] = Field(default_factory=list)
    heard: list[Heard] = Field(default_factory=list)
    before: Callable[[], None] | None = None

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        return self.bind(
            tools=[convert_to_openai_tool(tool) for tool in tools], tool_choice=tool_choice, **kwargs
        )

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
        check_history([spoke(message) for message in messages])
        tools, choice = kwargs.get("tools"), kwargs.get("tool_choice")
        offered = tuple(tool["function"]["name"] for tool in tools) if isinstance(tools, list | tuple) else ()
        self.heard.append(Heard(tuple(messages), offered, choice if isinstance(choice, str) else None))
        if self.before is not None:
            self.before()
        if len(self.heard) > len(self.lines):
            raise AssertionError("the model was asked more often than the script says")
        line = self.lines[len(self.heard) - 1]
        if isinstance(line, Exception):
            raise line
        return ChatResult(generations=[ChatGeneration(message=line.model_copy(deep=True))])
