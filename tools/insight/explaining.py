"""The tool that says how a rule stands: values, clocks, conditions, and what became of it when it fired."""

from collections.abc import Iterator
from dataclasses import replace

from devices.automation.explain import Checked, Moment, Standing, Watch, standing
from devices.automation.rule.rule import Rule
from devices.automation.watch.spec import Memory, Place
from devices.command import Status
from devices.errors import StorageError
from devices.events import RuleRan
from devices.model import Json
from tools.automations.draft.arguments import RuleId
from tools.automations.kept import find, unknown
from tools.automations.telling import spoken, standing_lines
from tools.context import ToolContext
from tools.insight.rehearsing import wrong_with
from tools.insight.telling import clock, conflict_text, name_of, reading_text, skip_text
from tools.outcome import Ending, ToolResult
from tools.teller import scribe_of
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import listed, say
from tools.words.telling.conditions import condition_text

_WELL = frozenset({Status.CONFIRMED, Status.ALREADY})
_OVER = "over"


async def explain_automation(asked: RuleId, context: ToolContext) -> ToolResult:
    """Say how a rule stands and what became of it when it fired last."""
    rule = find(asked.id, context)
    if rule is None:
        return unknown(asked.id, context)
    house = context.house
    stands = standing(rule, house.home.view(), await _moment(rule, context))
    runs = tuple(run for run in house.book.last_runs(rule.id) if _OVER not in run.facts)
    lines = [say(context.language, "rule_line", id=rule.id, rule=spoken(rule, context))]
    if rule.enabled:
        lines += [*_now(rule, stands, context)]
    lines += _lately(runs, context)
    lines += [conflict_text(found, len(rule.triggers), context) for found in wrong_with(rule, context)]
    return ToolResult(
        Ending.COMPLETED, "\n".join(lines), data=_document(rule, stands, runs, context), stop=True
    )


async def _moment(rule: Rule, context: ToolContext) -> Moment:
    """Now, with what whoever runs the rules remembers of this one, if it can be read."""
    house = context.house
    remembered: dict[Place, Memory] = {}
    try:
        remembered = await house.book.memories(rule.id)
    except StorageError:
        remembered = {}
    return Moment(house.clock.now(), house.almanac, remembered)


def _now(rule: Rule, stands: Standing, context: ToolContext) -> Iterator[str]:
    """Its values, running clocks and conditions, and whether it would run."""
    yield from standing_lines(rule, context)
    for watch in stands.watches:
        yield from _clocked(watch, context)
    for checked in stands.conditions:
        yield _condition(rule, checked, context)
    if stands.blind:
        yield say(context.language, "explain_blind")
    elif any(watch.past is not None for watch in stands.watches):
        phrase = {True: "explain_would_run", False: "explain_would_not", None: "explain_unknown"}
        yield say(context.language, phrase[stands.holds])


def _clocked(watch: Watch, context: ToolContext) -> Iterator[str]:
    sensor = name_of(watch.entity_id, context)
    if watch.clock_from is not None and watch.clock_ends is not None:
        at, end = clock(watch.clock_from, context), clock(watch.clock_ends, context)
        yield say(context.language, "explain_clock", sensor=sensor, at=at, end=end)
    elif watch.latched and watch.entity_id:
        yield say(context.language, "explain_latched", sensor=sensor)


def _condition(rule: Rule, checked: Checked, context: ToolContext) -> str:
    scribe = scribe_of(context.language, context.house, rule.created_at)
    phrase = {True: "explain_condition_yes", False: "explain_condition_no", None: "explain_condition_unknown"}
    return say(context.language, phrase[checked.holds], condition=condition_text(checked.condition, scribe))


def _lately(runs: tuple[RuleRan, ...], context: ToolContext) -> list[str]:
    """When it last ran and why, and why it did not when it fired after that."""
    language = context.language
    ran = next((run for run in runs if not run.skipped), None)
    lines: list[str] = []
    if runs and runs[0].skipped:
        reason = skip_text(runs[0].skipped, context)
        lines.append(say(language, "explain_not_run", at=clock(runs[0].at, context), reason=reason))
    if ran is None:
        return [*lines, say(language, "explain_never_ran")]
    sensor, value = ran.facts.get("entity_id", ""), ""
    if sensor:
        value = reading_text(sensor, ran.facts, context)
    phrase = "explain_ran_because" if value else "explain_ran"
    name = name_of(sensor, context)
    lines.append(say(language, phrase, at=clock(ran.at, context), sensor=name, value=value))
    failed = [o.command.entity_id for o in ran.outcomes if o.status not in _WELL]
    if failed:
        names = listed(language, [name_of(entity_id, context) for entity_id in dict.fromkeys(failed)])
        lines.append(say(language, "explain_failed", names=names))
    return lines


def _document(rule: Rule, stands: Standing, runs: tuple[RuleRan, ...], context: ToolContext) -> Json:
    return {
        "id": rule.id,
        "enabled": rule.enabled,
        "rule": spoken(replace(rule, enabled=True), context),
        "would_run": stands.holds,
        "blind": stands.blind,
        "next": stands.next_at.isoformat() if stands.next_at else None,
        "watched": [_watched(watch) for watch in stands.watches],
        "conditions": [checked.holds for checked in stands.conditions],
        "runs": [
            {"at": run.at.isoformat(), "skipped": run.skipped, "facts": dict(run.facts)} for run in runs[:10]
        ],
    }


def _watched(watch: Watch) -> Json:
    return {
        "trigger": watch.trigger,
        "entity_id": watch.entity_id,
        "value": watch.value,
        "word": watch.word,
        "unit": watch.unit,
        "past": watch.past,
        "lacking": watch.lacking.value,
        "clock_ends": watch.clock_ends.isoformat() if watch.clock_ends else None,
        "next": watch.next_at.isoformat() if watch.next_at else None,
    }


def _check(asked: RuleId, context: ToolContext) -> ToolResult | None:
    return None if find(asked.id, context) else unknown(asked.id, context)


EXPLAIN_AUTOMATION = Tool(
    name="explain_automation",
    group=Group.AUTOMATIONS,
    description="Say how a rule or job stands now, when it last ran, and why it did not run.",
    arguments=RuleId,
    run=explain_automation,
    check=_check,
    stops=True,
    tags=(Topic.RULE, Topic.CAUSE),
    keywords=(
        *("explain", "why not", "did not run", "rule", "automation"),
        *("解释", "为什么没有运行", "规则", "объясни", "почему не сработало", "правило"),
    ),
)
