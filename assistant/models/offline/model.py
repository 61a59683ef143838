"""The offline brain as a chat model: walks a plan through the conversation. No network, no key, no state."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import ConfigDict

from assistant.models.offline.plan import HOLE, Kind, Pending, Plan, PlannedCall
from assistant.models.offline.planner import plan
from devices.kinds import KINDS
from devices.model import Json
from devices.view import View
from tools.words.speech import detect, say

_SEARCH = "search_tools"
_DEPTH = 3
_RULE_ID = re.compile(r"[aj]\d+")


@dataclass(frozen=True, slots=True)
class _Exchange:
    """A user's words and everything that followed them."""

    asked: str
    replies: tuple[BaseMessage, ...]

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple(call for m in self.replies if isinstance(m, AIMessage) for call in m.tool_calls)

    @property
    def results(self) -> dict[str, dict[str, Json]]:
        return {m.tool_call_id: _content(m) for m in self.replies if isinstance(m, ToolMessage)}


class OfflineChat(BaseChatModel):
    """A chat model that plans tool calls from sentences in English, Chinese and Russian.

    `view` gives the home at this moment, `zone` the user's time zone; `bound` are the tools it may call.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    view: Callable[[], View]
    zone: tzinfo
    bound: tuple[str, ...] = ()

    @property
    def _llm_type(self) -> str:
        return "hearth-offline"

    def bind_tools(
        self, tools: Sequence[object], **_options: object
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The same brain, knowing which tools it may call; it needs no urging: a tool choice is not used."""
        return self.model_copy(update={"bound": tuple(_tool_name(tool) for tool in tools)})

    def _generate(self, messages: list[BaseMessage], *_more: object, **_options: object) -> ChatResult:
        answer = respond(messages, self.view(), self.bound)
        return ChatResult(generations=[ChatGeneration(message=answer)])

    async def _agenerate(self, messages: list[BaseMessage], *_more: object, **_options: object) -> ChatResult:
        return self._generate(messages)


def respond(messages: Sequence[BaseMessage], view: View, bound: tuple[str, ...]) -> AIMessage:
    """The next message: calls that are still to be made, else words. Pure."""
    exchanges = _exchanges(messages)
    if not exchanges:
        return AIMessage(say("en", "help"))
    now, language = exchanges[-1], _language(exchanges)
    wish = _plan(exchanges, view, _DEPTH)
    left = [call for call in wish.calls if not _made(call, now)]
    missing = [call for call in left if bound and call.tool not in bound]
    if missing and _SEARCH in bound and not any(call["name"] == _SEARCH for call in now.calls):
        return _calling((PlannedCall(_SEARCH, {"query": missing[0].tool.replace("_", " ")}),), now)
    ready = [call for call in left if call not in missing]
    if ready and not _failed(now):
        return _calling(tuple(ready), now)
    told = _told(now)
    about = {"kind": wish.kind.value, "reason": wish.reason, "choices": list(wish.choices)}
    return AIMessage(told or wish.reply or say(language, "nothing_done"), response_metadata=about)


def intended(messages: Sequence[BaseMessage], view: View) -> Plan:
    """How the planner reads the last words of a conversation, whichever model leads it. Pure."""
    exchanges = _exchanges(messages)
    return _plan(exchanges, view, _DEPTH) if exchanges else Plan(Kind.CHAT, reason="empty")


