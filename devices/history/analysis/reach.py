"""How long until a number gets somewhere, going on as it went lately. Pure; knows no heater, no weather.

A straight line, or the approach to a level that gets slower (Newton's cooling), whichever fits better.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.trend import CLEAR, HOUR, Line, Point, fitted, points_of
from devices.history.course.course import Course, Part
from devices.storage.tables import instant

DAY = 24 * HOUR
FARTHEST = 4
"""Nothing is said beyond so many times what was seen, nor beyond a day."""

FEWEST = 4
"""Fewer values show no direction."""

MOST = 150
"""More points make it no truer."""

_TAIL = 8
"""A last turn counts if at least an eighth of the window came after it."""

_CURVED = 0.7
"""A curve is believed if it leaves less than this share of the straight line's error."""

_LIKELY = 2.0
"""Curves that err up to so many times more than the best one are possible still."""

_SPEEDS = 80
"""So many slownesses of a curve are tried."""

_TOUCH = 1e-12


class Prospect(StrEnum):
    """Whether it will get there, going on as it does; `steady` goes nowhere for certain."""

    THERE = "there"
    COMING = "coming"
    AWAY = "away"
    STEADY = "steady"
    STOPS_SHORT = "stops_short"
    TOO_FAR = "too_far"
    UNKNOWN = "unknown"


class Shape(StrEnum):
    """How it goes there."""

    LINE = "line"
    CURVE = "curve"


@dataclass(frozen=True, slots=True)
class Reach:
    """When `target` is reached: `at`, likely from `earliest` to `latest`; only if COMING.

    `latest` is None if it may be later than anything can be said of, or never.

    `current` is the newest value and `seen_at` until when it held, `rate` how fast it goes now, an hour, and
    `level` where a curve that stops short will end up. `since` is from when on it went the way it does.
    """

    basis: Basis
    prospect: Prospect
    target: float
    current: float | None = None
    seen_at: datetime | None = None
    rate: float | None = None
    at: datetime | None = None
    earliest: datetime | None = None
    latest: datetime | None = None
    shape: Shape = Shape.LINE
    level: float | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Curve:
    """value = `level` + `gap` * exp(-(t - origin) / `slowness`)."""

    origin: float
    level: float
    gap: float
    slowness: float
    error: float

    def until(self, target: float) -> float | None:
        """The instant at which it reaches a value; None if it never does."""
        share = (target - self.level) / self.gap if self.gap else 0.0
        return self.origin - self.slowness * math.log(share) if share > 0 else None

    def rate(self, when: float) -> float:
        """How fast it goes at an instant, an hour."""
        return -self.gap / self.slowness * math.exp(-(when - self.origin) / self.slowness) * HOUR


def reach(course: Course, target: float) -> Reach:
    """When a course that goes on as it went lately reaches a value; best of the last few hours."""
    found = basis(course)
    if not course.parts:
        return Reach(found, Prospect.UNKNOWN, target)
    last = course.parts[-1]
    plain = Reach(found, Prospect.UNKNOWN, target, last.last, instant(last.end))
    if last.last == target:
        return replace(plain, prospect=Prospect.THERE)
    if course.known and all(part.low == part.high == last.last for part in course.parts):
        return replace(plain, prospect=Prospect.STEADY, rate=0.0)
    points = _thinned(points_of(_lately(course.parts)))
    line = fitted(points) if len(points) >= FEWEST else None
    if line is None:
        return plain
    since = instant(course.parts[-1].end if not points else round(points[0].at))
    return replace(_judged(plain, points, line, last.end), since=since)


