"""What of earlier turns a model is given again: whole turns, every call with its answer. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from assistant.agent.context.summary import added
from assistant.agent.context.weight import bounded, clipped, plain_weight, weight
from devices.model import Json
from tools.outcome import Ending

MOST_TOKENS, CUT_TO = 1200, 600
MOST_TURNS, CUT_TURNS = 10, 5
"""A history of more is cut to much less, so that a cached beginning stays valid for some turns."""
_WORDS, _ERROR, _DATA = 120, 40, 60
_IDS = ("id", "entity_id", "candidates", "asked")
_A_MESSAGE = 8
"""What a message weighs besides its words and calls."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """The turns that are kept, and a line for each that is not."""

    messages: list[BaseMessage]
    summary: list[str]


def trimmed(messages: Sequence[BaseMessage], summary: Sequence[str] = ()) -> Recalled:
    """The newest turns within the budget: the last as it was, older ones with their results shortened.

    A turn is kept or dropped whole: no call is parted from its answer, and a person speaks first.
    """
    turns = _turns(messages)
    kept = [*map(shortened, turns[:-1]), *turns[-1:]]
    if kept and heaviness(kept[-1]) > MOST_TOKENS:
        kept[-1] = shortened(kept[-1])
    sizes = [heaviness(turn) for turn in kept]
    first = 0
    if sum(sizes) > MOST_TOKENS or len(kept) > MOST_TURNS:
        while first < len(kept) - 1 and (sum(sizes[first:]) > CUT_TO or len(kept) - first > CUT_TURNS):
            first += 1
    whole = [message for turn in kept[first:] for message in turn]
    return Recalled(whole, added(summary, turns[:first]))


def shortened(turn: Sequence[BaseMessage]) -> list[BaseMessage]:
    """A turn that is over: what was asked, called and said stays; of results only what they named."""
    said = "\n".join(m.text for m in turn if isinstance(m, AIMessage))
    return [_short(message, said) for message in turn]


def heaviness(turn: Sequence[BaseMessage]) -> int:
    """The tokens that a turn is likely to take."""
    calls = [c for m in turn if isinstance(m, AIMessage) for c in m.tool_calls]
    return sum(weight(m.text) + _A_MESSAGE for m in turn) + sum(
        plain_weight(c["args"]) + _A_MESSAGE for c in calls
    )


def mended(messages: Sequence[BaseMessage], said: str) -> list[BaseMessage]:
    """The history with exactly one answer directly behind every call, and no answer that no call asked for.

    Only the answers right behind a message are its own: ids repeat over rounds.
    """
    whole: list[BaseMessage] = []
    for index, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            continue
        whole.append(message)
        if isinstance(message, AIMessage):
            given = _answered(messages[index + 1 :])
            calls = dict.fromkeys(_calls(message))
            whole.extend(given.get(call_id) or _unanswered(call_id, said) for call_id in calls)
    return whole


def _turns(messages: Sequence[BaseMessage]) -> list[list[BaseMessage]]:
    starts = [i for i, m in enumerate(messages) if isinstance(m, HumanMessage)]
    return [list(messages[a:b]) for a, b in pairwise([*starts, len(messages)])]


def _short(message: BaseMessage, said: str) -> BaseMessage:
    if isinstance(message, ToolMessage):
        if message.artifact is None:  # was shortened before
            return message
        return message.model_copy(update={"content": _spent(message.text, said), "artifact": None})
    if message.text and weight(message.text) > _WORDS:
        return message.model_copy(update={"content": clipped(message.text, _WORDS)})
    return message


def _spent(content: str, said: str) -> str:
    """A result that was read: whether it succeeded, what it named, its words unless they were said anyway."""
    try:
        told: Json = json.loads(content)
    except ValueError:
        return clipped(content, _DATA)
    if not isinstance(told, dict):
        return clipped(content, _DATA)
    text, error = str(told.get("text") or ""), str(told.get("error") or "")
    short: dict[str, Json] = {"success": told.get("success")}
    if (about := _about(told.get("data"))) is not None:
        short["data"] = about
    if error:
        short["error"] = clipped(error, _ERROR)
    if text and text not in said:
        short["text"] = clipped(text, _DATA)
    return json.dumps(short, ensure_ascii=False)


def _about(data: Json) -> Json:
    """Which things a result was about: enough to know what "it" means, and which were offered."""
    if isinstance(data, list):
        named: list[Json] = [about for row in data if (about := _about(row)) is not None]
        return bounded(named, _DATA) if named else None
    if not isinstance(data, dict):
        return None
    kept = {key: bounded(data[key], _DATA) for key in (*_IDS, "left_out") if key in data}
    return kept or None


def _answered(following: Sequence[BaseMessage]) -> dict[str, ToolMessage]:
    """The answers right behind a message, the first of each call."""
    found: dict[str, ToolMessage] = {}
    for message in following:
        if not isinstance(message, ToolMessage):
            break
        found.setdefault(message.tool_call_id, message)
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
