"""begin: resets the counters, mends a history that an unanswered question left, routes the sentence."""

import json
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from assistant.agent.routing import groups_of, route_of
from assistant.agent.scene import Scene
from assistant.agent.state import State, Usage
from tools.outcome import Ending
from tools.words.speech import detect, say

KEPT_TURNS = 10


async def begin(state: State, runtime: Runtime[Scene]) -> State:
    """Start a turn from whatever the last one left."""
    text = state["user_message"]
    scene = runtime.context
    language = scene.ledger.language or detect(text, state.get("language") or "en")
    scene.ledger.language = language
    route = route_of(text, language, scene.house.home.view())
    kind = route.kind
    history = mended(state.get("messages", []), say(language, "question_dropped"))
    groups = groups_of(kind, state.get("groups", []))
    scene.ledger.step("begin", f"{language}, {kind}", ", ".join(groups))
    # the whole history is written anew: an inserted answer must stand directly behind its call
    return State(
        messages=[RemoveMessage(id=REMOVE_ALL_MESSAGES), *recent(history), HumanMessage(text)],
        language=language,
        groups=groups,
        loaded=[],
        tool_calls_made=0,
        tool_failure_streak=0,
        last_failed_tool="",
        last_tool_error="",
        forced_tool_rounds=0,
        model_calls=0,
        usage=Usage(input=0, output=0, cached=0),
        pending={"calls": []},
        stop=None,
        turn={
            "id": scene.cause.ref,
            "kind": kind,
            "acts": route.acts,
            "due": route.due,
            "ran": [],
            "failed": [],
            "fell_back": False,
            "speaker": "",
        },
    )


def mended(messages: Sequence[BaseMessage], said: str) -> list[BaseMessage]:
    """The history with an answer directly behind every call that never got one."""
    whole: list[BaseMessage] = []
    for index, message in enumerate(messages):
        whole.append(message)
        if isinstance(message, AIMessage):
            answered = _answered(messages[index + 1 :])
            whole.extend(_unanswered(call_id, said) for call_id in _calls(message) if call_id not in answered)
    return whole


def recent(messages: list[BaseMessage]) -> list[BaseMessage]:
    """The last turns whole: a cut never parts a call from its answer."""
    starts = [i for i, m in enumerate(messages) if isinstance(m, HumanMessage)]
    return messages[starts[-KEPT_TURNS] :] if len(starts) >= KEPT_TURNS else messages


def _answered(following: Sequence[BaseMessage]) -> set[str]:
    found: set[str] = set()
    for message in following:
        if not isinstance(message, ToolMessage):
            break
        found.add(message.tool_call_id)
    return found


def _calls(message: AIMessage) -> list[str]:
    return [call["id"] or "" for call in (*message.tool_calls, *message.invalid_tool_calls)]


def _unanswered(call_id: str, said: str) -> ToolMessage:
    told = {
        "success": False,
        "data": None,
        "error": "not finished: stopped, or a question was never answered",
        "text": said,
    }
    kept = {
        "outcome": Ending.POLICY_BLOCK.value,
        "stop": False,
        "reason": "not_finished",
        "changes": [],
        "load": [],
    }
    return ToolMessage(
        json.dumps(told, ensure_ascii=False), tool_call_id=call_id, artifact=kept, status="error"
    )
