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


class FakeModel(BaseChatModel):
    """A model as providers with OpenAI's interface have it: it sees tools as schemas and refuses illegal histories."""

    def line(
        self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]], choice: str | None
    ) -> AIMessage:
        """What it says to these messages, shown these tools."""
        raise NotImplementedError

    @property
    def _llm_type(self) -> str:
        return "fake"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        shown = [tool if isinstance(tool, dict) else convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=shown, tool_choice=tool_choice, **kwargs)

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
        bound, choice = kwargs.get("tools"), kwargs.get("tool_choice")
        tools = bound if isinstance(bound, list | tuple) else ()
        said = self.line(messages, tools, choice if isinstance(choice, str) else None)
        return ChatResult(generations=[ChatGeneration(message=said)])


class ScriptedModel(FakeModel):
    """Says its lines in order; a line that is an exception is raised. Never says more than was scripted."""

    lines: list[Any] = Field(default_factory=list)
    heard: list[Heard] = Field(default_factory=list)
    before: Callable[[], None] | None = None

    def line(
        self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]], choice: str | None
    ) -> AIMessage:
        """The next line of the script."""
        self.heard.append(Heard(tuple(messages), names_of(tools), choice))
        if self.before is not None:
            self.before()
        if len(self.heard) > len(self.lines):
            raise AssertionError("the model was asked more often than the script says")
        line = self.lines[len(self.heard) - 1]
        if isinstance(line, Exception):
            raise line
        said: AIMessage = line.model_copy(deep=True)
        return said


def names_of(tools: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """The names of tools as a provider is shown them."""
    return tuple(tool["function"]["name"] for tool in tools)


class SeekingModel(ScriptedModel):
    """Says its lines, but first searches for a tool that it was not shown, as a real one must; then closes."""

    closing: str = "That was all of it."
    sought: list[str] = Field(default_factory=list)

    def script(self, *lines: AIMessage) -> None:
        """What it says from now on."""
        self.lines, self.sought = list(lines), []

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        del stop, run_manager
        check_history([spoke(message) for message in messages])
        tools = kwargs.get("tools")
        shown = [tool["function"]["name"] for tool in tools] if isinstance(tools, list | tuple) else []
        said = self.lines[0] if self.lines else words(self.closing)
        hidden = [call["name"] for call in said.tool_calls if call["name"] not in {*shown, *self.sought}]
        if hidden:
            self.sought.append(hidden[0])
            said = calls(("search_tools", {"query": hidden[0].replace("_", " ")}))
        else:
            self.lines = self.lines[1:]
        return ChatResult(generations=[ChatGeneration(message=said.model_copy(deep=True))])
