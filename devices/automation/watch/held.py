"""Since when a condition holds that must have held for a while. Sets off nothing."""

from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from devices.automation.rule.condition import Stands
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.holds import stands_now, word_since
from devices.automation.watch.spec import BLANK, GRACE, Memory, Phase
from devices.automation.watch.step import Heard, Spot, Step, Told, exact

Lasting: TypeAlias = Threshold | Stands
"""The conditions that may ask for how long."""


def sources(condition: Lasting, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return condition.entities


def pooled(_condition: Lasting) -> bool:
    """A condition holds as a whole."""
    return True


def hear(condition: Lasting, memory: Memory, heard: Heard, spot: Spot) -> Step:
    """Take in one report; what can't be read for less than GRACE changes nothing."""
    now = stands_now(condition, heard.look, heard.at)
    if now is None:
        lost = memory.since is not None and memory.unknown_since is None and not memory.restored
        return Step(replace(memory, unknown_since=heard.at) if lost else memory)
    if not now:
        return Step(BLANK)
    gap = memory.unknown_since
    since = None if gap is not None and heard.at - gap >= GRACE else memory.since
    if since is None and heard.told is Told.KNOWN:
        since = word_since(condition, spot.world)
    return Step(Memory(Phase.ARMED, since=exact(min(since or heard.at, heard.at))))


def due(_condition: Lasting, _memory: Memory, _spot: Spot) -> datetime | None:
    """Never: it is asked for when a rule fires."""
    return None


def ripen(_condition: Lasting, memory: Memory, _now: datetime, _spot: Spot) -> Step:
    """Let time pass without a report."""
    return Step(memory)
