"""Home Assistant's template filters that discovery messages use; pure functions, no template engine."""

import math
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from devices.model import Json
from devices.mqtt.payload import compact, parse

Filter: TypeAlias = Callable[..., object]
_NONE_GIVEN = object()
_TRUE = frozenset({"true", "yes", "on", "enable", "1"})
_FALSE = frozenset({"false", "no", "off", "disable", "0"})


def _number(value: object) -> float:
    if isinstance(value, str | int | float):
        return float(value)
    if value is None or isinstance(value, list | dict):
        raise ValueError("no number")
    # an undefined name is no number that a default could stand for: the message is not for this entity
    raise TypeError("undefined")


def _or_default(result: Callable[[], object], default: object) -> object:
    try:
        return result()
    except (ValueError, OverflowError):
        if default is _NONE_GIVEN:
            raise
        return default


def to_float(value: object, default: object = _NONE_GIVEN) -> object:
    """A number with a fraction; the default, if any, when it is none."""
    return _or_default(lambda: _number(value), default)


def to_int(value: object, default: object = _NONE_GIVEN, base: int = 10) -> object:
    """A whole number; the default, if any, when it is none."""
    if isinstance(value, str) and base != 10:
        return _or_default(lambda: int(value, base), default)
    return _or_default(lambda: int(_number(value)), default)


def rounded(
    value: object, precision: int = 0, method: str = "common", default: object = _NONE_GIVEN
) -> object:
    """A rounded number, whole when the precision is 0."""

    def result() -> object:
        number, scale = _number(value), 10**precision
        match method:
            case "ceil":
                number = math.ceil(number * scale) / scale
            case "floor":
                number = math.floor(number * scale) / scale
            case "half":
                return round(number * 2) / 2
            case _:
                number = round(number, precision)
        return int(number) if precision == 0 else number

    return _or_default(result, default)


def multiply(value: object, amount: float, default: object = _NONE_GIVEN) -> object:
    """The value times an amount."""
    return _or_default(lambda: _number(value) * amount, default)


def add(value: object, amount: float, default: object = _NONE_GIVEN) -> object:
    """The value plus an amount."""
    return _or_default(lambda: _number(value) + amount, default)


def to_bool(value: object, default: object = _NONE_GIVEN) -> object:
    """Yes or no, from the words Home Assistant takes for it."""

    def result() -> bool:
        word = str(value).strip().lower()
        if word in _TRUE | _FALSE:
            return word in _TRUE
        return bool(_number(value))

    return _or_default(result, default)


def iif(value: object, *either: object) -> object:
    """The first of two values when true, else the second; without them, true or false."""
    if_true, if_false = (*either, *(True, False)[len(either) :])[:2]
    return if_true if value else if_false


def to_json(value: Json) -> str:
    """JSON text."""
    return compact(value)


def from_json(value: str, default: object = _NONE_GIVEN) -> object:
    """What JSON text holds."""
    return _or_default(lambda: parse(value.encode()), default)


def regex_match(value: str, find: str = "") -> bool:
    """Whether the text begins with a pattern."""
    return re.match(find, value[:_LONGEST]) is not None


def regex_search(value: str, find: str = "") -> bool:
    """Whether the text holds a pattern."""
    return re.search(find, value[:_LONGEST]) is not None


def regex_replace(value: str, find: str = "", replace: str = "") -> str:
    """The text with a pattern replaced."""
    return re.sub(find, replace, value[:_LONGEST])


def regex_findall(value: str, find: str = "") -> list[object]:
    """All matches of a pattern."""
    return list(re.findall(find, value[:_LONGEST]))


_LONGEST = 1_000
"""Patterns come from the network: text that they are tried on is kept short."""

FILTERS: Mapping[str, Filter] = {
    "float": to_float,
    "int": to_int,
    "round": rounded,
    "multiply": multiply,
    "add": add,
    "bool": to_bool,
    "iif": iif,
    "to_json": to_json,
    "tojson": to_json,
    "from_json": from_json,
    "regex_match": regex_match,
    "regex_search": regex_search,
    "regex_replace": regex_replace,
    "regex_findall": regex_findall,
}
