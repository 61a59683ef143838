"""How much a counter grew, whatever it did on its way: resets, small steps back, blips of zero. Pure.

One rule for all of them, without settings:
- up is use, unless no home could use so much in that time: then another counter goes on from there;
- down to little is a counter that began anew, and all it shows is use;
- down by less is a wobble, or a counter that goes both ways: it counts as less;
- away and back in one great step each within minutes is a blip, and nothing of it counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

LOOK = 15 * 60_000
"""How long a blip may take, in milliseconds: readings up to so much later tell whether one is part of it."""
BEFORE = 4 * LOOK
"""How far back readings are needed so that what follows can be told from blips, besides the one before."""

_STAYS = 0.9
"""A step down to no less than this share is a wobble, or a counter that goes both ways."""
_LOW = 0.5
"""A counter that begins anew has not within minutes regrown more than this share of its old total."""
_MOST = 0.5
"""The share of a blip that its first step and its last step each make at least."""

_MOST_AN_HOUR: Mapping[str, float] = {
    "Wh": 1e6,
    "kWh": 1e3,
    "MWh": 1.0,
    "GWh": 1e-3,
    "J": 3.6e9,
    "kJ": 3.6e6,
    "MJ": 3.6e3,
    "GJ": 3.6,
    "kcal": 8.6e5,
    "Mcal": 860.0,
    "Gcal": 0.86,
    "varh": 1e6,
    "kvarh": 1e3,
    "VAh": 1e6,
    "kVAh": 1e3,
    "m³": 100.0,
    "m3": 100.0,
    "L": 1e5,
    "l": 1e5,
    "ft³": 3.5e3,
    "CCF": 35.0,
    "gal": 2.6e4,
}
"""What is counted in which unit, and more of it than any home takes or makes in an hour: 1 MW, 100 m³."""


@dataclass(frozen=True, slots=True)
class Step:
    """A reading that counts: where the counter stood, and by how much it grew since the one before.

    `anew` tells that it had begun again from nothing.
    """

    at: int
    level: float
    rise: float = 0.0
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """The steps of a counter in order, the first without a rise.

    Each of `blips` goes from its first reading to the one that was right again.
    """

    steps: tuple[Step, ...]
    blips: tuple[tuple[int, int], ...] = ()

    def rise(self, start: int, end: int) -> float:
        """By how much it grew in [start, end)."""
        return sum((step.rise for step in self.steps if start <= step.at < end), 0.0)


def counts(unit: str) -> bool:
    """Whether a number in this unit is a counter: energy, water, gas."""
    return unit in _MOST_AN_HOUR


def counted(rows: Sequence[tuple[int, float]], unit: str) -> Counted:
    """What readings of a counter amount to.

    To ask about [start, end) hand in those of [start - BEFORE, end + LOOK) and the last one before: what lies
    around tells blips from use.

    Args:
        rows: instants and values in the order of time.
        unit: what it counts in.
    """
    walk = _Walk([], [], [])
    for at, value in rows:
        walk.take(at, value)
    most = _MOST_AN_HOUR.get(unit, float("inf")) / (4 * LOOK)
    first = tuple(Step(at, value) for at, value in walk.kept[:1])
    return Counted(first + tuple(_step(*pair, most) for pair in pairwise(walk.kept)), tuple(walk.blips))


def _step(before: tuple[int, float], now: tuple[int, float], most: float) -> Step:
    anew = _begins_anew(before, now)
    rise = now[1] if anew else now[1] - before[1]
    possible = abs(rise) <= most * (now[0] - before[0] + LOOK)
    return Step(now[0], now[1], rise if possible else 0.0, anew)


def _falls(before: float, now: float) -> bool:
    return now < before - (1 - _STAYS) * abs(before)


def _begins_anew(before: tuple[int, float], now: tuple[int, float]) -> bool:
    """A fall to little: within minutes to very little, later to less than there was."""
    share = _LOW if now[0] - before[0] < LOOK else _STAYS
    return 0 <= now[1] < share * before[1]


@dataclass(slots=True)
class _Walk:
    """Readings as they stand once blips are taken out; `falls` are the places after a great fall."""

    kept: list[tuple[int, float]]
    falls: list[int]
    blips: list[tuple[int, int]]

    def take(self, at: int, value: float) -> None:
        """One more reading."""
        if not self.kept:
            self.kept.append((at, value))
            return
        while self.falls and self.kept[self.falls[0]][0] <= at - LOOK:
            del self.falls[0]
        fell = _falls(self.kept[-1][1], value)
        began = self._spike(at, value) if fell else self._hole(value)
        if began is not None:
            self.blips.append((self.kept[began][0], at))
            del self.kept[began:]
            self.falls = [place for place in self.falls if place < began]
        elif fell:
            self.falls.append(len(self.kept))
        self.kept.append((at, value))

    def _hole(self, value: float) -> int | None:
        """Where the way down began that this value is back from in one great step."""
        for place in self.falls:
            old, last = self.kept[place - 1][1], self.kept[-1][1]
            depth = old - min(level for _, level in self.kept[place:])
            if not _falls(old, value) and value - last >= _MOST * depth:
                return place
        return None

    def _spike(self, at: int, value: float) -> int | None:
        """Where the way up began that this value is back from in one great step."""
        place = len(self.kept)
        found, high = None, self.kept[-1][1]
        while place > 1 and self.kept[place - 1][0] > at - LOOK:
            place -= 1
            old, first = self.kept[place - 1][1], self.kept[place][1]
            high = max(high, first)
            height = high - old
            back = self.kept[-1][1] - value >= _MOST * height and value - old < _MOST * height
            if height > 0 and first - old >= _MOST * height and back and not _falls(old, value):
                found = place
        return found
