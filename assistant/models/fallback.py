"""One model answer, whatever happens: the only place that retries, waits, sheds or falls back."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    message_chunk_to_message,
)
from langchain_core.runnables import Runnable

from assistant.models.provider import Brain
from assistant.models.salvage import SalvagedCall, salvage
from assistant.models.trouble import Diagnosis, Trouble, diagnose
from devices.clock import Clock
from devices.model import Json

ToolSchema: TypeAlias = dict[str, Json]

LONGEST_WAIT = 8.0
CALL_SECONDS = 30.0
MOST_CALLS = 4
MOST_NUDGES = 2
_NUDGE = "Your last tool call could not be read. Answer with one valid tool call, or with plain words."


class ModelDown(Exception):
    """No model could answer; raised to the agent node, which tells the person why."""

    def __init__(self, trouble: Trouble, wait: float | None) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is given: messages, the tools as OpenAI schemas, whether it must call one."""

    messages: tuple[BaseMessage, ...]
    tools: tuple[ToolSchema, ...] = ()
    must_call: bool = False

    def lean(self) -> "Prompt":
        """The same request without earlier turns and without the words that only explain arguments."""
        newest = max((i for i, m in enumerate(self.messages) if isinstance(m, HumanMessage)), default=0)
        system = tuple(m for m in self.messages[:1] if isinstance(m, SystemMessage))
        kept = system + tuple(m for m in self.messages[newest:] if m not in system)
        return Prompt(kept, tuple(_lean_schema(tool) for tool in self.tools), self.must_call)

    def nudged(self) -> "Prompt":
        """The same request with a reminder at its end, where no cached prefix is lost."""
        return Prompt((*self.messages, SystemMessage(_NUDGE)), self.tools, self.must_call)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A model's answer, who gave it, what it cost, and the troubles on the way.

    `broken` says that the text ended early.
    """

    message: AIMessage
    model: str
    calls: int
    troubles: tuple[Trouble, ...] = ()
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an answer may take: `seconds` in all, `clock` for a short wait, `waits` is told of one.

    `hears` is told each piece of text as it comes; it may still be replaced when the answer is whole.
    """

    clock: Clock
    seconds: float
    waits: Callable[[float], object] = lambda _seconds: None
    hears: Callable[[str], object] = lambda _text: None


@dataclass(slots=True)
class _Attempts:
    """How often each remedy was tried in one answer."""

    calls: int = 0
    nudges: int = 0
    troubles: list[Trouble] = field(default_factory=list)


async def speak(brain: Brain, prompt: Prompt, patience: Patience) -> Spoken:
    """Ask the brain, else its fallback, within what is left of the turn.

    Raises:
        ModelDown: the brain failed and has no fallback.
    """
    attempts = _Attempts()
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience.seconds
    wanted: Prompt | None = prompt
    trouble = Diagnosis(Trouble.TIMEOUT)
    while wanted is not None and attempts.calls < MOST_CALLS and loop.time() < deadline:
        attempts.calls += 1
        seconds = min(CALL_SECONDS, deadline - loop.time())
        heard = await _listen(brain.model, wanted, seconds, patience.hears)
        if heard.failure is None:
            return _spoken(heard.message, brain.name, attempts)
        trouble = heard.failure
        if (kept := _kept(heard, wanted)) is not None:
            return _spoken(kept, brain.name, attempts, broken=trouble.trouble is Trouble.BROKEN)
        wanted = await _remedy(trouble, wanted, attempts, patience)
    return await _fall_back(brain, prompt, attempts, trouble)


@dataclass(frozen=True, slots=True)
class _Heard:
    """What came out of one request: a whole message, or a failure and the part before it."""

    message: AIMessage
    failure: Diagnosis | None = None


async def _listen(
    model: BaseChatModel, prompt: Prompt, seconds: float, hears: Callable[[str], object] = lambda _text: None
) -> _Heard:
    """One request; a failure that is a provider's becomes data, a bug of ours goes through."""
    part: AIMessage | None = None
    try:
        async with asyncio.timeout(seconds):
            async for piece in _bound(model, prompt).astream(list(prompt.messages)):
                part = _joined(part, piece)
                if isinstance(piece, AIMessageChunk) and piece.text:
                    hears(piece.text)
    except Exception as error:  # sorted at once; what is no provider's fault goes on
        failure = diagnose(error)
        if failure is None:
            raise
        return _Heard(_whole(part), failure)
    return _Heard(_whole(part))


