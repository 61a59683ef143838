"""The plain numbers of a course: mean, median, extremes and when. Knows no unit and fills no gap."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course, Part
from devices.history.rollup.level import Level
from devices.storage.tables import instant


@dataclass(frozen=True, slots=True)
class Numbers:
    """All None when nothing is known; instants are aware and in UTC. Each is worked out as it is asked for.

    Mean and median are weighted by time; above `basis.level` RAW the median is that of the parts' means.
    An extreme comes with the first instant at which it was reached, and how long it then stayed there (None
    where only rollups tell of it). `first` and `last` are what held at both ends of what is known, from
    `first_at` to `last_at`; where the course begins with a rollup, `first` is its mean. `count` is how many
    readings there were.
    """

    basis: Basis
    parts: tuple[Part, ...] = field(default=(), repr=False)

    @property
    def count(self) -> int:
        """How many readings there were."""
        return sum(part.count for part in self.parts)

    @property
    def mean(self) -> float | None:
        """The mean, weighted by time."""
        return mean(self.parts)

    @property
    def median(self) -> float | None:
        """The median, weighted by time."""
        return median([(part.mean, part.known) for part in self.parts])

    @property
    def minimum(self) -> float | None:
        """The least of all."""
        return min((part.low for part in self.parts), default=None)

    @property
    def minimum_at(self) -> datetime | None:
        """When it was reached first."""
        lowest = self._lowest
        return None if lowest is None else instant(lowest.low_at)

    @property
    def minimum_for(self) -> timedelta | None:
        """For how long it then stayed there."""
        return _stay(self.parts, self._lowest)

    @property
    def maximum(self) -> float | None:
        """The greatest of all."""
        return max((part.high for part in self.parts), default=None)

    @property
    def maximum_at(self) -> datetime | None:
        """When it was reached first."""
        highest = self._highest
        return None if highest is None else instant(highest.high_at)

    @property
    def maximum_for(self) -> timedelta | None:
        """For how long it then stayed there."""
        return _stay(self.parts, self._highest)

    @property
    def first(self) -> float | None:
        """What held at first."""
        return self.parts[0].mean if self.parts else None

    @property
    def first_at(self) -> datetime | None:
        """Since when something is known."""
        return instant(self.parts[0].start) if self.parts else None

    @property
    def last(self) -> float | None:
        """What held at last."""
        return self.parts[-1].last if self.parts else None

    @property
    def last_at(self) -> datetime | None:
        """Until when something is known."""
        return instant(self.parts[-1].end) if self.parts else None

    @property
    def spread(self) -> float | None:
        """From the minimum to the maximum."""
        least, most = self.minimum, self.maximum
        return None if least is None or most is None else most - least

    @property
    def change(self) -> float | None:
        """From the first to the last."""
        return self.parts[-1].last - self.parts[0].mean if self.parts else None

    @property
    def _lowest(self) -> Part | None:
        return min(self.parts, key=lambda part: (part.low, part.low_at), default=None)

    @property
    def _highest(self) -> Part | None:
        return min(self.parts, key=lambda part: (-part.high, part.high_at), default=None)


def numbers(course: Course) -> Numbers:
    """The numbers of a course."""
    return Numbers(basis(course), course.parts)


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


def _stay(parts: Sequence[Part], extreme: Part | None) -> timedelta | None:
    if extreme is None or extreme.level is not Level.RAW:
        return None
    end = extreme.start
    for part in parts[parts.index(extreme) :]:
        if part.level is not Level.RAW or part.start != end or part.mean != extreme.mean:
            break
        end = part.end
    return timedelta(milliseconds=end - extreme.start)
