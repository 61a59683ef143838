"""Reading what a model wrote as a tool's arguments: lenient where only one meaning is possible. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Union, get_args, get_origin

from pydantic import ValidationError

from assistant.agent.bridge import MORE_STEPS
from assistant.agent.judge import coerce
from devices.model import Domain, Json
from tools.meaning.arguments import Action
from tools.tool import Arguments, Tool

_THINGS = ("device", "devices", "device_id", "device_ids", "device_name", "entity", "entities", "entity_id")
_MORE_THINGS = ("entity_ids", "name", "names", "target", "targets", "id", "ids", "light", "lights", "lock")
_ROOMS = ("room", "rooms", "area", "areas", "location", "zone", "area_id", "area_name", "room_name", "place")
_LEAVE_OUT = ("exclude", "excluded", "except", "exceptions", "excluding", "exclusions", "without", "skip")
_ALIASES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((*_THINGS, *_MORE_THINGS), ("targets", "target", "sensor")),
    **dict.fromkeys(_ROOMS, ("areas", "area")),
    **dict.fromkeys(_LEAVE_OUT, ("excluding",)),
    **dict.fromkeys(("floor", "level_name", "storey"), ("floors",)),
    **dict.fromkeys(("kind", "type", "types", "device_type", "domains", "category"), ("domain",)),
    **dict.fromkeys(("command", "operation", "service", "verb", "do", "method"), ("action",)),
    **dict.fromkeys(("brightness", "brightness_percent", "brightness_percentage"), ("brightness_pct",)),
    **dict.fromkeys(
        ("color_temp", "color_temperature", "kelvin", "colour_temperature"), ("color_temp_kelvin",)
    ),
    **dict.fromkeys(("temp", "target_temperature", "setpoint", "degrees", "target_temp"), ("temperature",)),
    **dict.fromkeys(("speed", "fan_speed", "speed_pct", "speed_percentage"), ("percentage",)),
    **dict.fromkeys(("mode", "hvac", "hvacmode"), ("hvac_mode",)),
    **dict.fromkeys(("sensor_id", "trigger", "trigger_entity", "trigger_sensor", "source"), ("sensor",)),
    **dict.fromkeys(("gt", "greater_than", "over", "higher_than", "more_than"), ("above",)),
    **dict.fromkeys(("lt", "less_than", "under", "lower_than"), ("below",)),
    **dict.fromkeys(("for", "duration", "hold", "hold_seconds", "for_duration"), ("for_seconds",)),
    **dict.fromkeys(("rule_id", "automation_id", "rule", "automation"), ("id",)),
    **dict.fromkeys(("period", "time_window", "range", "timeframe", "time_range"), ("window",)),
    **dict.fromkeys(("statistic", "stat", "aggregation", "function"), ("measure",)),
    **dict.fromkeys(("search", "text", "q", "keywords", "task"), ("query",)),
    **dict.fromkeys(("number", "steps", "times"), ("count",)),
}
"""What models write for an argument; of several, the first that the tool has and that was not given."""
_ENTRY_ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("entity", "entity_id", "entity_ids", "sensor", "sensors"), "entities"),
    **dict.fromkeys(("device", "devices"), "entities"),
    **dict.fromkeys(("type", "platform", "trigger", "condition"), "kind"),
    **dict.fromkeys(("time", "time_of_day"), "at"),
    **dict.fromkeys(("weekday", "weekdays", "day"), "days"),
    **dict.fromkeys(("from", "from_state"), "was"),
    **dict.fromkeys(("state", "states", "to_state"), "to"),
    **dict.fromkeys(("for", "duration", "hold_seconds"), "for_seconds"),
    **dict.fromkeys(("room", "area_id", "location"), "area"),
    **dict.fromkeys(("event", "event_type", "event_types"), "types"),
    **dict.fromkeys(("interval", "interval_seconds"), "every_seconds"),
    **dict.fromkeys(("delay", "delay_seconds", "wait_seconds"), "seconds"),
    **dict.fromkeys(("text", "title"), "message"),
    **dict.fromkeys(("timeout",), "timeout_seconds"),
}
_EITHER: Mapping[str, tuple[str, ...]] = {
    "entities": ("targets",),
    "to": ("is",),
    "seconds": ("for_seconds",),
}
"""What an alias means in an entry that has no such key."""
_IDLE = frozenset(
    {
        *("reason", "reasoning", "thought", "thoughts", "explanation", "comment", "note", "rationale"),
        *("description", "language", "lang", "confidence", "request_id", "call_id", "tool_call_id"),
    }
)
"""Extra arguments that tell about the call, not what to do."""
_WRAPPERS = frozenset({"arguments", "parameters", "args", "params", "input", "kwargs"})


@dataclass(frozen=True, slots=True)
class Fitting:
    """Arguments that fit, validated and as JSON."""

    arguments: Arguments
    args: dict[str, Json]


def fit(tool: Tool, given: Mapping[str, Json]) -> Fitting | str:
    """The arguments as the tool wants them, or what is wrong with them in words for the model."""
    named = _named(tool, _opened(tool, given))
    if isinstance(named, str):
        return named
    coerced = {name: _shaped(name, value, _kinds(tool, name), named) for name, value in named.items()}
    if "action" in tool.arguments.model_fields and "action" not in coerced:
        coerced |= {"action": implied} if (implied := coerce.by_value(tuple(coerced))) else {}
    if unread := [name for name, value in coerced.items() if _unread(value, _kinds(tool, name))]:
        return "; ".join(f"{name}: {coerced[name]!r} can't be read as its number" for name in unread)
    try:
        arguments = tool.arguments.model_validate(coerced)
    except ValidationError as error:
        return "; ".join(f"{_where(e['loc'])}: {e['msg']}" for e in error.errors(include_url=False))
    return Fitting(arguments, arguments.model_dump(mode="json", exclude_unset=True, by_alias=True))


def _opened(tool: Tool, given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The arguments out of the one object that some models wrap them in."""
    if len(given) != 1:
        return given
    key, inner = next(iter(given.items()))
    wrapped = coerce.snake(key) in _WRAPPERS and key not in tool.arguments.model_fields
    opened = coerce.unwrapped(inner)
    return opened if wrapped and isinstance(opened, dict) else given


