"""Ten requests of the bench `loop`, with the calls a model makes for them, and a model that counts what it reads."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from tests.agent.lines import FAN_ON, LIGHT_ON, READ_DOOR, Line, control
from tests.fakes.model import ScriptedModel, calls, words

A_TOKEN = 4
"""Characters; the usual rule of thumb where no tokenizer is at hand."""


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence and what a good model calls for it, one message each; then it has only words left."""

    text: str
    lines: tuple[Line, ...]

    def script(self) -> list[AIMessage]:
        """Everything the model would say."""
        return [*(calls(line) for line in self.lines), words("All right.")]


REQUESTS = (
    Request("turn on the kitchen light", (LIGHT_ON,)),
    Request("is the front door locked?", (READ_DOOR,)),
    Request(
        "turn on the kitchen light and the living room fan",
        (control("kitchen light", "turn_on", more_steps=True), FAN_ON),
    ),
    Request(
        "if the living room gets warmer than 26 degrees turn on the living room fan",
        (
            (
                "create_automation",
                {"sensor": "temperature", "above": 26, "targets": ["living room fan"], "action": "turn_on"},
            ),
        ),
    ),
    Request("which automations are there?", (("list_automations", {}),)),
    Request(
        "what was the highest temperature in the living room in the last 24 hours?",
        (
            (
                "analyze_history",
                {"target": "living room temperature", "measure": "max", "window": "last 24 hours"},
            ),
        ),
    ),
    Request("why is the living room fan on?", (("why", {"target": "living room fan"}),)),
    Request("undo that", (("undo", {"count": 1}),)),
    Request("which devices are in the bedroom?", (("list_devices", {"area": "Bedroom"}),)),
    Request("thank you, you are very kind", ()),
)


class CountingModel(ScriptedModel):
    """Speaks a script and counts the characters of every prompt, the tools that it is shown included."""

    read: list[int] = Field(default_factory=list)

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Show tools as every provider with OpenAI's interface is shown them."""
        shown = [convert_to_openai_tool(tool) for tool in tools]
        return super().bind_tools(shown, tool_choice=tool_choice, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        self.read.append(sum(map(_size, messages)) + len(_json(kwargs.get("tools") or [])))
        return super()._generate(messages, stop, run_manager, **kwargs)


def _size(message: BaseMessage) -> int:
    """Characters of what goes over the wire: the text, and the calls that a message makes."""
    made: list[Any] = list(message.tool_calls) if isinstance(message, AIMessage) else []
    told = [{"name": call["name"], "arguments": call["args"]} for call in made]
    return len(message.text) + (len(_json(told)) if told else 0)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
