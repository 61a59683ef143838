"""What was known of one series, rolled up by stretches: finer ones out of pieces, coarser out of finer. Pure.

Times are milliseconds; `marks` are the boundaries of stretches, oldest first.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from itertools import pairwise

from devices.history.course.course import Held
from devices.history.known import Piece
from devices.history.rollup.counter import Step
from devices.history.rollup.level import Level, edges


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one stretch: `mean` is over the time `known`, the plain one if no time is.

    `low_at` and `high_at` are instants; `rise` and `peak` are None for what is no counter.
    """

    start: int
    known: int
    count: int
    mean: float
    low: float
    low_at: int
    high: float
    high_at: int
    last: float
    rise: float | None = None
    peak: float | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """One word of one stretch: for how long it held, and how often it began there."""

    start: int
    word: str
    held: int
    began: int


def quiet(spells: Iterable[tuple[int, int, bool]], hours: Sequence[int]) -> set[int]:
    """The hours all of which one spell fills without being read there: their own row tells all.

    Args:
        spells: start, end, and whether a reading began it.
        hours: the edges of the hours.
    """
    found: set[int] = set()
    shortest = min(end - begin for begin, end in pairwise(hours))
    for start, end, read in spells:
        if end - start < shortest:
            continue
        first = bisect_right(hours, start) if read else bisect_left(hours, start)
        found.update(hours[first : max(first, bisect_right(hours, end) - 1)])
    return found


def cut_up(hours: Sequence[int], whole: Container[int], zone: tzinfo) -> list[int]:
    """The boundaries of the five minutes of hours, but for those hours that stay whole."""
    found: list[int] = []
    for begin, end in pairwise(hours):
        found.extend([begin] if begin in whole else edges(Level.FIVE, begin, end, zone)[:-1])
    return [*found, hours[-1]]


def numbers(
    pieces: Iterable[Piece], cuts: Sequence[int], steps: Iterable[Step] | None = None
) -> list[Numbers]:
    """Numbers by the stretches between cuts; those in which nothing is known are left out.

    `steps` are those of a counter, from before the first cut on; None for what is no counter.
    """
    sums: dict[int, _Sum] = {}
    place = 0
    for piece in pieces:
        if not isinstance(piece.value, float):
            continue
        while cuts[place + 1] <= piece.start:
            place += 1
        at, here = piece.start, place
        while True:
            until = min(piece.end, cuts[here + 1])
            sums.setdefault(here, _Sum()).take(piece.value, at, until, read=piece.read and at == piece.start)
            if piece.end <= cuts[here + 1]:
                break
            here, at = here + 1, until
    found = [one.result(cuts[index]) for index, one in sorted(sums.items())]
    return found if steps is None else _counted(found, cuts, list(steps))


def spells(pieces: Iterable[Piece], *, events: bool = False) -> list[Held]:
    """The words among pieces; equal neighbours become one, unless each of them is an event of its own."""
    found: list[Held] = []
    for piece in pieces:
        if not isinstance(piece.value, str):
            continue
        last = found[-1] if found else None
        if last and not events and (last.word, last.end) == (piece.value, piece.start):
            found[-1] = Held(last.word, last.start, piece.end, last.began)
        else:
            found.append(Held(piece.value, piece.start, piece.end, piece.read))
    return found


def words(found: Iterable[Held], cuts: Sequence[int]) -> list[Word]:
    """Words by the stretches between cuts; a spell may begin before the first of them."""
    tallies: dict[tuple[int, str], list[int]] = {}
    for spell in found:
        here = max(0, bisect_right(cuts, spell.start) - 1)
        begins = spell.began and spell.start >= cuts[0]
        while here + 1 < len(cuts) and (cuts[here] < spell.end or begins):
            tally = tallies.setdefault((cuts[here], spell.word), [0, 0])
            tally[0] += max(0, min(spell.end, cuts[here + 1]) - max(spell.start, cuts[here]))
            tally[1] += begins
            begins, here = False, here + 1
    return [Word(start, word, held, began) for (start, word), (held, began) in sorted(tallies.items())]


