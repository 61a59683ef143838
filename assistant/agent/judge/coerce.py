"""One argument as a model wrote it, read as the only value it can mean; doubt leaves it as it is. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.models.offline.grammar.reading import Reading, read
from assistant.models.offline.grammar.value import Amount, amounts_of, celsius
from devices.model import Domain, Json
from devices.view import View
from tools.meaning.arguments import Action, action
from tools.meaning.concept import sort_of
from tools.words.packs import PACKS
from tools.words.spec import Tag

_NOWHERE = View()
_PLAIN = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+")
_ID = re.compile(r"\s*([A-Za-z_]+)\s*\.\s*([A-Za-z0-9_ -]+?)\s*")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86_400.0, "week": 604_800.0}
_SHARES = frozenset({"brightness_pct", "percentage", "position"})
_DEGREES, _KELVIN, _SPAN = "temperature", "color_temp_kelvin", "seconds"
_CALLED = ("entity_id", "id", "name", "device", "device_id")
_SWITCHES = {"on": "turn_on", "off": "turn_off"}


def snake(name: str) -> str:
    """An argument's name as we write names: `entityId`, `Entity ID` and `entity-id` are `entity_id`."""
    return re.sub(r"[\s-]+", "_", _CAMEL.sub("_", name.strip())).casefold()


def unwrapped(value: Json) -> Json:
    """JSON text as the list or object that it spells; any other text as it stands."""
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{"):
        return value
    try:
        read_value: Json = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return read_value if isinstance(read_value, list | dict) else value


def single(value: Json) -> Json:
    """The one item of a list where one value is wanted."""
    value = unwrapped(value)
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def names(value: Json) -> Json:
    """Names as a list: one word, JSON text, or objects that only carry a name; ids in their right form."""
    value = unwrapped(value)
    items = value if isinstance(value, list) else [value]
    return [entity_id(_called(item)) for item in items]


def entity_id(value: Json) -> Json:
    """An id with wrong case or blanks as the id: `Light.Kitchen Light` is `light.kitchen_light`."""
    found = _ID.fullmatch(value) if isinstance(value, str) else None
    if found is None or found[1].casefold() not in tuple(Domain):
        return value
    return f"{found[1]}.{re.sub(r'[ -]+', '_', found[2])}".casefold()


def number(name: str, value: Json) -> Json:
    """A number in words, with a unit, a comma or a level word, as the argument `name` takes it.

    "half" is 50 of a share; "72 F" is 22.22 of a temperature; "5 minutes" is 300 of `for_seconds`. A unit
    that the argument does not have, or a number that can be read two ways ("1,000"), stays as it was.
    """
    if not isinstance(value, str) or _GROUPED.fullmatch(value.strip()):
        return value
    if _PLAIN.fullmatch(value.strip()):
        return float(value.strip().replace(",", "."))
    found = {one for code in PACKS if (one := _number(name, read(value, _NOWHERE, code))) is not None}
    return found.pop() if len(found) == 1 else value


def brightness(value: Json) -> Json:
    """A brightness without its unit: up to 100 a percentage, above that of 255."""
    read_value = number("brightness_pct", value)
    if isinstance(read_value, int | float) and not isinstance(read_value, bool) and 100 < read_value <= 255:
        return round(read_value / 2.55)
    return read_value


def white_tone(value: Json) -> Json:
    """A white tone in kelvin; what is far below 1000 is in mireds, as Home Assistant once had it."""
    read_value = number(_KELVIN, value)
    if isinstance(read_value, int | float) and not isinstance(read_value, bool) and 100 <= read_value <= 600:
        return round(1_000_000 / read_value)
    return read_value


def doing(value: Json, given: Sequence[str]) -> Json:
    """The action by a synonym, in any language: `switchOn`, "on", "включи"; "set" by the value beside it."""
    if not isinstance(value, str):
        return value
    known = tuple(Action)
    word = snake(value)
    if action(word) in known:
        return str(action(word))
    if word.startswith(("set", "change", "adjust", "dim")) and (set_by := by_value(given)):
        return set_by
    said = word.replace("_", " ").rpartition(".")[2]
    found = {one for code in PACKS for one in _actions(read(said, _NOWHERE, code))}
    return found.pop() if len(found) == 1 else value


def by_value(given: Sequence[str]) -> str:
    """The only action that takes the one kind of value that is given; empty when there is none or several."""
    actions = {_TAKES[name] for name in given if name in _TAKES}
    return actions.pop() if len(actions) == 1 else ""


def domain(value: Json) -> Json:
    """The domain by a word for its kind in any language: "lamps", "灯"; anything else as it stands."""
    if not isinstance(value, str) or value.strip().casefold().removesuffix("s") in tuple(Domain):
        return value
    sort = sort_of(value) or sort_of(value.strip().removesuffix("s"))
    return sort.domain.value if sort is not None and not sort.classes else value


_TAKES: Mapping[str, str] = {
    "brightness_pct": "turn_on",
    "color_temp_kelvin": "turn_on",
    "percentage": "set_percentage",
    "position": "set_position",
    "temperature": "set_temperature",
    "hvac_mode": "set_hvac_mode",
}


def _called(item: Json) -> Json:
    """The name in an object that holds nothing but one."""
    if isinstance(item, dict) and len(item) == 1:
        key, value = next(iter(item.items()))
        return value if snake(key) in _CALLED else item
    return item


def _number(name: str, reading: Reading) -> float | None:
    """The one number of a text all of whose words are understood."""
    if not all(span.known for span in reading.spans):
        return None
    if name.endswith(_SPAN):
        return _seconds(reading)
    found = amounts_of(reading)
    if len(found) != 1 or found[0].mode or found[0].number is None:
        return None
    return _fitting(name, found[0], found[0].number)


def _fitting(name: str, amount: Amount, value: float) -> float | None:
    """The number of an amount whose unit is the argument's own."""
    if name in _SHARES:
        level = amount.unit != "level" or value == 50 or name != "position"
        return value if amount.unit in ("percent", "level", "") and level else None
    if name == _DEGREES:
        return celsius(value, amount.unit) if amount.unit in ("celsius", "fahrenheit", "") else None
    if name == _KELVIN:
        return value if amount.unit in ("kelvin", "") else None
    # a limit has the unit of its sensor, so only a unit that is converted or a level can't be meant
    return value if amount.unit not in ("fahrenheit", "level") else None


def _seconds(reading: Reading) -> float | None:
    """A length of time: numbers, each with its unit, summed up; a bare number is in seconds."""
    total, waiting = 0.0, None
    for span in reading.spans:
        if span.number is not None:
            if waiting is not None:
                return None
            waiting = span.number
        elif unit := span.value(Tag.SPAN):
            total += (1.0 if waiting is None else waiting) * _SECONDS[unit]
            waiting = None
    return (
        total + waiting if waiting is not None and not total else total if waiting is None and total else None
    )


def _actions(reading: Reading) -> Iterator[str]:
    """The actions that a text spells which says nothing else."""
    spans = reading.spans
    if not all(span.has(Tag.ACTION, Tag.SET, Tag.PARTICLE, Tag.FILLER, Tag.KIND) for span in spans):
        return
    said = [value for span in spans for value in span.values(Tag.ACTION)]
    said += [_SWITCHES[v] for span in spans for v in span.values(Tag.PARTICLE) if not said]
    yield from (one for one in said if one in tuple(Action))
