"""The tool that makes rules. What a rule does when it fires is the engine's business."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes, Every, Lost, Once, Threshold
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import Change, RuleAdded
from devices.command import Approval, Cause, Command, Origin, Outcome, Request
from devices.events import RuleRan
from devices.policy import Judgement
from tools.automations.advice import advice
from tools.automations.draft.arguments import CreateAutomation
from tools.automations.draft.drafting import AT_ONCE, draft
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
    rule = await context.house.book.add(replace(drafted, created_at=context.house.clock.now()))
    found = stands(rule, context)
    now = await _now(rule, context) if asked.run_now_if_true else _Now()
    added: Change = RuleAdded(rule.id, rule_to_json(rule))
    undo = await remember(now.outcomes, context, added, *now.changes)
    lines = _lines(rule, judged, now, context)
    lines += await advice(rule, context)
    return ToolResult(
        Ending.COMPLETED,
        told("\n".join(lines), undo, context),
        data={"id": rule.id, "value_now": found.value, "unit": found.unit, "passed_now": found.holds},
        stop=True,
        outcomes=now.outcomes,
        undo=undo,
    )


@dataclass(frozen=True, slots=True)
class _Now:
    """What became of running a new rule at once: receipts, a job that runs it, or why it was not run."""

    outcomes: tuple[Outcome, ...] = ()
    job: Rule | None = None
    reason: str = ""

    @property
    def ran(self) -> bool:
        """Whether it was run, or is about to."""
        return bool(self.outcomes) or self.job is not None

    @property
    def changes(self) -> tuple[Change, ...]:
        """What undo must know beside the receipts."""
        return () if self.job is None else (RuleAdded(self.job.id, rule_to_json(self.job)),)


def _lines(rule: Rule, judged: tuple[Judgement, ...], now: _Now, context: ToolContext) -> list[str]:
    """What was stored, how it stands, what it will ask for, and what running it did."""
    language = context.language
    phrase = "job_saved" if rule.once else "rule_saved"
    lines = [say(language, phrase, id=rule.id, rule=spoken(rule, context))]
    lines += standing_lines(rule, context, ran=now.ran)
    lines += asking_lines(rule, judged, context)
    if now.outcomes:
        lines.append(outcomes_sentence(language, now.outcomes, context.house.home.view()))
    if now.job is not None:
        lines.append(say(language, "rule_runs_now", id=now.job.id))
    if now.reason:
        lines.append(say(language, now.reason))
    return lines


async def _now(rule: Rule, context: ToolContext) -> _Now:
    """Run a new rule if it is true now: plain commands at once, anything longer as a job of the engine's."""
    found = stands(rule, context)
    if not any(isinstance(trigger, _STANDING) for trigger in rule.triggers):
        return _Now(reason="rule_no_now")
    if not found.holds:
        past = any(watch.past for watch in found.watches)
        unknown = past and found.holds is None
        return _Now(reason="rule_condition_unknown" if unknown else "rule_condition_now" if past else "")
    if all(isinstance(action, Act) for action in rule.actions):
        return _Now(await _at_once(rule, context))
    soon = Once(context.house.clock.now() + AT_ONCE)
    draft_of_it = Rule(triggers=(soon,), actions=rule.actions, once=True, words=rule.words)
    job = await context.house.book.add(draft_of_it)
    return _Now(job=job)


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
