"""What must hold for a rule to run, in words: each condition as one clause, nested ones in brackets."""

from collections.abc import Sequence

from devices.automation.rule.condition import (
    AllOf,
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.trigger import EVERY_DAY, Pool, SunEvent, Threshold
from tools.words.catalogue import listed
from tools.words.telling.days import clock_text, days_text, sun_text
from tools.words.telling.scribe import Scribe


def limits_text(conditions: Sequence[Condition], scribe: Scribe) -> str:
    """All conditions of a rule as what follows its triggers: ", only between 22:00 and 06:00, if ...".

    Times come first, then what must hold, then what must not; empty without conditions.
    """
    times = [c for c in conditions if isinstance(c, During)]
    against = [c for c in conditions if isinstance(c, NotOf) and c.of]
    others = [c for c in conditions if c not in times and c not in against]
    told = [scribe.say("rule_only", during=_during(one, scribe)) for one in times]
    if others:
        parts = [_inner(c, scribe, AllOf) for c in others]
        whole = condition_text(others[0], scribe) if len(others) == 1 else scribe.both(parts)
        told.append(scribe.say("rule_if", condition=whole))
    for one in against:
        parts = [_inner(c, scribe, AnyOf) for c in one.of]
        told.append(scribe.say("rule_unless", condition=scribe.either(parts)))
    return "".join(told)


def condition_text(condition: Condition, scribe: Scribe) -> str:
    """One condition as a clause: "Fan is off", "it is between 22:00 and 06:00"."""
    match condition:
        case Threshold():
            return _threshold(condition, scribe)
        case Stands():
            return _stands(condition, scribe)
        case During():
            return scribe.say("during_it", during=_during(condition, scribe))
        case Daylight():
            return _daylight(condition, scribe)
        case Someone():
            return _someone(condition, scribe)
        case _:
            return _several(condition, scribe)


def limit_text(threshold: Threshold, scribe: Scribe) -> str:
    """The limits alone: "above 26 °C", "between 40 % and 60 %"."""

    def number(value: float | None) -> str:
        if value is None:
            return ""
        return scribe.number(value, threshold.entities, threshold.unit, threshold.attribute)

    low, high = threshold.above, threshold.below
    if low is not None and high is not None:
        if threshold.outside:
            return scribe.say("limit_outside", low=number(high), value=number(low))
        return scribe.say("limit_between", low=number(low), value=number(high))
    return scribe.say(
        "limit_above" if low is not None else "limit_below", value=number(high if low is None else low)
    )


def _several(condition: AllOf | AnyOf | NotOf, scribe: Scribe) -> str:
    match condition:
        case AllOf(of=parts):
            return scribe.both([_inner(c, scribe, AllOf) for c in parts]) or scribe.say("rule_always")
        case AnyOf(of=parts):
            return scribe.either([_inner(c, scribe, AnyOf) for c in parts]) or scribe.say("rule_never")
        case NotOf(of=parts):
            told = scribe.either([_inner(c, scribe, AnyOf) for c in parts])
            return scribe.say("rule_not", condition=told) if told else scribe.say("rule_always")


def _inner(condition: Condition, scribe: Scribe, within: type[AllOf] | type[AnyOf]) -> str:
    """A part of a longer condition; "and" within "or" and the other way round is put in brackets."""
    told = condition_text(condition, scribe)
    other = AnyOf if within is AllOf else AllOf
    mixed = isinstance(condition, other) and len(condition.of) > 1
    return scribe.say("rule_group", condition=told) if mixed else told


def _threshold(condition: Threshold, scribe: Scribe) -> str:
    sensor = scribe.subject(condition.entities, condition.pool, condition.attribute)
    together = condition.pool is Pool.ALL and len(condition.entities) > 1
    told = limit_text(condition, scribe)
    return _standing(sensor, told, condition.for_seconds, scribe, together=together)


def _stands(condition: Stands, scribe: Scribe) -> str:
    together = condition.pool is not Pool.ANY and len(condition.entities) > 1
    pool = Pool.ALL if together else Pool.ANY
    sensor = scribe.subject(condition.entities, pool, condition.attribute)
    state = scribe.states(condition.words, condition.entities, many=together)
    return _standing(sensor, state, condition.for_seconds, scribe, together=together)


def _standing(sensor: str, state: str, seconds: float, scribe: Scribe, *, together: bool) -> str:
    phrase = "all_stand" if together else "stands"
    if not seconds:
        return scribe.say(phrase, sensor=sensor, state=state)
    return scribe.say(f"{phrase}_for", sensor=sensor, state=state, duration=scribe.lasting(seconds))


def _during(condition: During, scribe: Scribe) -> str:
    days = "" if condition.days == EVERY_DAY else days_text(condition.days, scribe)
    after = clock_text(condition.after) if condition.after is not None else ""
    before = clock_text(condition.before) if condition.before is not None else ""
    if not after and not before:
        return days or scribe.say("during_any")
    phrase = "during_between" if after and before else "during_after" if after else "during_before"
    told = scribe.say(phrase, after=after, before=before)
    return scribe.say("during_days", during=told, days=days) if days else told


def _daylight(condition: Daylight, scribe: Scribe) -> str:
    if not condition.sunrise_offset and not condition.sunset_offset:
        return scribe.say("sun_up" if condition.up else "sun_down")
    return scribe.say(
        "sun_up_shifted" if condition.up else "sun_down_shifted",
        sunrise=sun_text(SunEvent.SUNRISE, condition.sunrise_offset, scribe),
        sunset=sun_text(SunEvent.SUNSET, condition.sunset_offset, scribe),
    )


def _someone(condition: Someone, scribe: Scribe) -> str:
    names = [scribe.name(entity_id) for entity_id in condition.entities]
    if not names:
        return scribe.say("someone_home" if condition.home else "nobody_home")
    if condition.home:
        return scribe.say("person_home", names=scribe.either(names))
    if len(names) == 1:
        return scribe.say("person_away", names=names[0])
    return scribe.say("none_home", names=listed(scribe.language, names))
