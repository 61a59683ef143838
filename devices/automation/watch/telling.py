"""Events as what a trigger is told, and what it sets off as a rule's fire. Decides nothing."""

from collections.abc import Callable
from typing import TypeAlias

from devices.automation.rule.trigger import Becomes, Lost, Pool, Presence, Swing, Threshold
from devices.automation.watch.kinds import Watched
from devices.automation.watch.pool import average
from devices.automation.watch.signal import number, word
from devices.automation.watch.spec import Fire
from devices.automation.watch.step import Heard, Spark, Spot, Told
from devices.events import EntityGone, Event, EventFired, StateChanged, StateReported
from devices.model import Snapshot

Find: TypeAlias = Callable[[str], Snapshot | None]


def heard_of(event: Event, find: Find) -> Heard | None:
    """What an event tells of one entity; None when it tells nothing that a trigger may want."""
    match event:
        case StateChanged(before=before, after=after):
            told = Told.RETAINED if event.retained else Told.LIVE
            told = Told.BACK if _came_back(before, after) else told
            return Heard(event.at, after.entity.id, after, find, told, before)
        case StateReported(snapshot=snapshot):
            told = Told.RETAINED if event.retained else Told.LIVE
            return Heard(event.at, snapshot.entity.id, snapshot, find, told)
        case EventFired():
            now = find(event.entity_id)
            return Heard(event.at, event.entity_id, now, find, happened=event.event_type)
        case EntityGone():
            return Heard(event.at, event.entity.id, None, find)
        case _:
            return None


def _came_back(before: Snapshot, after: Snapshot) -> bool:
    """Available again, with nothing but its last word from before."""
    return after.available and not before.available and before.reported_at == after.reported_at


def fire_of(what: Watched, spot: Spot, spark: Spark, entity_id: str) -> Fire:
    """A spark as the fire of its rule; what nobody reported is said as it is now."""
    value, text = spark.value, spark.word
    if value is None and not text:
        value, text = _seen_now(what, spot, entity_id, spark)
    return Fire(
        rule_id=what.place[0],
        trigger=what.trigger or 0,
        at=spark.at,
        entity_id=entity_id,
        value=value,
        word=text,
        over=spark.over,
        late=spark.late,
        missed=spark.missed,
        facts=spark.facts,
    )


def _seen_now(what: Watched, spot: Spot, entity_id: str, spark: Spark) -> tuple[float | None, str]:
    snapshot = spot.world.find(entity_id)
    match what.part:
        case Threshold(pool=Pool.MEAN, attribute=attribute, unit=unit):
            known = [number(spot.world.find(one), attribute, unit, spark.at).value for one in spot.entities]
            return average(known), ""
        case Threshold(attribute=attribute, unit=unit) | Swing(attribute=attribute, unit=unit):
            return number(snapshot, attribute, unit, spark.at).value, ""
        case Becomes(attribute=attribute):
            return None, word(snapshot, attribute) or ""
        case Presence() | Lost() if snapshot is not None:
            return None, snapshot.word
        case _:
            return None, ""
