"""Reading a tool call out of the text that a provider refused to parse. Pure; the graph judges the result."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from devices.model import Json

_TAG = re.compile(r"<function[=\s]+\"?([\w.-]+)\"?\s*[=>,(]?\s*")
_NAME = re.compile(r"[\w.-]+")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class SalvagedCall:
    """A call found in a refused text: the tool's name and its arguments."""

    name: str
    arguments: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A provider's error: its code, its message and the text that it could not parse, if it sent one."""

    code: str = ""
    message: str = ""
    generation: str | None = None


def refusal(body: object) -> Refusal:
    """Read an error body in both shapes: `{"error": {...}}` and the bare inner object of a stream."""
    if not isinstance(body, Mapping):
        return Refusal()
    inner = body.get("error", body)
    if not isinstance(inner, Mapping):
        return Refusal(message=str(inner))
    generation = inner.get("failed_generation")
    return Refusal(
        code=str(inner.get("code") or ""),
        message=str(inner.get("message") or ""),
        generation=generation if isinstance(generation, str) else None,
    )


def salvage(generation: str) -> tuple[SalvagedCall, ...]:
    """The calls in a refused text; empty when it is plain words.

    Knows `{"name", "arguments"}` alone or in a list, `<function=NAME>{...}`, `<function=NAME={...}` and
    objects inside `<tool_call>` tags.
    """
    tagged = tuple(_tagged(generation))
    return tagged or tuple(_objects(generation))


def _tagged(text: str) -> Iterator[SalvagedCall]:
    for match in _TAG.finditer(text):
        arguments, _end = _decode(text, match.end())
        yield SalvagedCall(match.group(1), arguments if isinstance(arguments, dict) else {})


def _objects(text: str) -> Iterator[SalvagedCall]:
    at = 0
    while (start := _opening(text, at)) is not None:
        value, at = _decode(text, start)
        yield from _calls(value)


def _opening(text: str, at: int) -> int | None:
    found = [i for i in (text.find("{", at), text.find("[", at)) if i >= 0]
    return min(found, default=None)


def _decode(text: str, start: int) -> tuple[Json, int]:
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, start + 1
    return value, end


def _calls(value: Json) -> Iterator[SalvagedCall]:
    match value:
        case list():
            for item in value:
                yield from _calls(item)
        case {"tool_calls": list() as calls}:
            yield from _calls(calls)
        case {"function": dict() as function}:
            yield from _calls(function)
        case {"name": str() as name} if _NAME.fullmatch(name):
            yield SalvagedCall(name, _arguments(value))


def _arguments(call: Json) -> dict[str, Json]:
    if not isinstance(call, dict):
        return {}
    given = call.get("arguments", call.get("parameters"))
    if isinstance(given, str):
        given, _end = _decode(given.strip(), 0)
    return given if isinstance(given, dict) else {}
