"""A figure for each hour, day, week or month of the home's calendar. Pure.

A bucket of which nothing is known is a gap and no zero.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo

from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.cut import sliced, sliced_states
from devices.history.analysis.days.calendar import By, cuts
from devices.history.analysis.figure import SUMS, Asked, Figure, Statistic, figure
from devices.history.analysis.trend import Point
from devices.history.course.course import Course, States
from devices.storage.tables import instant, millis

ENOUGH = 0.9
"""A bucket of which less than this share is known counts as incomplete."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """One stretch of the calendar, whole, and the figure of what of it lies in the window.

    Not `whole`: the window begins or ends within it, or too much of it is not known.
    """

    start: datetime
    end: datetime
    figure: Figure
    whole: bool

    @property
    def value(self) -> float | None:
        """The number, None for a gap."""
        return self.figure.value


@dataclass(frozen=True, slots=True)
class Buckets:
    """All buckets of a window, oldest first, gaps among them."""

    basis: Basis
    by: By
    statistic: Statistic
    unit: str
    buckets: tuple[Bucket, ...]

    @property
    def known(self) -> tuple[Bucket, ...]:
        """Those that are no gap."""
        return tuple(bucket for bucket in self.buckets if bucket.value is not None)

    @property
    def most(self) -> Bucket | None:
        """The one with the greatest number, the first of equals."""
        return max(self.known, key=lambda bucket: bucket.value or 0.0, default=None)

    @property
    def least(self) -> Bucket | None:
        """The one with the least number, the first of equals; of sums only a whole one can be it."""
        known = self.known
        if self.statistic in SUMS:
            known = tuple(bucket for bucket in known if bucket.whole)
        return min(known, key=lambda bucket: bucket.value or 0.0, default=None)

    @property
    def average(self) -> float | None:
        """The mean of the whole buckets, such as the use on an average day; None if none is whole."""
        values = [bucket.value for bucket in self.buckets if bucket.whole and bucket.value is not None]
        return math.fsum(values) / len(values) if values else None

    @property
    def total(self) -> float | None:
        """All of them added up; None for what can't be added up, or if nothing is known."""
        values = [bucket.value for bucket in self.known if bucket.value is not None]
        return math.fsum(values) if values and self.statistic in SUMS else None


def buckets(of: Course | States, by: By, asked: Asked, zone: tzinfo) -> Buckets:
    """What is asked, for each stretch of the calendar that the window touches.

    A course must not be coarser than `level_of(by)`.
    """
    edges = cuts(by, of.start, of.end, zone)
    found = tuple(
        Bucket(instant(start), instant(end), told, _whole(told, start, end))
        for start, end, told in zip(edges, edges[1:], _figures(of, edges, asked), strict=False)
    )
    unit = next((bucket.figure.unit for bucket in found if bucket.figure.unit), figure(of, asked).unit)
    return Buckets(basis(of), by, asked.statistic, unit, found)


def points(found: Buckets) -> tuple[Point, ...]:
    """The whole buckets as points in time, such as the use of each day for a trend."""
    return tuple(
        Point((millis(bucket.start) + millis(bucket.end)) / 2, bucket.value)
        for bucket in found.buckets
        if bucket.whole and bucket.value is not None
    )


def _figures(of: Course | States, edges: list[int], asked: Asked) -> Iterator[Figure]:
    inner = [of.start, *edges[1:-1], of.end]
    pieces = sliced(of, inner) if isinstance(of, Course) else sliced_states(of, inner)
    return (figure(piece, asked) for piece in pieces)


def _whole(told: Figure, start: int, end: int) -> bool:
    seen = (millis(told.basis.start), millis(told.basis.end)) == (start, end)
    return seen and told.basis.coverage >= ENOUGH
