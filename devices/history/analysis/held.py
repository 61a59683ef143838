"""For how long and how often: words of a state, or a number beyond a limit. Pure.

Exact where readings tell; of rollups only as much as is certain, with what is possible beside it.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course, Held, Part, States
from devices.history.rollup.level import Level
from devices.history.sight import EVENT, UNAVAILABLE
from devices.storage.tables import instant


@dataclass(frozen=True, slots=True)
class Limit:
    """Above, or below, or with both from the one to the other, these two included."""

    above: float | None = None
    below: float | None = None

    def holds(self, value: float) -> bool:
        """Whether a number is beyond the limit."""
        if self.above is not None and self.below is not None:
            return self.above <= value <= self.below
        if self.above is not None:
            return value > self.above
        return self.below is not None and value < self.below


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch in which it held; not `began`: it held before, or it isn't known when it began.

    `ended` tells that it is known to have ended; else it held on, or was lost sight of.
    """

    start: datetime
    end: datetime
    began: bool
    ended: bool

    @property
    def length(self) -> timedelta:
        """How long it held within the window."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Holding:
    """How long and how often something held.

    It held for `seconds` at least and for `at_most` at most; the two are equal if `exact`, and then
    `stretches` is all of them, oldest first, touching ones joined. `count` is how often it is known to have
    begun within the window. `ever_at` is an instant at which it held: the first one if `exact`; without one
    it never held, but for a number between two limits of which only rollups tell.
    """

    basis: Basis
    seconds: float
    at_most: float
    count: int
    stretches: tuple[Stretch, ...]
    exact: bool
    ever_at: datetime | None = None

    @property
    def ever(self) -> bool:
        """Whether it held at all, however shortly."""
        return self.ever_at is not None

    @property
    def first(self) -> Stretch | None:
        """The first one on record."""
        return self.stretches[0] if self.stretches else None

    @property
    def last(self) -> Stretch | None:
        """The last one on record."""
        return self.stretches[-1] if self.stretches else None

    @property
    def longest(self) -> Stretch | None:
        """The longest one on record, the first of equals."""
        return max(self.stretches, key=lambda stretch: stretch.length, default=None)

    @property
    def share(self) -> float | None:
        """The share of the known time, 0 to 1, in which it held; None if nothing is known."""
        known = self.basis.coverage * (self.basis.end - self.basis.start).total_seconds()
        return min(1.0, self.seconds / known) if known else None


def held(states: States, words: Collection[str]) -> Holding:
    """How long and how often one of these words held."""
    runs = tuple(runs_of(states, words))
    tallied = sum(tally.held.get(word, 0) for tally in states.tallies for word in words)
    began = sum(tally.began.get(word, 0) for tally in states.tallies for word in words)
    seconds = (sum(run.end - run.start for run in runs) + tallied) / 1000
    first = min(
        [run.start for run in runs]
        + [tally.start for tally in states.tallies if any(tally.held.get(word) for word in words)],
        default=None,
    )
    return Holding(
        basis(states),
        seconds,
        seconds,
        sum(run.began for run in runs) + began,
        tuple(_stretch(run, states.end) for run in runs),
        not states.tallies,
        None if first is None else instant(first),
    )


def held_number(course: Course, limit: Limit) -> Holding:
    """How long and how often a number was beyond a limit."""
    bounds = [_bounds(part, limit) for part in course.parts]
    runs = tuple(_joined(_beyond(course, limit)))
    return Holding(
        basis(course),
        sum(low for low, _ in bounds) / 1000,
        sum(high for _, high in bounds) / 1000,
        sum(run.began for run in runs),
        tuple(_stretch(run, course.end) for run in runs),
        all(math.isclose(low, high, abs_tol=0.5) for low, high in bounds),
        next((instant(at) for part in course.parts if (at := _certain(part, limit)) is not None), None),
    )


@dataclass(frozen=True, slots=True)
class Run:
    """In milliseconds; whether it began within the window, and whether it is known to have ended."""

    start: int
    end: int
    began: bool
    ended: bool


def runs_of(states: States, words: Collection[str]) -> Iterator[Run]:
    """Where one of these words held, touching stretches joined, but for events: each of them is its own.

    A device that was out of reach and is back with the word it had has not begun anew.
    """
    if states.attribute == EVENT:
        told = (Run(one.start, one.end, one.began, one.began) for one in states.spans if one.word in words)
        return (run for run in told if run.began or run.end > run.start)
    spans = [span for span in states.spans if span.word != UNAVAILABLE or UNAVAILABLE in words]
    return _joined(run for run in _seen(spans, words, states.start) if run.began or run.end > run.start)


def _seen(spans: Sequence[Held], words: Collection[str], since: int) -> Iterator[Run]:
    for index, span in enumerate(spans):
        if span.word not in words:
            continue
        before = spans[index - 1] if index else None
        after = spans[index + 1] if index + 1 < len(spans) else None
        # what began as the window did has its word before outside of it
        anew = span.start == since if before is None else before.word not in words
        began = span.began and anew
        ended = after is not None and after.word not in words and after.start == span.end
        yield Run(span.start, span.end, began, ended)


def _beyond(course: Course, limit: Limit) -> Iterator[Run]:
    """The parts that lie wholly beyond the limit."""
    parts = course.parts
    for index, part in enumerate(parts):
        if not _wholly(part, limit):
            continue
        before = parts[index - 1] if index else None
        after = parts[index + 1] if index + 1 < len(parts) else None
        began = before is not None and not limit.holds(before.last)
        ended = after is not None and after.start == part.end and not limit.holds(after.mean)
        yield Run(part.start, part.end, began, ended)


def _joined(runs: Iterable[Run]) -> Iterator[Run]:
    waiting: Run | None = None
    for run in runs:
        if waiting is not None and run.start == waiting.end and not waiting.ended:
            waiting = Run(waiting.start, run.end, waiting.began, run.ended)
            continue
        if waiting is not None:
            yield waiting
        waiting = run
    if waiting is not None:
        yield waiting


def _wholly(part: Part, limit: Limit) -> bool:
    whole = part.level is Level.RAW or part.known == part.end - part.start
    return whole and limit.holds(part.low) and limit.holds(part.high)


def _certain(part: Part, limit: Limit) -> int | None:
    """An instant of this part at which it was beyond the limit for certain."""
    found = [at for value, at in ((part.low, part.low_at), (part.high, part.high_at)) if limit.holds(value)]
    return min(found, default=None)


def _bounds(part: Part, limit: Limit) -> tuple[float, float]:
    """For how many milliseconds a part is beyond the limit: at least and at most."""
    if limit.holds(part.low) and limit.holds(part.high):
        return part.known, part.known
    if part.level is Level.RAW:
        return 0.0, 0.0
    if limit.above is not None and limit.below is not None:
        apart = part.high < limit.above or part.low > limit.below
        return (0.0, 0.0) if apart else (0.0, float(part.known))
    if limit.above is not None:
        low, high = _share_above(part.low, part.high, part.mean, limit.above)
    else:
        low, high = _share_above(-part.high, -part.low, -part.mean, -(limit.below or 0.0))
    return low * part.known, high * part.known


def _share_above(low: float, high: float, mean: float, limit: float) -> tuple[float, float]:
    """The least and the greatest share of a time above a limit that its low, high and mean allow."""
    if high <= limit:
        return 0.0, 0.0
    least = max(0.0, (mean - limit) / (high - limit))
    most = min(1.0, (mean - low) / (limit - low)) if limit > low else 1.0
    return min(least, most), max(least, most)


def _stretch(run: Run, end: int) -> Stretch:
    return Stretch(instant(run.start), instant(run.end), run.began, run.ended and run.end < end)
