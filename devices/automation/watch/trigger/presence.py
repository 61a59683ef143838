"""People coming and going: each by themselves, or the first to come and the last to go."""

from datetime import datetime

from devices.automation.rule.trigger import Coming, Pool, Presence
from devices.automation.watch.pool import any_of, none_of
from devices.automation.watch.signal import word
from devices.automation.watch.spec import Memory
from devices.automation.watch.step import Heard, Spot, Step
from devices.automation.watch.trigger import latch
from devices.automation.watch.trigger.latch import Reading
from devices.model import Snapshot

HOME = "home"
"""What a person's entity says who is at home; any other word is a place elsewhere."""


def at_home(snapshot: Snapshot | None) -> bool | None:
    """Whether this person is at home; None when that isn't known."""
    found = word(snapshot)
    return None if found is None else found == HOME


def sources(presence: Presence, people: tuple[str, ...]) -> tuple[str, ...]:
    """The entities whose reports matter: those named, else everybody the home can see."""
    return presence.entities or people


def pooled(presence: Presence) -> bool:
    """Whether all of them share one memory."""
    return presence.pool is Pool.ALL


def hear(presence: Presence, memory: Memory, heard: Heard, spot: Spot) -> Step:
    """Take in one report: somebody is at home, or nobody is."""
    there = [at_home(heard.look(entity)) for entity in spot.entities]
    past = any_of(there) if presence.coming is Coming.ARRIVE else none_of(there)
    own = word(heard.snapshot) or ""
    reading = Reading(heard.at, past, past is False, heard.told, word=own)
    return latch.step(memory, presence.for_seconds, reading)


def due(presence: Presence, memory: Memory, _spot: Spot) -> datetime | None:
    """When time alone moves this on."""
    return latch.due(memory, presence.for_seconds)


def ripen(presence: Presence, memory: Memory, now: datetime, _spot: Spot) -> Step:
    """Let time pass without a report."""
    return latch.ripen(memory, presence.for_seconds, now)
