"""A state word, or an attribute, becoming another: what is there, and what came from the right place."""

from dataclasses import replace
from datetime import datetime

from devices.automation.rule.trigger import Becomes, Pool
from devices.automation.watch.pool import all_of
from devices.automation.watch.signal import word
from devices.automation.watch.spec import Memory, Phase
from devices.automation.watch.step import Heard, Spot, Step, Told
from devices.automation.watch.trigger import latch
from devices.automation.watch.trigger.latch import Reading
from devices.model import Snapshot


def sources(becomes: Becomes, _people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter."""
    return becomes.entities


def pooled(becomes: Becomes) -> bool:
    """Whether all of them share one memory."""
    return becomes.pool is Pool.ALL


def hear(becomes: Becomes, memory: Memory, heard: Heard, spot: Spot) -> Step:
    """Take in one report; a change within the words meant is no new one."""
    if not becomes.to and not becomes.was:
        return _any_change(becomes, memory, heard)
    own, alone = word(heard.snapshot, becomes.attribute), len(spot.entities) == 1
    past = all_of(_there(becomes, heard.look(entity)) for entity in spot.entities)
    before = memory.seen if alone else word(_last_known(heard), becomes.attribute)
    may = not becomes.was or before in becomes.was
    # a retained word that is there already is not where it came from: its live report is still to come
    arrived = past and heard.told is not Told.LIVE and memory.seen is not None
    if becomes.was and alone and own is not None and not arrived:
        memory = replace(memory, seen=own)
    reading = Reading(heard.at, past, past is False, heard.told, may, word=own or "")
    return latch.step(memory, becomes.for_seconds, reading)


def due(becomes: Becomes, memory: Memory, _spot: Spot) -> datetime | None:
    """When time alone moves this on."""
    return latch.due(memory, becomes.for_seconds)


def ripen(becomes: Becomes, memory: Memory, now: datetime, _spot: Spot) -> Step:
    """Let time pass without a report."""
    return latch.ripen(memory, becomes.for_seconds, now)


def _there(becomes: Becomes, snapshot: Snapshot | None) -> bool | None:
    found = word(snapshot, becomes.attribute)
    if found is None:
        return None
    return found in becomes.to if becomes.to else found not in becomes.was


def _any_change(becomes: Becomes, memory: Memory, heard: Heard) -> Step:
    """With no words named every change counts, and another one within the time starts the clock anew."""
    own, seconds = word(heard.snapshot, becomes.attribute), becomes.for_seconds
    if own is None or own == memory.seen:
        still = Reading(heard.at, None if own is None else True, told=heard.told, word=own or "")
        return latch.step(memory, seconds, still) if memory.phase is Phase.WAITING else Step(memory)
    if heard.told is Told.LIVE and memory.seen is not None:
        return latch.step(Memory(Phase.ARMED, seen=own), seconds, Reading(heard.at, past=True, word=own))
    return Step(Memory(Phase.ARMED, seen=own if memory.seen is None else memory.seen))


def _last_known(heard: Heard) -> Snapshot | None:
    """The entity as it last spoke before this report, away or not."""
    return None if heard.before is None else replace(heard.before, available=True)
