"""What becomes of a model's answer: tidied, its plain words checked against what happened. Asks no model."""

from collections.abc import Iterable
from itertools import chain, count

from langchain_core.messages import AIMessage, ToolCall, ToolMessage

from assistant.agent.bridge import plain
from assistant.agent.closing import excuse
from assistant.agent.judge import mask
from assistant.agent.judge.stop import all_answers
from assistant.agent.judge.truth import settle
from assistant.agent.nodes.enforce import OWN, lazy
from assistant.agent.scene import Scene
from assistant.agent.speech.about import asks_about_home
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import looks_spelt
from assistant.agent.state import State, Usage, this_turn
from assistant.agent.turn import counted
from assistant.models.fallback import ModelDown, Spoken
from assistant.models.offline.plan import Kind
from assistant.models.salvage import salvage
from tools.words.speech import say

_LOOKED_UP = frozenset({Kind.QUESTION, Kind.HISTORY, Kind.WHY})
"""Kinds of sentences whose answer must be looked up."""


def tidy(message: AIMessage, used: Iterable[str], *, own: bool) -> AIMessage:
    """Only text without secrets and calls, each with an id of its own; what a provider added is left out.

    `used` are the ids of the turn so far: some servers begin to count anew in every message.

    Our `own` planner keeps in its message what a question back was about.
    """
    taken = set(used)
    for call in (*message.tool_calls, *message.invalid_tool_calls):
        wanted = call["id"] or "call"
        names = chain([wanted], (f"{wanted}_{n}" for n in count(len(taken))))
        free = next(name for name in names if name not in taken)
        call["id"] = free
        taken.add(free)
    return AIMessage(
        mask.text(message.text),
        additional_kwargs=message.additional_kwargs if own else {},
        response_metadata=message.response_metadata if own else {},
        tool_calls=[
            ToolCall(name=c["name"], args=plain(c["args"]), id=c["id"], type="tool_call")
            for c in message.tool_calls
        ],
        invalid_tool_calls=message.invalid_tool_calls,
    )


def _spelt(message: AIMessage) -> AIMessage:
    """A call that was written as text as the call it is, which precheck judges like any other."""
    if message.tool_calls or message.invalid_tool_calls or not looks_spelt(message.text):
        return message
    calls = [
        ToolCall(name=call.name, args=call.arguments, id=f"spelt_{n}", type="tool_call")
        for n, call in enumerate(salvage(message.text))
    ]
    # half a call is no sentence either
    return message.model_copy(update={"content": "", "tool_calls": calls})


def spoken(state: State, scene: Scene, answer: Spoken) -> State:
    """What a brain's answer adds to the state: its message, checked if it is words, and its cost."""
    ledger = scene.ledger
    spent = answer.tokens
    ledger.spend(answer.calls, spent)
    ledger.heard(answer.model, answer.troubles, answer.why)
    used = (m.tool_call_id for m in this_turn(state["messages"]) if isinstance(m, ToolMessage))
    message = tidy(_spelt(answer.message), used, own=answer.model == OWN)
    calls = len(message.tool_calls) + len(message.invalid_tool_calls)
    ledger.step(
        "agent", f"{answer.model}: {counted(calls, 'call') if calls else 'words'}", _hardships(answer)
    )
    before = state["usage"]
    fell_back = state["turn"]["fell_back"] or answer.model != scene.brain.name
    if not calls:
        message = _checked(state, scene, answer, message)
        ledger.said = message.text
    return State(
        messages=[message],
        model_calls=state["model_calls"] + answer.calls,
        usage=Usage(
            input=before["input"] + spent.input + spent.guessed,
            output=before["output"] + spent.output,
            cached=before["cached"] + spent.cached,
        ),
        turn={**state["turn"], "speaker": answer.model, "fell_back": fell_back},
    )


def _checked(state: State, scene: Scene, answer: Spoken, message: AIMessage) -> AIMessage:
    """Plain words that end the turn: receipts win over claims; an own planner's words are facts already."""
    # lazy words are dropped by enforce_tool, so there is nothing to settle yet
    if answer.model == OWN or lazy(state, message.text, own_words=False):
        return message
    settled = settle(mask.reply(message.text, state["user_message"]), facts_of(state, scene))
    if settled.rule:
        scene.ledger.step("agent", settled.rule)
    text = settled.text + ("\n" + say(state["language"], "answer_broke_off") if answer.broken else "")
    return AIMessage(text)


def _hardships(answer: Spoken) -> str:
    """What went wrong before the answer came, for the trace."""
    told = [trouble.replace("_", " ") for trouble in answer.troubles]
    return ", ".join([*told, f"waited {answer.waited:.0f} s"] if answer.waited else told)


def facts_of(state: State, scene: Scene) -> Facts:
    """What a model's words of this turn are held against."""
    language, asked, view = state["language"], state["user_message"], scene.house.home.view()
    mark = state["turn"]
    return Facts(
        results=all_answers(state["messages"]),
        language=language,
        asked=asked,
        view=view,
        acts=mark["acts"],
        question=mark["kind"] in _LOOKED_UP and asks_about_home(asked, view, language),
        before=frozenset(_receipts(state)),
    )


def _receipts(state: State) -> set[str]:
    """The entities with a receipt anywhere in the conversation."""
    kept = (m.artifact for m in state["messages"] if isinstance(m, ToolMessage))
    changes = (a.get("changes", ()) for a in kept if isinstance(a, dict))
    return {change["device"] for listed in changes for change in listed}


def silent(state: State, scene: Scene, down: ModelDown) -> State:
    """What is said when no brain could answer."""
    scene.ledger.spend(down.calls, down.tokens)
    scene.ledger.fell(down.why)
    scene.ledger.step("agent", f"no model: {down.trouble}")
    why = excuse(scene.brain, down.why, state["language"])
    return State(
        messages=[AIMessage(say(state["language"], "no_model", why=why))],
        turn={**state["turn"], "speaker": OWN},
    )