def _lately(parts: Sequence[Part]) -> Sequence[Part]:
    """The parts since the last turn: since the lowest or the highest value, whichever came last."""
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    lowest = max(index for index, part in enumerate(parts) if part.low == low)
    highest = max(index for index, part in enumerate(parts) if part.high == high)
    end, whole = parts[-1].end, parts[-1].end - parts[0].start
    for index in sorted((lowest, highest), reverse=True):
        if (end - parts[index].start) * _TAIL >= whole and len(parts) - index >= FEWEST:
            return parts[index:]
    return parts


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """At most so many points, neighbours averaged."""
    size = -(-len(points) // MOST) or 1
    groups = [points[index : index + size] for index in range(0, len(points), size)]
    return points if size == 1 else [_averaged(group) for group in groups]


def _averaged(group: Sequence[Point]) -> Point:
    whole = math.fsum(point.weight for point in group)
    at = math.fsum(point.at * point.weight for point in group) / whole
    return Point(at, math.fsum(point.value * point.weight for point in group) / whole, whole)


def _judged(plain: Reach, points: Sequence[Point], line: Line, now: int) -> Reach:
    """What the line, or a curve that fits better, says of the target."""
    curves = _curves(points)
    best = min(curves, key=lambda curve: curve.error, default=None)
    straight = math.fsum(point.weight * (point.value - line.at(point.at)) ** 2 for point in points)
    limit = now + min(DAY, FARTHEST * (now - points[0].at))
    if best is not None and best.error < _CURVED * straight:
        near = [curve for curve in curves if curve.error <= _LIKELY * best.error + _TOUCH]
        curved = replace(plain, rate=best.rate(now), shape=Shape.CURVE, level=best.level)
        return _told(curved, best.until(plain.target), [one.until(plain.target) for one in near], now, limit)
    slack = _slack(points, line, straight)
    slopes = (line.slope, line.slope - slack, line.slope + slack)
    times = [
        _crossing(replace(line, slope=slope), plain.target) if slope * line.slope > 0 else None
        for slope in slopes
    ]
    straight_on = replace(plain, rate=line.slope * HOUR)
    if line.fit is None or line.fit < CLEAR:
        return replace(straight_on, prospect=Prospect.STEADY)
    return _told(straight_on, times[0], times, now, limit)


def _told(plain: Reach, at: float | None, spread: Sequence[float | None], now: int, limit: float) -> Reach:
    """The prospect of a line or curve that crosses the target `at` an instant, if ever."""
    if (plain.rate or 0.0) * (plain.target - (plain.current or 0.0)) <= 0:
        return replace(plain, prospect=Prospect.AWAY)
    if at is None:
        return replace(plain, prospect=Prospect.STOPS_SHORT)
    if at > limit:
        return replace(plain, prospect=Prospect.TOO_FAR)
    sure = [when for when in spread if when is not None and when <= limit]
    late = max(sure, default=at) if len(sure) == len(spread) else None
    return replace(
        plain,
        prospect=Prospect.COMING,
        at=instant(round(max(at, now))),
        earliest=instant(round(max(min([at, *sure]), now))),
        latest=None if late is None else instant(round(max(late, now))),
    )


def _crossing(line: Line, target: float) -> float | None:
    return line.origin + (target - line.level) / line.slope if line.slope else None


def _slack(points: Sequence[Point], line: Line, error: float) -> float:
    """Twice the standard error of the slope."""
    across = math.fsum(point.weight * (point.at - line.origin) ** 2 for point in points)
    freedom = len(points) - 2
    return 2 * math.sqrt(error / freedom / across) if freedom > 0 and across > 0 else 0.0


def _curves(points: Sequence[Point]) -> list[_Curve]:
    """The best curve of each slowness, from a tenth of what was seen to ten times as much."""
    start, span = points[0].at, points[-1].at - points[0].at
    if span <= 0:
        return []
    slow = (span / 10 * 100 ** (step / (_SPEEDS - 1)) for step in range(_SPEEDS))
    return [curve for slowness in slow if (curve := _curve(points, start, slowness)) is not None]


def _curve(points: Sequence[Point], start: float, slowness: float) -> _Curve | None:
    bent = [Point(math.exp(-(point.at - start) / slowness), point.value, point.weight) for point in points]
    line = fitted(bent)
    if line is None or not line.slope:
        return None
    error = math.fsum(point.weight * (point.value - line.at(point.at)) ** 2 for point in bent)
    return _Curve(start, line.at(0.0), line.slope, slowness, error)
