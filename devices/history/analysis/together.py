"""Whether two things go together: two numbers by correlation, a number by the state beside it. Pure.

What goes together need not cause the other.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course, Part, States
from devices.history.rollup.level import DAY_MS, HOUR_MS, Level

_T = TypeVar("_T")

FEWEST = 10
"""Fewer common points tell nothing."""

_STEPS = {Level.RAW: 300_000, Level.FIVE: 300_000, Level.HOUR: HOUR_MS, Level.DAY: DAY_MS}
_MOST_CELLS = 2000
_MOST_LAGS = 24


@dataclass(frozen=True, slots=True)
class Together:
    """`correlation` is weighted Pearson's, -1 to 1; None for too few points or a value that never moves.

    `lag` is by how much `one` comes before the other where they fit best, 0 if no other was looked for; at
    it `correlation` holds. `points` is how many stretches both were known in, `hours` how long in all.
    """

    one: Basis
    other: Basis
    correlation: float | None
    points: int
    hours: float
    lag: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Beside:
    """The mean of a number while a state's word held, and for how many hours both were known."""

    word: str
    mean: float
    hours: float


@dataclass(frozen=True, slots=True)
class ByState:
    """The number's mean by word, the longest held first; a word that never met a known number is left out."""

    states: Basis
    number: Basis
    unit: str
    beside: tuple[Beside, ...]

    def mean_while(self, word: str) -> float | None:
        """The mean while a word held."""
        return next((found.mean for found in self.beside if found.word == word), None)


def together(one: Course, other: Course, *, furthest: timedelta = timedelta()) -> Together:
    """How two numbers go together; with `furthest` also whether one follows the other by up to so much.

    Both are averaged over steps of five minutes, or of the coarser one's record, at most two thousand.
    """
    step, cells = _cells(one, other)
    left, right = _means(one.parts, cells), _means(other.parts, cells)
    best = Together(basis(one), basis(other), *_pearson(left, right))
    lags = min(int(furthest / timedelta(milliseconds=step)), _MOST_LAGS, len(cells))
    for lag in sorted((lag for lag in range(-lags, lags + 1) if lag), key=abs):
        found = _pearson(left[max(0, -lag) :], right[max(0, lag) :])
        if _better(found[0], best.correlation):
            best = Together(best.one, best.other, *found, timedelta(milliseconds=lag * step))
    return best


def by_state(states: States, course: Course) -> ByState:
    """What a number was while each word held; where only rollups tell of the states, nothing is known."""
    sums: dict[str, list[float]] = {}
    spans = [(span.start, span.end, span.word) for span in states.spans]
    for span, part, overlap in _overlaps(spans, course.parts):
        total = sums.setdefault(span[2], [0.0, 0.0])
        total[0] += part.mean * overlap
        total[1] += overlap
    found = [Beside(word, a / b, b / HOUR_MS) for word, (a, b) in sums.items() if b > 0]
    beside = tuple(sorted(found, key=lambda one: -one.hours))
    return ByState(basis(states), basis(course), course.unit, beside)


Cell = tuple[int, int]
Mean = tuple[float, float] | None
"""A mean and for how many milliseconds it is known."""


def _cells(one: Course, other: Course) -> tuple[int, list[Cell]]:
    """Equal steps of the time common to both, in line with the rollups of the coarser one."""
    start, end = max(one.start, other.start), min(one.end, other.end)
    coarse = max(one, other, key=lambda course: course.level)
    step = max(_STEPS[coarse.level], -(-(end - start) // _MOST_CELLS))
    first = next((part.start for part in coarse.parts if part.level is not Level.RAW), start)
    start += (first - start) % step
    return step, [(at, at + step) for at in range(start, end - step + 1, step)]


def _means(parts: Sequence[Part], cells: Sequence[Cell]) -> list[Mean]:
    sums = [[0.0, 0.0] for _ in cells]
    spans = [(start, end, index) for index, (start, end) in enumerate(cells)]
    for (_start, _end, index), part, overlap in _overlaps(spans, parts):
        sums[index][0] += part.mean * overlap
        sums[index][1] += overlap
    return [(total / known, known) if known > 0 else None for total, known in sums]


def _overlaps(
    spans: Sequence[tuple[int, int, _T]], parts: Sequence[Part]
) -> Iterator[tuple[tuple[int, int, _T], Part, float]]:
    """Each span with each part it meets, and for how long the part's value is known in it."""
    index = 0
    for span in spans:
        while index < len(parts) and parts[index].end <= span[0]:
            index += 1
        at = index
        while at < len(parts) and parts[at].start < span[1]:
            part = parts[at]
            length = min(part.end, span[1]) - max(part.start, span[0])
            if length > 0:
                yield span, part, length * part.known / (part.end - part.start)
            at += 1


def _pearson(left: Sequence[Mean], right: Sequence[Mean]) -> tuple[float | None, int, float]:
    pairs = [
        (one[0], other[0], min(one[1], other[1]))
        for one, other in zip(left, right, strict=False)
        if one is not None and other is not None
    ]
    whole = math.fsum(weight for _, _, weight in pairs)
    hours = whole / HOUR_MS
    if len(pairs) < FEWEST:
        return None, len(pairs), hours
    a = math.fsum(x * weight for x, _, weight in pairs) / whole
    b = math.fsum(y * weight for _, y, weight in pairs) / whole
    across = math.fsum(weight * (x - a) * (y - b) for x, y, weight in pairs)
    wide = math.fsum(weight * (x - a) ** 2 for x, _, weight in pairs)
    high = math.fsum(weight * (y - b) ** 2 for _, y, weight in pairs)
    if wide <= _hair(a, whole) or high <= _hair(b, whole):
        return None, len(pairs), hours
    return max(-1.0, min(1.0, across / math.sqrt(wide) / math.sqrt(high))), len(pairs), hours


def _hair(mean: float, whole: float) -> float:
    """Less movement than this is rounding."""
    return whole * (1e-9 * max(abs(mean), 1e-9)) ** 2


def _better(found: float | None, best: float | None) -> bool:
    if found is None or best is None:
        return best is None and found is not None
    return abs(found) > abs(best) + 0.01
