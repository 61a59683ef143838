"""Reading what a model wrote as a tool's arguments: lenient where only one meaning is possible. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Union, get_args, get_origin

from pydantic import ValidationError

from assistant.agent.bridge import MORE_STEPS
from devices.model import Json
from tools.tool import Arguments, Tool

_NUMBER = re.compile(
    r"\s*(-?\d+(?:[.,]\d+)?)\s*(?:%|°?\s*[CK]|℃|percent|degrees|seconds|s)?\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Fitting:
    """Arguments that fit, validated and as JSON."""

    arguments: Arguments
    args: dict[str, Json]


def fit(tool: Tool, given: Mapping[str, Json]) -> Fitting | str:
    """The arguments as the tool wants them, or what is wrong with them in words for the model."""
    coerced: dict[str, Json] = {}
    for name, value in given.items():
        kinds = _kinds(tool, name)
        if name != MORE_STEPS and not (value is None and type(None) not in kinds):
            coerced[name] = _shaped(value, kinds)
    try:
        arguments = tool.arguments.model_validate(coerced)
    except ValidationError as error:
        return "; ".join(f"{_where(e['loc'])}: {e['msg']}" for e in error.errors(include_url=False))
    return Fitting(arguments, arguments.model_dump(mode="json", exclude_unset=True))


def _kinds(tool: Tool, name: str) -> frozenset[object]:
    """The plain types that an argument takes: list, float, NoneType ..."""
    field = tool.arguments.model_fields.get(name)
    return _plain(field.annotation) if field is not None else frozenset()


def _plain(annotation: object) -> frozenset[object]:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return frozenset().union(*(_plain(part) for part in get_args(annotation)))
    if origin is not None and hasattr(annotation, "__metadata__"):
        return _plain(get_args(annotation)[0])
    return frozenset({origin or annotation})


def _shaped(value: Json, kinds: frozenset[object]) -> Json:
    if isinstance(value, str) and kinds & {list, tuple} and str not in kinds:
        return [value]
    if isinstance(value, str) and kinds & {float, int} and str not in kinds:
        found = _NUMBER.fullmatch(value)
        return float(found.group(1).replace(",", ".")) if found else value
    return value


def _where(place: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in place) or "arguments"
