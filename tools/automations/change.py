"""The tool that changes a rule under its id: what is not named stays; permissions given for it are void."""

from collections.abc import Sequence
from dataclasses import replace

from devices.automation.rule.action import Act, Action
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Happens, Presence, Swing, Threshold, Trigger
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleChanged
from devices.command import Command
from devices.kinds import KINDS
from devices.model import Snapshot
from tools.automations.advice import advice
from tools.automations.draft.arguments import ChangeAutomation
from tools.automations.draft.doing import actions_of
from tools.automations.draft.drafting import ending, triggers_of
from tools.automations.draft.entry import When, WhenKind
from tools.automations.draft.holding import conditions_of
from tools.automations.draft.unclear import unclear
from tools.automations.kept import find, unknown
from tools.automations.telling import asking_lines, spoken, standing_lines
from tools.automations.weighing import weighed, withheld
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt, remember, told
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say

_LIMITS = frozenset({"above", "below", "until", "outside", "unit", "pool", "for_seconds"})
_TRIGGER = _LIMITS | {"sensor", "when"}
_CONDITION = frozenset({"only_if", "only_if_any", "unless"})
_VALUES = frozenset(
    {"brightness_pct", "color_temp_kelvin", "percentage", "position", "temperature", "hvac_mode"}
)
_ACTION = _VALUES | {"targets", "action", "then"}


async def change_automation(asked: ChangeAutomation, context: ToolContext) -> ToolResult:
    """Store the rule as it shall be, and say how it was and how it is."""
    changed = _changed(asked, context)
    if isinstance(changed, ToolResult):
        return changed
    before, after = changed
    judged = context.house.home.judge(context.request(weighed((after,), context)))
    if not all(verdict.allowed for verdict in judged):
        return receipt(withheld(judged), context)
    allowed = context.house.permissions.of(before)
    was = spoken(before, context)
    await context.house.book.replace(after)
    undo = await remember((), context, RuleChanged(rule_to_json(before), rule_to_json(after)))
    language = context.language
    lines = [say(language, "rule_changed", id=after.id, before=was, rule=spoken(after, context))]
    lines += standing_lines(after, context)
    lines += [say(language, "rule_voided")] if allowed else []
    lines += asking_lines(after, judged, context)
    lines += await advice(after, context)
    text = told("\n".join(lines), undo, context)
    return ToolResult(Ending.COMPLETED, text, data={"id": after.id}, stop=True, undo=undo)


def _changed(asked: ChangeAutomation, context: ToolContext) -> tuple[Rule, Rule] | ToolResult:
    """The rule before and after, or the result that says why it can't be so."""
    rule = find(asked.id, context)
    if rule is None:
        return unknown(asked.id, context)
    after = _after(rule, asked, context)
    if isinstance(after, ToolResult):
        return after
    if after == rule:
        text = say(context.language, "rule_unchanged", id=rule.id, rule=spoken(rule, context))
        return ToolResult(Ending.COMPLETED, text, data={"id": rule.id}, stop=True, reason="already_applied")
    return rule, after


def _after(rule: Rule, asked: ChangeAutomation, context: ToolContext) -> Rule | ToolResult:
    named = asked.model_fields_set
    actions = _actions(rule, asked, context) if named & _ACTION else rule.actions
    if isinstance(actions, ToolResult):
        return actions
    beside = _beside(actions, context)
    triggers = _triggers(rule, asked, beside, context) if named & _TRIGGER else rule.triggers
    if isinstance(triggers, ToolResult):
        return triggers
    conditions = conditions_of(asked, beside, context) if named & _CONDITION else rule.conditions
    if isinstance(conditions, ToolResult):
        return conditions
    until = ending(asked, triggers, actions, context) if named & {"at_end", "until"} else rule.until
    if isinstance(until, ToolResult):
        return until
    whole = replace(rule, triggers=triggers, conditions=conditions, actions=actions, until=until)
    return _mannered(whole, asked)


def _mannered(rule: Rule, asked: ChangeAutomation) -> Rule:
    mode = asked.mode or rule.mode
    rest = rule.cooldown_seconds if asked.cooldown_seconds is None else asked.cooldown_seconds
    late = rule.late_seconds if asked.late_seconds is None else asked.late_seconds
    return replace(rule, mode=mode, cooldown_seconds=rest, late_seconds=late)


def _beside(actions: Sequence[Action], context: ToolContext) -> tuple[Snapshot, ...]:
    view = context.house.home.view()
    found = (view.find(action.command.entity_id) for action in actions if isinstance(action, Act))
    return tuple(snapshot for snapshot in found if snapshot is not None)


