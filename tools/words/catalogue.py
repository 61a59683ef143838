"""The catalogue of phrases: fills a language's template with facts, counts things, makes names agree."""

import string
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo

from tools.words.packs import pack
from tools.words.spec import SEAM, Pack

_STEPS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


class _Filler(string.Formatter):
    """`{count:rule}` counts; every other field is filled in literally, so braces in names are harmless."""

    def __init__(self, language: Pack) -> None:
        self._language = language

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        """A fact by its name; one that was not given is left out of the sentence."""
        return kwargs.get(str(key), "") if not args else args[int(key)]

    def format_field(self, value: object, format_spec: str) -> str:
        """Count by a noun of the language, or write a number the way it writes them."""
        text = str(value)
        if format_spec in self._language.nouns and isinstance(value, int | float):
            text = self._language.counted(
                _written(self._language, value), value, self._language.nouns[format_spec]
            )
        elif isinstance(value, int | float):
            text = _written(self._language, value)
        return f"{SEAM}{text.replace(SEAM, '')}{SEAM}"


def say(language: str, phrase: str, **facts: object) -> str:
    """A phrase of the catalogue in this language (English for an unknown one), its facts filled in.

    Raises:
        KeyError: no language has this phrase; the catalogue test keeps the key sets equal.
    """
    return fill(language, pack(language).replies[phrase], **facts)


def fill(language: str, template: str, **facts: object) -> str:
    """A template of this language with its facts; names go in as they are."""
    spoken = pack(language)
    return spoken.spaced(_Filler(spoken).vformat(template, (), facts)).strip()


def amount(language: str, value: float, unit: str | None = "", places: int = 2) -> str:
    """A number with its unit, in the language's spelling, so many decimals at most: "21.5 °C", "21,5 °C"."""
    return f"{_written(pack(language), value, places)} {unit or ''}".rstrip()


def listed(language: str, names: Sequence[str]) -> str:
    """Names in a row: "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return say(language, "join", first=pack(language).comma.join(names[:-1]), last=names[-1])


def duration(language: str, seconds: float) -> str:
    """A length of time in its two largest units: "1 hour 5 minutes"."""
    spoken, left = pack(language), round(max(0.0, seconds))
    parts: list[str] = []
    for unit, size in _STEPS:
        count, left = divmod(left, size)
        if count or (unit == "second" and not parts):
            parts.append(spoken.counted(str(count), count, spoken.nouns[unit]))
    return " ".join(parts[:2])


def age(language: str, then: datetime, now: datetime) -> str:
    """How long ago, roughly: "just now", "3 minutes ago"."""
    seconds = (now - then).total_seconds()
    if seconds < 5:
        return say(language, "age_now")
    size = next(size for _unit, size in _STEPS if seconds >= size)
    return say(language, "age", duration=duration(language, seconds // size * size))


def moment(language: str, when: datetime, now: datetime, zone: tzinfo) -> str:
    """A moment on the user's clock: the time today, with the date on other days."""
    local, today = when.astimezone(zone), now.astimezone(zone)
    if local.date() == today.date():
        return f"{local:%H:%M}"
    near = abs(local - today) < timedelta(days=300)
    return pack(language).dated(local) if near else f"{local:%Y-%m-%d %H:%M}"


def state_label(
    language: str, word: str, device_class: str | None = None, name: str = "", *, many: bool = False
) -> str:
    """A state word as the language says it of this name, or of `many`; one without a label stays as it is."""
    spoken = pack(language)
    for key in (f"{device_class}.{word}", f"opening.{word}" if device_class in _OPENINGS else "", word):
        if key in spoken.states:
            text = spoken.states[key]
            return text.split("|")[-1] if many else spoken.agree(name, text)
    return word


_OPENINGS = frozenset({"door", "window", "garage_door", "opening"})


def day(language: str, when: datetime, zone: tzinfo) -> str:
    """A day on the user's calendar: "29 Nov"."""
    return pack(language).dated(when.astimezone(zone)).rpartition(" ")[0]


def _written(language: Pack, value: float, places: int = 2) -> str:
    number = f"{round(float(value), places):.{places}f}"
    number = number.rstrip("0").rstrip(".") if places else number
    return ("0" if number == "-0" else number).replace(".", language.decimal)
