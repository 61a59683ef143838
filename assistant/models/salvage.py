"""Reading a tool call out of the text that a provider refused to parse. Pure; the graph judges the result."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from devices.model import Json

_TAG = re.compile(r"<function[=\s]+\"?([\w.-]+)\"?\s*[=>,(]?\s*")
_NAME = re.compile(r"(?:functions\.)?([\w.-]+)(?:<\|.*)?")
_BEGUN = re.compile(r"\{\s*\"|\[\s*\{")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class SalvagedCall:
    """A call found in a refused text: the tool's name and its arguments."""

    name: str
    arguments: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A provider's error: its code, message, HTTP status inside a stream, and the text it could not parse."""

    code: str = ""
    message: str = ""
    generation: str | None = None
    status: int | None = None


def refusal(body: object) -> Refusal:
    """Read an error body in both shapes: `{"error": {...}}` and the bare inner object of a stream."""
    if not isinstance(body, Mapping):
        return Refusal()
    inner = body.get("error", body)
    if not isinstance(inner, Mapping):
        return Refusal(message=str(inner))
    generation, status = inner.get("failed_generation"), inner.get("status_code")
    return Refusal(
        code=str(inner.get("code") or ""),
        message=str(inner.get("message") or ""),
        generation=generation if isinstance(generation, str) else None,
        status=status if isinstance(status, int) else None,
    )


def salvage(generation: str) -> tuple[SalvagedCall, ...]:
    """The calls in a refused text; empty when it is plain words, or when any call in it can't be read whole.

    Knows `{"name", "arguments"}` alone or in a list, `<function=NAME>{...}`, `<function=NAME={...}` and
    objects inside `<tool_call>` tags. A call whose arguments are cut off is none: without them it would mean
    something else, and perhaps more.
    """
    found = tuple(_tagged(generation)) or tuple(_objects(generation))
    return tuple(call for call in found if call is not None) if None not in found else ()


def _tagged(text: str) -> Iterator[SalvagedCall | None]:
    for match in _TAG.finditer(text):
        rest = text[match.end() :].lstrip(" >)")
        if not rest or rest.startswith("<"):
            yield SalvagedCall(match.group(1), {})
            continue
        arguments, _end = _decode(text, match.end())
        yield SalvagedCall(match.group(1), arguments) if isinstance(arguments, dict) else None


def _objects(text: str) -> Iterator[SalvagedCall | None]:
    at = 0
    while (start := _opening(text, at)) is not None:
        value, at = _decode(text, start)
        if value is None and _BEGUN.match(text, start):
            # what is inside a broken object may not be taken for a call of its own
            yield None
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


def _calls(value: Json) -> Iterator[SalvagedCall | None]:
    match value:
        case list():
            for item in value:
                yield from _calls(item)
        case {"tool_calls": list() as calls}:
            yield from _calls(calls)
        case {"function": dict() as function}:
            yield from _calls(function)
        case {"name": str() as said} if (name := _NAME.fullmatch(said)) is not None:
            arguments = _arguments(value)
            yield SalvagedCall(name.group(1), arguments) if arguments is not None else None


def _arguments(call: Json) -> dict[str, Json] | None:
    """The arguments of a call, none given being none; None when they can't be read."""
    if not isinstance(call, dict):
        return None
    given = call.get("arguments", call.get("parameters", {}))
    if isinstance(given, str):
        given, _end = _decode(given.strip(), 0) if given.strip() else ({}, 0)
    return given if isinstance(given, dict) else None
