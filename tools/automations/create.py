"""The tool that makes rules. What a rule does when it fires is the engine's business."""

from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum

from devices.automation.explain import Standing
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes, Every, Lost, Threshold
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleAdded
from devices.automation.watch.people import people
from devices.automation.watch.spec import Memory, World
from devices.automation.watch.start import at_once
from devices.command import Approval, Cause, Command, Origin, Outcome, Request
from devices.events import RuleRan
from devices.policy import Judgement
from tools.automations.advice import advice
from tools.automations.draft.arguments import CreateAutomation
from tools.automations.draft.drafting import draft
from tools.automations.telling import asking_lines, spoken, standing_lines, stands
from tools.automations.weighing import weighed, withheld
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt, remember, told
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import outcomes_sentence, say

_STANDING = (Threshold, Becomes, Lost)
"""Triggers that can be true now; a moment or an event can't."""


async def create_automation(asked: CreateAutomation, context: ToolContext) -> ToolResult:
    """Store the rule, say it as it was stored, and run it now if that was wished and it is true now."""
    drafted = _drafted(asked, context)
    if isinstance(drafted, ToolResult):
        return drafted
    judged = context.house.home.judge(context.request(weighed((drafted,), context)))
    if not all(verdict.allowed for verdict in judged):
        return receipt(withheld(judged), context)
    found = stands(drafted, context)
    now = _now(drafted, found) if asked.run_now_if_true else Now.NOT_WISHED
    begins = _begins(drafted, now, context)
    rule = await context.house.book.add(replace(drafted, created_at=context.house.clock.now()), begins)
    outcomes = await _at_once(rule, context) if now is Now.RAN else ()
    undo = await remember(outcomes, context, RuleAdded(rule.id, rule_to_json(rule)))
    lines = _lines(rule, judged, now, context)
    if outcomes:
        lines.append(outcomes_sentence(context.language, outcomes, context.house.home.view()))
    lines += await advice(rule, context)
    return ToolResult(
        Ending.COMPLETED,
        told("\n".join(lines), undo, context),
        data={"id": rule.id, "value_now": found.value, "unit": found.unit, "passed_now": found.holds},
        stop=True,
        outcomes=outcomes,
        undo=undo,
    )


class Now(StrEnum):
    """What becomes of the wish that a rule runs at once if it is true; the last ones are phrases for that."""

    NOT_WISHED = "not_wished"
    NOT_PAST = "not_past"
    RAN = "ran"
    RUNS = "rule_runs_now"
    NEVER_SO = "rule_no_now"
    UNKNOWN = "rule_condition_unknown"
    CONDITION = "rule_condition_now"


def _lines(rule: Rule, judged: tuple[Judgement, ...], now: Now, context: ToolContext) -> list[str]:
    """What was stored, how it stands, what it will ask for, and whether it runs now."""
    language = context.language
    phrase = "job_saved" if rule.once else "rule_saved"
    lines = [say(language, phrase, id=rule.id, rule=spoken(rule, context))]
    if now is not Now.RUNS:
        lines += standing_lines(rule, context, ran=now is Now.RAN)
    lines += asking_lines(rule, judged, context)
    if now not in (Now.NOT_WISHED, Now.NOT_PAST, Now.RAN):
        lines.append(say(language, now))
    return lines


def _now(rule: Rule, found: Standing) -> Now:
    """Whether a new rule is true now: plain commands are given at once, anything longer by the engine."""
    if not any(isinstance(trigger, _STANDING) for trigger in rule.triggers):
        return Now.NEVER_SO
    if not found.holds:
        past = any(watch.past for watch in found.watches)
        return (Now.UNKNOWN if found.holds is None else Now.CONDITION) if past else Now.NOT_PAST
    return Now.RAN if all(isinstance(action, Act) for action in rule.actions) else Now.RUNS


def _begins(rule: Rule, now: Now, context: ToolContext) -> dict[str, Memory]:
    """Where its triggers begin: so that the engine runs it at once, or knows that it ran."""
    if now not in (Now.RAN, Now.RUNS):
        return {}
    home, house = context.house.home, context.house
    world = World(home.find, lambda: people(home.view()), house.almanac)
    return at_once(rule, world, house.clock.now(), ran=now is Now.RAN)


async def _at_once(rule: Rule, context: ToolContext) -> tuple[Outcome, ...]:
    """Give the commands as the engine would: what a person allowed by making it, and no security action."""
    given = tuple(action.command for action in rule.actions if isinstance(action, Act))
    wide = tuple(Approval("*", command.control, by="rule") for command in given)
    cause = Cause(Origin.RULE, rule.id, rule.words)
    outcomes = await context.house.home.execute(Request(given, cause, wide))
    await context.house.book.note(RuleRan(rule.id, context.house.clock.now(), outcomes))
    return outcomes


def _check(asked: CreateAutomation, context: ToolContext) -> ToolResult | None:
    drafted = _drafted(asked, context)
    return drafted if isinstance(drafted, ToolResult) else None


def _asks(asked: CreateAutomation, context: ToolContext) -> tuple[Command, ...]:
    drafted = _drafted(asked, context)
    return () if isinstance(drafted, ToolResult) else weighed((drafted,), context)


def _drafted(asked: CreateAutomation, context: ToolContext) -> Rule | ToolResult:
    drafted = draft(asked, context)
    return drafted if isinstance(drafted, ToolResult) else _twin(drafted, context) or drafted


def _twin(rule: Rule, context: ToolContext) -> ToolResult | None:
    """The answer when the very same rule is there already and on."""
    same = next((r for r in context.house.book.everything() if r.enabled and _alike(r, rule)), None)
    if same is None:
        return None
    text = say(context.language, "rule_already", id=same.id, rule=spoken(same, context))
    return ToolResult(Ending.COMPLETED, text, data={"id": same.id}, stop=True, reason="already_applied")


def _alike(one: Rule, other: Rule) -> bool:
    """Whether two rules are the same; an interval counts from another moment each time it is said."""
    return _bare(one) == _bare(other)


def _bare(rule: Rule) -> Rule:
    beginning = datetime.min.replace(tzinfo=UTC)
    triggers = tuple(replace(t, since=beginning) if isinstance(t, Every) else t for t in rule.triggers)
    return replace(rule, id="", created_at=None, words="", triggers=triggers)


CREATE_AUTOMATION = Tool(
    name="create_automation",
    group=Group.AUTOMATIONS,
    description=(
        "Make a lasting rule, for wishes with if, when, whenever, every day. In short: sensor with above or "
        "below, and targets with action; anything else in when, only_if, unless, then. Limits and times must "
        "be in the user's words."
    ),
    arguments=CreateAutomation,
    run=create_automation,
    check=_check,
    asks=_asks,
    writes=True,
    stops=True,
    lasting=True,
    tags=(Topic.RULE, Topic.TIME),
    keywords=(
        *("automation", "rule", "if", "when", "whenever", "above", "below", "create", "every"),
        *("自动化", "规则", "如果", "当", "大于", "小于", "创建", "每天"),
        *("автоматизация", "правило", "если", "когда", "выше", "ниже", "создай", "каждый"),
    ),
)
