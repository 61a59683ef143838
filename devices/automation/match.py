"""When a threshold fires: a latch and a sample in, the next latch and a verdict out. Pure, knows no clock.

A latch moves blank -> armed -> waiting -> latched and back to armed. Only a live sample moves it forward;
an unknown value moves nothing, but a running `for` clock then starts anew with the next known value.
"""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from devices.automation.rule import Threshold
from devices.model import Snapshot


class Phase(StrEnum):
    """Where a trigger stands."""

    BLANK = "blank"
    ARMED = "armed"
    WAITING = "waiting"
    LATCHED = "latched"


@dataclass(frozen=True, slots=True)
class Latch:
    """A trigger's memory: `since` is when the running `for` clock began, None while the value is not known.

    `restored` says that it comes from before a restart and no value was heard since: nobody knows yet
    whether it held meanwhile.
    """

    phase: Phase = Phase.BLANK
    since: datetime | None = None
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """One report: `value` is None when there is no usable number; `live` is False for a retained one."""

    value: float | None
    at: datetime
    live: bool = True


def number(snapshot: Snapshot, attribute: str) -> float | None:
    """The finite number of a state or attribute; None for words, unknown, unavailable and NaN."""
    if not snapshot.available:
        return None
    value = snapshot.attributes().get(attribute) if attribute else snapshot.word
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def passed(threshold: Threshold, value: float) -> bool:
    """Whether a value is beyond the limit; a value equal to it is not."""
    return (threshold.above is None or value > threshold.above) and (
        threshold.below is None or value < threshold.below
    )


def released(threshold: Threshold, value: float) -> bool:
    """Whether a value is far enough back to arm the trigger again."""
    slack = threshold.hysteresis
    return (threshold.above is not None and value <= threshold.above - slack) or (
        threshold.below is not None and value >= threshold.below + slack
    )


def due(threshold: Threshold, latch: Latch) -> datetime | None:
    """When the running `for` clock ends; None when none runs."""
    if latch.phase is not Phase.WAITING or latch.since is None:
        return None
    return latch.since + timedelta(seconds=threshold.for_seconds)


def ripen(threshold: Threshold, latch: Latch, now: datetime) -> tuple[Latch, bool]:
    """Let time pass without a report: fires once the `for` clock has ended, if the value is heard to hold."""
    end = due(threshold, latch)
    if end is None or latch.restored or now < end:
        return latch, False
    return Latch(Phase.LATCHED), True


def step(threshold: Threshold, latch: Latch, sample: Sample) -> tuple[Latch, bool]:
    """Take one report; time up to it is let pass first. Returns the next latch and whether it fires."""
    latch, fired = ripen(threshold, latch, sample.at)
    value = sample.value
    if value is None:
        return _unknown(latch), fired
    if latch.phase is Phase.BLANK:
        return Latch(Phase.LATCHED if passed(threshold, value) else Phase.ARMED), fired
    if latch.phase is Phase.LATCHED:
        return (Latch(Phase.ARMED) if released(threshold, value) else latch), fired
    if not passed(threshold, value):
        return Latch(Phase.ARMED), fired
    if not sample.live:
        # a replayed value arms nothing and fires nothing, but it proves that a running clock still runs
        return replace(latch, restored=False), fired
    return _hold(threshold, latch, sample.at)


def _hold(threshold: Threshold, latch: Latch, at: datetime) -> tuple[Latch, bool]:
    since = latch.since if latch.phase is Phase.WAITING and latch.since is not None else at
    return ripen(threshold, Latch(Phase.WAITING, since), at)


def _unknown(latch: Latch) -> Latch:
    # right after a restart nothing is known yet: that alone must not cost a clock that survived
    stopped = latch.phase is Phase.WAITING and not latch.restored
    return replace(latch, since=None) if stopped else latch
