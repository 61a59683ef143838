"""agent: one answer of the model, with the tools that the sentence needs. Runs none of them."""

from collections.abc import Callable

from langchain_core.messages import AIMessage, SystemMessage, ToolCall
from langgraph.runtime import Runtime

from assistant.agent import prompt
from assistant.agent.bridge import Toolbox, plain
from assistant.agent.judge.stop import all_answers
from assistant.agent.judge.truth import settle
from assistant.agent.nodes.enforce import OWN, lazy
from assistant.agent.routing import SEARCH_TOOL, offered
from assistant.agent.scene import Scene
from assistant.agent.state import State, Usage
from assistant.agent.turn import Thinking, Words, counted
from assistant.models.fallback import ModelDown, Patience, Prompt, Spoken, speak
from tools.words.speech import say


async def agent(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Ask the brain; its plain words are checked against what happened before anybody sees them."""
    scene = runtime.context
    forced = state["forced_tool_rounds"] > 0 and not all_answers(state["messages"])
    nudge = [SystemMessage(prompt.NUDGE)] if forced else []
    view = scene.house.home.view()
    asked = Prompt(
        messages=(prompt.system(view), *state["messages"], *nudge),
        tools=toolbox.schemas(bound(toolbox, state)),
        must_call=forced,
    )
    try:
        patience = Patience(scene.house.clock, scene.left(), _tells(runtime), _shows(state, scene, runtime))
        spoken = await speak(scene.brain, asked, patience)
    except ModelDown as down:
        return _down(state, scene, down)
    return _spoken(state, scene, spoken)


def bound(toolbox: Toolbox, state: State) -> list[str]:
    """The names offered: the groups' tools, search_tools always, loaded ones appended at the end."""
    kind, groups = state["turn"]["kind"], state["groups"]
    names = toolbox.names(lambda tool: offered(tool, kind, groups))
    return list(dict.fromkeys([*names, SEARCH_TOOL, *state["loaded"]]))


def _tells(runtime: Runtime[Scene]) -> Callable[[float], None]:
    """Show that a rate limit is waited for."""
    return lambda seconds: runtime.stream_writer(Thinking("agent", f"rate limit: waiting {seconds:.0f} s"))


def _shows(state: State, scene: Scene, runtime: Runtime[Scene]) -> Callable[[str], None]:
    """Show words as they come, but never while an act is asked for: a claim waits for the receipts."""
    if state["turn"]["acts"] or scene.brain.offline:
        return lambda _text: None
    return lambda text: runtime.stream_writer(Words(text))


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


def _spoken(state: State, scene: Scene, spoken: Spoken) -> State:
    ledger = scene.ledger
    used = spoken.message.usage_metadata
    cached = (used.get("input_token_details") or {}).get("cache_read", 0) if used else 0
    tokens = (used["input_tokens"], used["output_tokens"], cached) if used else (0, 0, 0)
    ledger.spend(spoken.calls, tokens)
    ledger.heard(spoken.model, spoken.troubles)
    message = tidy(spoken.message, own=spoken.model == OWN)
    calls = len(message.tool_calls) + len(message.invalid_tool_calls)
    ledger.step("agent", f"{spoken.model}: {counted(calls, 'call') if calls else 'words'}")
    before = state["usage"]
    fell_back = state["turn"]["fell_back"] or spoken.model != scene.brain.name
    if not calls:
        message = _checked(state, scene, spoken, message)
    return State(
        messages=[message],
        model_calls=state["model_calls"] + spoken.calls,
        usage=Usage(
            input=before["input"] + tokens[0],
            output=before["output"] + tokens[1],
            cached=before["cached"] + cached,
        ),
        turn={**state["turn"], "speaker": spoken.model, "fell_back": fell_back},
    )


def _checked(state: State, scene: Scene, spoken: Spoken, message: AIMessage) -> AIMessage:
    """Plain words that end the turn: receipts win over claims; an own planner's words are facts already."""
    # lazy words are dropped by enforce_tool, so there is nothing to settle yet
    if spoken.model == OWN or lazy(state, message.text, own_words=False):
        return message
    wanted = state["turn"]["acts"]
    settled = settle(
        message.text, all_answers(state["messages"]), state["language"], state["user_message"], acts=wanted
    )
    if settled.rule:
        scene.ledger.step("agent", settled.rule)
    text = settled.text + ("\n" + say(state["language"], "answer_broke_off") if spoken.broken else "")
    return AIMessage(text)


def _down(state: State, scene: Scene, down: ModelDown) -> State:
    scene.ledger.spend(1, (0, 0, 0))
    scene.ledger.fell(down.trouble)
    scene.ledger.step("agent", f"no model: {down.trouble}")
    why = say(state["language"], f"model_{down.trouble}", model=scene.brain.name)
    return State(
        messages=[AIMessage(say(state["language"], "no_model", why=why))],
        turn={**state["turn"], "speaker": OWN},
    )
