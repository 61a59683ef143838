"""What kind of question about the past a sentence is, by the forms of its language; and its bare nouns."""

import re
from datetime import UTC, datetime
from functools import cache, lru_cache

from assistant.models.offline.grammar.reading import Reading, Span, idle
from tools.words.packs import pack
from tools.words.spec import Tag
from tools.words.speech import Found, windows_in

_SOME_DAY = datetime(2026, 1, 7, 12, tzinfo=UTC)
"""Only the places of time words matter here; when they are is for the tool to say, by the home's clock."""
_FORMS = frozenset(
    {
        *("typical", "compare", "cost", "series", "happened", "pattern", "until", "unusual"),
        *("last", "previous", "ever"),
    }
)
"""Forms that need no time beside them to be about the past."""


def asks_of(reading: Reading) -> frozenset[str]:
    """The forms that the words have: typical, compare, used, which, most ...

    The "last" of "last Tuesday" is none; only a comparison is told by its times.
    """
    text = reading.text.rstrip(" ?!.？。！")
    bare = text
    for start, end in _time_places(reading):
        bare = bare[:start] + " " * (end - start) + bare[end:]
    return frozenset(
        form
        for form in pack(reading.code).asks
        if form not in ("opener", "noise")
        and _places(form, text if form == "compare" else bare[: len(text)], reading.code)
    )


def times_of(reading: Reading) -> tuple[str, ...]:
    """The times that are named, as they were said, in their order."""
    return tuple(found.text for found in _times(reading.code, reading.text))


def recalls(reading: Reading) -> bool:
    """Whether a sentence asks about the past: opened like a question, with a past time or a form of its own.

    One with an "if" is a question only with its mark.
    """
    if not _places("opener", reading.text, reading.code):
        return False
    if reading.has(Tag.IF, Tag.THEN) and not reading.text.rstrip().endswith(("?", "？")):
        return False
    if reading.has(Tag.SET, Tag.UNDO, Tag.RULE, Tag.DELETE):
        return False
    forms = asks_of(reading)
    if forms & _FORMS:
        return bool(forms & {"happened", "pattern", "compare", "series"}) or _asking(reading)
    return bool(times_of(reading)) and _asking(reading)


def nouns_of(reading: Reading) -> Reading:
    """The sentence without its times, its forms and what only leads up to them: names and nouns are left."""
    text, code = reading.text, reading.code
    times = _time_places(reading)
    forms = [place for form in pack(code).asks if form != "opener" for place in _places(form, text, code)]
    cut = [*times, *(place for place in forms if place[1] - place[0] < _LONG)]
    kept: list[Span] = []
    for span in reading.spans:
        if span.named:
            kept.append(span)
        elif not span.known:
            kept += _left(span, cut)
        elif _noun(span) and not _inside(span, times if span.has(*_SURE) else cut):
            kept.append(span)
    return Reading(text, code, tuple(kept))


_NOUNS = (Tag.KIND, Tag.MEASURE, Tag.THING, Tag.ROOM, Tag.FLOOR, Tag.ALL, Tag.EVERYWHERE, Tag.PRONOUN)
_NO_NOUNS = (
    Tag.ASK,
    Tag.STAT,
    Tag.STATE,
    Tag.PARTICLE,
    Tag.ACTION,
    Tag.RELATIVE,
    Tag.WHY,
    Tag.LIST,
    Tag.LAST,
)
_NEVER = (Tag.ABOVE, Tag.BELOW, Tag.UNIT, Tag.SPAN, Tag.WINDOW, Tag.IF, Tag.NOT, Tag.TIMED)


_SURE = (Tag.KIND, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.AND)
"""What is meant even where a form holds it."""


def _inside(span: Span, cut: list[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in cut)


def _noun(span: Span) -> bool:
    if span.has(*_NOUNS):
        return True
    if span.number is not None or span.has(*_NEVER, *_NO_NOUNS):
        return span.has(Tag.AND)
    return not idle(span) or span.has(Tag.AND)


_LONG = 40
"""A form that spans half a sentence ("why was ... cold") covers the names inside it by no means."""


def _left(span: Span, cut: list[tuple[int, int]]) -> list[Span]:
    """What is left of unknown words once forms and times are cut out of them."""
    covered = {place for start, end in cut for place in range(start, end)}
    found: list[Span] = []
    for hit in re.finditer(r"[\w'-]+", span.text):
        start, end = span.start + hit.start(), span.start + hit.end()
        places = [place for place in range(start, end) if place not in covered]
        if places:
            text = "".join(span.text[place - span.start] for place in places)
            found.append(Span(text, places[0], places[-1] + 1))
    return found


def _time_places(reading: Reading) -> list[tuple[int, int]]:
    return [place for one in _times(reading.code, reading.text) for place in one.places]


@lru_cache(maxsize=8)
def _times(code: str, text: str) -> tuple[Found, ...]:
    """The times of a text; kept for a moment, since within a turn several look at the same words."""
    return windows_in(code, text, _SOME_DAY, UTC)


def _asking(reading: Reading) -> bool:
    mark = reading.text.rstrip().endswith(("?", "？"))
    return (
        mark
        or reading.has(Tag.ASK, Tag.STAT, Tag.LIST, Tag.WHY)
        or bool(_places("any", reading.text, reading.code))
    )


def _places(form: str, text: str, code: str) -> list[tuple[int, int]]:
    return [hit.span() for pattern in _patterns(code, form) for hit in pattern.finditer(text)]


@cache
def _patterns(code: str, form: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in pack(code).asks[form])
