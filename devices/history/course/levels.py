"""Which record is asked for which stretch of a window: the coarsest that lies wholly inside. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from itertools import pairwise
from typing import TypeAlias

from devices.history.rollup.level import Level, ceil, edges, floor

ALWAYS = -(2**62)
"""Since when readings are kept of which none was let go."""


@dataclass(frozen=True, slots=True)
class Footing:
    """A window of a value, and how that is recorded: rolled up until `rolled`, all readings since `kept`."""

    start: int
    end: int
    rolled: int
    kept: int = ALWAYS


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of one of the asked values, by its number."""

    value: int
    start: int
    end: int


Plan: TypeAlias = tuple[tuple[Level, int, int], ...]


def plan(footing: Footing, coarsest: Level, zone: tzinfo) -> Plan:
    """Cut a window up by the level that is asked first, oldest stretch first."""
    if coarsest is Level.RAW:
        coarsest, rolled = Level.FIVE, min(footing.rolled, footing.kept, footing.end)
    else:
        rolled = min(footing.rolled, footing.end)
    done = max(footing.start, rolled)
    return (*_cut(coarsest, footing.start, done, zone), *_some(Level.RAW, done, footing.end))


def _cut(level: Level, start: int, end: int, zone: tzinfo) -> Plan:
    if level is Level.RAW or start >= end:
        return _some(level, start, end)
    finer = Level(level - 1)
    first, last = ceil(level, start, zone), floor(level, end, zone)
    if first >= last:
        return _cut(finer, start, end, zone)
    return (*_cut(finer, start, first, zone), (level, first, last), *_cut(finer, last, end, zone))


def _some(level: Level, start: int, end: int) -> Plan:
    return ((level, start, end),) if start < end else ()


def widened(start: int, end: int, kept: int, kept_five: int | None, zone: tzinfo) -> tuple[int, int]:
    """A window with its ends moved out to edges of what is left there: from before readings are kept."""

    def grain(at: int) -> Level:
        return Level.HOUR if kept_five is not None and at < kept_five else Level.FIVE

    since = start if start >= kept else floor(grain(start), start, zone)
    return since, (end if end >= kept else ceil(grain(end), end, zone))


def ends_of(level: Level, stretches: Iterable[Stretch], zone: tzinfo) -> dict[int, int]:
    """Where each rollup that begins in these stretches ends."""
    ends: dict[int, int] = {}
    for start, end in {(stretch.start, stretch.end) for stretch in stretches}:
        cuts = edges(level, start, end, zone)
        ends.update(pairwise(cuts))
    return ends