def _named(tool: Tool, given: Mapping[str, Json]) -> dict[str, Json] | str:
    """The arguments under their own names; two for one argument must say the same."""
    named: dict[str, Json] = {}
    for key, value in sorted(given.items(), key=lambda item: item[0] not in tool.arguments.model_fields):
        name = _name(tool, key, given)
        if name == MORE_STEPS and name not in tool.arguments.model_fields:
            continue
        if not name or (value is None and type(None) not in _kinds(tool, name)):
            if _says_nothing(key, value):
                continue
            return f"{key}: there is no such argument"
        meant = _by_alias(key, name, value)
        if named.get(name) is None:
            named[name] = meant
        elif meant is not None and _same(tool, name, named[name]) != _same(tool, name, meant):
            return f"{key}: says something else than {name}"
    return named


def _name(tool: Tool, key: str, given: Mapping[str, Json]) -> str:
    """The argument of the tool that a key means; empty when it has none."""
    fields, plain = tool.arguments.model_fields, coerce.snake(key)
    if key in fields or key == MORE_STEPS:
        return key
    if plain in fields or plain == MORE_STEPS:
        return plain
    meant = [name for name in _ALIASES.get(plain, ()) if name in fields]
    free = [name for name in meant if name not in given]
    return (free or meant or [""])[0]


def _says_nothing(key: str, value: Json) -> bool:
    """Whether an argument that the tool does not have may be left out without changing what is done."""
    return value in (None, "", False) or value in ([], {}) or coerce.snake(key) in _IDLE


def _by_alias(key: str, name: str, value: Json) -> Json:
    """A value under another name, which may bring another unit with it."""
    match coerce.snake(key), name:
        case "brightness", "brightness_pct":
            return coerce.brightness(coerce.single(value))
        case (("color_temp" | "color_temperature" | "colour_temperature"), "color_temp_kelvin"):
            return coerce.white_tone(coerce.single(value))
        case _:
            return value


def _same(tool: Tool, name: str, value: Json) -> Json:
    return _shaped(name, value, _kinds(tool, name), {})


def _kinds(tool: Tool, name: str) -> frozenset[object]:
    """The plain types that an argument takes: list, float, NoneType ..."""
    field = tool.arguments.model_fields.get(name)
    return _plain(field.annotation) if field is not None else frozenset()


def _plain(annotation: object) -> frozenset[object]:
    """The plain types of an annotation; a list of objects counts as its objects."""
    origin = get_origin(annotation)
    if origin is list and isinstance(item := get_args(annotation)[0], type) and issubclass(item, Arguments):
        return frozenset({item})
    if origin in (Union, UnionType):
        return frozenset().union(*(_plain(part) for part in get_args(annotation)))
    if origin is not None and hasattr(annotation, "__metadata__"):
        return _plain(get_args(annotation)[0])
    return frozenset({origin or annotation})


def _shaped(name: str, value: Json, kinds: frozenset[object], given: Mapping[str, Json]) -> Json:
    """One value as its argument takes it; an object, or a list of them, part by part."""
    entries = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Arguments)]
    if entries:
        return _entry(entries[0], coerce.unwrapped(value))
    if kinds & {list, tuple}:
        return coerce.names(value) if value not in (None, "") else value
    if dict in kinds:
        return coerce.unwrapped(value)
    return _plainly(name, coerce.single(value) if kinds else value, kinds, given)


def _plainly(name: str, value: Json, kinds: frozenset[object], given: Mapping[str, Json]) -> Json:
    if Action in kinds:
        return coerce.doing(value, tuple(given))
    if Domain in kinds:
        return coerce.domain(value)
    if kinds & {float, int} and str not in kinds:
        return coerce.number(name, value)
    return coerce.entity_id(value) if str in kinds else value


def _entry(model: type[Arguments], value: Json) -> Json:
    """An object inside the arguments, read as leniently as they are: keys by alias, numbers in words."""
    if isinstance(value, list):
        return [_entry(model, coerce.unwrapped(item)) for item in value]
    if not isinstance(value, dict):
        return value
    own = {field.alias or name: name for name, field in model.model_fields.items()}
    read: dict[str, Json] = {}
    for key, part in value.items():
        plain = coerce.snake(key)
        name = key if key in own else plain if plain in own else _ENTRY_ALIASES.get(plain, "")
        name = next((one for one in (name, *_EITHER.get(name, ())) if one in own), key)
        kinds = _plain(model.model_fields[own[name]].annotation) if name in own else frozenset[object]()
        read[name] = _shaped(name, part, kinds, value)
    return read


def _unread(value: Json, kinds: frozenset[object]) -> bool:
    """Whether a number was written that can't be read in one way only."""
    numeric = bool(kinds & {float, int}) and str not in kinds
    return numeric and isinstance(value, str) and bool(value.strip())


def _where(place: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in place) or "arguments"
