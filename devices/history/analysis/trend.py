"""Where a number is going: a straight line, and whether it is one at all. Pure; foretells nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course, Part

HOUR = 3_600_000

FEWEST = 3
"""A line through fewer points says nothing."""

CLEAR = 0.5
"""A line that explains less of the movement than this share is no trend."""

_RECENT = 6
"""The rate of now is that of the last sixth of what is known, and of half an hour at least."""


class Direction(StrEnum):
    """What a number does over a window; `unsteady` moves without direction."""

    RISING = "rising"
    FALLING = "falling"
    STEADY = "steady"
    UNSTEADY = "unsteady"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Line:
    """Value = `level` + `slope` * (milliseconds since `origin`); `fit` is r², None where nothing moves."""

    origin: float
    level: float
    slope: float
    fit: float | None

    def at(self, when: float) -> float:
        """The line's value at an instant in milliseconds."""
        return self.level + self.slope * (when - self.origin)


@dataclass(frozen=True, slots=True)
class Trend:
    """The line's slope in the unit of `basis` an hour and a day, and its change over what is known.

    `fit` is r², 0 to 1. `rate` is how fast it has been going lately, an hour. All None where too little is
    known.
    """

    basis: Basis
    direction: Direction
    per_hour: float | None = None
    per_day: float | None = None
    change: float | None = None
    fit: float | None = None
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A value at an instant in milliseconds, and how much it weighs."""

    at: float
    value: float
    weight: float = 1.0


def trend(course: Course) -> Trend:
    """The trend of a course, each part weighing as long as it was known."""
    points = points_of(course.parts)
    start, end = _extent(course.parts)
    return trend_of(points, end - start, basis(course), _rate(course.parts))


def trend_of(points: Sequence[Point], length: float, found: Basis, rate: float | None = None) -> Trend:
    """The trend of points, such as the sums of days, over a length in milliseconds.

    A value that stands still is steady however few its readings; else three points are needed.
    """
    if points and all(point.value == points[0].value for point in points) and length > 0:
        return Trend(found, Direction.STEADY, 0.0, 0.0, 0.0, None, rate)
    line = fitted(points) if len(points) >= FEWEST else None
    if line is None or line.fit is None:
        return Trend(found, Direction.UNKNOWN, rate=rate)
    if line.fit < CLEAR:
        direction = Direction.UNSTEADY
    else:
        direction = Direction.RISING if line.slope > 0 else Direction.FALLING
    hourly = line.slope * HOUR
    return Trend(found, direction, hourly, 24 * hourly, line.slope * length, line.fit, rate)


def points_of(parts: Sequence[Part]) -> tuple[Point, ...]:
    """The middle of each part that lasted."""
    return tuple(Point((part.start + part.end) / 2, part.mean, part.known) for part in parts if part.known)


def fitted(points: Sequence[Point]) -> Line | None:
    """The line of weighted least squares; None for points at one instant or of no weight."""
    whole = math.fsum(point.weight for point in points)
    if not points or whole <= 0:
        return None
    origin = math.fsum(point.at * point.weight for point in points) / whole
    level = math.fsum(point.value * point.weight for point in points) / whole
    across = math.fsum(point.weight * (point.at - origin) ** 2 for point in points)
    if across <= 0:
        return None
    along = math.fsum(point.weight * (point.at - origin) * (point.value - level) for point in points)
    moved = math.fsum(point.weight * (point.value - level) ** 2 for point in points)
    fit = min(1.0, along * along / (across * moved)) if moved > 0 and across * moved > 0 else None
    return Line(origin, level, along / across, fit)


def _rate(parts: Sequence[Part]) -> float | None:
    """The slope lately, an hour; 0 for what has stood still all the while."""
    start, end = _extent(parts)
    since = end - max((end - start) / _RECENT, HOUR / 2)
    recent = points_of([part for part in parts if part.end > since])
    if not recent:
        return None
    if len(recent) == 1:
        return 0.0 if parts[-1].known >= end - since else None
    line = fitted(recent)
    return None if line is None else line.slope * HOUR


def _extent(parts: Sequence[Part]) -> tuple[int, int]:
    return (parts[0].start, parts[-1].end) if parts else (0, 0)
