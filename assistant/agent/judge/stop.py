"""When a turn is over: one decision a round over all its results, in whatever order they came. Pure."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from assistant.agent.judge import breaker
from assistant.agent.judge.coerce import snake
from assistant.agent.scene import StopMode
from assistant.agent.state import Stop, last_call, this_round, this_turn
from assistant.agent.turn import StopReason
from devices.model import Json
from tools.outcome import Ending

UNCOUNTED = frozenset({"not_loaded", "budget"})
NO_TARGET = frozenset(
    {"unknown_name", "unknown_area", "unknown_floor", "nothing_of_kind_in_area", "not_exposed", "home_empty"}
)
"""Reasons of a miss: the home has nothing of such a name or kind there, or hides it."""
_ASKS = frozenset({"ambiguous", "missing_value", "empty", "needs_value", "unnamed_target"})
_MORE = "more_steps"
_BLOCKS = {
    "needs_confirmation": StopReason.NEEDS_CONFIRMATION,
    "not_approved": StopReason.NEEDS_CONFIRMATION,
    "declined": StopReason.DECLINED,
    "unanswered": StopReason.UNANSWERED,
    "unclear": StopReason.UNANSWERED,
    "changed": StopReason.UNANSWERED,
}


@dataclass(frozen=True, slots=True)
class Answered:
    """One answered call, as both channels tell it; `more` is the model's veto, `shown` all that it read."""

    call_id: str
    tool: str
    ending: Ending
    text: str
    error: str = ""
    stop: bool = False
    reason: str = ""
    load: tuple[str, ...] = ()
    writes: bool = False
    more: bool = False
    receipts: bool = False
    shown: str = ""

    @property
    def failed(self) -> bool:
        """Whether the breaker counts it: a refusal by policy is no failure, nor is a tool not loaded."""
        return self.ending in (Ending.TRANSIENT, Ending.FATAL) and self.reason not in UNCOUNTED


@dataclass(frozen=True, slots=True)
class Flags:
    """The counters after a round.

    `tokens` are those of the turn, None of `token_limit` means no limit; `left` are entities that the words
    surely ask for and that no call was about.
    """

    calls: int
    streak: int
    seconds_left: float
    mode: StopMode = StopMode.HARD
    tokens: int = 0
    token_limit: int | None = None
    left: tuple[str, ...] = ()


def answers(messages: Sequence[BaseMessage]) -> tuple[Answered, ...]:
    """The answers of the newest round."""
    asking = last_call(messages)
    more = _vetoes(asking) if asking is not None else frozenset()
    return tuple(_answered(message, more=message.tool_call_id in more) for message in this_round(messages))


def all_answers(messages: Sequence[BaseMessage]) -> tuple[Answered, ...]:
    """The answers of all rounds of this turn."""
    return tuple(_answered(m, more=False) for m in this_turn(messages) if isinstance(m, ToolMessage))


def decide(results: Sequence[Answered], flags: Flags) -> Stop | None:
    """Whether to end now: policy first, then the spend limit, the breaker, and last the tools' own stop."""
    if (ended := _policy(results) or _spent(flags) or _limits(flags)) is not None:
        return ended
    if not results or not all(r.stop and r.ending is not Ending.TRANSIENT for r in results):
        return None
    if any(result.more for result in results) or flags.left:
        return None
    return _full_stop(results, flags.mode)


def relay(results: Sequence[Answered]) -> str:
    """The sentences a person reads: those of stopping or blocked results, each once, in order."""
    told = (
        r.text.strip()
        for place, r in enumerate(results)
        if (r.stop or r.receipts or r.ending is Ending.POLICY_BLOCK) and not _made_good(r, results[place:])
    )
    return "\n".join(dict.fromkeys(text for text in told if text))


def _made_good(result: Answered, later: Sequence[Answered]) -> bool:
    """Whether a passing failure, which changed nothing, was followed by a success of the same tool."""
    passing = result.ending is Ending.TRANSIENT and not result.receipts
    return passing and any(r.tool == result.tool and r.ending is Ending.COMPLETED for r in later)


def _policy(results: Sequence[Answered]) -> Stop | None:
    # a refusal is never shown as success, so nothing else may decide first
    blocked = next((r for r in results if r.ending is Ending.POLICY_BLOCK), None)
    if blocked is None:
        return None
    reason = _BLOCKS.get(blocked.reason, StopReason.POLICY)
    return Stop(
        how="relay", reason=reason.value, rule=f"{blocked.tool} was refused: {blocked.reason or 'policy'}"
    )


def _spent(flags: Flags) -> Stop | None:
    # a turn of the offline model uses none, whatever is left of the day
    if flags.token_limit is None or not flags.tokens or flags.tokens < flags.token_limit:
        return None
    rule = f"{flags.tokens} tokens in one turn, {flags.token_limit} allowed"
    return Stop(how="finalize", reason=StopReason.TOKEN_LIMIT.value, rule=rule)


def _limits(flags: Flags) -> Stop | None:
    if flags.calls >= breaker.MOST_CALLS:
        return Stop(
            how="finalize", reason=StopReason.STEP_LIMIT.value, rule=f"{flags.calls} tool calls in one turn"
        )
    if flags.seconds_left <= 0:
        return Stop(how="finalize", reason=StopReason.TIME_LIMIT.value, rule="the turn's time is used up")
    if flags.streak >= breaker.FAILED_ROUNDS:
        return Stop(
            how="finalize", reason=StopReason.TOOL_FAILED.value, rule=f"{flags.streak} failed rounds in a row"
        )
    return None


def _full_stop(results: Sequence[Answered], mode: StopMode) -> Stop | None:
    reason = _ending(results)
    rule = "all results of the round say stop, and no call said more_steps"
    if mode is StopMode.NEVER and reason is StopReason.ANSWERED:
        return None
    # receipts are relayed word for word in every mode: only devices speak about what was done
    polish = mode is StopMode.POLISH and reason is StopReason.ANSWERED and not any(r.writes for r in results)
    return Stop(how="finalize" if polish else "relay", reason=reason.value, rule=rule)


def _ending(results: Sequence[Answered]) -> StopReason:
    failed = [r for r in results if r.ending is not Ending.COMPLETED]
    if not failed:
        return StopReason.ANSWERED
    if any(r.reason in _ASKS for r in failed):
        return StopReason.NEEDS_ANSWER
    if any(r.reason in NO_TARGET for r in failed):
        return StopReason.NO_TARGET
    return StopReason.TOOL_FAILED


def _vetoes(asking: AIMessage) -> frozenset[str]:
    return frozenset(c["id"] or "" for c in asking.tool_calls if any(map(_true, _more(c["args"]))))


def _more(args: Mapping[str, Json]) -> Iterator[Json]:
    """The veto, however a model spells its name."""
    return (value for key, value in args.items() if snake(key) == _MORE)


def _true(value: Json) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in ("true", "yes", "1"))


def _answered(message: ToolMessage, *, more: bool) -> Answered:
    kept = message.artifact if isinstance(message.artifact, dict) else {}
    told = _told(message.text)
    return Answered(
        call_id=message.tool_call_id,
        tool=message.name or "",
        ending=Ending(kept.get("outcome", Ending.FATAL)),
        text=str(told.get("text") or ""),
        error=str(told.get("error") or ""),
        stop=bool(kept.get("stop", False)),
        reason=str(kept.get("reason", "")),
        load=tuple(kept.get("load", ())),
        writes=bool(kept.get("writes", False)),
        more=more,
        receipts=bool(kept.get("changes")),
        shown=message.text,
    )


def _told(text: str) -> dict[str, Json]:
    try:
        value: Json = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
