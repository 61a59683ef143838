"""Times of day out of the pieces that tell them, also without their half of the day. Knows no day."""

from collections.abc import Mapping

from tools.words.spec import Pack
from tools.words.windows.wall import DAY

PARTS: Mapping[str, tuple[int, int]] = {
    "early": (0, 360),
    "morning": (300, 720),
    "noon": (720, 780),
    "daytime": (420, 1_320),
    "afternoon": (720, 1_080),
    "evening": (1_080, 1_440),
    "night": (1_320, 1_860),
    "tonight": (1_080, 1_860),
}
"""Parts of the day in minutes after its midnight; a night ends on the next morning."""
_NIGHTS = frozenset({"night", "tonight"})
_NOON, _HALF = 720, 720
_SLACK = 240
"""A time of day may lie so many minutes outside the part it was said with: five in the evening."""
KINDS = frozenset({"range", "range_bare", "after", "before_clock", "around", "at"})
"""The kinds of pieces that tell times of day."""


def time_of(spoken: Pack, said: str, part: str = "") -> int | None:
    """Minutes after midnight; without a half of the day the part decides, else all 24 hours are meant.

    A time within a night that lies after midnight is beyond the day's 1440 minutes. None if it is no time,
    or none of that part of the day.
    """
    clock = spoken.marks.clock_of(said.strip())
    if clock is None:
        return None
    minutes = _exact(*clock)
    if not _fixed(clock) and part in ("afternoon", "evening", *_NIGHTS):
        later = clock[0] < 12 and (part not in _NIGHTS or clock[0] >= 6)
        minutes += _HALF if later else 0
        minutes += _HALF if clock[0] == 12 and part in ("evening", *_NIGHTS) else 0
    if part in _NIGHTS and minutes < _NOON:
        minutes += DAY
    if not part:
        return minutes
    begin, end = PARTS[part]
    return minutes if begin - _SLACK <= minutes <= end + _SLACK else None


def times_of(spoken: Pack, first: str, second: str, part: str = "") -> tuple[int, int] | None:
    """Both times of a stretch; a half of the day that one has counts for the other where it fits.

    The second one is always later; it may lie on the next day.
    """
    one, other = (spoken.marks.clock_of(said.strip()) for said in (first, second))
    if one is None or other is None:
        return None
    if part:
        begin, end = time_of(spoken, first, part), time_of(spoken, second, part)
        if begin is not None and end is not None and end <= begin and not _fixed(other) and part in _NIGHTS:
            end = _exact(*other) + DAY  # a night may end at seven, though "at seven" alone is in its evening
        return None if begin is None or end is None or begin >= end else (begin, end)
    begin, end = _exact(*one), _exact(*other)
    if not _fixed(one) and _fixed(other) and other[2] != "sure" and one[0] <= 12:
        begin = max((m for m in (begin % DAY, (begin + _HALF) % DAY) if m < end), default=begin)
        begin = begin if begin < end else (begin + _HALF) % DAY
    elif _fixed(one) and not _fixed(other) and (one[2] != "sure" or one[:2] in ((12, 0), (0, 0))):
        end = min(m for m in (end, end + _HALF, end + DAY) if m > begin)
    return begin, end if end > begin else end + DAY


def text(minutes: int) -> str:
    """As "HH:MM"; the end of the day is "24:00", a time on the next day is told as such."""
    shown = minutes if minutes == DAY else minutes % DAY
    return f"{shown // 60:02d}:{shown % 60:02d}"


def _fixed(clock: tuple[int, int, str]) -> bool:
    return clock[0] > 12 or clock[0] == 0 or bool(clock[2])


def _exact(hour: int, minute: int, half: str) -> int:
    total = hour * 60 + minute
    if hour > 12 or half in ("", "sure"):
        return total
    match half:
        case "am":
            return total % _HALF
        case "pm":
            return total % _HALF + _HALF
        case "night":
            return total % _HALF + (_HALF if 6 <= hour < 12 else 0)
        case _:  # around noon
            return total if hour >= 10 else total + _HALF
