"""The quick way for plain templates: a path into the payload and a chain of well-known filters."""

import ast
import re
from collections.abc import Callable
from typing import TypeAlias

from devices.dialects.homeassistant.filter import FILTERS, Filter
from devices.mqtt.payload import Payload

Render: TypeAlias = Callable[[Payload], str | None]

_WHOLE = re.compile(r"\{\{-?\s*(value_json|value)((?:\.\w+|\[[^\[\]]+\])*)\s*((?:\|[^|{}]+)*)-?\}\}")
_STEP = re.compile(r"\.(\w+)|\[([^\[\]]+)\]")
_FILTER = re.compile(r"(\w+)\s*(?:\((.*)\))?")
_MISSING = object()

_PLAIN: dict[str, Filter] = {
    **{name: FILTERS[name] for name in ("float", "int", "round", "multiply", "add")},
    "lower": lambda value: str(value).lower(),
    "upper": lambda value: str(value).upper(),
    "string": str,
    "trim": lambda value: str(value).strip(),
}


def quick(source: str) -> Render | None:
    """A function for a plain template, or None: the template engine must take it.

    The function yields None when the payload lacks what the template names or a filter fails.
    """
    whole = _WHOLE.fullmatch(source.strip())
    if whole is None:
        return None
    path, chain = _path(whole[2]), _chain(whole[3])
    if path is None or chain is None:
        return None
    if whole[1] == "value":
        return None if path else lambda payload: _finish(payload.text, chain)
    return lambda payload: _finish(_walk(payload, path), chain)


def _path(text: str) -> tuple[str | int, ...] | None:
    steps: list[str | int] = []
    for attribute, index in _STEP.findall(text):
        if attribute:
            if hasattr(dict, attribute):  # a template engine would find the method first
                return None
            steps.append(int(attribute) if attribute.isdigit() else attribute)
            continue
        try:
            key = ast.literal_eval(index.strip())
        except (ValueError, SyntaxError):
            return None
        if not isinstance(key, str | int):
            return None
        steps.append(key)
    return tuple(steps)


def _chain(text: str) -> tuple[tuple[str, tuple[object, ...]], ...] | None:
    found: list[tuple[str, tuple[object, ...]]] = []
    for part in text.split("|")[1:]:
        named = _FILTER.fullmatch(part.strip())
        if named is None or named[1] not in (*_PLAIN, "is_defined", "default"):
            return None
        try:
            arguments = ast.literal_eval(f"({named[2]},)") if named[2] else ()
        except (ValueError, SyntaxError):
            return None
        found.append((named[1], arguments))
    return tuple(found)


def _walk(payload: Payload, path: tuple[str | int, ...]) -> object:
    if not payload.is_json:
        return _MISSING
    value: object = payload.json
    for step in path:
        match value:
            case dict() if step in value:
                value = value[step]
            case list() if isinstance(step, int) and -len(value) <= step < len(value):
                value = value[step]
            case _:
                return _MISSING
    return value


def _finish(value: object, chain: tuple[tuple[str, tuple[object, ...]], ...]) -> str | None:
    for name, arguments in chain:
        if name == "default":
            absent = value is _MISSING or (len(arguments) > 1 and arguments[1] and not value)
            value = (arguments[0] if arguments else "") if absent else value
        elif value is _MISSING:
            return None
        elif name != "is_defined":
            try:
                value = _PLAIN[name](value, *arguments)
            except (ValueError, TypeError, OverflowError):
                return None
    return None if value is _MISSING else str(value).strip()
