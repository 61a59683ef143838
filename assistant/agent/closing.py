"""From what happened to the record of the turn. Pure but for reading the ledger; runs nothing."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from langchain_core.messages import AIMessage

from assistant.agent.judge.stop import NO_TARGET, all_answers
from assistant.agent.scene import Scene
from assistant.agent.speech.sentences import is_question
from assistant.agent.state import State, last_call
from assistant.agent.turn import Leftover, StopReason, Turn
from assistant.models.offline.planner import Kind
from assistant.models.provider import Brain
from assistant.models.trouble import Diagnosis, Limit, Trouble
from tools.outcome import Ending
from tools.words.speech import duration, say

_UNCLEAR = frozenset({Kind.CLARIFY, Kind.REFUSE})
_CLEAR = frozenset({"negated", "declined"})
"""Reasons of the offline planner for doing nothing that are just what the user wanted."""
_NOT_THERE = NO_TARGET | {"unknown-name", "unknown-place", "no-such-sensor", "nothing"}
"""Its reasons when the home has nothing of such a name or kind there."""
_TALK = "free-talk"
"""Its reason for words that are no wish at all."""
_BEYOND = frozenset({_TALK, "about-nothing", "nothing-found", "nothing-known", "stray-word", "too-long"})
"""Its reasons when the sentence is one for a language model."""


def ended(scene: Scene, state: State) -> Turn:
    """The record of a turn that came to its end."""
    message = last_call(state["messages"])
    stop = state["stop"]
    reason = StopReason(stop["reason"]) if stop is not None else _plain(scene, state)
    rule = stop["rule"] if stop is not None else "the model answered in plain words"
    return _turn(scene, _answer(scene, message), reason, rule)


def _answer(scene: Scene, message: AIMessage | None) -> str:
    """The last words, and who said them; that the offline model can't talk is no news when it stood in."""
    notice = _notice(scene)
    if message is not None and notice and message.response_metadata.get("reason") == _TALK:
        return say(_language(scene), "no_model", why=excuse(scene.brain, _why(scene), _language(scene)))
    return "\n".join(line for line in (message.text if message else "", notice) if line)


def halted(scene: Scene) -> Turn:
    """The record of a turn that the person stopped: what was done until then is said."""
    return _turn(scene, _done_and(scene, "stopped"), StopReason.STOPPED, "the user stopped the turn")


def cut_short(scene: Scene) -> Turn:
    """The record of a turn that went round too often: what was done until then is said."""
    return _turn(scene, _done_and(scene, "turn_step_limit"), StopReason.STEP_LIMIT, "the graph's step limit")


def unkept(scene: Scene) -> Turn:
    """The record of a turn whose conversation could not be stored: what happened is said all the same."""
    language, calls, rule = _language(scene), scene.ledger.calls, "the conversation could not be stored"
    told = [call.text for call in calls if call.text] or [scene.ledger.said]
    # a yes that can't be noted as used up is not used: then nothing ran, and the person must know
    undone = not calls and not scene.ledger.said
    lines = (*told, say(language, "nothing_done") if undone else "", say(language, "memory_lost"))
    answer = "\n".join(dict.fromkeys(line for line in lines if line))
    return _turn(scene, answer, StopReason.NOT_DONE if undone else StopReason.ANSWERED, rule)


def forgetful(turn: Turn) -> Turn:
    """The record of a turn that ended well though its conversation can't be kept: it says so."""
    return replace(turn, answer=f"{turn.answer}\n{say(turn.language, 'memory_lost')}")


def refused(scene: Scene, left: Leftover) -> Turn:
    """The record of a turn that an earlier process left: nothing more of it is done."""
    why = say(left.language, "question_expired" if left.questions else "turn_cut_off")
    answer = "\n".join(line for line in (left.done, why) if line)
    reason = StopReason.UNANSWERED if left.questions else StopReason.STOPPED
    return _turn(scene, answer, reason, "the program ended before the turn did")


def _done_and(scene: Scene, phrase: str) -> str:
    done = [call.text for call in scene.ledger.calls if call.text]
    return "\n".join(dict.fromkeys([*done, say(_language(scene), phrase)]))


def _language(scene: Scene) -> str:
    return scene.ledger.language or "en"


def _plain(scene: Scene, state: State) -> StopReason:
    silent = scene.ledger.silent
    if silent is not None:
        return _silenced(silent)
    message = last_call(state["messages"])
    if message is None:
        return StopReason.ANSWERED
    if "kind" in message.response_metadata:
        return _planned(scene, state, message.response_metadata)
    if not state["turn"]["acts"]:
        return StopReason.ANSWERED
    asks_back = is_question(message.text)
    return StopReason.NEEDS_ANSWER if asks_back else _by_results(state, none=StopReason.NOT_DONE)


def _planned(scene: Scene, state: State, about: Mapping[str, Any]) -> StopReason:
    """How a turn ended that the offline planner spoke last in; it says what its words are."""
    scene.ledger.choices = scene.ledger.choices or tuple(about.get("choices", ()))
    reason = about.get("reason")
    if reason in _NOT_THERE:
        return StopReason.NO_TARGET
    if reason in _BEYOND and _fell_back(scene):
        return _silenced(*scene.ledger.troubles)
    unclear = about["kind"] in _UNCLEAR and reason not in _CLEAR
    return StopReason.NEEDS_ANSWER if unclear else _by_results(state, none=StopReason.ANSWERED)


def _by_results(state: State, *, none: StopReason) -> StopReason:
    """How a turn ended that should have come to something; `none` when no tool was called for it."""
    endings = [result.ending for result in all_answers(state["messages"])]
    if not endings:
        return none
    return StopReason.ANSWERED if Ending.COMPLETED in endings else StopReason.NOT_DONE


def _silenced(*troubles: Trouble) -> StopReason:
    """A limit that the person did not want to wait for is still what ended the turn."""
    last = [trouble for trouble in troubles if trouble is not Trouble.LEFT][-1:]
    return StopReason.RATE_LIMITED if last == [Trouble.RATE_LIMITED] else StopReason.MODEL_UNAVAILABLE


def _fell_back(scene: Scene) -> bool:
    """Whether another brain answered than the one that was asked for."""
    ledger = scene.ledger
    return ledger.silent is None and bool(ledger.troubles) and ledger.model != scene.brain.name


def _notice(scene: Scene) -> str:
    """Who answered and why, when it was not the brain that was asked for."""
    ledger = scene.ledger
    if not _fell_back(scene):
        return ""
    return say(ledger.language, "answered_offline", why=excuse(scene.brain, _why(scene), ledger.language))


def _why(scene: Scene) -> Diagnosis:
    return scene.ledger.why or Diagnosis(scene.ledger.troubles[-1])


def excuse(brain: Brain, why: Diagnosis, language: str) -> str:
    """Why a brain did not answer, in the user's language: the limit with its time, the setting to change."""
    if why.limit is Limit.OWN and why.wait is not None:
        return say(language, "model_own_limit", model=brain.name, duration=duration(language, ceil(why.wait)))
    if why.trouble is Trouble.RATE_LIMITED and why.wait is not None:
        limit, time = say(language, f"limit_{why.limit}"), duration(language, ceil(why.wait))
        return say(language, "model_rate_limited_until", model=brain.name, limit=limit, duration=time)
    return say(language, f"model_{why.trouble}", model=brain.name, setting=brain.setting)


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
        tokens_guessed=ledger.tokens_guessed,
        asked_model=scene.brain.name,
        saved=ledger.saved,
        stop_rule=rule,
        undo=ledger.undo[-1] if ledger.undo else "",
        ms=ledger.ms(),
    )
