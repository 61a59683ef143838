"""Whether a stretch of time was like the same hours of other days. Pure; what is rare need not be wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from devices.history.analysis.cut import within, within_states
from devices.history.analysis.days.calendar import moved
from devices.history.analysis.days.typical import quantile
from devices.history.analysis.figure import Asked, Figure, figure
from devices.history.course.course import Course, States
from devices.history.rollup.level import DAY_MS
from devices.storage.tables import millis

FEWEST = 5
"""Fewer stretches to hold it against say nothing."""

MOST = 60
KNOWN = 0.5
"""A stretch of which less is known is not held against."""

FAR = 3.0
"""So many robust deviations from the median are unusual."""


class Verdict(StrEnum):
    """How it was."""

    USUAL = "usual"
    HIGH = "high"
    LOW = "low"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Unusual:
    """`figure` of the stretch beside the same hours of `samples` other stretches, `every` so many days apart.

    Eight of ten of these lie between `low` and `high`, half of them below `median`; `percentile` is the
    share, 0 to 100, that lies below the figure, equals by half. `score` is its distance from the median in
    robust deviations, None where the others never differ. `verdict` is UNKNOWN with fewer than five.
    """

    figure: Figure
    samples: int
    every: int
    verdict: Verdict = Verdict.UNKNOWN
    median: float | None = None
    low: float | None = None
    high: float | None = None
    percentile: float | None = None
    score: float | None = None


def unusual(
    of: Course | States, window: tuple[datetime, datetime], asked: Asked, zone: tzinfo, *, every: int = 0
) -> Unusual:
    """The window against the same hours of the days before it, as far as the course reaches back.

    Args:
        of: a course or states that reach from some weeks before the window to its end; rolled up no coarser
            than hours for a window of less than a day.
        window: what is asked about, by the home's clock.
        asked: the figure that is compared.
        zone: the home's.
        every: so many days apart, 7 for the same weekday; 0 for each day, or what a longer window takes.
    """
    start, end = millis(window[0]), millis(window[1])
    apart = max(every, math.ceil((end - start) / DAY_MS - 0.1), 1)
    told = figure(_cut(of, start, end), asked)
    samples = []
    for step in range(1, MOST + 1):
        since, until = (moved(at, -apart * step, zone) for at in (start, end))
        if since < of.start:
            break
        sample = figure(_cut(of, since, until), asked)
        if sample.value is not None and sample.basis.coverage >= KNOWN:
            samples.append(sample.value)
    return judged(told, samples, apart)


def judged(told: Figure, samples: Sequence[float], every: int = 1) -> Unusual:
    """A figure against others of its kind."""
    plain = Unusual(told, len(samples), every)
    if told.value is None or len(samples) < FEWEST:
        return plain
    ordered = sorted(samples)
    middle = quantile(ordered, 0.5)
    score = _score(told.value, middle, ordered)
    below = sum(value < told.value for value in ordered) + sum(value == told.value for value in ordered) / 2
    return Unusual(
        told,
        len(samples),
        every,
        _verdict(told.value, middle, score, ordered),
        middle,
        quantile(ordered, 0.1),
        quantile(ordered, 0.9),
        100 * below / len(ordered),
        score,
    )


def _score(value: float, middle: float, ordered: Sequence[float]) -> float | None:
    """Robust deviations from the median; by mean deviation where half of the others are equal."""
    apart = sorted(abs(sample - middle) for sample in ordered)
    spread = quantile(apart, 0.5) / 0.6745
    if spread <= 0:
        spread = math.fsum(apart) / len(apart) * 1.2533
    found = (value - middle) / spread if spread > 0 else math.inf
    return found if math.isfinite(found) else None


def _verdict(value: float, middle: float, score: float | None, ordered: Sequence[float]) -> Verdict:
    inside = ordered[0] <= value <= ordered[-1]
    if inside or (score is not None and abs(score) < FAR):
        return Verdict.USUAL
    return Verdict.HIGH if value > middle else Verdict.LOW


def _cut(of: Course | States, start: int, end: int) -> Course | States:
    return within(of, start, end) if isinstance(of, Course) else within_states(of, start, end)
