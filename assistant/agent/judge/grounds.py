"""Whether a number came from somewhere: the user's words or a tool's result. Pure; never guesses one."""

import re
from collections.abc import Iterable, Iterator, Mapping

from devices.model import Json
from tools.words.speech import number

NAMED = (0.0, 1.0, 25.0, 50.0, 75.0, 100.0)
_SCALES = (1.0, 60.0, 3600.0, 100.0)
_DIGITS = re.compile(r"-?\d+(?:[.,]\d+)?")
_WORDS = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_LONGEST = 4
_HOT, _ROUNDED = 40.0, 0.56
"""Above so many degrees it may be Fahrenheit; converted, it is told rounded to half a degree."""
STRICT = frozenset(
    {
        *("above", "below", "for_seconds", "temperature", "hysteresis", "code", "pin", "count"),
        *("at", "time", "until", "delay", "after", "seconds", "minutes", "hours", "duration"),
    }
)
LENIENT = frozenset({"brightness_pct", "percentage", "position", "color_temp_kelvin"})
_DEFAULTS: Mapping[str, float] = {"count": 1.0, "for_seconds": 0.0}
"""What the tool would take anyway."""


def numeric(args: Mapping[str, Json]) -> bool:
    """Whether some argument has a number that must come from somewhere."""
    return any(_wanted(args).values())


def ungrounded(args: Mapping[str, Json], language: str, said: str, shown: Iterable[str]) -> str | None:
    """The first argument whose number neither the user said nor a tool showed; None when all are founded.

    Percentages may be ones that words name (full, half, closed); thresholds, times, codes may not.
    """
    if not numeric(args):
        return None
    own = set(spoken(said, language))
    known = own | {n for text in shown for n in digits(text)}
    for name, values in _wanted(args).items():
        if not all(founded(value, known, own) for value in values):
            return name
    return None


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


def _wanted(args: Mapping[str, Json]) -> dict[str, list[float]]:
    return {name: _numbers(name, args[name]) for name in args if name in STRICT or name in LENIENT}


def _numbers(name: str, value: Json) -> list[float]:
    """The numbers of an argument that must come from somewhere; a time or a code may be text."""
    match value:
        case bool() | None:
            return []
        case int() | float():
            plain = value == _DEFAULTS.get(name) or (name in LENIENT and value in NAMED)
            return [] if plain else [float(value)]
        case str() if name in STRICT:
            return digits(value)
        case _:
            return []


def _close(a: float, b: float) -> bool:
    return abs(a - b) < 0.051
