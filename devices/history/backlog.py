"""What waits to be stored, in slices that a database takes one at a time. Bounded; it stores nothing."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from devices.history.batch import Batch

SLICE = 20_000
"""Readings and lines in one transaction at most: others wait for the writer no longer than these take."""


@dataclass(slots=True)
class _Slice:
    """A batch, and the first and last millisecond that it has readings of."""

    batch: Batch
    first: int
    last: int

    def take_in(self, batch: Batch) -> None:
        self.batch.readings.update(batch.readings)
        self.batch.lines.extend(batch.lines)
        self.first, self.last = min(self.first, _first(batch)), max(self.last, _last(batch))


_NEVER = 2**62


class Backlog:
    """Batches in the order in which they came; one at most is being stored."""

    def __init__(self) -> None:
        self._slices: deque[_Slice] = deque()
        self._taken = False

    def __len__(self) -> int:
        return sum(len(piece.batch) for piece in self._slices)

    def add(self, batch: Batch) -> None:
        """Put it behind what waits; what is being stored right now is left alone."""
        for piece in _pieces(batch):
            tail = self._slices[-1] if len(self._slices) > self._taken else None
            if tail is not None and len(tail.batch) + len(piece) <= SLICE:
                tail.take_in(piece)
            else:
                self._slices.append(_Slice(piece, _first(piece), _last(piece)))

    def take(self) -> Batch:
        """The oldest slice, to be stored now, empty when nothing waits: `done` or `keep` must follow."""
        self._taken = bool(self._slices)
        return self._slices[0].batch if self._slices else Batch()

    def done(self) -> None:
        """The slice that was taken is stored."""
        if self._taken:
            self._slices.popleft()
        self._taken = False

    def keep(self) -> None:
        """The slice that was taken could not be stored."""
        self._taken = False

    def behind(self) -> int:
        """The first millisecond of what is stored only after the slice that was taken."""
        return min((piece.first for piece in islice(self._slices, 1, None)), default=_NEVER)

    def shed(self, limit: int) -> tuple[int, int | None]:
        """Drop the oldest readings while there is more than the limit; how many, and the last of their times.

        Lines are few and tell who did what: they go only when they alone are too many.
        """
        lost, until = 0, None
        while len(self) > limit and len(self._slices) > 1:
            oldest = self._slices.popleft()
            lost += len(oldest.batch.readings)
            until = max(until or oldest.last, oldest.last) if oldest.batch.readings else until
            rest = self._slices[0].batch
            rest.lines[:0] = oldest.batch.lines
            surplus = max(0, len(rest.lines) - limit)
            del rest.lines[:surplus]
            lost += surplus
        return lost, until

    def restate(self, batch: Batch) -> None:
        """Put readings before all others, so that they go with what they belong to."""
        if not self._slices:
            self.add(batch)
            return
        head = self._slices[0]
        known = head.batch.readings
        head.take_in(Batch({key: noted for key, noted in batch.readings.items() if key not in known}))


def _pieces(batch: Batch) -> Iterator[Batch]:
    """The batch itself, or its slices when it is more than one."""
    if len(batch) <= SLICE:
        if batch:
            yield batch
        return
    readings, lines = iter(batch.readings.items()), iter(batch.lines)
    while piece := Batch(dict(islice(readings, SLICE // 2)), list(islice(lines, SLICE // 2))):
        yield piece


def _first(batch: Batch) -> int:
    return min((at for _, at in batch.readings), default=_NEVER)


def _last(batch: Batch) -> int:
    return max((at for _, at in batch.readings), default=-_NEVER)
