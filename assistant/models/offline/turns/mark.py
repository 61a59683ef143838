"""Times and turns of a rule found in a text by the patterns of its language. Understands no sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count

from tools.words.packs import pack
from tools.words.spec import Marks
from tools.words.speech import number

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SOFT = frozenset(
    {
        *("off", "on", "opened", "closed", "locked", "unlocked", "wet", "moving", "still", "done", "vague"),
        *("lost", "back", "pressed", "swing", "swing_up", "swing_down", "band", "beyond"),
        *("mean", "any", "every", "who_comes", "who_goes", "counted", "deny"),
    }
)
"""Meanings that only count inside a condition; elsewhere the same words may be an order."""
KEPT = frozenset(
    {
        *("rehearse", "explain", "change", "jobs", "alias", "past"),
        *("save_scene", "scenes", "drop_scene", "run_scene"),
    }
)
"""Meanings of whole sentences about what there is already; looked for on their own."""
_QUOTED = r"['\"“‘«「『](?P<q>[^'\"”’»」』]{1,200})['\"”’»」』]"
_COLON = ":"
_JOINS = (
    *(r"\s", ",", "-", "–", "~", "&", r"\+", "、", "和", "跟", "与", "或", "到", "至", "零", "又"),
    *(" and", " or", " to", " till", " и", " или", " по", " до"),
)
_CLOSED = "".join(f"(?<!{end})" for end in _JOINS)
"""A list never ends in what joins it; said once at its end, so that its pattern need not be there twice."""
_INNER = re.compile(r"<(n2?|t|c2?|x|y|d|q)>")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as said: hour, minute, and am, pm, night, noon, sure, or empty when nothing tells."""

    hour: int
    minute: int
    half: str = ""

    def text(self, part: str = "") -> str:
        """As "19:30"; a part of the day that was said elsewhere makes 7 the evening's."""
        half, hour = self.half or part, self.hour % 24
        if (half == "pm" and hour < 12) or (half == "noon" and hour < 6):
            hour += 12
        elif half in ("am", "night") and hour == 12:
            hour = 0
        elif half == "night" and 6 <= hour < 12:
            hour += 12
        return f"{hour:02}:{self.minute:02}"


@dataclass(frozen=True, slots=True)
class Mark:
    """One time or turn: its meaning, its place in the text, and what its pattern caught."""

    kind: str
    start: int
    end: int
    text: str
    numbers: tuple[float, ...] = ()
    seconds: float = 0.0
    clocks: tuple[Clock, ...] = ()
    days: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict, hash=False)


def spot(
    text: str, code: str, kinds: Iterable[str] | None = None, start: int = 0, end: int = -1
) -> tuple[Mark, ...]:
    """The marks of a plain text that do not overlap, the earliest first and of those the longest."""
    wanted = frozenset(kinds) if kinds is not None else None
    return _spotted(text, code, wanted, start, len(text) if end < 0 else end)


@lru_cache(maxsize=32)
def _spotted(text: str, code: str, kinds: frozenset[str] | None, start: int, end: int) -> tuple[Mark, ...]:
    marks, kept, place = pack(code).marks, list[Mark](), start
    ahead = {
        n: found
        for n, (_kind, pattern) in _wanted(code, kinds)
        if (found := pattern.search(text, start, end))
    }
    table = _patterns(code)
    while ahead:
        for n, found in list(ahead.items()):
            if found.start() < place:
                again = table[n][1].search(text, place, end)
                ahead.pop(n) if again is None else ahead.update({n: again})
        rows = sorted(ahead.items(), key=lambda row: (row[1].start(), -row[1].end(), row[0]))
        for n, found in rows:
            mark = _mark(table[n][0], found, marks, code)
            if mark is not None:
                kept.append(mark)
                place = max(found.end(), place + 1)
                break
            again = table[n][1].search(text, found.start() + 1, end)
            ahead.pop(n) if again is None else ahead.update({n: again})
            break
    return tuple(kept)


def _wanted(code: str, kinds: frozenset[str] | None) -> Iterator[tuple[int, tuple[str, re.Pattern[str]]]]:
    for n, row in enumerate(_patterns(code)):
        if (kinds is None and row[0] not in SOFT | KEPT) or (kinds is not None and row[0] in kinds):
            yield n, row


def every(text: str, code: str, kinds: Iterable[str]) -> tuple[Mark, ...]:
    """All marks of these meanings, overlapping ones included."""
    marks = pack(code).marks
    found = (
        _mark(kind, match, marks, code)
        for _n, (kind, pattern) in _wanted(code, frozenset(kinds))
        for match in pattern.finditer(text)
    )
    return tuple(mark for mark in found if mark is not None)


