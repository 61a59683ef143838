"""What of earlier turns a model is given again: whole turns, every call with its answer. Pure."""

import json
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from tools.outcome import Ending

KEPT_TURNS = 10


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
