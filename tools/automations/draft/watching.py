"""From a trigger as it was written to a trigger of a rule; says why when there is none. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from devices.automation.rule.trigger import (
    At,
    Becomes,
    Days,
    Every,
    Happens,
    Holidays,
    Lost,
    Pool,
    Presence,
    Sun,
    Swing,
    Threshold,
    Trigger,
)
from devices.model import Snapshot
from devices.resolve import Unresolved
from tools.automations.draft.entry import If, When, WhenKind
from tools.automations.draft.unclear import unclear
from tools.context import ToolContext
from tools.meaning.aim import Fit, missed
from tools.meaning.gather import gathered
from tools.meaning.sensor import Gathering, NotNumeric, together
from tools.meaning.wording import ANYWHERE, reported, states_of
from tools.outcome import ToolResult
from tools.words.speech import listed, state_label

PEOPLE = frozenset({"device_tracker", "person"})
"""The kinds of entity that tell whether somebody is at home."""


def trigger_of(when: When, beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    """The trigger that is meant; `beside` are the entities that the rule commands, whose rooms are near."""
    return _TRIGGERS[when.kind](when, beside, context)


def limits(part: When | If, beside: Sequence[Snapshot], context: ToolContext) -> Threshold | ToolResult:
    """The numbers that are watched and their limits, hysteresis aside."""
    if not _bounded(part):
        return unclear("rule_needs_limit", "above or below is needed, above lower than below", context)
    found = _numbers(part, beside, context)
    if isinstance(found, ToolResult):
        return found
    return replace(
        found,
        above=part.above,
        below=part.below,
        for_seconds=part.for_seconds,
        outside=part.outside and part.above is not None and part.below is not None,
        unit=part.unit or found.unit,
        attribute=part.attribute or found.attribute,
    )


def things(part: When | If, fits: Fit, context: ToolContext) -> tuple[Snapshot, ...] | ToolResult:
    """The entities that are named; with `pool` a word for a kind means all of it in that place."""
    if not part.entities:
        return unclear("rule_needs_sensor", "entities are needed", context)
    view, names = context.house.home.view(), tuple(part.entities)
    found = gathered(names, part.area or "", fits, view, several=part.pool is not None)
    return missed(found, context) if isinstance(found, Unresolved) else found.snapshots


def words_for(
    said: Sequence[str], snapshots: tuple[Snapshot, ...], attribute: str | None, context: ToolContext
) -> tuple[str, ...] | ToolResult:
    """The state words that these entities report for what was said."""
    if attribute:
        return tuple(said)
    found = reported(said, snapshots)
    if not isinstance(found, str):
        return found
    language, names = context.language, listed(context.language, [s.entity.name for s in snapshots])
    known = [w for w in states_of(snapshots[0]) if w not in ANYWHERE]
    labels = [state_label(language, w, snapshots[0].entity.device_class) for w in known]
    there = listed(language, list(dict.fromkeys(labels)))
    return unclear(
        "rule_no_such_state",
        f"{found}: not a state of {names}",
        context,
        name=names,
        state=found,
        known=there,
    )


def people(part: When | If, context: ToolContext) -> tuple[str, ...] | ToolResult:
    """The ids of the people that are named, none for everybody; something must tell of them."""
    if part.entities:
        found = things(part, lambda s: s.entity.domain in PEOPLE, context)
        return found if isinstance(found, ToolResult) else _ids(found)
    if any(s.entity.domain in PEOPLE for s in context.house.home.view().exposed()):
        return ()
    return unclear("rule_no_people", "nothing here tells who is at home", context)


def days_of(part: When | If, context: ToolContext) -> Days | ToolResult:
    """On which days; holidays need a country to be configured."""
    if part.holidays is not Holidays.IGNORE and not context.house.almanac.country:
        return unclear("rule_needs_country", "no country is configured, so no holidays are known", context)
    return Days(tuple(part.days), part.holidays)


def _bounded(part: When | If) -> bool:
    if part.above is None or part.below is None:
        return part.above is not None or part.below is not None
    return part.above > part.below if part.outside else part.above < part.below


def _numbers(part: When | If, beside: Sequence[Snapshot], context: ToolContext) -> Threshold | ToolResult:
    if not part.entities:
        return unclear("rule_needs_sensor", "entities are needed", context)
    if part.attribute:
        found = things(part, lambda _s: True, context)
        pool = part.pool or Pool.ANY
        return found if isinstance(found, ToolResult) else Threshold(_ids(found), pool=pool)
    asked = Gathering(tuple(part.entities), part.area or "", part.pool)
    match together(asked, beside, context.house.home.view()):
        case Unresolved() as unresolved:
            return missed(unresolved, context)
        case NotNumeric(snapshot=snapshot):
            name = snapshot.entity.name
            return unclear("rule_not_a_number", "the sensor reports no number", context, sensor=name)
        case Threshold() as watches:
            return watches


def _threshold(when: When, beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    found = limits(when, beside, context)
    if isinstance(found, ToolResult) or when.until is None:
        return found
    limit = when.above if when.below is None else when.below
    single = (when.above is None) is not (when.below is None)
    gap = 0.0 if limit is None else (limit - when.until if when.above is not None else when.until - limit)
    if not single or gap < 0:
        return unclear("rule_until_wrong", "until must lie on the other side of the one limit", context)
    # whole hundredths: 65.3 - 60.1 is not 5.2 in binary
    return replace(found, hysteresis=round(gap, 6))


def _swing(when: When, beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    if when.by is None or when.by <= 0 or when.within_seconds is None:
        return unclear("rule_needs_swing", "by and within_seconds are needed", context)
    found = _numbers(when, beside, context)
    if isinstance(found, ToolResult):
        return found
    attribute, unit = when.attribute or found.attribute, when.unit or found.unit
    return Swing(found.entities, when.by, when.within_seconds, when.way, attribute, unit)


def _state(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    found = things(when, lambda _s: True, context)
    if isinstance(found, ToolResult):
        return found
    if when.to == ["unavailable"]:
        return Lost(_ids(found), for_seconds=when.for_seconds)
    to = words_for(when.to, found, when.attribute, context)
    was = words_for(when.was, found, when.attribute, context)
    if isinstance(to, ToolResult):
        return to
    if isinstance(was, ToolResult):
        return was
    pool = Pool.ALL if when.pool is Pool.ALL and len(found) > 1 else Pool.ANY
    return Becomes(_ids(found), to, was, when.for_seconds, when.attribute or "", pool)


def _event(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    found = things(when, lambda s: s.entity.domain == "event", context)
    if isinstance(found, ToolResult):
        return found
    other = next((s for s in found if s.entity.domain != "event"), None)
    if other is not None:
        return unclear("rule_no_events", "it has no events", context, name=other.entity.name)
    known = tuple(dict.fromkeys(t for s in found for t in s.entity.features.modes))
    strange = next((t for t in when.types if known and t not in known), None)
    if strange is not None:
        names = listed(context.language, [s.entity.name for s in found])
        there = listed(context.language, list(known))
        return unclear(
            "rule_no_such_state", f"no event {strange}", context, name=names, state=strange, known=there
        )
    return Happens(_ids(found), tuple(when.types))


def _presence(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    if when.coming is None:
        return unclear("rule_needs_coming", "coming is arrive or leave", context)
    found = people(when, context)
    if isinstance(found, ToolResult):
        return found
    pool = Pool.ALL if when.pool is Pool.ALL else Pool.ANY
    return Presence(when.coming, found, pool, when.for_seconds)


def _lost(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    found = things(when, lambda _s: True, context)
    back = when.kind is WhenKind.BACK
    return found if isinstance(found, ToolResult) else Lost(_ids(found), back, when.for_seconds)


def _time(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    days = days_of(when, context)
    if isinstance(days, ToolResult):
        return days
    return unclear("rule_needs_time", "at is needed", context) if when.at is None else At(when.at, days)


def _sun(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    days = days_of(when, context)
    if isinstance(days, ToolResult):
        return days
    if when.sun is None:
        return unclear("rule_needs_time", "sun is sunrise or sunset", context)
    if context.house.almanac.latitude is None:
        return unclear("rule_needs_place", "no place is configured, so the sun is not known", context)
    return Sun(when.sun, when.offset_minutes * 60, days)


def _every(when: When, _beside: Sequence[Snapshot], context: ToolContext) -> Trigger | ToolResult:
    if when.every_seconds is None:
        return unclear("rule_needs_time", "every_seconds is needed", context)
    return Every(when.every_seconds, context.house.clock.now())


def _ids(snapshots: Sequence[Snapshot]) -> tuple[str, ...]:
    return tuple(s.entity.id for s in snapshots)


_TRIGGERS: Mapping[WhenKind, Callable[[When, Sequence[Snapshot], ToolContext], Trigger | ToolResult]] = {
    WhenKind.THRESHOLD: _threshold,
    WhenKind.SWING: _swing,
    WhenKind.STATE: _state,
    WhenKind.EVENT: _event,
    WhenKind.PRESENCE: _presence,
    WhenKind.LOST: _lost,
    WhenKind.BACK: _lost,
    WhenKind.TIME: _time,
    WhenKind.SUN: _sun,
    WhenKind.EVERY: _every,
}
