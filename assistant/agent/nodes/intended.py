"""What becomes of a call that strays from the user's words: the model is told, or the person asked."""

from collections.abc import Iterator, Mapping, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from assistant.agent.bridge import Toolbox
from assistant.agent.judge.intent import Doubt, Fault, Heard, Wanted, doubt, entities_in
from assistant.agent.judge.said import Said
from assistant.agent.nodes.arguments import Fitting, fit
from assistant.agent.scene import Scene
from assistant.agent.speech.sentences import is_question
from assistant.agent.state import State, this_turn
from assistant.models.offline.model import intended
from assistant.models.offline.plan import Plan
from devices.automation.rule.trigger import Threshold
from devices.command import Command
from devices.kinds.spec import Risk
from devices.policy import judge
from devices.resolve import NoMatch, Unresolved
from devices.view import View
from tools.context import ToolContext
from tools.meaning.aim import missed
from tools.meaning.sensor import watched
from tools.outcome import Ending, ToolResult
from tools.tool import Tool
from tools.words.speech import action_text, distinct_names, listed, say

_TOLD: Mapping[Fault, str] = {
    Fault.OPPOSITE: "this is the opposite of what the user said",
    Fault.NOT_ASKED: "the user did not ask for this",
    Fault.NOT_NOW: "the user said a time or a condition, so not now; if no tool can do it, say so",
    Fault.WIDER: "this reaches more than the user named; take only what was named",
    Fault.OTHER_VALUE: "the user said another value or none",
    Fault.EXCEPTED: "the user excepted this; leave it out",
}


def heard(toolbox: Toolbox, state: State, scene: Scene) -> Heard:
    """The user's words as they are read a second time, once a round."""
    messages, view = state["messages"], scene.house.home.view()
    before = _turn_before(messages)
    question = next((m.text for m in reversed(before) if isinstance(m, AIMessage) and m.text), "")
    answering = is_question(question) or any(
        ("?" in line or "？" in line) for line in question.splitlines()[-1:]
    )
    earlier = [m.text for m in before if isinstance(m, HumanMessage)] if answering else []
    plan = intended(messages, view)
    ids = tuple(view.snapshots)
    now = [m.text for m in this_turn(messages) if isinstance(m, ToolMessage)]
    then = [m.text for m in before if isinstance(m, ToolMessage)]
    return Heard(
        said=Said((state["user_message"], *earlier), view, state["language"]),
        plan=plan,
        planned=tuple(_planned(plan, toolbox, scene)),
        shown=entities_in(now, ids),
        spoken_of=entities_in(then, ids) | frozenset(_named(question, view)),
        texts="\n".join([*now, *then, question]),
        answering=answering,
    )


def wish(tool: Tool, fitting: Fitting, commands: tuple[Command, ...], context: ToolContext) -> Wanted:
    """A call as it would act, with what the gate holds for a risk to security."""
    view, args = context.house.home.view(), fitting.args
    judged = judge(commands, view)
    guarded = (one.command.entity_id for one in judged if one.risk >= Risk.SECURITY)
    sensor, beside = args.get("sensor"), [s for c in commands if (s := view.find(c.entity_id)) is not None]
    seen = watched(sensor, beside, view) if isinstance(sensor, str) else None
    by = seen.entities[0] if isinstance(seen, Threshold) else ""
    return Wanted(tool.name, args, commands, frozenset(guarded), by)


def strayed(wanted: Wanted, read: Heard, context: ToolContext) -> ToolResult | None:
    """The result that answers a call which the words do not bear out; None when it may go on."""
    found = doubt(wanted, read)
    if found is None:
        return None
    match found.fault:
        case Fault.NEGATED:
            text = say(context.language, "negated")
            return ToolResult(
                Ending.POLICY_BLOCK, text, error="the user said not to", stop=True, reason="declined"
            )
        case Fault.AMBIGUOUS:
            return missed(Unresolved(NoMatch.AMBIGUOUS, "", found.about), context)
        case Fault.UNNAMED:
            return _asked_back(found, context)
        case _:
            return _told(found, wanted.commands, context)


def _asked_back(found: Doubt, context: ToolContext) -> ToolResult:
    """The one question whether these things are meant."""
    view = context.house.home.view()
    names = listed(context.language, distinct_names(list(found.about), view))
    return ToolResult(
        Ending.FATAL,
        say(context.language, "which_target", names=names),
        data={"candidates": list(found.about)},
        error=f"the user did not name {', '.join(found.about)}; ask",
        stop=True,
        reason=found.fault,
        choices=found.about,
    )


def _told(found: Doubt, commands: Sequence[Command], context: ToolContext) -> ToolResult:
    """What is wrong, for the model, which may try once more; the user reads it only if the turn fails."""
    view, language = context.house.home.view(), context.language
    actions = [
        action_text(language, c, _name(c.entity_id, view)) for c in commands if c.entity_id in found.about
    ]
    text = say(language, "not_as_said", action=listed(language, actions)) if actions else ""
    about = f" ({', '.join(found.about)})" if found.about else ""
    return ToolResult(Ending.TRANSIENT, text, error=_TOLD[found.fault] + about, reason=found.fault)


def _planned(plan: Plan, toolbox: Toolbox, scene: Scene) -> Iterator[Wanted]:
    """The planner's own calls, as they would act."""
    for call in plan.calls:
        tool = toolbox.find(call.tool)
        fitting = fit(tool, call.arguments) if tool is not None else ""
        if tool is not None and isinstance(fitting, Fitting):
            context = scene.context()
            yield wish(tool, fitting, tool.asks(fitting.arguments, context), context)


def _turn_before(messages: Sequence[BaseMessage]) -> Sequence[BaseMessage]:
    starts = [place for place, m in enumerate(messages) if isinstance(m, HumanMessage)]
    return messages[starts[-2] : starts[-1]] if len(starts) > 1 else ()


def _named(text: str, view: View) -> Iterator[str]:
    """The entities whose names stand in a text that a person was shown."""
    shown = text.casefold()
    for snapshot in view.exposed():
        if snapshot.entity.name.casefold() in shown or snapshot.entity.id in shown:
            yield snapshot.entity.id


def _name(entity_id: str, view: View) -> str:
    snapshot = view.find(entity_id)
    return snapshot.entity.name if snapshot is not None else entity_id
