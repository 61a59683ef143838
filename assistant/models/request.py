"""What a model is given: messages and tools as values, and the leaner forms of them. Asks nobody."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from devices.model import Json

ToolSchema: TypeAlias = dict[str, Json]

LEAN_TOOLS = 8
LEAN_RESULT = 1_500
LEAN_ANSWER = 512
_NUDGE = "Your last tool call could not be read. Answer with one valid tool call, or with plain words."
_UNLISTED = "The home is not listed here: give names as the user said them."


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is given: messages, the tools as OpenAI schemas, whether it must call one.

    `answer` is the longest answer in tokens, None for what the model was built with. `acts` says that words
    alone are no answer, so that half of them are worth nothing.
    """

    messages: tuple[BaseMessage, ...]
    tools: tuple[ToolSchema, ...] = ()
    must_call: bool = False
    answer: int | None = None
    acts: bool = False

    @property
    def offered(self) -> tuple[str, ...]:
        """The names of the tools."""
        return tuple(tool_name(tool) for tool in self.tools)

    @property
    def told(self) -> bool:
        """Whether the newest thing in it is a tool's result."""
        spoken = (m for m in reversed(self.messages) if not isinstance(m, SystemMessage))
        return isinstance(next(spoken, None), ToolMessage)

    def lean(self) -> "Prompt":
        """The same wish in fewer words: this turn, the rules without the home, tools without explanations."""
        newest = max((i for i, m in enumerate(self.messages) if isinstance(m, HumanMessage)), default=0)
        system = [_ruled(m) for m in self.messages[:1] if isinstance(m, SystemMessage) and newest]
        turn = [_shortened(m) for m in self.messages[newest:]]
        called = {call["name"] for m in turn if isinstance(m, AIMessage) for call in m.tool_calls}
        return replace(
            self,
            messages=(*system, *turn),
            tools=tuple(_lean_schema(tool) for tool in _fewer(self.tools, called)),
            answer=LEAN_ANSWER,
        )

    def nudged(self, advice: str = "") -> "Prompt":
        """The same request with a reminder at its end, where no cached prefix is lost."""
        told = f"{_NUDGE} The provider said: {advice}" if advice else _NUDGE
        return replace(self, messages=(*self.messages, SystemMessage(told)))

    def as_json(self) -> str:
        """All of it as text, to guess its size by."""
        told = [[m.type, m.text, *(c["args"] for c in getattr(m, "tool_calls", ()))] for m in self.messages]
        return json.dumps([told, self.tools], ensure_ascii=False, default=str)


def tool_name(tool: ToolSchema) -> str:
    """The name in a tool's schema."""
    function = tool.get("function")
    return str(function.get("name")) if isinstance(function, dict) else ""


def _ruled(system: SystemMessage) -> SystemMessage:
    """The first part of a system text: what holds in every home."""
    rules, _blank, home = system.text.partition("\n\n")
    return SystemMessage(f"{rules}\n\n{_UNLISTED}") if home else system


def _shortened(message: BaseMessage) -> BaseMessage:
    if not isinstance(message, ToolMessage) or len(message.text) <= LEAN_RESULT:
        return message
    return message.model_copy(update={"content": f"{message.text[:LEAN_RESULT]} ... (cut)"})


def _fewer(tools: Sequence[ToolSchema], called: set[str]) -> list[ToolSchema]:
    """The first tools, those that this turn has called, and the last, which finds all others."""
    last = len(tools) - 1
    return [tool for i, tool in enumerate(tools) if i < LEAN_TOOLS or i == last or tool_name(tool) in called]


def _lean_schema(tool: ToolSchema) -> ToolSchema:
    bare: ToolSchema = json.loads(json.dumps(tool))
    function = bare.get("function")
    if not isinstance(function, dict):
        return bare
    function["description"] = _first_sentence(function.get("description"))
    parameters = function.get("parameters")
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    for argument in properties.values() if isinstance(properties, dict) else ():
        if isinstance(argument, dict):
            argument.pop("description", None)
    return bare


def _first_sentence(text: Json) -> str:
    first, dot, _more = str(text or "").partition(". ")
    return f"{first}." if dot else first
