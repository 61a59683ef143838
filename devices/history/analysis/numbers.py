"""The plain numbers of a course: mean, median, extremes and when. Knows no unit and fills no gap."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course, Part
from devices.history.rollup.level import Level
from devices.storage.tables import instant


@dataclass(frozen=True, slots=True)
class Numbers:
    """All None when nothing is known; instants are aware and in UTC.

    Mean and median are weighted by time; above `basis.level` RAW the median is that of the parts' means.
    An extreme comes with the first instant at which it was reached, and how long it then stayed there (None
    where only rollups tell of it). `first` and `last` are what held at both ends of what is known, from
    `first_at` to `last_at`; where the course begins with a rollup, `first` is its mean. `count` is how many
    readings there were.
    """

    basis: Basis
    count: int = 0
    mean: float | None = None
    median: float | None = None
    minimum: float | None = None
    minimum_at: datetime | None = None
    minimum_for: timedelta | None = None
    maximum: float | None = None
    maximum_at: datetime | None = None
    maximum_for: timedelta | None = None
    first: float | None = None
    first_at: datetime | None = None
    last: float | None = None
    last_at: datetime | None = None

    @property
    def spread(self) -> float | None:
        """From the minimum to the maximum."""
        return None if self.minimum is None or self.maximum is None else self.maximum - self.minimum

    @property
    def change(self) -> float | None:
        """From the first to the last."""
        return None if self.first is None or self.last is None else self.last - self.first


def numbers(course: Course) -> Numbers:
    """The numbers of a course."""
    parts, found = course.parts, basis(course)
    if not parts:
        return Numbers(found)
    lowest = min(parts, key=lambda part: (part.low, part.low_at))
    highest = min(parts, key=lambda part: (-part.high, part.high_at))
    return Numbers(
        found,
        sum(part.count for part in parts),
        mean(parts),
        median([(part.mean, part.known) for part in parts]),
        lowest.low,
        instant(lowest.low_at),
        _stay(parts, lowest),
        highest.high,
        instant(highest.high_at),
        _stay(parts, highest),
        parts[0].mean,
        instant(parts[0].start),
        parts[-1].last,
        instant(parts[-1].end),
    )


def mean(parts: Sequence[Part]) -> float | None:
    """The time-weighted mean; of readings that held for no time at all, their plain mean."""
    if not parts:
        return None
    known = sum(part.known for part in parts)
    if not known:
        return math.fsum(part.mean for part in parts) / len(parts)
    found = math.fsum(part.mean * part.known for part in parts) / known
    return min(max(found, min(part.low for part in parts)), max(part.high for part in parts))


def median(weighted: Iterable[tuple[float, int]]) -> float | None:
    """The number below and above which equal weights lie; midway where it falls between two."""
    ordered = sorted(weighted)
    if not any(weight for _, weight in ordered):
        ordered = [(value, 1) for value, _ in ordered]
    whole, reached = sum(weight for _, weight in ordered), 0
    heavy = [(value, weight) for value, weight in ordered if weight]
    for index, (value, weight) in enumerate(heavy):
        reached += weight
        if 2 * reached == whole:
            return (value + heavy[index + 1][0]) / 2
        if 2 * reached > whole:
            return value
    return None


def _stay(parts: Sequence[Part], extreme: Part) -> timedelta | None:
    if extreme.level is not Level.RAW:
        return None
    end = extreme.start
    for part in parts[parts.index(extreme) :]:
        if part.level is not Level.RAW or part.start != end or part.mean != extreme.mean:
            break
        end = part.end
    return timedelta(milliseconds=end - extreme.start)
