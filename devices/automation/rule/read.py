"""Rules from their stored JSON; version 1, with thresholds alone, is still read. Nothing is looked up."""

from collections.abc import Callable, Mapping
from datetime import time
from typing import TypeVar

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
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
from devices.automation.rule.rule import LATE_SECONDS, RUNS_A_MINUTE, Mode, Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Days,
    Every,
    Happens,
    Holidays,
    Lost,
    Once,
    Pool,
    Presence,
    Sun,
    SunEvent,
    Swing,
    Threshold,
    Trigger,
    Way,
    Weekday,
)
from devices.automation.rule.write import VERSION
from devices.errors import ConfigError
from devices.model import Json
from devices.storage.form import Form, form_of
from devices.storage.record import command_from_json

Reader = TypeVar("Reader")

MOST_NESTED = 8
LONGEST = 31 * 86400.0
"""Seconds of the longest `for`, wait, pause or interval: what is far beyond could not be reckoned with."""
LARGEST_SHIFT = 86400.0
"""Seconds by which a moment of a day may be moved."""
MOST_ROUNDS = 1000
SOONEST_AGAIN = 1.0


def rule_from_json(document: Json) -> Rule:
    """Read the stored form; JSON text is taken as well.

    Raises:
        ConfigError: names the key that is missing or wrong.
    """
    form = form_of(document, "rule")
    if form.number("v") not in (1, VERSION):
        raise ConfigError(f"rule.v: version {form.number('v'):g} is not known to this Hearth")
    triggers = tuple(trigger_from_json(f) for f in form.forms("triggers"))
    actions = tuple(action_from_json(f) for f in form.forms("actions"))
    if not triggers or not actions:
        raise ConfigError(f"rule.{'actions' if triggers else 'triggers'}: at least one is needed")
    return Rule(
        id=form.text("id", ""),
        triggers=triggers,
        conditions=tuple(condition_from_json(f) for f in form.forms("conditions", optional=True)),
        actions=actions,
        until=tuple(action_from_json(f) for f in form.forms("until", optional=True)),
        enabled=form.flag("enabled", default=True),
        mode=form.word("mode", Mode, Mode.SINGLE),
        once=form.flag("once", default=False),
        cooldown_seconds=_span(form, "cooldown_seconds", 0.0),
        runs_a_minute=int(form.number("runs_a_minute", RUNS_A_MINUTE, minimum=1.0)),
        late_seconds=_span(form, "late_seconds", LATE_SECONDS),
        created_at=form.instant("created_at"),
        words=form.text("words", ""),
    )


def trigger_from_json(form: Form) -> Trigger:
    """Read a trigger; ConfigError names the key that is wrong."""
    return _of_type(form, _TRIGGERS, "threshold")(form)


def condition_from_json(form: Form, depth: int = 0) -> Condition:
    """Read a condition; ConfigError names the key that is wrong."""
    if depth > MOST_NESTED:
        raise ConfigError(f"{form.path}: conditions are nested too deep")
    return _of_type(form, _CONDITIONS, "threshold")(form, depth)


def action_from_json(form: Form, depth: int = 0) -> Action:
    """Read an action; ConfigError names the key that is wrong."""
    if depth > MOST_NESTED:
        raise ConfigError(f"{form.path}: repeats are nested too deep")
    return _of_type(form, _ACTIONS, "act")(form, depth)


def _of_type(form: Form, readers: Mapping[str, Reader], default: str) -> Reader:
    name = form.text("type", default)
    if name not in readers:
        raise ConfigError(f"{form.path}.type: {name!r} is none of {', '.join(readers)}")
    return readers[name]


def _threshold(form: Form, _depth: int = 0) -> Threshold:
    above, below = form.optional_number("above"), form.optional_number("below")
    outside = form.flag("outside", default=False)
    if above is None and below is None:
        raise ConfigError(f"{form.path}.above: a threshold needs above or below")
    if outside and (above is None or below is None or above < below):
        raise ConfigError(f"{form.path}.above: outside needs both limits, above not lower than below")
    if not outside and above is not None and below is not None and above >= below:
        raise ConfigError(f"{form.path}.above: must be lower than below, or the band is empty")
    return Threshold(
        entities=_entities(form),
        above=above,
        below=below,
        for_seconds=_span(form, "for_seconds", 0.0),
        attribute=form.text("attribute", ""),
        hysteresis=form.number("hysteresis", 0.0, minimum=0.0),
        outside=outside,
        pool=form.word("pool", Pool, Pool.ANY),
        unit=form.text("unit", ""),
    )


def _swing(form: Form) -> Swing:
    by, within = form.number("by", minimum=0.0), _span(form, "within_seconds")
    if not by or not within:
        raise ConfigError(f"{form.path}.{'within_seconds' if by else 'by'}: must be more than 0")
    return Swing(
        entities=_entities(form),
        by=by,
        within_seconds=within,
        way=form.word("way", Way, Way.EITHER),
        attribute=form.text("attribute", ""),
        unit=form.text("unit", ""),
    )


def _becomes(form: Form) -> Becomes:
    return Becomes(
        entities=_entities(form),
        to=form.texts("to"),
        was=form.texts("was"),
        for_seconds=_span(form, "for_seconds", 0.0),
        attribute=form.text("attribute", ""),
        pool=form.word("pool", Pool, Pool.ANY),
    )


def _presence(form: Form) -> Presence:
    return Presence(
        coming=form.word("coming", Coming),
        entities=form.texts("entities"),
        pool=form.word("pool", Pool, Pool.ANY),
        for_seconds=_span(form, "for_seconds", 0.0),
    )


def _lost(form: Form) -> Lost:
    back = form.flag("back", default=False)
    return Lost(_entities(form), back, _span(form, "for_seconds", 0.0))