def _triggers(
    rule: Rule, asked: ChangeAutomation, beside: tuple[Snapshot, ...], context: ToolContext
) -> tuple[Trigger, ...] | ToolResult:
    """New triggers, or the one that there is with another limit, length or time of day."""
    named = asked.model_fields_set
    if not asked.sensor and not asked.when and len(rule.triggers) == 1:
        return _limited(rule.triggers[0], asked, context)
    if named & _LIMITS and not asked.sensor and not asked.when:
        return unclear("rule_needs_sensor", "which of its triggers? say sensor or when", context)
    whens = asked.triggers()
    if len(whens) == 1 and len(rule.triggers) == 1:
        whens = [_as_before(whens[0], rule.triggers[0])]
    return triggers_of(whens, beside, context)


def _limited(
    trigger: Trigger, asked: ChangeAutomation, context: ToolContext
) -> tuple[Trigger, ...] | ToolResult:
    """The same trigger with what was named of it; a limit on one side takes the place of one on the other."""
    named = asked.model_fields_set
    if isinstance(trigger, Threshold):
        sides = named & {"above", "below"}
        above, below = (asked.above, asked.below) if sides else (trigger.above, trigger.below)
        until = asked.until if asked.until is not None else _end(trigger, above, below)
        when = When(
            kind=WhenKind.THRESHOLD,
            entities=list(trigger.entities),
            attribute=trigger.attribute or None,
            above=above,
            below=below,
            until=until,
            outside=asked.outside if "outside" in named else trigger.outside and not sides,
            unit=asked.unit or trigger.unit or None,
            pool=asked.pool or trigger.pool,
            for_seconds=asked.for_seconds if "for_seconds" in named else trigger.for_seconds,
        )
        return triggers_of([when], (), context)
    lasting = not isinstance(trigger, Swing | Happens) and hasattr(trigger, "for_seconds")
    if named & _LIMITS == {"for_seconds"} and lasting and isinstance(trigger, Becomes | Presence):
        return (replace(trigger, for_seconds=asked.for_seconds),)
    return unclear("rule_needs_sensor", "it has no limit; say sensor or when", context)


def _end(trigger: Threshold, above: float | None, below: float | None) -> float | None:
    """Where it is over with new limits: as far behind them as before."""
    if not trigger.hysteresis or (above is None) is (below is None):
        return None
    if above is not None:
        return above - trigger.hysteresis
    return None if below is None else below + trigger.hysteresis


def _as_before(when: When, trigger: Trigger) -> When:
    """A new time of day keeps the days of the old one, if none were named."""
    if when.kind is not WhenKind.TIME or not isinstance(trigger, At):
        return when
    kept: dict[str, object] = {}
    if "days" not in when.model_fields_set:
        kept["days"] = list(trigger.days.weekdays)
    if "holidays" not in when.model_fields_set:
        kept["holidays"] = trigger.days.holidays
    if when.at is None:
        kept["at"] = trigger.time
    return when.model_copy(update=kept)


def _actions(rule: Rule, asked: ChangeAutomation, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    """New steps; with only a value, an action or other targets, the rest of the one command stays."""
    commands = [action.command for action in rule.actions if isinstance(action, Act)]
    if asked.then or not commands or (asked.targets and asked.action is not None):
        return actions_of(asked.steps(), context)
    if len(commands) != len(rule.actions):
        return unclear("rule_needs_action", "it has several steps; say all of them in then", context)
    word = asked.action.value if asked.action is not None else _word(commands[0], asked)
    step = asked.model_copy(
        update={
            "targets": asked.targets or [command.entity_id for command in commands],
            "action": type(asked).model_validate({"id": "a", "action": word}).action,
        }
    )
    return actions_of(step.steps(), context)


def _word(command: Command, asked: ChangeAutomation) -> str:
    """The short word for what a command does; a value that it does not take asks for what takes it."""
    kind = next((kind for kind in KINDS.values() if command.entity_id.startswith(f"{kind.domain}.")), None)
    control = kind.control(command.control) if kind else None
    takes = {value.name for value in control.values} if control else set()
    return control.action if control and set(asked.given()) <= takes else ""


def _check(asked: ChangeAutomation, context: ToolContext) -> ToolResult | None:
    changed = _changed(asked, context)
    return changed if isinstance(changed, ToolResult) else None


def _asks(asked: ChangeAutomation, context: ToolContext) -> tuple[Command, ...]:
    changed = _changed(asked, context)
    return () if isinstance(changed, ToolResult) else weighed((changed[1],), context)


CHANGE_AUTOMATION = Tool(
    name="change_automation",
    group=Group.AUTOMATIONS,
    description="Change a rule by its id; say only what becomes another, with the keys of create_automation.",
    arguments=ChangeAutomation,
    run=change_automation,
    check=_check,
    asks=_asks,
    writes=True,
    stops=True,
    lasting=True,
    tags=(Topic.RULE, Topic.KEPT),
    keywords=(
        *("change", "edit", "modify", "adjust", "rule", "automation", "instead"),
        *("更改", "修改", "调整", "规则", "измени", "поменяй", "правило"),
    ),
)
