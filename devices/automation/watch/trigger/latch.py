"""The latch that all triggers share whose sense holds or does not: blank, armed, waiting, latched. Pure.

A live reading alone sets off. What can't be read for less than GRACE changes nothing, for longer it stops a
running `for` clock. After a restart, or while a device that came back is still silent, a clock runs on but is
not believed: it ends with the first reading that proves it, or once the silence has lasted for GRACE.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from devices.automation.watch.spec import GRACE, Memory, Phase
from devices.automation.watch.step import Spark, Step, Told, span


@dataclass(frozen=True, slots=True)
class Reading:
    """What a report means to a trigger: whether its sense holds, and whether it is far enough back to arm.

    `past` is None when it isn't known. `may` False: it holds, but did not come from where it had to.
    """

    at: datetime
    past: bool | None
    back: bool = False
    told: Told = Told.LIVE
    may: bool = True
    value: float | None = None
    word: str = ""


def due(memory: Memory, seconds: float) -> datetime | None:
    """When time alone moves this on: the `for` clock ends, or silence becomes proof; None: never."""
    if memory.phase is not Phase.WAITING or memory.restored or memory.unknown_since is not None:
        return None
    if memory.since is None:
        return memory.proof
    end = memory.since + span(seconds)
    return end if memory.proof is None else max(end, memory.proof)


def ripen(memory: Memory, seconds: float, now: datetime) -> Step:
    """Let time pass without a report."""
    end = due(memory, seconds)
    if end is None or now < end:
        return Step(memory)
    if memory.since is None:
        return Step(replace(memory, since=end, proof=None))
    return Step(_moved(memory, Phase.LATCHED), (Spark(end),))


def step(memory: Memory, seconds: float, reading: Reading) -> Step:
    """Take one reading; time up to it has passed already."""
    if reading.past is None:
        return Step(_unknown(memory, reading.at))
    match memory.phase:
        case Phase.BLANK:
            return Step(_moved(memory, Phase.LATCHED if reading.past else Phase.ARMED))
        case Phase.LATCHED:
            return _release(memory, reading)
        case Phase.ARMED if reading.past:
            return _cross(memory, seconds, reading)
        case Phase.WAITING if reading.past:
            return _hold(memory, seconds, reading)
        case _:
            return Step(_moved(memory, Phase.ARMED))


def _release(memory: Memory, reading: Reading) -> Step:
    # what a device said before it was away ends nothing: its next report, or another's, tells
    if not reading.back or reading.told is Told.BACK:
        return Step(memory)
    over = (Spark(reading.at, over=True, value=reading.value, word=reading.word),)
    return Step(_moved(memory, Phase.ARMED), over)


def _cross(memory: Memory, seconds: float, reading: Reading) -> Step:
    if reading.told is not Told.LIVE:
        # of a value from before nobody knows when it crossed: the next live one tells
        return Step(memory)
    if not reading.may:
        return Step(_moved(memory, Phase.LATCHED))
    return _hold(replace(_moved(memory, Phase.WAITING), since=reading.at), seconds, reading)


def _hold(memory: Memory, seconds: float, reading: Reading) -> Step:
    """It holds on: the clock runs, or starts anew after it could not be read for too long.

    After a restart all that is known was heard since: a word proves a clock of before, whether it or the
    device's availability came first.
    """
    gap = memory.unknown_since
    lost = gap is not None and reading.at - gap >= GRACE
    since = None if lost else memory.since
    if reading.told is Told.BACK and not memory.restored:
        return Step(replace(memory, since=since, unknown_since=None, proof=reading.at + GRACE))
    since = since or reading.at
    waiting = replace(memory, since=since, unknown_since=None, restored=False, proof=None)
    if reading.at < since + span(seconds):
        return Step(waiting)
    fired = Spark(reading.at, value=reading.value, word=reading.word)
    return Step(_moved(waiting, Phase.LATCHED), (fired,))


def _unknown(memory: Memory, at: datetime) -> Memory:
    # right after a restart nothing is known yet: that alone must not cost a clock that survived
    if memory.phase is not Phase.WAITING or memory.restored or memory.unknown_since is not None:
        return memory
    return replace(memory, unknown_since=at)


def _moved(memory: Memory, phase: Phase) -> Memory:
    """Another phase, with nothing left of the one before."""
    return replace(
        memory, phase=phase, since=None, unknown_since=None, restored=False, acted=False, proof=None
    )
