"""Asked level by level: a rollup stands if it tells of all its time, else finer records are asked. Pure."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from devices.history.course.levels import Plan, Stretch
from devices.history.known import SLIVER
from devices.history.rollup.level import Level


class Told(Protocol):
    """Something on record over [start, end) that tells of `known` milliseconds."""

    @property
    def start(self) -> int:
        """From when."""

    @property
    def end(self) -> int:
        """Until when."""

    @property
    def known(self) -> int:
        """For how many milliseconds it tells something."""


T = TypeVar("T", bound=Told)


@dataclass(slots=True)
class Descent(Generic[T]):
    """What came of it: by value the rollups that stand and those in doubt, and what readings must tell.

    One in doubt does not tell of all its time: it stands if finer records tell of less.
    `bare` are stretches from before readings are kept, of which no asked level tells.
    """

    settled: dict[int, list[T]] = field(default_factory=lambda: defaultdict(list))
    doubts: dict[int, list[T]] = field(default_factory=lambda: defaultdict(list))
    raw: list[Stretch] = field(default_factory=list)
    bare: list[Stretch] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asking(Generic[T]):
    """How records are asked: `look` fetches the rollups of a level in order, by stretch.

    `watched` tells for how many milliseconds of a stretch somebody recorded, `late` whether a rollup is out
    of date, `near` whether it may be, `kept` since when all readings of a value are kept. `clip` cuts a
    rollup that reaches out of a stretch: only one during which nothing changed can be cut. `floor` is where
    a rollup begins.
    """

    look: Callable[[Level, Sequence[Stretch]], Mapping[Stretch, Sequence[T]]]
    watched: Callable[[int, int], int]
    late: Callable[[int, T], bool]
    kept: Callable[[int], int]
    clip: Callable[[T, int, int], T | None]
    floor: Callable[[Level, int], int]
    near: Callable[[int, T], bool] = lambda _value, _one: False


def descend(plans: Mapping[int, Plan], asking: Asking[T], coarsest: Level) -> Descent[T]:
    """Ask the planned level of each value, and finer ones where that does not tell all."""
    pending: dict[Level, list[Stretch]] = {level: [] for level in Level}
    for value, cuts in plans.items():
        for level, start, end in cuts:
            pending[level].append(Stretch(value, start, end))
    step = _Step(Descent(), pending, asking)
    for level in (Level.DAY, Level.HOUR, Level.FIVE):
        asked = _joined(pending[level])
        found = asking.look(level, asked) if asked else {}
        for stretch in asked:
            step.take(level, stretch, found.get(stretch, ()))
    step.descent.raw.extend(_joined(pending[Level.RAW]))
    _climb(step.descent, asking, coarsest)
    return step.descent


@dataclass(frozen=True, slots=True)
class _Step(Generic[T]):
    """A descent under way, with what each level is still to be asked."""

    descent: Descent[T]
    pending: dict[Level, list[Stretch]]
    asking: Asking[T]

    def take(self, level: Level, stretch: Stretch, found: Sequence[T]) -> None:
        """The rollups of a level in a stretch: what they tell stands, the rest is for a finer level."""
        at, kept = stretch.start, self.asking.kept(stretch.value)
        for one in found:
            self._leave(level, stretch.value, at, one.start)
            at = one.end
            readings_tell = one.start >= kept
            if readings_tell and self.asking.late(stretch.value, one):
                self._leave(level, stretch.value, one.start, one.end)
            elif self._stands(stretch.value, one) or (level is Level.FIVE and not readings_tell):
                self.descent.settled[stretch.value].append(one)
            else:
                self.descent.doubts[stretch.value].append(one)
                self._leave(level, stretch.value, one.start, one.end)
        self._leave(level, stretch.value, at, stretch.end)

    def _stands(self, value: int, one: T) -> bool:
        """Whether it tells of all its time, or of all that was watched, and nothing near it came late."""
        if one.start >= self.asking.kept(value) and self.asking.near(value, one):
            return False
        missing = one.end - one.start - one.known
        return missing < SLIVER or abs(self.asking.watched(one.start, one.end) - one.known) < SLIVER

    def _leave(self, level: Level, value: int, start: int, end: int) -> None:
        if start >= end:
            return
        if level is not Level.FIVE:
            self.pending[Level(level - 1)].append(Stretch(value, start, end))
            return
        seam = min(max(start, self.asking.kept(value)), end)
        if start < seam:
            self.descent.bare.append(Stretch(value, start, seam))
        if seam < end and self.asking.watched(seam, end):
            self.pending[Level.RAW].append(Stretch(value, seam, end))


def _climb(descent: Descent[T], asking: Asking[T], coarsest: Level) -> None:
    """Ask coarser rollups where nothing so fine is left: a quiet hour has no five minutes of its own."""
    for level in (Level.HOUR, Level.DAY):
        if level is Level.DAY and coarsest is Level.DAY:
            return
        asked, descent.bare = _joined(descent.bare), []
        around = {Stretch(one.value, asking.floor(level, one.start), one.end): one for one in asked}
        found = asking.look(level, tuple(around)) if around else {}
        for wide, stretch in around.items():
            at = stretch.start
            for one in found.get(wide, ()):
                part = asking.clip(one, stretch.start, stretch.end)
                if part is not None:
                    descent.bare.extend(_stretch(stretch.value, at, part.start))
                    descent.settled[stretch.value].append(part)
                    at = part.end
            descent.bare.extend(_stretch(stretch.value, at, stretch.end))


def _stretch(value: int, start: int, end: int) -> Sequence[Stretch]:
    return (Stretch(value, start, end),) if start < end else ()


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """By value and time, those that touch as one."""
    joined: list[Stretch] = []
    for one in sorted(stretches, key=lambda stretch: (stretch.value, stretch.start)):
        if joined and joined[-1].value == one.value and joined[-1].end >= one.start:
            joined[-1] = Stretch(one.value, joined[-1].start, max(joined[-1].end, one.end))
        else:
            joined.append(one)
    return joined


def settle(parts: list[T], doubtful: Iterable[T], trim: Callable[[T, int, int], T]) -> list[T]:
    """Parts in order, with each rollup in doubt, finer ones first, in the place of what tells of less.

    `trim` cuts a part that reaches into or out of the time of such a rollup.
    """
    for one in sorted(doubtful, key=lambda found: found.end - found.start):
        first = bisect_left(parts, one.start, key=lambda part: part.start)
        last = bisect_left(parts, one.end, lo=first, key=lambda part: part.start)
        if first and parts[first - 1].end > one.start:
            first -= 1
        there = parts[first:last]
        told = sum(trim(part, max(part.start, one.start), min(part.end, one.end)).known for part in there)
        if told < one.known:
            before = [trim(part, part.start, one.start) for part in there if part.start < one.start]
            after = [trim(part, one.end, part.end) for part in there if part.end > one.end]
            parts[first:last] = [*before, one, *after]
    return parts
