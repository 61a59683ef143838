"""Numbers with the precision of the data, a mean with one digit more at most. Knows no sentence."""

from collections.abc import Iterable

from devices.history.analysis.figure import SECONDS, Statistic
from devices.history.course.course import Course, States
from tools.words.packs import pack
from tools.words.speech import amount, duration, say

FINEST = 3
"""So many decimals are told at most."""


def decimals(values: Iterable[float]) -> int:
    """How many decimals these have at most, no more than are told."""
    return max((_decimals(value) for value in values), default=0)


def digits(course: Course) -> int:
    """The precision of a course: the decimals of its readings."""
    return decimals(value for part in course.parts for value in (part.low, part.high, part.last))


def worded(language: str, value: float, unit: str, statistic: Statistic, places: int) -> str:
    """A worked-out number as a reply tells it: a length of time, a count, or a number with its unit."""
    if unit == SECONDS:
        return duration(language, value)
    if statistic is Statistic.COUNT:
        return say(language, "brief_count", count=round(value, 1) if value % 1 else int(value))
    return figure(language, value, unit, places)


def precision(of: Course | States, statistic: Statistic, unit: str, value: float | None) -> int:
    """How many decimals a statistic is told with: a sum out of power as it shows, a mean one digit more."""
    if isinstance(of, States):
        return 0
    if statistic is Statistic.USED and unit != of.unit:
        return significant(value or 0.0)
    return digits(of) + (statistic is Statistic.MEAN)


def told(value: float, places: int) -> float:
    """A number rounded to so many decimals, never to minus nothing."""
    return round(value, min(places, FINEST)) + 0.0


def figure(language: str, value: float, unit: str, places: int) -> str:
    """A number with its unit, in the language's spelling."""
    return amount(language, told(value, places), unit, min(places, FINEST))


def money(language: str, value: float, currency: str) -> str:
    """An amount of money, always with its cents."""
    return f"{value + 0.0:.2f} {currency}".replace(".", pack(language).decimal, 1)


def significant(value: float, most: int = 3) -> int:
    """The decimals with which a worked-out number shows about three digits, no more than `most`."""
    size = abs(value)
    return most if size < 1 else max(0, most - 1 - (len(str(int(size))) - 1))


def _decimals(value: float) -> int:
    return len(f"{value:.{FINEST}f}".rstrip("0").partition(".")[2])
