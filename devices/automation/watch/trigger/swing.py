"""A number moving by so much in so long: the trail of its readings, and how far the newest is from them.

Between two readings the number stands as it was last told, so a sensor may report changes alone.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from devices.automation.rule.trigger import Swing, Way
from devices.automation.watch.signal import number
from devices.automation.watch.spec import GRACE, Memory, Phase
from devices.automation.watch.step import Heard, Spark, Spot, Step, Told, span

Trail: TypeAlias = tuple[tuple[datetime, float], ...]
"""Readings in order; NaN from when on the number was not known."""

MOST, BUCKETS = 600, 100
"""A trail longer than this is thinned: of each hundredth the first, lowest, highest and last reading stay."""
DIGITS = 6


def sources(swing: Swing, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return swing.entities


def pooled(_swing: Swing) -> bool:
    """Each moves by itself."""
    return False


def hear(swing: Swing, memory: Memory, heard: Heard, _spot: Spot) -> Step:
    """Take in one report; a retained number has no time, so it is no point of the trail."""
    value = number(heard.snapshot, swing.attribute, swing.unit, heard.at).value
    if value is None:
        lost = memory.trail and memory.unknown_since is None and not memory.restored
        return Step(replace(memory, unknown_since=heard.at) if lost else memory)
    gap = memory.unknown_since
    if heard.told in {Told.RETAINED, Told.BACK} or (heard.told is Told.KNOWN and memory.trail):
        known_again = gap is not None and heard.told is Told.BACK and heard.at - gap < GRACE
        return Step(replace(memory, unknown_since=None) if known_again else memory)
    trail = _within(swing, _mended(memory, heard.at), heard.at)
    if memory.phase is not Phase.LATCHED and _moved(swing, trail, value):
        fired = Spark(heard.at, value=value)
        return Step(Memory(Phase.LATCHED, since=heard.at, trail=((heard.at, value),)), (fired,))
    if not trail or trail[-1][1] != value:
        trail = _thinned((*trail, (heard.at, value)))
    phase = Phase.ARMED if memory.phase is Phase.BLANK else memory.phase
    return Step(replace(memory, phase=phase, trail=trail, unknown_since=None, restored=False))


def due(swing: Swing, memory: Memory, _spot: Spot) -> datetime | None:
    """When it arms again: one window after it fired."""
    if memory.phase is not Phase.LATCHED or memory.since is None:
        return None
    return memory.since + span(swing.within_seconds)


def ripen(swing: Swing, memory: Memory, now: datetime, spot: Spot) -> Step:
    """Let time pass without a report."""
    end = due(swing, memory, spot)
    if end is None or now < end:
        return Step(memory)
    armed = replace(memory, phase=Phase.ARMED, since=None, acted=False)
    return Step(armed, (Spark(end, over=True),))


def _mended(memory: Memory, at: datetime) -> Trail:
    """The trail, with a mark where the number was not known, as it is not while nothing runs."""
    trail, gap = memory.trail, memory.unknown_since
    if not trail:
        return trail
    if memory.restored:
        return (*trail, (trail[-1][0], math.nan))
    if gap is not None and at - gap >= GRACE:
        return (*trail, (gap, math.nan))
    return trail


def _within(swing: Swing, trail: Trail, at: datetime) -> Trail:
    """What of a trail matters at an instant: its window, and the reading that stood when that began."""
    start = at - span(swing.within_seconds)
    first = next((n for n in reversed(range(len(trail))) if trail[n][0] <= start), 0)
    return trail[first:]


def _moved(swing: Swing, trail: Trail, value: float) -> bool:
    known = [old for _, old in trail if not math.isnan(old)]
    if not known:
        return False
    up, down = round(value - min(known), DIGITS), round(max(known) - value, DIGITS)
    match swing.way:
        case Way.UP:
            return up >= swing.by
        case Way.DOWN:
            return down >= swing.by
        case Way.EITHER:
            return max(up, down) >= swing.by


def _thinned(trail: Trail) -> Trail:
    if len(trail) <= MOST:
        return trail
    start, length = trail[0][0], (trail[-1][0] - trail[0][0]) / BUCKETS
    buckets: dict[int, list[int]] = {}
    for index, (at, _) in enumerate(trail):
        buckets.setdefault(int((at - start) / length) if length else 0, []).append(index)
    kept = sorted(index for indices in buckets.values() for index in _telling(trail, indices))
    return tuple(trail[index] for index in kept)


def _telling(trail: Trail, indices: list[int]) -> Iterator[int]:
    """Of some readings the first, lowest, highest and last, and every mark of a gap."""
    known = [index for index in indices if not math.isnan(trail[index][1])]
    chosen = {indices[0], indices[-1], *(index for index in indices if index not in known)}
    if known:
        chosen |= {min(known, key=lambda n: trail[n][1]), max(known, key=lambda n: trail[n][1])}
    yield from chosen
