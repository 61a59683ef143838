"""What becomes of a model's answer: tidied, its plain words checked against what happened. Asks no model."""

from langchain_core.messages import AIMessage, ToolCall

from assistant.agent.bridge import plain
from assistant.agent.judge.stop import all_answers
from assistant.agent.judge.truth import settle
from assistant.agent.nodes.enforce import OWN, lazy
from assistant.agent.scene import Scene
from assistant.agent.state import State, Usage
from assistant.agent.turn import counted
from assistant.models.fallback import ModelDown, Spoken
from tools.words.speech import say


def tidy(message: AIMessage, *, own: bool) -> AIMessage:
    """Only text and calls, each call with an id of its own; what a provider added elsewhere is left out.

    Our `own` planner keeps in its message what a question back was about.
    """
    taken: set[str] = set()
    for call in (*message.tool_calls, *message.invalid_tool_calls):
        wanted = call["id"] or "call"
        free = wanted if wanted not in taken else f"{wanted}_{len(taken)}"
        call["id"] = free
        taken.add(free)
    return AIMessage(
        message.text,
        additional_kwargs=message.additional_kwargs if own else {},
        response_metadata=message.response_metadata if own else {},
        tool_calls=[
            ToolCall(name=c["name"], args=plain(c["args"]), id=c["id"], type="tool_call")
            for c in message.tool_calls
        ],
        invalid_tool_calls=message.invalid_tool_calls,
    )


def spoken(state: State, scene: Scene, answer: Spoken) -> State:
    """What a brain's answer adds to the state: its message, checked if it is words, and its cost."""
    ledger = scene.ledger
    used = answer.message.usage_metadata
    cached = (used.get("input_token_details") or {}).get("cache_read", 0) if used else 0
    tokens = (used["input_tokens"], used["output_tokens"], cached) if used else (0, 0, 0)
    ledger.spend(answer.calls, tokens)
    ledger.heard(answer.model, answer.troubles)
    message = tidy(answer.message, own=answer.model == OWN)
    calls = len(message.tool_calls) + len(message.invalid_tool_calls)
    ledger.step("agent", f"{answer.model}: {counted(calls, 'call') if calls else 'words'}")
    before = state["usage"]
    fell_back = state["turn"]["fell_back"] or answer.model != scene.brain.name
    if not calls:
        message = _checked(state, scene, answer, message)
    return State(
        messages=[message],
        model_calls=state["model_calls"] + answer.calls,
        usage=Usage(
            input=before["input"] + tokens[0],
            output=before["output"] + tokens[1],
            cached=before["cached"] + cached,
        ),
        turn={**state["turn"], "speaker": answer.model, "fell_back": fell_back},
    )


def _checked(state: State, scene: Scene, answer: Spoken, message: AIMessage) -> AIMessage:
    """Plain words that end the turn: receipts win over claims; an own planner's words are facts already."""
    # lazy words are dropped by enforce_tool, so there is nothing to settle yet
    if answer.model == OWN or lazy(state, message.text, own_words=False):
        return message
    wanted = state["turn"]["acts"]
    settled = settle(
        message.text, all_answers(state["messages"]), state["language"], state["user_message"], acts=wanted
    )
    if settled.rule:
        scene.ledger.step("agent", settled.rule)
    text = settled.text + ("\n" + say(state["language"], "answer_broke_off") if answer.broken else "")
    return AIMessage(text)


def silent(state: State, scene: Scene, down: ModelDown) -> State:
    """What is said when no brain could answer."""
    scene.ledger.spend(1, (0, 0, 0))
    scene.ledger.fell(down.trouble)
    scene.ledger.step("agent", f"no model: {down.trouble}")
    why = say(state["language"], f"model_{down.trouble}", model=scene.brain.name)
    return State(
        messages=[AIMessage(say(state["language"], "no_model", why=why))],
        turn={**state["turn"], "speaker": OWN},
    )