def coarser_numbers(found: Sequence[Numbers], cuts: Sequence[int]) -> list[Numbers]:
    """Numbers by longer stretches out of those by shorter ones that lie within them."""
    groups: dict[int, list[Numbers]] = {}
    for one in found:
        groups.setdefault(cuts[bisect_right(cuts, one.start) - 1], []).append(one)
    return [_together(start, group) for start, group in groups.items()]


def coarser_words(found: Iterable[Word], cuts: Sequence[int]) -> list[Word]:
    """Words by longer stretches out of those by shorter ones that lie within them."""
    tallies: dict[tuple[int, str], list[int]] = {}
    for one in found:
        tally = tallies.setdefault((cuts[bisect_right(cuts, one.start) - 1], one.word), [0, 0])
        tally[0] += one.held
        tally[1] += one.began
    return [Word(start, word, held, began) for (start, word), (held, began) in sorted(tallies.items())]


@dataclass(slots=True)
class _Sum:
    """One stretch while it is added up."""

    known: int = 0
    count: int = 0
    weighted: float = 0.0
    plain: list[float] = field(default_factory=list)
    low: float = 0.0
    low_at: int = -1
    high: float = 0.0
    high_at: int = -1
    last: float = 0.0

    def take(self, value: float, start: int, end: int, *, read: bool) -> None:
        """A number that held from start to end; `read` counts it as a reading."""
        if end > start:
            self.known += end - start
            self.weighted += value * (end - start)
        elif not self.known:
            self.plain.append(value)
        if self.low_at < 0 or value < self.low:
            self.low, self.low_at = value, start
        if self.high_at < 0 or value > self.high:
            self.high, self.high_at = value, start
        self.count += read
        self.last = value

    def result(self, start: int) -> Numbers:
        """What it came to."""
        mean = self.weighted / self.known if self.known else sum(self.plain) / len(self.plain)
        mean = min(max(mean, self.low), self.high)
        return Numbers(
            start,
            self.known,
            self.count,
            mean,
            self.low,
            self.low_at,
            self.high,
            self.high_at,
            self.last,
        )


def _counted(found: Sequence[Numbers], cuts: Sequence[int], steps: Sequence[Step]) -> list[Numbers]:
    """The same with what a counter grew by, and where it stood at the end of each."""
    ends = dict(pairwise(cuts))
    ats = [step.at for step in steps]
    counted: list[Numbers] = []
    for one in found:
        first, after = bisect_left(ats, one.start), bisect_left(ats, ends[one.start])
        rise = sum((step.rise for step in steps[first:after]), 0.0)
        counted.append(_with_rise(one, rise, steps[after - 1].level if after else None))
    return counted


def _with_rise(one: Numbers, rise: float, peak: float | None) -> Numbers:
    return Numbers(
        one.start,
        one.known,
        one.count,
        one.mean,
        one.low,
        one.low_at,
        one.high,
        one.high_at,
        one.last,
        rise,
        peak,
    )


def _together(start: int, group: Sequence[Numbers]) -> Numbers:
    known, count = sum(one.known for one in group), sum(one.count for one in group)
    low, high = min(group, key=lambda one: one.low), max(group, key=lambda one: one.high)
    if known:
        mean = sum(one.mean * one.known for one in group) / known
    else:
        mean = sum(one.mean * one.count for one in group) / count
    rises = [one.rise for one in group if one.rise is not None]
    return Numbers(
        start,
        known,
        count,
        min(max(mean, low.low), high.high),
        low.low,
        low.low_at,
        high.high,
        high.high_at,
        group[-1].last,
        sum(rises, 0.0) if rises else None,
        next((one.peak for one in reversed(group) if one.peak is not None), None),
    )
