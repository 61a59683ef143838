"""confirm: what the gate will not let through unasked becomes one interrupt for the whole round."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from langchain_core.messages import ToolCall, ToolMessage
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from assistant.agent.bridge import Toolbox, answer
from assistant.agent.judge.consent import (
    Ask,
    Reply,
    allowances,
    askable,
    asks_beyond,
    asks_of,
    denials,
    of_call,
    payload,
    unsettled,
)
from assistant.agent.judge.withheld import unsent, withheld
from assistant.agent.scene import Scene
from assistant.agent.signs import Teller
from assistant.agent.state import Planned, State
from assistant.agent.turn import counted
from devices.command import Command, Outcome, Reason, Request, Status
from devices.errors import StorageError
from tools.outcome import Ending, ToolResult
from tools.tool import Tool
from tools.words.speech import outcomes_sentence

ROUNDS = 2
"""How often a round's questions are put: once, and once more what got no clear answer."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One call: what must be asked of it, and whether some of it may run whatever is answered."""

    call: Planned
    tool: Tool | None
    asks: tuple[Ask, ...] = ()
    free: bool = True


async def confirm(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Ask for every call that needs a person; nothing before the interrupt has an effect."""
    scene = runtime.context
    cases = [await _case(toolbox, call, scene) for call in state["pending"]["calls"]]
    asks = [ask for case in cases for ask in case.asks]
    if not asks and not scene.asked:
        scene.ledger.step("confirm", "nothing to ask")
        return State()
    replies = _replies(asks) if scene.interactive else {}
    allowed: list[Planned] = []
    messages: list[ToolMessage] = []
    for case in cases:
        if (planned := _decided(case, replies, scene)) is not None:
            allowed.append(planned)
        else:
            messages.append(_refuse(case, replies, scene))
    scene.ledger.questions = () if scene.interactive else tuple(ask.question for ask in asks)
    scene.ledger.step("confirm", _told(len(asks), asks, replies))
    # call ids repeat: a question of this round must not be missed in the next one
    scene.asked.clear()
    return State(messages=messages, pending={"calls": allowed})


def _replies(asks: Sequence[Ask]) -> dict[str, str]:
    """Put the questions; this node runs again from its top with each answer, and meets the same rounds."""
    replies: dict[str, str] = {}
    for _round in range(ROUNDS):
        still_open = unsettled(asks, replies)
        if not still_open:
            break
        given: Mapping[str, str] = interrupt(payload(still_open))
        replies.update(given)
    return replies


def _told(asked: int, asks: Sequence[Ask], replies: Mapping[str, str]) -> str:
    refused = sum(replies.get(ask.key) != Reply.YES for ask in asks)
    return f"{counted(asked, 'question')}, {f'{refused} not allowed' if refused else 'allowed'}"


async def _case(toolbox: Toolbox, call: Planned, scene: Scene) -> _Case:
    tool = toolbox.find(call["name"])
    if tool is None:
        return _Case(call, None)
    arguments, context = tool.arguments.model_validate(call["args"]), scene.context(call["id"])
    with contextlib.suppress(StorageError):  # then what this process knows has to do
        await tool.refresh(context)
    commands = tool.asks(arguments, context)
    home, request = scene.house.home, Request(commands, scene.cause, scene.approvals)
    judged = home.judge(request)
    asking = askable(judged, home.obstacles(request), lasting=tool.lasting)
    gated = asks_of(call["id"], asking, home.view(), lasting=tool.lasting)
    beyond = asks_beyond(call["id"], tool.doubts(arguments, context), home.view())
    free = not gated or bool(beyond) or any(j.allowed for j in judged)
    return _Case(call, tool, gated + beyond, free)


def _decided(case: _Case, replies: Mapping[str, str], scene: Scene) -> Planned | None:
    """The call as it may run, or None when none of it may."""
    given, refused = allowances(case.asks, replies), denials(case.asks, replies)
    whole = case.tool is None or case.tool.lasting or not scene.interactive
    if _moved(case, scene) or (refused and whole) or not (given or case.free):
        return None
    return {**case.call, "approvals": given, "denials": refused}


def _moved(case: _Case, scene: Scene) -> bool:
    """Whether a question about this call is none of its questions now, and no later one took its place."""
    now = {ask.key for ask in case.asks}
    gone = [turn for key, turn in scene.asked.items() if of_call(key, case.call["id"]) and key not in now]
    return bool(gone) and not any(turn > max(gone) for key, turn in scene.asked.items() if key in now)


def _refuse(case: _Case, replies: Mapping[str, str], scene: Scene) -> ToolMessage:
    """The one answer of a call that a person refused, or that nobody was there to allow."""
    call, refused = case.call, denials(case.asks, replies)
    view, language = scene.house.home.view(), scene.ledger.language
    result = withheld(refused, view, language) if scene.interactive else _waiting(case, scene)
    told = ToolCall(name=call["name"], args=call["args"], id=call["id"], type="tool_call")
    teller = Teller(scene.ledger, scene.tell)
    teller.refused(told, result, "confirm " + ", ".join(ask.question.rule for ask in case.asks))
    return answer(call["id"], call["name"], case.tool, result)


def _waiting(case: _Case, scene: Scene) -> ToolResult:
    view = scene.house.home.view()
    outcomes = tuple(
        unsent(Command(c.entity_id, c.control), view, Status.NEEDS_CONFIRMATION, Reason.NOT_APPROVED)
        for ask in case.asks
        if not ask.question.text
        for c in ask.commands
    )
    return ToolResult(
        ending=Ending.POLICY_BLOCK,
        text=_told_waiting(case, outcomes, scene),
        error="it needs the user's confirmation",
        stop=True,
        reason="needs_confirmation",
        outcomes=outcomes,
    )


def _told_waiting(case: _Case, outcomes: Sequence[Outcome], scene: Scene) -> str:
    """What waits for a yes: commands by their names, all else by its own question."""
    told = outcomes_sentence(scene.ledger.language, tuple(outcomes), scene.house.home.view())
    return "\n".join(line for line in (told, *(ask.question.text for ask in case.asks)) if line)
