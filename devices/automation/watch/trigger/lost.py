"""Devices that can't be reached any more, or can again. That the broker is away tells nothing of a device."""

from datetime import datetime

from devices.automation.rule.trigger import Lost
from devices.automation.watch.spec import Memory, Phase
from devices.automation.watch.step import Heard, Spot, Step, Told
from devices.automation.watch.trigger import latch
from devices.automation.watch.trigger.latch import Reading


def sources(lost: Lost, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return lost.entities


def pooled(_lost: Lost) -> bool:
    """Each device is lost by itself."""
    return False


def hear(lost: Lost, memory: Memory, heard: Heard, _spot: Spot) -> Step:
    """Take in one report; only the device itself, or its last will, says live that it can't be reached."""
    if heard.snapshot is None:
        return Step(memory)
    away = not heard.snapshot.available
    if away and heard.told is not Told.LIVE and memory.phase is not Phase.BLANK:
        return Step(memory)
    past = away is not lost.back
    # coming back is heard by itself: it is no reading, but it is what this asks for
    told = Told.LIVE if heard.told is Told.BACK else heard.told
    reading = Reading(heard.at, past, not past, told, word=heard.snapshot.word)
    return latch.step(memory, lost.for_seconds, reading)


def due(lost: Lost, memory: Memory, _spot: Spot) -> datetime | None:
    """When time alone moves this on."""
    return latch.due(memory, lost.for_seconds)


def ripen(lost: Lost, memory: Memory, now: datetime, _spot: Spot) -> Step:
    """Let time pass without a report."""
    return latch.ripen(memory, lost.for_seconds, now)
