"""The tool that makes rules. What a rule does when it fires is the engine's business."""

from dataclasses import replace

from pydantic import Field

from devices.automation.explain import standing
from devices.automation.rule import Act, Rule, Threshold
from devices.automation.undo import RuleAdded
from devices.command import Approval, Cause, Command, Origin, Outcome, Reason, Request, Status
from devices.events import RuleRan
from devices.kinds import KINDS
from devices.kinds.spec import Risk
from devices.model import Snapshot
from devices.policy import Judgement
from devices.resolve import Target, Unresolved
from devices.view import View
from tools.context import ToolContext
from tools.meaning.aim import Aim, aim, missed
from tools.meaning.arguments import Action, Flag, Number, Wish
from tools.meaning.order import can, lacking, order
from tools.meaning.sensor import NotNumeric, watched
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt, refusal, remember, told
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import action_text, amount, outcomes_sentence, rule_sentence, say


class CreateAutomation(Wish):
    """A rule with one limit: when this sensor passes it, do this."""

    sensor: str = Field(
        description=(
            "Entity id or name of the sensor, or only what it measures (temperature, humidity, power ...): "
            "then the one in the room of the targets is meant."
        )
    )
    above: Number | None = Field(default=None, description="Run when the value rises above this.")
    below: Number | None = Field(default=None, description="Run when the value falls below this.")
    for_seconds: Number = Field(
        default=0.0, ge=0, le=7 * 86400, description="How long the value must stay there, in seconds."
    )
    run_now_if_true: Flag = Field(
        default=False, description="True if the user also wants it done at once when the limit is passed now."
    )


async def create_automation(asked: CreateAutomation, context: ToolContext) -> ToolResult:
    """Store the rule, say it as it was stored, and run it now if that was wished and its limit is passed."""
    draft = _draft(asked, context)
    if isinstance(draft, ToolResult):
        return draft
    home, book = context.house.home, context.house.book
    judged = home.judge(context.request(draft.commands))
    if not all(verdict.allowed for verdict in judged):
        return receipt(_withheld(judged), context)
    rule = await book.add(replace(draft, created_at=context.house.clock.now()))
    stands = standing(rule, home.view())
    outcomes: tuple[Outcome, ...] = ()
    if asked.run_now_if_true and stands.holds:
        outcomes = await _run_now(rule, context)
    undo = await remember(outcomes, context, RuleAdded(rule.id))
    return ToolResult(
        Ending.COMPLETED,
        told("\n".join(_told(rule, judged, outcomes, context)), undo, context),
        data={"id": rule.id, "value_now": stands.value, "unit": stands.unit, "passed_now": stands.holds},
        stop=True,
        outcomes=outcomes,
        undo=undo,
    )


def _check(asked: CreateAutomation, context: ToolContext) -> ToolResult | None:
    draft = _draft(asked, context)
    return draft if isinstance(draft, ToolResult) else None


def _asks(asked: CreateAutomation, context: ToolContext) -> tuple[Command, ...]:
    draft = _draft(asked, context)
    return () if isinstance(draft, ToolResult) else draft.commands


def _draft(asked: CreateAutomation, context: ToolContext) -> Rule | ToolResult:
    """The rule that these arguments mean, or the result that says why they mean none."""
    view = context.house.home.view()
    if not asked.targets:
        return _unclear("rule_needs_action", "targets are needed", context)
    if not _bounded(asked):
        return _unclear("rule_needs_limit", "above or below is needed, above lower than below", context)
    found = aim(Aim(Target(tuple(asked.targets)), lambda snapshot: can(asked.action, snapshot)), view)
    if isinstance(found, Unresolved):
        return missed(found, context)
    trigger = _trigger(asked, found.snapshots, context)
    if isinstance(trigger, ToolResult):
        return trigger
    commands = _commands(asked, found.snapshots, context)
    if isinstance(commands, ToolResult):
        return commands
    rule = Rule(triggers=(trigger,), actions=tuple(Act(c) for c in commands), words=context.asked)
    return _twin(rule, context) or rule


def _trigger(
    asked: CreateAutomation, beside: tuple[Snapshot, ...], context: ToolContext
) -> Threshold | ToolResult:
    """The sensor and its limits, or the result that says why it can't be watched."""
    match watched(asked.sensor, beside, context.house.home.view()):
        case Unresolved() as unresolved:
            return missed(unresolved, context)
        case NotNumeric(snapshot=snapshot):
            name = snapshot.entity.name
            return _unclear("rule_not_a_number", "the sensor reports no number", context, sensor=name)
        case Threshold() as watches:
            return replace(watches, above=asked.above, below=asked.below, for_seconds=asked.for_seconds)


def _bounded(asked: CreateAutomation) -> bool:
    if asked.above is None or asked.below is None:
        return asked.above is not None or asked.below is not None
    return asked.above < asked.below