def _mark(kind: str, found: re.Match[str], marks: Marks, code: str) -> Mark | None:
    """What a pattern caught; None when a number, clock or day in it is none."""
    caught = {key.partition("__")[0]: value for key, value in found.groupdict().items() if value is not None}
    numbers = tuple(_number(caught[key], code) for key in ("n", "n2") if key in caught)
    clocks = tuple(_clock(caught[key], marks) for key in ("h", "c", "x", "c2", "y") if key in caught)
    length = _length(caught["t"], marks, code) if "t" in caught else 0.0
    length = _unit(caught["u"], marks) if "u" in caught else length
    days = _days(caught["d"], marks) if "d" in caught else ()
    sound = None not in numbers and None not in clocks and length is not None and days is not None
    if not sound or not found[0].strip():
        return None
    lead = len(found[0]) - len(found[0].lstrip())
    return Mark(
        kind,
        found.start() + lead,
        found.end() - (len(found[0]) - len(found[0].rstrip())),
        found[0].strip(),
        tuple(n for n in numbers if n is not None),
        length or 0.0,
        tuple(c for c in clocks if c is not None),
        days or (),
        caught,
    )


def _number(said: str, code: str) -> float | None:
    one = {"a": 1.0, "an": 1.0, "a couple of": 2.0}.get(said)
    return one if one is not None else number(code, said.replace("−", "-"))


def _clock(said: str, marks: Marks) -> Clock | None:
    if said.isdigit() and len(said) <= 2:
        return Clock(int(said), 0) if int(said) <= 24 else None
    found = marks.clock_of(said)
    return Clock(*found) if found else None


def _length(said: str, marks: Marks, code: str) -> float | None:
    """Seconds of a stretch of time: "half an hour", "1 hour and 30 minutes"."""
    for phrase, seconds in marks.lengths.items():
        if re.fullmatch(phrase, said):
            return seconds
    total, any_found = 0.0, False
    for amount, unit in re.findall(rf"({marks.number})\s*({'|'.join(marks.spans)})", said):
        value, size = _number(amount, code), _unit(unit, marks)
        if value is None or size is None:
            return None
        total, any_found = total + value * size, True
    return total if any_found and total > 0 else None


def _unit(said: str, marks: Marks) -> float | None:
    return next((size for unit, size in marks.spans.items() if re.fullmatch(unit, said)), None)


def _days(said: str, marks: Marks) -> tuple[str, ...] | None:
    """The days of a list or a range, by name; weekday, weekend, holiday and all stay as they are."""
    found: list[str] = []
    place = 0
    for match in re.finditer("|".join(f"(?:{day})" for day in marks.days), said):
        name = next(name for day, name in marks.days.items() if re.fullmatch(day, match[0]))
        if found and re.fullmatch(marks.through, said[place : match.start()]):
            if found[-1] not in WEEK or name not in WEEK:
                return None
            first, last = WEEK.index(found[-1]), WEEK.index(name)
            found += [WEEK[(first + step) % 7] for step in range(1, (last - first) % 7 + 1)]
        else:
            found.append(name)
        place = match.end()
    return tuple(dict.fromkeys(found)) or None


@cache
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    marks = pack(code).marks
    edge = "" if code == "zh" else r"(?<![\w'])"
    end = "" if code == "zh" else r"(?!\w)"
    table = (*marks.times.items(), *marks.turns.items())
    return tuple(
        (kind, re.compile(f"{edge}(?:{_filled(one, marks)}){end}" if one != _COLON else r"(?<!\d):(?=\s)"))
        for kind, patterns in table
        for one in patterns
    )


def _filled(pattern: str, marks: Marks) -> str:
    units = "|".join(marks.spans)
    one = rf"{marks.number}\s*(?:{units})"
    length = rf"(?:{'|'.join(marks.lengths)}|(?:{one}(?:,? and |,? | и |零|又)?)+{_CLOSED})"
    day = f"(?:{'|'.join(marks.days)})"
    parts = {
        "n": rf"(?P<n>{marks.number})",
        "n2": rf"(?P<n2>{marks.number})",
        "t": f"(?P<t>{length})",
        "c": f"(?P<c>{marks.clock})",
        "c2": f"(?P<c2>{marks.clock})",
        "x": f"(?P<x>{marks.sure})",
        "y": f"(?P<y>{marks.sure})",
        "d": f"(?P<d>(?:{day}(?:{marks.joint}|{marks.through})?)+{_CLOSED})",
        "q": _QUOTED,
    }
    turns = count()
    return _INNER.sub(
        lambda found: parts[found[1]].replace(f"<{found[1]}>", f"<{found[1]}__{next(turns)}>", 1), pattern
    )
