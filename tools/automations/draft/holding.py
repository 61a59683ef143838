"""From a condition as it was written to a condition of a rule; says why when there is none. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from devices.automation.rule.condition import (
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.trigger import Pool, Threshold
from devices.model import Snapshot
from tools.automations.draft.arguments import RuleParts
from tools.automations.draft.entry import If, IfKind
from tools.automations.draft.unclear import unclear
from tools.automations.draft.watching import days_of, limits, people, things, words_for
from tools.context import ToolContext
from tools.outcome import ToolResult


def conditions_of(
    asked: RuleParts, beside: Sequence[Snapshot], context: ToolContext
) -> tuple[Condition, ...] | ToolResult:
    """All conditions of a rule: those that must hold (or one of them), and those that must not."""
    must = _each(asked.only_if, beside, context)
    if isinstance(must, ToolResult):
        return must
    must_not = _each(asked.unless, beside, context)
    if isinstance(must_not, ToolResult):
        return must_not
    one_of = asked.only_if_any and len(must) > 1
    return (*((AnyOf(must),) if one_of else must), *((NotOf(must_not),) if must_not else ()))


def _each(
    parts: Sequence[If], beside: Sequence[Snapshot], context: ToolContext
) -> tuple[Condition, ...] | ToolResult:
    done: list[Condition] = []
    for part in parts:
        made = condition_of(part, beside, context)
        if isinstance(made, ToolResult):
            return made
        done.append(made)
    return tuple(done)


def condition_of(part: If, beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    """The condition that is meant."""
    return _CONDITIONS[part.kind](part, beside, context)


def _threshold(part: If, beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    """Of several sensors that are named, all must be past the limit unless it was said otherwise."""
    found = limits(part, beside, context)
    if isinstance(found, Threshold) and part.pool is None and len(found.entities) > 1:
        return replace(found, pool=Pool.ALL)
    return found


def _state(part: If, _beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    found = things(part, lambda _s: True, context)
    if isinstance(found, ToolResult):
        return found
    if not part.is_:
        return unclear("rule_needs_state", "is[] is needed", context)
    words = words_for(part.is_, found, part.attribute, context)
    if isinstance(words, ToolResult):
        return words
    ids = tuple(s.entity.id for s in found)
    pool = Pool.ANY if part.pool is Pool.ANY and len(ids) > 1 else Pool.ALL
    return Stands(ids, words, part.for_seconds, part.attribute or "", pool)


def _time(part: If, _beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    days = days_of(part, context)
    if isinstance(days, ToolResult):
        return days
    found = During(part.after, part.before, days)
    if found == During() or (part.after is not None and part.after == part.before):
        return unclear("rule_needs_time", "after, before or days are needed", context)
    return found


def _sun(part: If, _beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    if context.house.almanac.latitude is None:
        return unclear("rule_needs_place", "no place is configured, so the sun is not known", context)
    return Daylight(part.up)


def _home(part: If, _beside: Sequence[Snapshot], context: ToolContext) -> Condition | ToolResult:
    found = people(part, context)
    return found if isinstance(found, ToolResult) else Someone(part.anyone_home, found)


_CONDITIONS: Mapping[IfKind, Callable[[If, Sequence[Snapshot], ToolContext], Condition | ToolResult]] = {
    IfKind.THRESHOLD: _threshold,
    IfKind.STATE: _state,
    IfKind.TIME: _time,
    IfKind.SUN: _sun,
    IfKind.HOME: _home,
}