def _joined(part: AIMessage | None, piece: AIMessage) -> AIMessage:
    """The answer so far; a model that does not stream gives it in one piece."""
    if isinstance(part, AIMessageChunk) and isinstance(piece, AIMessageChunk):
        return part + piece
    return piece


def _bound(model: BaseChatModel, prompt: Prompt) -> Runnable[LanguageModelInput, AIMessage]:
    if not prompt.tools:
        return model
    tools: Sequence[ToolSchema] = list(prompt.tools)
    return model.bind_tools(tools, tool_choice="any") if prompt.must_call else model.bind_tools(tools)


def _whole(part: AIMessage | None) -> AIMessage:
    message = message_chunk_to_message(part) if isinstance(part, AIMessageChunk) else part
    return message if isinstance(message, AIMessage) else AIMessage("")


def _kept(heard: _Heard, prompt: Prompt) -> AIMessage | None:
    """What can be used of a failed answer: a call in the refused text, the text itself, or a broken end."""
    failure = heard.failure
    if failure is None:
        return heard.message
    if failure.trouble is Trouble.BROKEN:
        # half a call may not run, half a sentence may be read
        text = heard.message.text
        planned = heard.message.tool_calls or heard.message.invalid_tool_calls
        return AIMessage(text) if text.strip() and not planned else None
    if failure.trouble is not Trouble.TOOL_FORM or not failure.generation:
        return None
    if calls := salvage(failure.generation):
        return AIMessage("", tool_calls=[_tool_call(i, call) for i, call in enumerate(calls)])
    return AIMessage(failure.generation) if prompt.must_call else None


def _tool_call(index: int, call: SalvagedCall) -> ToolCall:
    return ToolCall(name=call.name, args=call.arguments, id=f"salvaged_{index}", type="tool_call")


async def _remedy(
    failure: Diagnosis, prompt: Prompt, attempts: _Attempts, patience: Patience
) -> Prompt | None:
    """The next request to try with the same model, or None when only another model helps."""
    first = failure.trouble not in attempts.troubles
    attempts.troubles.append(failure.trouble)
    match failure.trouble:
        case Trouble.TOOL_FORM if attempts.nudges < MOST_NUDGES:
            attempts.nudges += 1
            return prompt.nudged()
        case Trouble.RATE_LIMITED if first and failure.wait is not None and failure.wait <= LONGEST_WAIT:
            patience.waits(failure.wait)
            await patience.clock.patience(failure.wait)
            return prompt
        case Trouble.TOO_LARGE if first:
            return prompt.lean()
        case Trouble.SERVER | Trouble.BROKEN if first:
            return prompt
        case _:
            return None


async def _fall_back(brain: Brain, prompt: Prompt, attempts: _Attempts, failure: Diagnosis) -> Spoken:
    if failure.trouble not in attempts.troubles:
        attempts.troubles.append(failure.trouble)
    if brain.fallback is None:
        raise ModelDown(failure.trouble, failure.wait)
    attempts.calls += 1
    heard = await _listen(brain.fallback, prompt, CALL_SECONDS)
    if heard.failure is not None:
        raise ModelDown(failure.trouble, failure.wait)
    return _spoken(heard.message, "offline", attempts)


def _spoken(message: AIMessage, model: str, attempts: _Attempts, *, broken: bool = False) -> Spoken:
    return Spoken(message, model, attempts.calls, tuple(attempts.troubles), broken)


def _lean_schema(tool: ToolSchema) -> ToolSchema:
    bare: ToolSchema = json.loads(json.dumps(tool))
    function = bare.get("function")
    parameters = function.get("parameters") if isinstance(function, dict) else None
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    for argument in properties.values() if isinstance(properties, Mapping) else ():
        if isinstance(argument, dict):
            argument.pop("description", None)
    return bare