def _at(form: Form) -> At:
    jitter = form.number("jitter_seconds", 0.0, minimum=0.0, maximum=LARGEST_SHIFT)
    return At(_time(form, "time"), _days(form), jitter)


def _sun(form: Form) -> Sun:
    return Sun(form.word("event", SunEvent), _shift(form, "offset_seconds"), _days(form))


def _every(form: Form) -> Every:
    since = form.instant("since")
    if since is None:
        raise ConfigError(f"{form.path}.since: an ISO time is needed")
    return Every(form.number("seconds", minimum=SOONEST_AGAIN, maximum=LONGEST), since)


def _once(form: Form) -> Once:
    at = form.instant("at")
    if at is None:
        raise ConfigError(f"{form.path}.at: an ISO time is needed")
    return Once(at)


def _stands(form: Form, _depth: int) -> Stands:
    words = form.texts("words")
    if not words:
        raise ConfigError(f"{form.path}.words: at least one is needed")
    return Stands(
        entities=_entities(form),
        words=words,
        for_seconds=_span(form, "for_seconds", 0.0),
        attribute=form.text("attribute", ""),
        pool=form.word("pool", Pool, Pool.ALL),
    )


def _during(form: Form, _depth: int) -> During:
    after, before = (_time(form, key) if form.fields.get(key) else None for key in ("after", "before"))
    return During(after, before, _days(form))


def _daylight(form: Form, _depth: int) -> Daylight:
    up = form.flag("up", default=True)
    return Daylight(up, _shift(form, "sunrise_offset"), _shift(form, "sunset_offset"))


def _someone(form: Form, _depth: int) -> Someone:
    return Someone(form.flag("home", default=True), form.texts("entities"))


def _several(form: Form, depth: int) -> tuple[Condition, ...]:
    return tuple(condition_from_json(f, depth + 1) for f in form.forms("of"))


def _wait_until(form: Form, _depth: int) -> WaitUntil:
    limit = _span(form, "timeout_seconds")
    go_on = form.flag("go_on", default=False)
    return WaitUntil(condition_from_json(form.form("condition")), limit, go_on)


def _repeat(form: Form, depth: int) -> Repeat:
    actions = tuple(action_from_json(f, depth + 1) for f in form.forms("actions"))
    times = int(form.number("times", minimum=1.0))
    if not actions or times > MOST_ROUNDS:
        raise ConfigError(f"{form.path}: a repeat needs actions, and at most {MOST_ROUNDS} times")
    until = condition_from_json(form.form("until")) if form.fields.get("until") else None
    return Repeat(actions, times, until)


def _ramp(form: Form, _depth: int) -> Ramp:
    entity, control, value = (form.text(key) for key in ("entity_id", "control", "value"))
    return Ramp(entity, control, value, form.number("to"), _span(form, "over_seconds"))


def _notify(form: Form, _depth: int) -> Notify:
    return Notify(form.text("message", ""), form.flag("bell", default=False), form.text("topic", ""))


def _span(form: Form, key: str, default: float | None = None) -> float:
    return form.number(key, default, minimum=0.0, maximum=LONGEST)


def _shift(form: Form, key: str) -> float:
    return form.number(key, 0.0, minimum=-LARGEST_SHIFT, maximum=LARGEST_SHIFT)


def _entities(form: Form) -> tuple[str, ...]:
    """The entity ids; version 1 had a single one."""
    found = (form.text("entity_id"),) if "entity_id" in form.fields else form.texts("entities")
    if not found:
        raise ConfigError(f"{form.path}.entities: at least one is needed")
    return found


def _time(form: Form, key: str) -> time:
    text = form.text(key)
    try:
        found = time.fromisoformat(text)
    except ValueError as error:
        raise ConfigError(f"{form.path}.{key}: {text!r} is no time of day such as 07:30") from error
    # the zone of a time of day is the home's
    return found.replace(tzinfo=None)


def _days(form: Form) -> Days:
    words = form.texts("weekdays")
    unknown = [word for word in words if word not in set(Weekday)]
    if unknown:
        raise ConfigError(f"{form.path}.weekdays: {unknown[0]!r} is none of {', '.join(Weekday)}")
    # in the order of the week, each once: equal days are equal values
    days = tuple(day for day in Weekday if day.value in words)
    return Days(days, form.word("holidays", Holidays, Holidays.IGNORE))


_TRIGGERS: Mapping[str, Callable[[Form], Trigger]] = {
    "threshold": _threshold,
    "swing": _swing,
    "becomes": _becomes,
    "happens": lambda form: Happens(_entities(form), form.texts("types")),
    "presence": _presence,
    "lost": _lost,
    "at": _at,
    "sun": _sun,
    "every": _every,
    "once": _once,
}
_CONDITIONS: Mapping[str, Callable[[Form, int], Condition]] = {
    "threshold": _threshold,
    "stands": _stands,
    "during": _during,
    "daylight": _daylight,
    "someone": _someone,
    "all": lambda form, depth: AllOf(_several(form, depth)),
    "any": lambda form, depth: AnyOf(_several(form, depth)),
    "not": lambda form, depth: NotOf(_several(form, depth)),
}
_ACTIONS: Mapping[str, Callable[[Form, int], Action]] = {
    "act": lambda form, _depth: Act(command_from_json(form)),
    "scene": lambda form, _depth: ApplyScene(form.text("scene_id")),
    "notify": _notify,
    "wait": lambda form, _depth: Wait(_span(form, "seconds")),
    "wait_until": _wait_until,
    "repeat": _repeat,
    "ramp": _ramp,
    "put_back": lambda _form, _depth: PutBack(),
}
