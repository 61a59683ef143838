"""A number crossing a limit: what of a reading is beyond it, and what is back; pools and averages too."""

from dataclasses import dataclass, replace
from datetime import datetime

from devices.automation.rule.trigger import Pool, Threshold
from devices.automation.watch.pool import all_of, average
from devices.automation.watch.signal import STALE, goes_stale, number
from devices.automation.watch.spec import GRACE, Memory, Phase
from devices.automation.watch.step import Heard, Spot, Step, span
from devices.automation.watch.trigger import latch
from devices.automation.watch.trigger.latch import Reading
from devices.model import Snapshot


@dataclass(frozen=True, slots=True)
class _Mean:
    """An average as far as it can be told, and which of its numbers are missing since when."""

    value: float | None
    missing: tuple[tuple[str, datetime], ...]


def passed(threshold: Threshold, value: float) -> bool:
    """Whether a value (in the rule's unit) is beyond the limit; a value equal to it is not."""
    above = threshold.above is not None and value > threshold.above
    below = threshold.below is not None and value < threshold.below
    if threshold.outside:
        return above or below
    return (above or threshold.above is None) and (below or threshold.below is None)


def released(threshold: Threshold, value: float) -> bool:
    """Whether a value is far enough back to arm the trigger again."""
    above, below, slack = threshold.above, threshold.below, threshold.hysteresis
    if threshold.outside and above is not None and below is not None:
        # more slack than the band is wide would never arm again: then its middle does
        slack = min(slack, (above - below) / 2)
        return below + slack <= value <= above - slack
    return (above is not None and value <= above - slack) or (below is not None and value >= below + slack)


def sources(threshold: Threshold, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return threshold.entities


def pooled(threshold: Threshold) -> bool:
    """Whether all of them share one memory."""
    return threshold.pool is not Pool.ANY


def hear(threshold: Threshold, memory: Memory, heard: Heard, spot: Spot) -> Step:
    """Take in one report."""
    if threshold.pool is Pool.MEAN:
        mean = _mean(threshold, memory, heard, spot)
        memory = replace(memory, missing=mean.missing)
        return latch.step(memory, threshold.for_seconds, _reading(threshold, heard, [mean.value]))
    values = [_value(threshold, heard.look(entity), heard.at) for entity in spot.entities]
    return latch.step(memory, threshold.for_seconds, _reading(threshold, heard, values))


def due(threshold: Threshold, memory: Memory, spot: Spot) -> datetime | None:
    """When time alone moves this on."""
    end = latch.due(memory, threshold.for_seconds)
    stale = _stale(threshold, spot)
    return end if end is None or stale is None else min(end, stale)


def ripen(threshold: Threshold, memory: Memory, now: datetime, spot: Spot) -> Step:
    """Let time pass without a report."""
    stale = _stale(threshold, spot)
    if stale is not None and stale <= now and latch.due(memory, threshold.for_seconds) is not None:
        return latch.step(memory, threshold.for_seconds, Reading(stale, None))
    return latch.ripen(memory, threshold.for_seconds, now)


def _reading(threshold: Threshold, heard: Heard, values: list[float | None]) -> Reading:
    """All these values beyond the limit, and at least one of them back."""
    past = all_of(None if value is None else passed(threshold, value) for value in values)
    back = any(value is not None and released(threshold, value) for value in values)
    own = values[0] if len(values) == 1 else _value(threshold, heard.snapshot, heard.at)
    return Reading(heard.at, past, back, heard.told, value=own)


def _value(threshold: Threshold, snapshot: Snapshot | None, at: datetime) -> float | None:
    return number(snapshot, threshold.attribute, threshold.unit, at).value


def _stale(threshold: Threshold, spot: Spot) -> datetime | None:
    """When the oldest of the numbers stops to count, where a `for` is long enough to come to that."""
    if span(threshold.for_seconds) <= STALE:
        return None
    snapshots = [spot.world.find(entity) for entity in spot.entities]
    ends = [
        end for s in snapshots if s is not None and (end := goes_stale(s, threshold.attribute)) is not None
    ]
    return min(ends) if ends else None


def _mean(threshold: Threshold, memory: Memory, heard: Heard, spot: Spot) -> _Mean:
    """The average of the known numbers; none while one that counted so far is only just missing."""
    values: dict[str, float] = {}
    missing: dict[str, datetime] = {}
    before, waits = dict(memory.missing), False
    for entity in spot.entities:
        snapshot = heard.look(entity)
        value = _value(threshold, snapshot, heard.at)
        if value is not None:
            values[entity] = value
            continue
        # one that counted before a restart is waited for: without it the average is another one
        patience = STALE if snapshot is None or snapshot.state is None else GRACE
        new = heard.at if memory.phase is not Phase.BLANK else heard.at + GRACE - patience
        missing[entity] = before.get(entity, new)
        waits = waits or heard.at - missing[entity] < patience
    return _Mean(None if waits else average(values.values()), tuple(missing.items()))
