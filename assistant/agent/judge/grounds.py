"""Whether a number came from somewhere: the user's words or a tool's result. Pure; never guesses one."""

import re
from collections.abc import Iterable, Iterator, Mapping

from devices.automation.rule.rule import LATE_SECONDS
from devices.automation.rule.trigger import Weekday
from devices.model import Json
from tools.words.packs import PACKS
from tools.words.speech import number
from tools.words.token import plain

NAMED = (0.0, 1.0, 25.0, 50.0, 75.0, 100.0)
_SCALES = (1.0, 60.0, 3600.0, 100.0)
_DIGITS = re.compile(r"-?\d+(?:[.,]\d+)?")
_WORDS = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_LONGEST = 4
_HOT, _ROUNDED = 40.0, 0.56
"""Above so many degrees it may be Fahrenheit; converted, it is told rounded to half a degree."""
_SIGNED = "offset_minutes"
STRICT = frozenset(
    {
        *("above", "below", "for_seconds", "temperature", "hysteresis", "code", "pin", "count"),
        *("at", "time", "until", "delay", "after", "before", "seconds", "minutes", "hours", "duration"),
        *(
            "by",
            "within_seconds",
            "every_seconds",
            "after_seconds",
            "cooldown_seconds",
            "late_seconds",
            "timeout_seconds",
            "over_seconds",
            "offset_minutes",
            "times",
        ),
    }
)
LENIENT = frozenset({"brightness_pct", "percentage", "position", "color_temp_kelvin", "to"})
TIMES = frozenset({"at", "time", "after", "before"})
"""Arguments that are times of day: the hour by either clock, its minutes in words or digits."""
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})")
_PARTS = (0, 15, 30, 45)
_MOST_HOURS = 25
_IDLE = ("for_seconds", "seconds", "every_seconds", "offset_minutes", "cooldown_seconds")
_DEFAULTS: Mapping[str, tuple[float, ...]] = {
    "count": (1.0,),
    "late_seconds": (0.0, LATE_SECONDS),
    "timeout_seconds": (3600.0, 86_400.0),
    **dict.fromkeys(_IDLE, (0.0,)),
}
"""What the tool would take anyway."""


def numeric(args: Mapping[str, Json]) -> bool:
    """Whether some argument has a number, a time or a day that must come from somewhere."""
    return any(_wanted(name, value) for name, value in _leaves(args)) or bool(_days(args))


def ungrounded(args: Mapping[str, Json], language: str, said: str, shown: Iterable[str]) -> str | None:
    """The first argument whose number neither the user said nor a tool showed; None when all are founded.

    Percentages may be ones that words name (full, half, closed); thresholds, times, days, codes may not.
    """
    if not numeric(args):
        return None
    own = set(spoken(said, language))
    known = own | {n for text in shown for n in digits(text)}
    for name, value in _leaves(args):
        if name in TIMES and isinstance(value, str) and (clock := _CLOCK.search(value)):
            if not _told(int(clock[1]), int(clock[2]), known, said):
                return name
        elif not all(founded(number, known, own) for number in _wanted(name, value)):
            return name
    return None if not _days(args) or _names_days(said) else "days"


def founded(value: float, known: set[float], own: set[float] | None = None) -> bool:
    """Whether a value is a known number, in whatever unit of time, share or temperature, or changed by one.

    `own` are the numbers that a person said (all, by default): only these are added or taken away.
    """
    said = known if own is None else own
    scaled = any(_close(value, n * scale) for n in known for scale in _SCALES)
    changed = any(_close(value, a + b) or _close(value, a - b) for a in known for b in said)
    return scaled or changed or any(abs(value - (n - 32) / 1.8) <= _ROUNDED for n in said if n > _HOT)


def digits(text: str) -> list[float]:
    """The numbers written in digits."""
    return [float(found.replace(",", ".")) for found in _DIGITS.findall(text)]


def spoken(text: str, language: str) -> list[float]:
    """The numbers in a sentence, in digits and in words."""
    return [*digits(text), *_in_words(text, language)]


def _in_words(text: str, language: str) -> Iterator[float]:
    for run in _runs(text):
        for length in range(1, _LONGEST + 1):
            for start in range(len(run) - length + 1):
                value = number(language, run.joined(start, length))
                if value is not None:
                    yield value


class _Run:
    """Neighbouring words, or the signs of a script without spaces."""

    def __init__(self, parts: list[str], glue: str) -> None:
        self._parts, self._glue = parts, glue

    def __len__(self) -> int:
        return len(self._parts)

    def joined(self, start: int, length: int) -> str:
        return self._glue.join(self._parts[start : start + length])


def _runs(text: str) -> Iterator[_Run]:
    words = _WORDS.findall(text)
    yield _Run([w for w in words if not _unspaced(w)], " ")
    for word in words:
        if _unspaced(word):
            yield _Run(list(word), "")


def _unspaced(word: str) -> bool:
    return any("一" <= sign <= "鿿" for sign in word)


def _leaves(args: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Every argument that is no list or object, those inside lists and objects included, by its own name."""
    for name, value in args.items():
        yield from _within(name, value)


def _within(name: str, value: Json) -> Iterator[tuple[str, Json]]:
    match value:
        case dict():
            yield from _leaves(value)
        case list():
            for item in value:
                yield from _within(name, item)
        case _:
            yield name, value


def _wanted(name: str, value: Json) -> list[float]:
    """The numbers of an argument that must come from somewhere; "30 minutes before" is told without sign."""
    if name not in STRICT and name not in LENIENT:
        return []
    found = _numbers(name, value)
    return [abs(number) for number in found] if name == _SIGNED else found


def _days(args: Mapping[str, Json]) -> list[str]:
    """The days of the week that a schedule was given."""
    leaves = [str(value) for name, value in _leaves(args) if name in ("days", "day")]
    return [value for value in leaves if value in tuple(Weekday)]


def _names_days(said: str) -> bool:
    """Whether the words name any day of the week, a weekend or working days, in any language."""
    text = plain(said)
    return any(re.search(day, text) for pack in PACKS.values() for day in pack.marks.days)


def _told(hour: int, minute: int, known: set[float], said: str) -> bool:
    """Whether a time of day was told: its hour by either clock, its minutes as such or as part of an hour."""
    if any(n == int(n) and int(n) % 12 == hour % 12 and n < _MOST_HOURS for n in known):
        return minute in _PARTS or float(minute) in known or float(60 - minute) in known
    # noon, midnight and полвосьмого name an hour without its number
    whole = any(re.search(pack.marks.sure, plain(said)) for pack in PACKS.values())
    return whole and minute in _PARTS


def _numbers(name: str, value: Json) -> list[float]:
    """The numbers of an argument that must come from somewhere; a time or a code may be text."""
    match value:
        case bool() | None:
            return []
        case int() | float():
            plain = value in _DEFAULTS.get(name, ()) or (name in LENIENT and value in NAMED)
            return [] if plain else [float(value)]
        case str() if name in STRICT:
            return digits(value)
        case _:
            return []


def _close(a: float, b: float) -> bool:
    return abs(a - b) < 0.051
