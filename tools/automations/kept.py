"""The tools that list, switch and delete rules; making one lies in create.py."""

from dataclasses import replace

from pydantic import Field

from devices.automation.rule.rule import Rule
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleRemoved, RuleSwitched
from devices.model import Json
from tools.automations.advice import conflict_lines
from tools.automations.draft.arguments import Nothing, RuleId
from tools.automations.telling import spoken, stands
from tools.context import ToolContext
from tools.meaning.arguments import Flag
from tools.outcome import Ending, ToolResult
from tools.receipt import remember, told
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say, there_is


class EnableAutomation(RuleId):
    """Which rule to switch on or off."""

    enabled: Flag = Field(description="True switches the rule on, false off.")


async def list_automations(_asked: Nothing, context: ToolContext) -> ToolResult:
    """Every rule as a sentence, and how it stands."""
    language, rules = context.language, context.house.book.rules()
    if not rules:
        return ToolResult(Ending.COMPLETED, say(language, "rules_none"), data=[])
    lines = [say(language, "rules_list", count=len(rules))]
    lines += [say(language, "rule_line", id=rule.id, rule=spoken(rule, context)) for rule in rules]
    return ToolResult(Ending.COMPLETED, "\n".join(lines), data=[described(rule, context) for rule in rules])


async def delete_automation(asked: RuleId, context: ToolContext) -> ToolResult:
    """Delete a rule; undo brings it back."""
    rule = find(asked.id, context)
    return unknown(asked.id, context) if rule is None else await removed(rule, context)


async def removed(rule: Rule, context: ToolContext) -> ToolResult:
    """Take a rule or job out of the book, in words."""
    sentence = spoken(rule, context)
    await context.house.book.remove(rule.id)
    undo = await remember((), context, RuleRemoved(rule_to_json(rule)))
    phrase = "job_cancelled" if rule.once else "rule_deleted"
    text = told(say(context.language, phrase, id=rule.id, rule=sentence), undo, context)
    return ToolResult(Ending.COMPLETED, text, data={"id": rule.id}, stop=True, undo=undo)


async def enable_automation(asked: EnableAutomation, context: ToolContext) -> ToolResult:
    """Switch a rule on or off; undo switches it back."""
    rule = find(asked.id, context)
    if rule is None:
        return unknown(asked.id, context)
    data: Json = {"id": rule.id, "enabled": asked.enabled}
    if rule.enabled is asked.enabled:
        text = say(context.language, "rule_already", id=rule.id, rule=spoken(rule, context))
        return ToolResult(Ending.COMPLETED, text, data=data, stop=True, reason="already_applied")
    await context.house.book.enable(rule.id, asked.enabled)
    undo = await remember((), context, RuleSwitched(rule.id, rule.enabled))
    phrase = "rule_enabled" if asked.enabled else "rule_disabled"
    standing = replace(rule, enabled=True)
    lines = [say(context.language, phrase, id=rule.id, rule=spoken(standing, context))]
    lines += conflict_lines(standing, context) if asked.enabled else ()
    text = told("\n".join(lines), undo, context)
    return ToolResult(Ending.COMPLETED, text, data=data, stop=True, undo=undo)


def find(rule_id: str, context: ToolContext) -> Rule | None:
    """The rule or job of this id; `A1`, `#a1` and `1` are a1."""
    wanted = rule_id.strip().casefold().lstrip("#")
    return context.house.book.rule(f"a{wanted}" if wanted.isdigit() else wanted)


def unknown(rule_id: str, context: ToolContext) -> ToolResult:
    """The result for an id that no rule has: it names those that there are."""
    ids = tuple(rule.id for rule in context.house.book.rules())
    there = there_is(context.language, ids) or say(context.language, "rules_none")
    text = say(context.language, "rule_unknown", id=rule_id, there_is=there)
    return ToolResult(
        Ending.FATAL, text, data={"ids": list(ids)}, error="unknown id", stop=True, reason="unknown_rule"
    )


def described(rule: Rule, context: ToolContext) -> Json:
    """A rule as a model reads it: its sentence, how it stands, its last run."""
    found, runs = stands(rule, context), context.house.book.last_runs(rule.id)
    return {
        "id": rule.id,
        "enabled": rule.enabled,
        "rule": spoken(rule, context),
        "value_now": found.value,
        "unit": found.unit,
        "passed_now": found.holds,
        "next": found.next_at.isoformat() if found.next_at else None,
        "last_run": runs[0].at.isoformat() if runs else None,
        "last_run_skipped": runs[0].skipped if runs else "",
    }


def _check_delete(asked: RuleId, context: ToolContext) -> ToolResult | None:
    return None if find(asked.id, context) else unknown(asked.id, context)


def _check_enable(asked: EnableAutomation, context: ToolContext) -> ToolResult | None:
    return None if find(asked.id, context) else unknown(asked.id, context)


LIST_AUTOMATIONS = Tool(
    name="list_automations",
    group=Group.AUTOMATIONS,
    description="List all rules with id, meaning, on or off, the value they watch and their last run.",
    arguments=Nothing,
    run=list_automations,
    tags=(Topic.RULE, Topic.KEPT),
    keywords=("automations", "rules", "list", "自动化", "规则", "列出", "автоматизации", "правила", "список"),
)
DELETE_AUTOMATION = Tool(
    name="delete_automation",
    group=Group.AUTOMATIONS,
    description="Delete a rule by its id.",
    arguments=RuleId,
    run=delete_automation,
    check=_check_delete,
    writes=True,
    stops=True,
    tags=(Topic.RULE, Topic.KEPT),
    keywords=("delete", "remove", "rule", "automation", "删除", "规则", "自动化", "удали", "правило"),
)
ENABLE_AUTOMATION = Tool(
    name="enable_automation",
    group=Group.AUTOMATIONS,
    description="Switch a rule on or off by its id, without deleting it.",
    arguments=EnableAutomation,
    run=enable_automation,
    check=_check_enable,
    writes=True,
    stops=True,
    tags=(Topic.RULE, Topic.KEPT),
    keywords=(
        *("enable", "disable", "pause", "resume", "rule", "automation"),
        *("启用", "停用", "暂停", "规则", "включи", "отключи", "приостанови", "правило"),
    ),
)
