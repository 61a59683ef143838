"""From what happened to the record of the turn. Pure but for reading the ledger; runs nothing."""

from assistant.agent.judge.stop import NO_TARGET
from assistant.agent.judge.truth import is_question
from assistant.agent.scene import Scene
from assistant.agent.state import State, last_call
from assistant.agent.turn import StopReason, Turn
from assistant.models.offline.planner import Kind
from assistant.models.trouble import Trouble
from tools.words.speech import say

_UNCLEAR = frozenset({Kind.CLARIFY, Kind.REFUSE, Kind.TIMER})
_CLEAR = frozenset({"negated", "declined"})
"""Reasons of the offline planner for doing nothing that are just what the user wanted."""
_NOT_THERE = NO_TARGET | {"unknown-name", "unknown-place", "no-such-sensor", "nothing"}
"""Its reasons when the home has nothing of such a name or kind there."""
_BEYOND = frozenset(
    {"free-talk", "about-nothing", "nothing-found", "nothing-known", "stray-word", "too-long"}
)
"""Its reasons when the sentence is one for a language model."""


def ended(scene: Scene, state: State) -> Turn:
    """The record of a turn that came to its end."""
    message = last_call(state["messages"])
    stop = state["stop"]
    reason = StopReason(stop["reason"]) if stop is not None else _plain(scene, state)
    rule = stop["rule"] if stop is not None else "the model answered in plain words"
    answer = "\n".join(line for line in (message.text if message else "", _notice(scene)) if line)
    return _turn(scene, answer, reason, rule)


def halted(scene: Scene) -> Turn:
    """The record of a turn that the person stopped: what was done until then is said."""
    language = scene.ledger.language or "en"
    done = [call.text for call in scene.ledger.calls if call.text]
    answer = "\n".join(dict.fromkeys([*done, say(language, "stopped")]))
    return _turn(scene, answer, StopReason.STOPPED, "the user stopped the turn")


def _plain(scene: Scene, state: State) -> StopReason:
    silent = scene.ledger.silent
    if silent is not None:
        return _silenced(silent)
    message = last_call(state["messages"])
    if message is None:
        return StopReason.ANSWERED
    if (kind := message.response_metadata.get("kind")) is not None:
        scene.ledger.choices = scene.ledger.choices or tuple(message.response_metadata.get("choices", ()))
        reason = message.response_metadata.get("reason")
        if reason in _NOT_THERE:
            return StopReason.NO_TARGET
        if reason in _BEYOND and _fell_back(scene):
            return _silenced(scene.ledger.troubles[-1])
        unclear = kind in _UNCLEAR and reason not in _CLEAR
        return StopReason.NEEDS_ANSWER if unclear else StopReason.ANSWERED
    asks_back = is_question(message.text) and state["turn"]["acts"]
    return StopReason.NEEDS_ANSWER if asks_back else StopReason.ANSWERED


def _silenced(trouble: Trouble) -> StopReason:
    return StopReason.RATE_LIMITED if trouble is Trouble.RATE_LIMITED else StopReason.MODEL_UNAVAILABLE


def _fell_back(scene: Scene) -> bool:
    """Whether another brain answered than the one that was asked for."""
    ledger = scene.ledger
    return ledger.silent is None and bool(ledger.troubles) and ledger.model != scene.brain.name


def _notice(scene: Scene) -> str:
    """Who answered and why, when it was not the brain that was asked for."""
    ledger = scene.ledger
    if not _fell_back(scene):
        return ""
    why = say(ledger.language, f"model_{ledger.troubles[-1]}", model=scene.brain.name)
    return say(ledger.language, "answered_offline", why=why)


def _turn(scene: Scene, answer: str, reason: StopReason, rule: str) -> Turn:
    ledger = scene.ledger
    return Turn(
        id=scene.cause.ref,
        asked=scene.cause.words,
        answer=answer,
        language=ledger.language or "en",
        stop=reason,
        path=tuple(ledger.path),
        steps=tuple(ledger.steps),
        calls=tuple(ledger.calls),
        outcomes=tuple(ledger.outcomes),
        choices=ledger.choices,
        questions=ledger.questions,
        model=ledger.model,
        model_calls=ledger.model_calls,
        tokens_in=ledger.tokens_in,
        tokens_out=ledger.tokens_out,
        tokens_cached=ledger.tokens_cached,
        stop_rule=rule,
        undo=ledger.undo[-1] if ledger.undo else "",
        ms=ledger.ms(),
    )
