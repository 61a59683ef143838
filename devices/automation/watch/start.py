"""How a spot begins to be watched, anew or after a restart, and how it goes on when the clock is set back."""

from dataclasses import replace
from datetime import datetime, timedelta

from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Every, Once, Sun
from devices.automation.watch.kinds import Watched, spots
from devices.automation.watch.spec import BLANK, Kept, Memory, Phase, World
from devices.automation.watch.step import Heard, Spot, Step, Told, exact, span
from devices.automation.watch.trigger import timed

CLOCK_SLACK = timedelta(seconds=5)
"""An instant earlier than the last one by no more than this is taken as the last one."""


def begin(what: Watched, spot: Spot, kept: Kept | None, at: datetime) -> Step:
    """Stand where it stood before the restart, or take the world as it is for a start: no crossing."""
    fits = kept is not None and kept.fingerprint in ("", what.fingerprint)
    memory = kept.memory if kept is not None and fits else BLANK
    if isinstance(what.part, At | Sun | Every | Once):
        return timed.begin(what.part, memory, at, spot)
    if fits and what.trigger is not None:
        memory = replace(memory, restored=memory.phase is Phase.WAITING or bool(memory.trail))
    step = Step(memory)
    for entity_id in spot.entities[:1] if what.sense.pooled else spot.entities:
        step = _known(what, spot, entity_id, step, at)
    return step


def at_once(rule: Rule, world: World, at: datetime, *, ran: bool) -> dict[str, Memory]:
    """Where a rule begins that is to run although it is past its limit already; empty where none is past.

    By spot. With `ran` it has run by other means, so that its end matters; else its first look runs it.
    """
    for what in spots(rule, world.people()):
        around = Spot(what.place, what.entities, world, rule.late_seconds)
        timed_ = isinstance(what.part, At | Sun | Every | Once)
        if what.trigger is None or timed_ or begin(what, around, None, at).memory.phase is not Phase.LATCHED:
            continue
        since = at - span(getattr(what.part, "for_seconds", 0.0))
        memory = Memory(Phase.LATCHED, acted=True) if ran else Memory(Phase.WAITING, since=exact(since))
        return {what.place[1]: memory}
    return {}


def set_back(what: Watched, memory: Memory, now: datetime, at: datetime) -> Memory:
    """The clock said `now` and says `at`, which is earlier: what runs goes on for as long as it had left."""
    if isinstance(what.part, At | Sun | Every | Once):
        return timed.set_back(what.part, memory, at)
    back = now - at
    return replace(
        memory,
        since=_earlier(memory.since, back),
        unknown_since=_earlier(memory.unknown_since, back),
        proof=_earlier(memory.proof, back),
        trail=tuple((instant - back, value) for instant, value in memory.trail),
        missing=tuple((entity_id, instant - back) for entity_id, instant in memory.missing),
    )


def _known(what: Watched, spot: Spot, entity_id: str, step: Step, at: datetime) -> Step:
    """Take in what is known of an entity: heard live before these rules ran here, it tells as live."""
    snapshot = spot.world.find(entity_id)
    if snapshot is None:
        return step
    heard_live = snapshot.live and snapshot.reported_at is not None and step.memory != BLANK
    since = exact(snapshot.reported_at) if heard_live and snapshot.reported_at is not None else at
    told = Told.LIVE if heard_live else Told.KNOWN
    heard = Heard(min(since, at), entity_id, snapshot, spot.world.find, told)
    following = what.sense.hear(step.memory, heard, spot)
    return Step(following.memory, (*step.sparks, *following.sparks))


def _earlier(instant: datetime | None, back: timedelta) -> datetime | None:
    return None if instant is None else instant - back
