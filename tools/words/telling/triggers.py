"""What sets a rule off, in words: each kind of trigger as one clause."""

from collections.abc import Sequence

from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Every,
    Happens,
    Lost,
    Once,
    Pool,
    Presence,
    Sun,
    Swing,
    Threshold,
    Trigger,
    Way,
)
from tools.words.packs import pack
from tools.words.telling.conditions import limit_text
from tools.words.telling.days import clock_text, days_text, moment_text, sun_text
from tools.words.telling.scribe import Scribe

_WAYS = {Way.UP: "when_rises", Way.DOWN: "when_drops", Way.EITHER: "when_swings"}


def triggers_text(triggers: Sequence[Trigger], scribe: Scribe) -> str:
    """All triggers of a rule, one of which is enough."""
    return scribe.either([trigger_text(trigger, scribe) for trigger in triggers])


def trigger_text(trigger: Trigger, scribe: Scribe) -> str:
    """One trigger: "when Hall temperature rises above 26 °C", "every day at 07:30"."""
    match trigger:
        case At() | Sun() | Every() | Once():
            return _time(trigger, scribe)
        case Threshold():
            clause = _threshold(trigger, scribe)
        case Swing():
            clause = _swing(trigger, scribe)
        case Becomes():
            clause = _becomes(trigger, scribe)
        case Happens():
            clause = _happens(trigger, scribe)
        case Presence():
            clause = _presence(trigger, scribe)
        case Lost():
            clause = _lost(trigger, scribe)
    return scribe.say("rule_when", clause=clause)


def _threshold(trigger: Threshold, scribe: Scribe) -> str:
    sensor = scribe.subject(trigger.entities, trigger.pool, trigger.attribute)
    low, high = trigger.above, trigger.below
    if trigger.pool is Pool.ALL and len(trigger.entities) > 1:
        clause = scribe.say("when_all_limit", sensor=sensor, limit=limit_text(trigger, scribe))
    else:
        phrase = _limit_phrase(trigger)
        if trigger.outside:
            low, high = high, low
        one = high if high is not None else low
        clause = scribe.say(
            phrase, sensor=sensor, value=_number(one, trigger, scribe), low=_number(low, trigger, scribe)
        )
    return scribe.glued(clause, _for(trigger.for_seconds, "rule_for", scribe), _over(trigger, scribe))


def _limit_phrase(trigger: Threshold) -> str:
    if trigger.above is not None and trigger.below is not None:
        return "when_outside" if trigger.outside else "when_between"
    return "when_above" if trigger.above is not None else "when_below"


def _over(trigger: Threshold, scribe: Scribe) -> str:
    """From where on it is over, where that is not simply the limit."""
    if not trigger.hysteresis:
        return ""
    if trigger.above is not None and trigger.below is None:
        end = round(trigger.above - trigger.hysteresis, 6)
        return scribe.say("over_falls", value=_number(end, trigger, scribe))
    if trigger.below is not None and trigger.above is None:
        end = round(trigger.below + trigger.hysteresis, 6)
        return scribe.say("over_rises", value=_number(end, trigger, scribe))
    return scribe.say("over_back", value=_number(trigger.hysteresis, trigger, scribe))


def _number(value: float | None, trigger: Threshold | Swing, scribe: Scribe) -> str:
    if value is None:
        return ""
    return scribe.number(value, trigger.entities, trigger.unit, trigger.attribute)


def _swing(trigger: Swing, scribe: Scribe) -> str:
    return scribe.say(
        _WAYS[trigger.way],
        sensor=scribe.subject(trigger.entities, Pool.ANY, trigger.attribute),
        value=_number(trigger.by, trigger, scribe),
        duration=scribe.lasting(trigger.within_seconds),
    )


def _becomes(trigger: Becomes, scribe: Scribe) -> str:
    together = trigger.pool is Pool.ALL and len(trigger.entities) > 1
    sensor = scribe.subject(trigger.entities, Pool.ALL if together else Pool.ANY, trigger.attribute)
    was = scribe.states(trigger.was, trigger.entities)
    state = scribe.states(trigger.to, trigger.entities, many=together)
    if together:
        clause = scribe.say(
            "when_all_become" if trigger.to else "when_all_change", sensor=sensor, state=state
        )
    elif trigger.to:
        clause = scribe.say(_turn(trigger, scribe), sensor=sensor, state=state)
    elif was:
        clause, was = scribe.say("when_leaves", sensor=sensor, state=was), ""
    else:
        clause = scribe.say("when_changes", sensor=sensor)
    before = scribe.say("when_was", state=was) if was else ""
    return scribe.glued(clause, before, _for(trigger.for_seconds, "rule_lasting", scribe))


