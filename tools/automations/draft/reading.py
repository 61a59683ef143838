"""The lenient reading of what a model writes in the parts of a rule. Knows no rule and resolves no names."""

import json
import re
from collections.abc import Mapping
from datetime import time
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from devices.automation.rule.trigger import Weekday
from tools.meaning.arguments import Number, blank, listed

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?", re.IGNORECASE)
_WORKDAYS, _WEEKEND = tuple(Weekday)[:5], tuple(Weekday)[5:]
_SEVERAL: Mapping[str, tuple[Weekday, ...]] = {
    **dict.fromkeys(("weekday", "weekdays", "workday", "workdays", "working_days"), _WORKDAYS),
    **dict.fromkeys(("weekend", "weekends"), _WEEKEND),
    **dict.fromkeys(("daily", "everyday", "every_day", "all", "any"), ()),
}


def clock_time(raw: object) -> object:
    """A time of day by any usual spelling: "7:30", "07:30:00", "7 pm", "24:00"; anything else unchanged."""
    if not isinstance(raw, str):
        return raw
    if not raw.strip():
        return None
    found = _CLOCK.fullmatch(raw.strip().removeprefix("T"))
    if found is None:
        return raw
    hour, half = int(found[1]), (found[4] or "").casefold().replace(".", "")
    if half and not 1 <= hour <= 12:
        return raw
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    hour = 0 if hour == 24 and int(found[2] or 0) == 0 else hour
    minute, second = int(found[2] or 0), int(found[3] or 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else raw


def weekdays(raw: object) -> object:
    """Days by name, in the order of the week: "Monday", "weekend", ["mon", "Tuesday"]; all seven are none."""
    named = listed(raw)
    if not isinstance(named, list):
        return raw
    found: set[Weekday] = set()
    for item in named:
        word = str(item).strip().casefold().replace(" ", "_").replace("-", "_")
        if word in _SEVERAL:
            found |= set(_SEVERAL[word] or tuple(Weekday))
        elif word[:3] in tuple(Weekday) and (len(word) == 3 or word.rstrip("s").endswith("day")):
            found.add(Weekday(word[:3]))
        else:
            return raw
    return [] if len(found) == len(Weekday) else [day for day in Weekday if day in found]


def entries(raw: object) -> object:
    """A list of objects: one object becomes a list of one, JSON text is read, null is an empty list."""
    if isinstance(raw, str):
        try:
            raw = json.loads(raw) if raw.strip() else []
        except (ValueError, RecursionError):
            return raw
    if raw is None:
        return []
    return [raw] if isinstance(raw, dict) else raw


def guessed(given: object, signs: Mapping[str, StrEnum]) -> object:
    """An entry whose kind was left out, with the kind that its keys tell; nulls and blanks are dropped."""
    if isinstance(given, str):
        given = entries(given)
    if not isinstance(given, dict):
        return given
    told = {key: value for key, value in given.items() if value not in (None, "")}
    if "type" in told and "kind" not in told:
        told["kind"] = told.pop("type")
    kind = next((kind for sign, kind in signs.items() if sign in told), None)
    return {"kind": kind, **told} if kind is not None and "kind" not in told else told


def worded(raw: object) -> object:
    """A word by its plain spelling; "rises" and "falls" for the way of a number."""
    if not isinstance(raw, str):
        return raw
    word = raw.strip().casefold()
    return _WAYS.get(word, word or None)


_WAYS = {
    **dict.fromkeys(("rise", "rises", "increase", "increases", "higher"), "up"),
    **dict.fromkeys(("fall", "falls", "drop", "drops", "decrease", "decreases", "lower"), "down"),
    **dict.fromkeys(("", "any", "both", "change", "changes"), "either"),
}
At: TypeAlias = Annotated[time | None, BeforeValidator(clock_time)]
Weekdays: TypeAlias = Annotated[list[Weekday], BeforeValidator(weekdays)]
Measured: TypeAlias = Annotated[Number | None, BeforeValidator(blank)]
