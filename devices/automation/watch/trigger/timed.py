"""Times, the sun, intervals and single instants. When the next one is due is the business of `instants`."""

from dataclasses import replace
from datetime import datetime

from devices.automation.instants import after, from_where, missed
from devices.automation.rule.trigger import TimeTrigger
from devices.automation.watch.spec import Memory
from devices.automation.watch.step import Heard, Spark, Spot, Step


def sources(_timed: TimeTrigger, _people: tuple[str, ...]) -> tuple[str, ...]:
    """No entity's reports matter."""
    return ()


def pooled(_timed: TimeTrigger) -> bool:
    """There is one memory: what was dealt with last."""
    return True


def hear(_timed: TimeTrigger, memory: Memory, _heard: Heard, _spot: Spot) -> Step:
    """Take in one report: none is of any matter."""
    return Step(memory)


def begin(timed: TimeTrigger, memory: Memory, at: datetime, spot: Spot) -> Step:
    """Start to watch: a new one never fires for the past, of a stored one what was missed is made up once."""
    done = memory.done or at
    due_then = missed(timed, done, at, spot.late_seconds, spot.world.almanac, spot.key)
    if due_then is None:
        return Step(replace(memory, done=from_where(timed, done, at)))
    facts = {"before": str(due_then.before)} if due_then.before else {}
    spark = Spark(due_then.at, late=due_then.late, missed=due_then.missed, facts=facts)
    return Step(replace(memory, done=due_then.at), (spark,))


def set_back(timed: TimeTrigger, memory: Memory, at: datetime) -> Memory:
    """The machine's clock was set back to this instant: what was dealt with is not done again."""
    return memory if memory.done is None else replace(memory, done=from_where(timed, memory.done, at))


def due(timed: TimeTrigger, memory: Memory, spot: Spot) -> datetime | None:
    """The next nominal instant."""
    if memory.done is None:
        return None
    return after(timed, memory.done, spot.world.almanac, spot.key)


def ripen(timed: TimeTrigger, memory: Memory, now: datetime, spot: Spot) -> Step:
    """Let time pass without a report."""
    at = due(timed, memory, spot)
    if at is None or now < at:
        return Step(memory)
    return Step(replace(memory, done=at), (Spark(at),))