_OPENINGS = frozenset({"door", "window", "garage_door", "opening"})


def _turn(trigger: Becomes, scribe: Scribe) -> str:
    """The verb for a state of this sort of thing, where there is one: it opens, it sees motion."""
    if len(trigger.to) != 1 or trigger.attribute:
        return "when_becomes"
    kinds = {
        snapshot.entity.device_class if snapshot.entity.domain == "binary_sensor" else ""
        for entity_id in trigger.entities
        if (snapshot := scribe.view.find(entity_id)) is not None
    }
    word, known = trigger.to[0], pack(scribe.language).replies
    if kinds and kinds <= _OPENINGS:
        return f"turn_opening.{word}" if f"turn_opening.{word}" in known else "when_becomes"
    kind = kinds.pop() if len(kinds) == 1 else None
    key = f"turn_{kind}.{word}" if kind else f"turn_{word}"
    plain = kind is not None or not trigger.entities
    return key if plain and key in known else "when_becomes"


def _happens(trigger: Happens, scribe: Scribe) -> str:
    sensor = scribe.subject(trigger.entities, Pool.ANY)
    if not trigger.types:
        return scribe.say("when_any_event", sensor=sensor)
    types = scribe.either([scribe.say("event_named", event=event) for event in trigger.types])
    return scribe.say("when_happens", sensor=sensor, types=types)


def _presence(trigger: Presence, scribe: Scribe) -> str:
    arrives, together = trigger.coming is Coming.ARRIVE, trigger.pool is Pool.ALL
    names = scribe.subject(trigger.entities, Pool.ALL if together else Pool.ANY)
    many = len(trigger.entities) != 1
    if not trigger.entities:
        phrase = ("first_arrives" if arrives else "last_leaves") if together else ""
        phrase = phrase or ("someone_arrives" if arrives else "someone_leaves")
    elif together and many:
        phrase = "first_of_arrives" if arrives else "last_of_leaves"
    else:
        phrase = "person_arrives" if arrives else "person_leaves"
    clause = scribe.say(phrase, names=names)
    return scribe.glued(clause, _for(trigger.for_seconds, "rule_lasting", scribe))


def _lost(trigger: Lost, scribe: Scribe) -> str:
    sensor = scribe.subject(trigger.entities, Pool.ANY)
    clause = scribe.say("when_back" if trigger.back else "when_lost", sensor=sensor)
    return scribe.glued(clause, _for(trigger.for_seconds, "rule_lasting", scribe))


def _for(seconds: float, phrase: str, scribe: Scribe) -> str:
    return scribe.say(phrase, duration=scribe.lasting(seconds)) if seconds else ""


def _time(trigger: At | Sun | Every | Once, scribe: Scribe) -> str:
    match trigger:
        case At():
            days = days_text(trigger.days, scribe)
            daily = "time_alone" if scribe.once else "time_daily"
            told = scribe.say("time_at" if days else daily, days=days, time=clock_text(trigger.time))
            late = trigger.jitter_seconds
            chance = scribe.say("time_jitter", duration=scribe.lasting(late)) if late else ""
            return scribe.glued(told, chance)
        case Sun():
            return _sun(trigger, scribe)
        case Every():
            return scribe.say("time_every", duration=scribe.lasting(trigger.seconds))
        case Once():
            return moment_text(trigger.at, scribe)


def _sun(trigger: Sun, scribe: Scribe) -> str:
    days, sun = days_text(trigger.days, scribe), sun_text(trigger.event, trigger.offset_seconds, scribe)
    phrase = "time_sun_off" if trigger.offset_seconds else "time_sun"
    alone = "alone" if scribe.once else "daily"
    return scribe.say(phrase if days else f"{phrase}_{alone}", days=days, sun=sun)
