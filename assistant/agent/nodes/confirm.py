"""confirm: what the gate will not let through unasked becomes one interrupt for the whole round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from langchain_core.messages import ToolCall, ToolMessage
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from assistant.agent.bridge import Toolbox, answer
from assistant.agent.scene import Scene
from assistant.agent.signs import Teller
from assistant.agent.state import Planned, State
from assistant.agent.turn import counted
from devices.command import Command, Outcome, Reason, Request, Status
from devices.policy import Judgement
from devices.view import View
from tools.outcome import Ending, ToolResult
from tools.tool import Question, Tool
from tools.words.speech import outcomes_sentence


async def confirm(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Ask for every call that needs a person; nothing before the interrupt has an effect."""
    scene = runtime.context
    calls = state["pending"]["calls"]
    questions = [q for call in calls for q in _questions(toolbox, call, scene)]
    if not questions:
        scene.ledger.step("confirm", "nothing to ask")
        return State()
    answered: Mapping[str, bool] = {}
    if scene.interactive:
        # this node runs again from its top when the answer comes
        answered = interrupt([question.model_dump(mode="json") for question in questions])
    allowed: list[Planned] = []
    messages: list[ToolMessage] = []
    for call in calls:
        own = [q for q in questions if q.call_id == call["id"]]
        if all(answered.get(key(q), False) for q in own):
            allowed.append(_approved(call, own))
        else:
            messages.append(_refuse(toolbox, call, own, runtime))
    scene.ledger.questions = () if scene.interactive else tuple(questions)
    scene.ledger.step("confirm", _told(len(questions), len(messages)))
    return State(messages=messages, pending={"calls": allowed})


def _told(asked: int, refused: int) -> str:
    ended = f"{counted(refused, 'call')} not allowed" if refused else "allowed"
    return f"{counted(asked, 'question')}, {ended}"


def key(question: Question) -> str:
    """What tells the questions of a round apart, so that an answer can never meet another question."""
    return "|".join((question.call_id, question.action, str(question.risk), *question.targets))


def _questions(toolbox: Toolbox, call: Planned, scene: Scene) -> list[Question]:
    tool = toolbox.find(call["name"])
    if tool is None:
        return []
    context = scene.context(call["id"])
    commands = tool.asks(tool.arguments.model_validate(call["args"]), context)
    if not commands:
        return []
    home, request = scene.house.home, Request(commands, scene.cause, scene.approvals)
    # what lasts is not sent now, so nothing that is in the way now matters
    barred = [o is not None and not tool.lasting for o in home.obstacles(request)]
    asking = [
        (judged, bar)
        for judged, bar in zip(home.judge(request), barred, strict=True)
        if not judged.allowed and judged.reason is Reason.NOT_APPROVED
    ]
    groups = dict.fromkeys(_group(judged) for judged, bar in asking if not bar)
    view = home.view()
    return [_question(call["id"], tool, [j for j, _bar in asking if _group(j) == g], view) for g in groups]


def _group(judgement: Judgement) -> tuple[object, ...]:
    return judgement.command.control, judgement.risk, judgement.rule


def _question(call_id: str, tool: Tool, judged: Sequence[Judgement], view: View) -> Question:
    first = judged[0]
    snapshot = view.find(first.command.entity_id)
    return Question(
        call_id=call_id,
        risk=first.risk,
        action=first.command.control,
        targets=tuple(j.command.entity_id for j in judged),
        now=snapshot.word if snapshot is not None and len(judged) == 1 else "",
        after=", ".join(f"{name} {value}" for name, value in first.command.values.items()),
        rule=first.rule,
        lasting=tool.lasting,
    )


def _approved(call: Planned, questions: Sequence[Question]) -> Planned:
    pairs = [(target, q.action) for q in questions for target in q.targets]
    return {**call, "approvals": [*call["approvals"], *pairs]}


def _refuse(toolbox: Toolbox, call: Planned, own: Sequence[Question], runtime: Runtime[Scene]) -> ToolMessage:
    """The one answer of a call that a person refused, or that nobody was there to allow."""
    scene = runtime.context
    view = scene.house.home.view()
    asked = tuple(_outcome(Command(t, q.action), view) for q in own for t in q.targets)
    declined = tuple(replace(o, status=Status.REFUSED, reason=Reason.DECLINED) for o in asked)
    outcomes = declined if scene.interactive else asked
    result = ToolResult(
        ending=Ending.POLICY_BLOCK,
        text=outcomes_sentence(scene.ledger.language, outcomes, view),
        error="the user said no" if scene.interactive else "it needs the user's confirmation",
        stop=True,
        reason="declined" if scene.interactive else "needs_confirmation",
        outcomes=outcomes,
    )
    told = ToolCall(name=call["name"], args=call["args"], id=call["id"], type="tool_call")
    teller = Teller(scene.ledger, runtime.stream_writer)
    teller.refused(told, result, "confirm " + ", ".join(q.rule for q in own))
    return answer(call["id"], call["name"], toolbox.find(call["name"]), result)


def _outcome(command: Command, view: View) -> Outcome:
    snapshot = view.find(command.entity_id)
    word = snapshot.word if snapshot is not None else "unknown"
    return Outcome(command, Status.NEEDS_CONFIRMATION, word, word, Reason.NOT_APPROVED)