def _commands(
    asked: CreateAutomation, snapshots: tuple[Snapshot, ...], context: ToolContext
) -> tuple[Command, ...] | ToolResult:
    """The rule's commands; a toggle stays one, since the rule runs in a state nobody knows yet."""
    if needed := lacking(asked.action, asked.given()):
        names = ", ".join(s.entity.name for s in snapshots)
        return _unclear("needs_value", f"{needed} is needed", context, name=names)
    if asked.action is Action.TOGGLE:
        unable = [s for s in snapshots if KINDS[s.entity.domain].control(Action.TOGGLE) is None]
        commands = tuple(Command(s.entity.id, Action.TOGGLE.value) for s in snapshots)
        return refusal(_unsupported(unable[0]), context) if unable else commands
    given = order(asked.action, asked.given(), snapshots)
    return refusal(given.refused[0], context) if given.refused else given.commands


def _unsupported(snapshot: Snapshot) -> Outcome:
    command = Command(snapshot.entity.id, Action.TOGGLE.value)
    return Outcome(command, Status.REFUSED, snapshot.word, snapshot.word, Reason.NOT_SUPPORTED)


def _twin(rule: Rule, context: ToolContext) -> ToolResult | None:
    """The answer when the very same rule is there already and on."""
    same = [
        r for r in context.house.book.rules() if r.triggers == rule.triggers and r.actions == rule.actions
    ]
    if not same or not same[0].enabled:
        return None
    view = context.house.home.view()
    text = say(
        context.language,
        "rule_already",
        id=same[0].id,
        rule=rule_sentence(context.language, same[0], view),
    )
    return ToolResult(Ending.COMPLETED, text, data={"id": same[0].id}, stop=True, reason="already_applied")


async def _run_now(rule: Rule, context: ToolContext) -> tuple[Outcome, ...]:
    """Run a new rule as the engine would: what a person allowed by making it, and no security action."""
    wide = tuple(Approval("*", command.control, by="rule") for command in rule.commands)
    cause = Cause(Origin.RULE, rule.id, rule.words)
    outcomes = await context.house.home.execute(Request(rule.commands, cause, wide))
    await context.house.book.note(RuleRan(rule.id, context.house.clock.now(), outcomes))
    return outcomes


def _withheld(judged: tuple[Judgement, ...]) -> tuple[Outcome, ...]:
    """The rule was not stored: what the gate says of each command that it does not let pass."""
    asks = Reason.NOT_APPROVED
    return tuple(
        Outcome(
            verdict.command,
            Status.NEEDS_CONFIRMATION if verdict.reason is asks else Status.REFUSED,
            reason=verdict.reason,
            detail=verdict.rule,
        )
        for verdict in judged
        if not verdict.allowed
    )


def _told(
    rule: Rule, judged: tuple[Judgement, ...], outcomes: tuple[Outcome, ...], context: ToolContext
) -> list[str]:
    """What was stored, how it stands, what it will ask for, and what running it did."""
    language, view = context.language, context.house.home.view()
    lines = [say(language, "rule_saved", id=rule.id, rule=rule_sentence(language, rule, view))]
    lines.append(_standing(rule, context, ran=bool(outcomes)))
    for verdict in judged:
        if verdict.risk >= Risk.SECURITY:
            name = _name(verdict.command.entity_id, view)
            lines.append(say(language, "rule_asks", action=action_text(language, verdict.command, name)))
    if outcomes:
        lines.append(outcomes_sentence(language, outcomes, view))
    return lines


def _standing(rule: Rule, context: ToolContext, *, ran: bool) -> str:
    """The watched value now, and whether the rule would run, ran, or waits for a value."""
    language, view = context.language, context.house.home.view()
    stands, sensor = standing(rule, view), _name(rule.triggers[0].entity_id, view)
    if stands.value is None:
        return say(language, "rule_blind_now", sensor=sensor)
    phrase = "rule_ran_now" if ran else "rule_holds_now" if stands.holds else "rule_value_now"
    return say(language, phrase, sensor=sensor, value=amount(language, stands.value, stands.unit))


def _name(entity_id: str, view: View) -> str:
    snapshot = view.find(entity_id)
    return snapshot.entity.name if snapshot else entity_id


def _unclear(phrase: str, error: str, context: ToolContext, **facts: str) -> ToolResult:
    text = say(context.language, phrase, **facts)
    return ToolResult(Ending.FATAL, text, error=error, stop=True, reason=phrase)


CREATE_AUTOMATION = Tool(
    name="create_automation",
    group=Group.AUTOMATIONS,
    description=(
        "Make a lasting rule: when a sensor's number passes a limit, devices are told something. For wishes "
        "with if, when, whenever, as soon as, and a limit. The limit must be in the user's words."
    ),
    arguments=CreateAutomation,
    run=create_automation,
    check=_check,
    asks=_asks,
    writes=True,
    stops=True,
    lasting=True,
    tags=(Topic.RULE,),
    keywords=(
        *("automation", "rule", "if", "when", "above", "below", "create"),
        *("自动化", "规则", "如果", "当", "大于", "小于", "创建"),
        *("автоматизация", "правило", "если", "когда", "выше", "ниже", "создай"),
    ),
)
