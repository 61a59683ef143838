"""Which numbers of a call the words leave open: "dim it", "a bit warmer", "make it cosy". Pure."""

from collections.abc import Mapping

from assistant.agent.judge.grounds import LENIENT
from assistant.agent.judge.intent import Heard, Wanted
from assistant.agent.judge.said import Said
from devices.model import Json
from tools.words.spec import Tag

_DEGREES, _TONE = "temperature", "color_temp_kelvin"
_MOST_DEGREES = 4.0
"""So far from the present setting a temperature may be that nobody said."""
_KELVINS = 1000.0
_VAGUE = (Tag.RELATIVE, Tag.TONE, Tag.LEVEL, Tag.MODE)
_SETS = (Tag.SET, Tag.BRIGHTNESS)


def left_open(wanted: Wanted, heard: Heard) -> frozenset[str]:
    """The arguments whose numbers a sensible listener may choose."""
    said = heard.said
    numbers = [s.number for reading in said.own for s in reading.spans if s.number is not None]
    if _asks_for_one(said) and not heard.helpful:
        return frozenset()
    free: set[str] = set() if any(n >= _KELVINS for n in numbers) else {_TONE}
    # "half" and 一点 ("a bit") name no value
    if not any(n > 1 for n in numbers):
        free |= LENIENT - {_TONE}
        free |= {_DEGREES} if _gentle(wanted, heard) else set()
    return frozenset(free)


def present(wanted: Wanted, heard: Heard) -> tuple[str, ...]:
    """What the devices are set to now, as text: "one degree more" is founded on it."""
    found = (heard.said.view.find(entity_id) for entity_id in wanted.targets)
    settings = (s.attributes().get(name) for s in found if s is not None for name in (_DEGREES, "percentage"))
    return tuple(str(one) for one in settings if isinstance(one, int | float))


def _asks_for_one(said: Said) -> bool:
    """Whether a value was to be set and is missing: "set the thermostat"."""
    spans = [span for reading in said.own for span in reading.spans]
    setting = any(span.has(*_SETS) for span in spans)
    vague = any(span.has(*_VAGUE) or span.value(Tag.FILLER) == "way" for span in spans)
    return setting and not vague and all(span.known for span in spans)


def _gentle(wanted: Wanted, heard: Heard) -> bool:
    """Whether a new temperature is near the present one, on the side that was said."""
    value = wanted.args.get(_DEGREES)
    sides = {side for span in heard.said.spans for side in span.values(Tag.RELATIVE)}
    # "I am cold" is a plight; "colder" is a wish
    sides = set() if wanted.targets <= heard.helpful else sides
    return isinstance(value, int | float) and all(
        _near(value, setting, sides) for setting in _settings(wanted, heard)
    )


def _settings(wanted: Wanted, heard: Heard) -> tuple[float, ...]:
    found = (heard.said.view.find(entity_id) for entity_id in wanted.targets)
    known = (s.attributes().get(_DEGREES) for s in found if s is not None)
    return tuple(float(one) for one in known if isinstance(one, int | float))


def _near(value: float, setting: float, sides: set[str]) -> bool:
    wrong = (sides == {"up"} and value < setting) or (sides == {"down"} and value > setting)
    return not wrong and abs(value - setting) <= _MOST_DEGREES


def open_or(args: Mapping[str, Json], free: frozenset[str]) -> dict[str, Json]:
    """The arguments whose numbers must come from somewhere."""
    return {name: value for name, value in args.items() if name not in free}
