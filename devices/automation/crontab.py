"""Crontab text read as times of day on named weekdays; what it says beyond that is refused. Runs nothing."""

import re
from datetime import time

from devices.automation.rule.trigger import At, Days, Weekday
from devices.errors import ConfigError

FORM = "write minute hour * * weekday, such as 30 7 * * mon-fri"
MOST_TIMES = 24
_SHORT = {
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
}
_FIELDS = 5
# crontab counts from Sunday, 0 and 7 alike
_BY_NUMBER = (
    Weekday.SUN,
    Weekday.MON,
    Weekday.TUE,
    Weekday.WED,
    Weekday.THU,
    Weekday.FRI,
    Weekday.SAT,
    Weekday.SUN,
)


def from_crontab(text: str) -> tuple[At, ...]:
    """Read `minute hour * * weekday`; Sunday is 0 and 7, names are taken too. One trigger a time of day.

    Raises:
        ConfigError: names the field that is not understood, and what can be written.
    """
    words = _SHORT.get(text.strip().lower(), text).lower().split()
    if len(words) != _FIELDS:
        raise ConfigError(f"crontab {text!r}: {len(words)} fields instead of {_FIELDS}; {FORM}")
    minute, hour, day, month, weekday = words
    if (day, month) != ("*", "*"):
        field = "day of the month" if day != "*" else "month"
        raise ConfigError(f"crontab {text!r}: the {field} can only be *; {FORM}")
    days = Days(_weekdays(weekday, text))
    clock = [(h, m) for h in _numbers(hour, 23, "hour", text) for m in _numbers(minute, 59, "minute", text)]
    if len(clock) > MOST_TIMES:
        raise ConfigError(f"crontab {text!r}: more than {MOST_TIMES} times a day; make it an interval")
    return tuple(At(time(h, m), days) for h, m in clock)


def _numbers(field: str, most: int, name: str, text: str) -> list[int]:
    """The numbers of a field, in order and each once."""
    found: set[int] = set()
    for part in field.split(","):
        ends = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part, re.ASCII)
        if ends is None:
            raise ConfigError(f"crontab {text!r}: the {name} {part!r} is not a number, list or range; {FORM}")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if not low <= high <= most:
            raise ConfigError(f"crontab {text!r}: the {name} {part!r} is not within 0-{most}, rising")
        found.update(range(low, high + 1))
    return sorted(found)


def _weekdays(field: str, text: str) -> tuple[Weekday, ...]:
    """The days named, in the order of the week; none means every day."""
    if field == "*":
        return ()
    found: set[Weekday] = set()
    for part in field.split(","):
        low, dash, high = part.partition("-")
        first = _weekday(low, text)
        last = _weekday(high, text) if dash else first
        if dash and high == "sun" and first:
            last = len(_BY_NUMBER) - 1
        if last < first:
            raise ConfigError(f"crontab {text!r}: the days {part!r} go backwards; list them with commas")
        found.update(_BY_NUMBER[first : last + 1])
    return () if found == set(Weekday) else tuple(day for day in Weekday if day in found)


def _weekday(word: str, text: str) -> int:
    names = [day.value for day in _BY_NUMBER[:7]]
    if word in names:
        return names.index(word)
    if re.fullmatch("[0-7]", word):
        return int(word)
    raise ConfigError(f"crontab {text!r}: the day {word!r} is neither 0-7 nor one of {', '.join(names)}")
