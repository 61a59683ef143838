"""At what time of day something usually happens, and when a thing is usually in use. Pure.

Times of day lie on a circle: half past eleven at night and half past midnight are an hour apart.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta, tzinfo
from enum import StrEnum
from itertools import groupby

from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.days.calendar import local, second_of_day
from devices.history.analysis.held import runs_of
from devices.history.course.course import Course, States
from devices.history.sight import UNAVAILABLE

FEWEST_DAYS = 3
"""Fewer days make no habit."""

_DAY = 86_400.0
_CLOSE = 0.3
"""Times whose mean direction is shorter than this lie all around the clock."""


class Which(StrEnum):
    """Which of a day's events count."""

    FIRST = "first"
    LAST = "last"
    EACH = "each"


class Days(StrEnum):
    """Which days count."""

    ALL = "all"
    WEEKDAYS = "weekdays"
    WEEKEND = "weekend"


@dataclass(frozen=True, slots=True)
class Habit:
    """Which events are meant; `part` is a part of the day, over midnight if it ends before it begins."""

    which: Which = Which.EACH
    days: Days = Days.ALL
    part: tuple[time, time] | None = None


@dataclass(frozen=True, slots=True)
class Typical:
    """The usual time by the home's clock; half of all times lie between `early` and `late`.

    All three are None if it happened on fewer than three days, or, `scattered`, at any time of the day.
    `events` is how often it happened, on how many `days`.
    """

    basis: Basis
    events: int
    days: int
    usual: time | None = None
    early: time | None = None
    late: time | None = None
    scattered: bool = False


def typical(states: States, words: Collection[str], zone: tzinfo, habit: Habit | None = None) -> Typical:
    """At what time one of these words usually begins."""
    starts = [run.start for run in runs_of(states, words) if run.began]
    return typical_of(starts, basis(states), zone, habit or Habit())


def typical_peak(course: Course, zone: tzinfo, *, lowest: bool = False) -> Typical:
    """At what time of the day a number is usually at its highest, or lowest."""
    by_day: dict[date, tuple[float, int]] = {}
    for part in course.parts:
        value, at = (part.low, part.low_at) if lowest else (-part.high, part.high_at)
        day = local(at, zone).date()
        by_day[day] = min(by_day.get(day, (value, at)), (value, at))
    return typical_of([at for _, at in by_day.values()], basis(course), zone, Habit())


def typical_of(events: Iterable[int], found: Basis, zone: tzinfo, habit: Habit) -> Typical:
    """The usual time of day of instants in milliseconds."""
    shift = _seconds(habit.part[0]) if habit.part else 0.0
    kept = sorted(at for at in events if _counts(at, zone, habit, shift))
    groups = [list(group) for _, group in groupby(kept, lambda at: _day(at, zone, shift))]
    chosen = [at for group in groups for at in _chosen(group, habit.which)]
    plain = Typical(found, len(kept), len(groups))
    if len(groups) < FEWEST_DAYS:
        return plain
    times = [second_of_day(at, zone) for at in chosen]
    middle = _middle(times)
    if middle is None:
        return Typical(found, len(kept), len(groups), scattered=True)
    apart = sorted((at - middle + _DAY / 2) % _DAY - _DAY / 2 for at in times)
    early, usual, late = (_clock(middle + quantile(apart, share)) for share in (0.25, 0.5, 0.75))
    return Typical(found, len(kept), len(groups), usual, early, late)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of ordered values lies, between two neighbours in proportion."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The share of the known time, 0 to 1, in which something held.

    By local hour, and by weekday from Monday; None where nothing is known. `days` is how many days something
    is known of.
    """

    basis: Basis
    hours: tuple[float | None, ...]
    weekdays: tuple[float | None, ...]
    days: int

    @property
    def busiest_hour(self) -> int | None:
        """The hour of the greatest share, None if it never held."""
        return _greatest(self.hours)

    @property
    def busiest_weekday(self) -> int | None:
        """The weekday of the greatest share, Monday 0, None if it never held."""
        return _greatest(self.weekdays)


def pattern(states: States, words: Collection[str], zone: tzinfo) -> Pattern:
    """When one of these words usually holds; what only rollups tell of is left out."""
    seen, held = _Dial(), _Dial()
    for span in states.spans:
        if span.word != UNAVAILABLE or UNAVAILABLE in words:
            seen.add(span.start, span.end, zone)
    for run in runs_of(states, words):
        held.add(run.start, run.end, zone)
    hours = tuple(_share(a, b) for a, b in zip(held.hours, seen.hours, strict=True))
    weekdays = tuple(_share(a, b) for a, b in zip(held.weekdays, seen.weekdays, strict=True))
    return Pattern(basis(states), hours, weekdays, len(seen.days))


class _Dial:
    """Milliseconds by local hour and weekday."""

    def __init__(self) -> None:
        self.hours, self.weekdays, self.days = [0] * 24, [0] * 7, set[date]()

    def add(self, start: int, end: int, zone: tzinfo) -> None:
        """Count a stretch in."""
        while start < end:
            here = local(start, zone)
            until = min(end, start + _QUARTER - start % _QUARTER)
            self.hours[here.hour] += until - start
            self.weekdays[here.weekday()] += until - start
            self.days.add(here.date())
            start = until


_QUARTER = 900_000
"""Every zone's hours begin at a quarter of an hour of UTC."""


def _greatest(shares: Sequence[float | None]) -> int | None:
    found = [(share, -index) for index, share in enumerate(shares) if share]
    return -max(found)[1] if found else None


def _share(held: int, seen: int) -> float | None:
    return held / seen if seen else None


def _counts(at: int, zone: tzinfo, habit: Habit, shift: float) -> bool:
    weekend = _day(at, zone, shift).weekday() >= 5
    if habit.days is not Days.ALL and weekend is not (habit.days is Days.WEEKEND):
        return False
    if habit.part is None:
        return True
    start, end = (_seconds(edge) for edge in habit.part)
    return (second_of_day(at, zone) - start) % _DAY < ((end - start) % _DAY or _DAY)


def _day(at: int, zone: tzinfo, shift: float) -> date:
    """The day that an event counts to: an evening that goes past midnight is one of the day before."""
    here = local(at, zone)
    late = second_of_day(at, zone) < shift
    return here.date() - timedelta(days=1) if late else here.date()


def _chosen(group: Sequence[int], which: Which) -> Sequence[int]:
    if which is Which.EACH:
        return group
    return group[:1] if which is Which.FIRST else group[-1:]


def _middle(times: Sequence[float]) -> float | None:
    """The mean direction of times on the circle of a day; None if they lie all around it."""
    angles = [2 * math.pi * at / _DAY for at in times]
    up, across = math.fsum(map(math.sin, angles)), math.fsum(map(math.cos, angles))
    if math.hypot(up, across) < _CLOSE * len(times):
        return None
    return math.atan2(up, across) / (2 * math.pi) * _DAY % _DAY


def _clock(seconds: float) -> time:
    minutes = round(seconds / 60) % 1440
    return time(minutes // 60, minutes % 60)


def _seconds(at: time) -> float:
    return at.hour * 3600.0 + at.minute * 60 + at.second
