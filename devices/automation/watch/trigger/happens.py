"""Events: a button pressed, a bell rung. An event has no end and nothing to remember."""

from datetime import datetime

from devices.automation.rule.trigger import Happens
from devices.automation.watch.spec import Memory
from devices.automation.watch.step import Heard, Spark, Spot, Step


def sources(happens: Happens, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return happens.entities


def pooled(_happens: Happens) -> bool:
    """Each event counts by itself."""
    return False


def hear(happens: Happens, memory: Memory, heard: Heard, _spot: Spot) -> Step:
    """Take in one report; what is no event sets off nothing."""
    if not heard.happened or (happens.types and heard.happened not in happens.types):
        return Step(memory)
    return Step(memory, (Spark(heard.at, word=heard.happened),))


def due(_happens: Happens, _memory: Memory, _spot: Spot) -> datetime | None:
    """Never: nothing waits."""
    return None


def ripen(_happens: Happens, memory: Memory, _now: datetime, _spot: Spot) -> Step:
    """Let time pass without a report."""
    return Step(memory)
