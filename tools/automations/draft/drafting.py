"""From the arguments of a call to the rule or job that they mean; stores nothing, runs nothing."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from devices.automation.almanac import local_day, moment
from devices.automation.instants import after
from devices.automation.rule.action import Act, Action, Notify, Ramp, Wait, WaitUntil
from devices.automation.rule.action import commands as commands_of
from devices.automation.rule.rule import LATE_SECONDS, Mode, Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Lost,
    Once,
    Presence,
    Threshold,
    Trigger,
    Weekday,
)
from devices.command import Command
from devices.kinds.spec import Risk
from devices.model import Snapshot
from devices.policy import judge
from tools.automations.draft.arguments import RuleParts, Schedule
from tools.automations.draft.doing import actions_of
from tools.automations.draft.entry import When
from tools.automations.draft.holding import conditions_of
from tools.automations.draft.reading import clock_time, weekdays
from tools.automations.draft.unclear import unclear
from tools.automations.draft.watching import trigger_of
from tools.context import ToolContext
from tools.outcome import ToolResult
from tools.words.speech import moment as told_moment

AT_ONCE = timedelta(seconds=1)
"""A job that names no time but goes on for a while ("on for 10 minutes") begins so soon."""
_BACK: Mapping[str, str] = {
    "turn_on": "turn_off",
    "turn_off": "turn_on",
    "open_cover": "close_cover",
    "close_cover": "open_cover",
}
"""What "until" means for a command whose end nobody told."""
_ENDING = (Threshold, Becomes, Lost, Presence)
"""Triggers that are over some time; a moment never is."""


def draft(asked: RuleParts, context: ToolContext) -> Rule | ToolResult:
    """The rule that these arguments mean, or the result that says why they mean none."""
    actions = actions_of(asked.steps(), context)
    if isinstance(actions, ToolResult):
        return actions
    beside = _beside(actions, context)
    triggers = triggers_of(asked.triggers(), beside, context)
    if isinstance(triggers, ToolResult):
        return triggers
    conditions = conditions_of(asked, beside, context)
    if isinstance(conditions, ToolResult):
        return conditions
    until = ending(asked, triggers, actions, context)
    if isinstance(until, ToolResult):
        return until
    return Rule(
        triggers=triggers,
        conditions=conditions,
        actions=actions,
        until=until,
        mode=asked.mode or Mode.SINGLE,
        once=asked.once,
        cooldown_seconds=asked.cooldown_seconds or 0.0,
        late_seconds=LATE_SECONDS if asked.late_seconds is None else asked.late_seconds,
        words=context.asked,
    )


def drafted_job(asked: Schedule, context: ToolContext) -> Rule | ToolResult:
    """The job that these arguments mean; one that only waits for something tells of it."""
    steps = asked.steps()
    actions = actions_of(steps, context) if steps or asked.when is None else (Notify(),)
    if isinstance(actions, ToolResult):
        return actions
    trigger: Trigger | ToolResult | None
    if asked.when is not None:
        trigger = trigger_of(asked.when, _beside(actions, context), context)
    else:
        trigger = _moment_of(asked, context)
    if trigger is None and any(isinstance(action, Wait | WaitUntil | Ramp) for action in actions):
        trigger = Once(context.house.clock.now() + AT_ONCE)
    if trigger is None:
        return unclear("job_needs_time", "after_seconds, at or when is needed", context)
    if isinstance(trigger, ToolResult):
        return trigger
    late = LATE_SECONDS if asked.late_seconds is None else asked.late_seconds
    return Rule(triggers=(trigger,), actions=actions, once=True, late_seconds=late, words=context.asked)


def triggers_of(
    parts: Sequence[When], beside: tuple[Snapshot, ...], context: ToolContext
) -> tuple[Trigger, ...] | ToolResult:
    """The triggers that these parts mean; none at all is a question."""
    done: list[Trigger] = []
    for part in parts:
        made = trigger_of(part, beside, context)
        if isinstance(made, ToolResult):
            return made
        done.append(made)
    none = unclear("rule_needs_trigger", "when, or sensor with a limit, is needed", context)
    return tuple(done) or none


def _beside(actions: tuple[Action, ...], context: ToolContext) -> tuple[Snapshot, ...]:
    """The entities that are commanded: a measure without a place means the one beside them."""
    view = context.house.home.view()
    found = (view.find(command.entity_id) for command in commands_of(actions))
    return tuple(snapshot for snapshot in found if snapshot is not None)


def ending(
    asked: RuleParts, triggers: tuple[Trigger, ...], actions: tuple[Action, ...], context: ToolContext
) -> tuple[Action, ...] | ToolResult:
    """What is done when the trigger is over; a value named for that alone undoes plain commands."""
    if asked.at_end:
        if not all(isinstance(trigger, _ENDING) for trigger in triggers):
            return unclear("rule_no_end", "a moment has no end; use wait and put_back", context)
        return actions_of(asked.at_end, context)
    if all(when.until is None for when in asked.triggers()):
        return ()
    given = [action.command for action in actions if isinstance(action, Act)]
    plain = len(given) == len(actions) and all(c.control in _BACK and not c.values for c in given)
    back = tuple(Command(c.entity_id, _BACK[c.control]) for c in given) if plain else ()
    harmless = all(j.risk < Risk.SECURITY for j in judge(back, context.house.home.view()))
    return tuple(Act(command) for command in back) if harmless else ()


def _moment_of(asked: Schedule, context: ToolContext) -> Once | ToolResult | None:
    """The instant of a job; None when no time was named."""
    now = context.house.clock.now()
    if asked.after_seconds is not None:
        return Once(now + timedelta(seconds=asked.after_seconds))
    if asked.at is None:
        return None
    at = clock_time(asked.at)
    found = _on_day(at, asked.day, context) if isinstance(at, time) else _dated(asked.at, context)
    if found is None:
        return unclear("job_needs_time", f"{asked.at} {asked.day or ''}: no time or day", context)
    if found <= now:
        told = told_moment(context.language, found, now, context.house.zone)
        return unclear("job_past", "this moment has passed", context, at=told)
    return Once(found)


def _dated(text: str, context: ToolContext) -> datetime | None:
    """A day with its time in ISO form; without an offset it is the home's own time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    if found.tzinfo is not None:
        return found
    return moment(context.house.almanac, found.date(), found.time())


def _on_day(at: time, day: str | None, context: ToolContext) -> datetime | None:
    """A time of day on a day by its name; without one, or of a weekday, the next that is still to come."""
    almanac, now = context.house.almanac, context.house.clock.now()
    today = local_day(almanac, now)
    if not day:
        return after(At(at), now, almanac)
    word = day.strip().casefold()
    if word in ("today", "tomorrow"):
        return moment(almanac, today + timedelta(days=word == "tomorrow"), at)
    named = weekdays(word)
    if isinstance(named, list) and len(named) == 1 and isinstance(named[0], Weekday):
        ahead = (tuple(Weekday).index(named[0]) - today.weekday()) % 7
        found = moment(almanac, today + timedelta(days=ahead), at)
        return found if found > now else moment(almanac, today + timedelta(days=ahead + 7), at)
    try:
        return moment(almanac, date.fromisoformat(word), at)
    except ValueError:
        return None