def _exchanges(messages: Sequence[BaseMessage]) -> list[_Exchange]:
    starts = [place for place, message in enumerate(messages) if isinstance(message, HumanMessage)]
    ends = [*starts[1:], len(messages)]
    return [
        _Exchange(messages[start].text, tuple(messages[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    ]


def _language(exchanges: Sequence[_Exchange]) -> str:
    language = "en"
    for exchange in exchanges[-_DEPTH:]:
        language = detect(exchange.asked, language)
    return language


def _plan(exchanges: Sequence[_Exchange], view: View, depth: int) -> Plan:
    """The plan for the last words, given what the turn before may have asked."""
    pending = _pending(exchanges[:-1], view, depth - 1)
    subject = _subject(exchanges[-2], view) if len(exchanges) > 1 else ""
    return plan(exchanges[-1].asked, view, _language(exchanges), pending, subject)


def _subject(exchange: _Exchange, view: View) -> str:
    """The one entity or rule that a turn acted on or told about; empty if there were several, or none."""
    about: set[str] = set()
    for content in exchange.results.values():
        data = content.get("data")
        for row in data if isinstance(data, list) else (data,):
            told = (row.get("entity_id") or row.get("id")) if isinstance(row, dict) else None
            known = told and (view.find(str(told)) is not None or _RULE_ID.fullmatch(str(told)))
            about |= {str(told)} if known else set()
    return about.pop() if len(about) == 1 else ""


def _pending(exchanges: Sequence[_Exchange], view: View, depth: int) -> Pending | None:
    """The question that is still open: planned anew, and only if it is what was really asked then."""
    if not exchanges or depth < 0:
        return None
    before = exchanges[-1]
    asked = _asked_by_tool(before, view)
    if asked is not None or before.calls:
        return asked
    wish = _plan(exchanges, view, depth)
    said = any(isinstance(m, AIMessage) and wish.reply and wish.reply in m.text for m in before.replies)
    return Pending(wish.choices, wish.pending) if said and wish.choices and wish.pending else None


def _asked_by_tool(exchange: _Exchange, view: View) -> Pending | None:
    """A tool's own question back: its candidates, and its call without the target that was unclear."""
    if len(exchange.calls) != 1:
        return None
    call = exchange.calls[0]
    content = exchange.results.get(call["id"] or "", {})
    data = content.get("data")
    candidates = data.get("candidates") if isinstance(data, dict) else None
    targets = call["args"].get("targets", [call["args"].get("target")])
    unclear = str(content.get("error") or "").startswith("ambiguous")
    if not unclear or not isinstance(candidates, list) or len(targets) != 1:
        return None
    watched = [s for c in candidates if (s := view.find(str(c))) is not None]
    if "action" in call["args"] and not any(KINDS[s.entity.domain].controls for s in watched):
        # the sensor of a rule was unclear, not its targets
        waiting = {**call["args"], "sensor": HOLE}
        known = tuple(str(candidate) for candidate in candidates)
        return Pending(known, PlannedCall(call["name"], waiting)) if "sensor" in call["args"] else None
    kept = {key: value for key, value in call["args"].items() if key not in ("targets", "target")}
    return Pending(tuple(str(candidate) for candidate in candidates), PlannedCall(call["name"], kept))


def _made(call: PlannedCall, exchange: _Exchange) -> bool:
    """Whether this turn already has this call, or a device's receipt for all that it would do."""
    if any(made["name"] == call.tool and _same(made["args"], call) for made in exchange.calls):
        return True
    targets = call.arguments.get("targets")
    if not isinstance(targets, list) or not targets:
        return False
    return set(map(str, targets)) <= _commanded(exchange)


def _same(arguments: Mapping[str, Json], call: PlannedCall) -> bool:
    return {k: v for k, v in arguments.items() if k != "more_steps"} == dict(call.arguments)


def _commanded(exchange: _Exchange) -> set[str]:
    """The entities that have a receipt in this turn, whichever model commanded them."""
    done: set[str] = set()
    for content in exchange.results.values():
        data = content.get("data")
        for row in data if isinstance(data, list) else ():
            if isinstance(row, dict) and "entity_id" in row and "control" in row:
                done.add(str(row["entity_id"]))
    return done


def _failed(exchange: _Exchange) -> bool:
    """Whether something already went wrong in this turn: then nothing more is started."""
    return any(content.get("success") is False for content in exchange.results.values())


def _told(exchange: _Exchange) -> str:
    """The tools' own sentences, each once."""
    searched = {call["id"] for call in exchange.calls if call["name"] == _SEARCH}
    rows = {key: str(content.get("text") or "") for key, content in exchange.results.items()}
    only = [text for key, text in rows.items() if text and (key not in searched or len(rows) == 1)]
    return "\n".join(dict.fromkeys(only))


def _calling(calls: tuple[PlannedCall, ...], exchange: _Exchange) -> AIMessage:
    start = len(exchange.calls) + 1
    return AIMessage(
        "",
        tool_calls=[
            ToolCall(name=call.tool, args=dict(call.arguments), id=f"offline_{n}", type="tool_call")
            for n, call in enumerate(calls, start)
        ],
    )


def _tool_name(tool: object) -> str:
    """The name of a tool, in whichever of LangChain's forms it is given."""
    match tool:
        case {"function": {"name": str(name)}} | {"name": str(name)}:
            return name
        case _:
            return str(getattr(tool, "name", ""))


def _content(message: ToolMessage) -> dict[str, Json]:
    try:
        read: Json = json.loads(message.text)
    except ValueError:
        return {"text": message.text}
    return read if isinstance(read, dict) else {}
