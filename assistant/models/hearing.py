"""One request to one model: what came of it as a value, what of a failed one can be used. Never retries."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    InvalidToolCall,
    ToolCall,
    ToolCallChunk,
    message_chunk_to_message,
)
from langchain_core.runnables import Runnable

from assistant.models.request import Prompt, ToolSchema
from assistant.models.salvage import SalvagedCall, salvage
from assistant.models.tokens import NOTHING, Tokens, counted, guessed
from assistant.models.trouble import Diagnosis, Trouble, diagnose
from devices.model import Json


@dataclass(frozen=True, slots=True)
class Heard:
    """What came out of one request: a whole message, or a failure and the part before it; its cost."""

    message: AIMessage
    failure: Diagnosis | None = None
    tokens: Tokens = NOTHING

    @property
    def cut(self) -> bool:
        """Whether the answer reached its longest length and ends in the middle."""
        return self.message.response_metadata.get("finish_reason") == "length"


async def listen(
    model: BaseChatModel, prompt: Prompt, seconds: float, hears: Callable[[str], object] = lambda _text: None
) -> Heard:
    """Ask once; a failure that is a provider's becomes data, a bug of ours goes through."""
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
        return _failed(_whole(part), failure, prompt)
    message = _whole(part)
    # some think until their longest answer is used up; after a tool's result its sentence will do
    nothing = not (message.text.strip() or message.tool_calls or message.invalid_tool_calls)
    failure = Diagnosis(Trouble.GARBLED) if nothing and not prompt.told else None
    return Heard(message, failure, counted(message))


def usable(heard: Heard, prompt: Prompt) -> AIMessage | None:
    """What can be used of a failed answer: a call in the refused text, the text itself, or a broken end."""
    failure = heard.failure
    if failure is None:
        return heard.message
    if failure.trouble in (Trouble.BROKEN, Trouble.TIMEOUT):
        # half a call may not run, half a sentence may be read, but it switches no light
        planned = heard.message.tool_calls or heard.message.invalid_tool_calls
        text = heard.message.text
        return AIMessage(text) if text.strip() and not planned and not prompt.acts else None
    if failure.trouble is not Trouble.TOOL_FORM:
        return None
    if calls := _calls(failure, prompt):
        return AIMessage("", tool_calls=[_tool_call(i, call) for i, call in enumerate(calls)])
    # told to call a tool, the model said something instead
    return AIMessage(failure.generation) if prompt.must_call and _words(failure.generation) else None


def _words(generation: str | None) -> bool:
    """Whether a refused text is meant for a person."""
    text = (generation or "").strip()
    return bool(text) and not text.startswith(("{", "[", "<"))


def _calls(failure: Diagnosis, prompt: Prompt) -> Sequence[SalvagedCall]:
    if found := salvage(failure.generation or ""):
        return found
    # a tool that was not offered does not run by being named: precheck loads it and the model calls it again
    named = failure.unoffered
    return (
        [SalvagedCall(named, {})] if named and not failure.generation and named not in prompt.offered else ()
    )


def _tool_call(index: int, call: SalvagedCall) -> ToolCall:
    return ToolCall(name=call.name, args=call.arguments, id=f"salvaged_{index}", type="tool_call")


def _failed(part: AIMessage, failure: Diagnosis, prompt: Prompt) -> Heard:
    """A failed request with its cost: no failure has a count, though many had the model work."""
    written = (failure.generation or "") + part.text
    worked = failure.spent or bool(written)
    return Heard(part, failure, guessed(prompt, written) if worked else NOTHING)


def _joined(part: AIMessage | None, piece: AIMessage) -> AIMessage:
    """The answer so far; a model that does not stream gives it in one piece."""
    if isinstance(part, AIMessageChunk) and isinstance(piece, AIMessageChunk):
        return part + piece
    return piece


def _whole(part: AIMessage | None) -> AIMessage:
    if isinstance(part, AIMessageChunk):
        return _strict(message_chunk_to_message(part), part.tool_call_chunks)
    return part or AIMessage("")


def _strict(message: BaseMessage, chunks: Sequence[ToolCallChunk]) -> AIMessage:
    """The message with only those calls that can be read whole.

    LangChain mends the JSON of a stream that was cut off; a call without its end may mean something wider.
    """
    read = [(chunk, _arguments(chunk["args"])) for chunk in chunks]
    calls = [_call(chunk, args) for chunk, args in read if args is not None]
    broken = [_broken(chunk) for chunk, args in read if args is None]
    return AIMessage(
        message.text,
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        usage_metadata=getattr(message, "usage_metadata", None),
        id=message.id,
        tool_calls=calls,
        invalid_tool_calls=broken,
    )


def _arguments(text: str | None) -> dict[str, Json] | None:
    try:
        value: Json = json.loads(text or "{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _call(chunk: ToolCallChunk, args: dict[str, Json]) -> ToolCall:
    return ToolCall(name=chunk["name"] or "", args=args, id=chunk["id"], type="tool_call")


def _broken(chunk: ToolCallChunk) -> InvalidToolCall:
    return InvalidToolCall(
        name=chunk["name"],
        args=chunk["args"],
        id=chunk["id"],
        error="no valid JSON",
        type="invalid_tool_call",
    )


def _bound(model: BaseChatModel, prompt: Prompt) -> Runnable[LanguageModelInput, AIMessage]:
    shorter: dict[str, int] = {} if prompt.answer is None else {"max_tokens": prompt.answer}
    if not prompt.tools:
        return model.bind(**shorter) if shorter else model
    tools: Sequence[ToolSchema] = list(prompt.tools)
    if prompt.must_call:
        return model.bind_tools(tools, tool_choice="any", **shorter)
    # without a choice the key is left out: Groq refuses null
    return model.bind_tools(tools, tool_choice=None, **shorter)
