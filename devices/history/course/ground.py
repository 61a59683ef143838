"""What an answer rests on: how far records reach, when somebody watched, which rollups are out of date."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from devices.history.known import merged
from devices.history.rollup.horizon import Reach, reach
from devices.history.watched import watches
from devices.storage.tables import STALE


class Watched:
    """The stretches in which somebody recorded, in order, and how much of any other stretch they cover."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._stretches = merged(stretches)
        self._starts = [start for start, _ in self._stretches]
        self._before = [0]
        for start, end in self._stretches:
            self._before.append(self._before[-1] + end - start)

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """The watches that touch a stretch, whole."""
        first = bisect_left(self._starts, start)
        if first and self._stretches[first - 1][1] >= start:
            first -= 1
        return self._stretches[first : bisect_right(self._starts, end)]

    def known(self, start: int, end: int) -> int:
        """For how many milliseconds of a stretch somebody recorded."""
        return self._until(end) - self._until(start)

    def _until(self, at: int) -> int:
        place = bisect_right(self._starts, at)
        if not place:
            return 0
        start, end = self._stretches[place - 1]
        return self._before[place - 1] + min(at, end) - start


@dataclass(frozen=True, slots=True)
class Ground:
    """`stale` are the stretches, by series, of which rollups do not tell all that is on record."""

    reach: Reach
    watched: Watched
    stale: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def late(self, series: Iterable[int], start: int, end: int) -> bool:
        """Whether a rollup of these series over this stretch is out of date."""
        if not self.stale:
            return False
        return any(a < end and b > start for one in series for a, b in self.stale.get(one, ()))


def ground(connection: Connection, series: Iterable[int], now: int) -> Ground:
    """As this transaction sees it."""
    wanted, stale = set(series), dict[int, tuple[tuple[int, int], ...]]()
    for one, start, end in connection.execute(select(STALE.c.series, STALE.c.start, STALE.c.end)):
        if one in wanted:
            stale[one] = (*stale.get(one, ()), (start, end))
    return Ground(reach(connection), Watched(watches(connection, now)), stale)
