"""One number out of a course or states, as asked: what buckets, rankings, comparisons are made of."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.held import Holding, Limit, held, held_number
from devices.history.analysis.numbers import Numbers, numbers
from devices.history.analysis.use.used import used
from devices.history.course.course import Course, States
from devices.history.sight import UNAVAILABLE


class Statistic(StrEnum):
    """What is asked of a stretch of time."""

    MEAN = "mean"
    MEDIAN = "median"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    FIRST = "first"
    LAST = "last"
    SPREAD = "spread"
    CHANGE = "change"
    USED = "used"
    DURATION = "duration"
    COUNT = "count"


SUMS = frozenset({Statistic.USED, Statistic.DURATION, Statistic.COUNT})
"""What grows with the length of its window."""

SECONDS = "s"


@dataclass(frozen=True, slots=True)
class Asked:
    """A statistic; of a duration or count also which words, or which limit, are meant.

    A count without words or limit is that of readings, or of changes to any word.
    """

    statistic: Statistic
    words: frozenset[str] = frozenset()
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit, None if it isn't known; a duration is in seconds.

    `at` is when an extreme was reached. `exact` is False for a duration or count that rollups bound only from
    below.
    """

    value: float | None
    unit: str
    basis: Basis
    at: datetime | None = None
    exact: bool = True


_OF_NUMBERS: dict[Statistic, Callable[[Numbers], float | None]] = {
    Statistic.MEAN: lambda found: found.mean,
    Statistic.MEDIAN: lambda found: found.median,
    Statistic.MINIMUM: lambda found: found.minimum,
    Statistic.MAXIMUM: lambda found: found.maximum,
    Statistic.FIRST: lambda found: found.first,
    Statistic.LAST: lambda found: found.last,
    Statistic.SPREAD: lambda found: found.spread,
    Statistic.CHANGE: lambda found: found.change,
}

_WHEN: dict[Statistic, Callable[[Numbers], datetime | None]] = {
    Statistic.MINIMUM: lambda found: found.minimum_at,
    Statistic.MAXIMUM: lambda found: found.maximum_at,
}


def figure(of: Course | States, asked: Asked) -> Figure:
    """The number that is asked of a course or of states."""
    if isinstance(of, States):
        return _of_states(of, asked)
    if asked.statistic is Statistic.USED:
        sum_up = used(of)
        return Figure(sum_up.amount, sum_up.unit, sum_up.basis)
    if asked.limit is not None:
        return _of_holding(held_number(of, asked.limit), asked.statistic, known=bool(of.parts))
    found = numbers(of)
    if asked.statistic is Statistic.COUNT:
        return Figure(float(found.count) if of.parts else None, "", found.basis)
    if asked.statistic is Statistic.DURATION:
        return Figure(of.known / 1000 if of.parts else None, SECONDS, found.basis)
    when = _WHEN.get(asked.statistic)
    at = None if when is None else when(found)
    return Figure(_OF_NUMBERS[asked.statistic](found), of.unit, found.basis, at)


def _of_states(states: States, asked: Asked) -> Figure:
    if asked.statistic not in {Statistic.DURATION, Statistic.COUNT}:
        return Figure(None, "", basis(states))
    told = {span.word for span in states.spans if span.end > span.start}
    told |= {word for tally in states.tallies for word in tally.held}
    words = told - {UNAVAILABLE}
    known = bool(told if UNAVAILABLE in asked.words else words)
    if asked.words:
        return _of_holding(held(states, asked.words), asked.statistic, known=known)
    if asked.statistic is Statistic.DURATION:
        return _of_holding(held(states, words), asked.statistic, known=known)
    count = sum(held(states, {word}).count for word in words)
    return Figure(float(count) if known else None, "", basis(states))


def _of_holding(found: Holding, statistic: Statistic, *, known: bool) -> Figure:
    if statistic is Statistic.COUNT:
        return Figure(float(found.count) if known else None, "", found.basis, exact=found.exact)
    exact = found.at_most == found.seconds
    return Figure(found.seconds if known else None, SECONDS, found.basis, exact=exact)
