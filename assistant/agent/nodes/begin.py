"""begin: resets the counters, mends a history that an unanswered question left, routes the sentence."""

from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from assistant.agent.bridge import Toolbox
from assistant.agent.context import inventory
from assistant.agent.judge import veil
from assistant.agent.recall import mended, trimmed
from assistant.agent.routing import SEARCH_TOOL, Before, follows, groups_of, picked, route_of
from assistant.agent.scene import Scene
from assistant.agent.speech.sentences import is_question
from assistant.agent.state import State, Usage, last_turn
from tools.words.speech import detect, say


async def begin(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Start a turn from whatever the last one left."""
    text = state["user_message"]
    scene = runtime.context
    language = scene.ledger.language or detect(text, state.get("language") or "en")
    scene.ledger.language = language
    view = scene.house.home.view()
    route = route_of(text, language, view)
    kind = route.kind
    history = mended(state.get("messages", []), say(language, "question_dropped"))
    last = len(history) - len(last_turn(history))
    # earlier turns were masked when the one after them began
    recalled = trimmed([*history[:last], *veil.history(history[last:])], state.get("summary", []))
    before = _before(state)
    groups = groups_of(kind, before.groups)
    stay = before.tools if follows(route, before) else ()
    offered = toolbox.offered(picked(toolbox.index, text, route, before), stay)
    scene.ledger.step("begin", f"{language}, {kind}", ", ".join(offered))
    # the whole history is written anew: an inserted answer must stand directly behind its call
    return State(
        messages=[RemoveMessage(id=REMOVE_ALL_MESSAGES), *recalled.messages, HumanMessage(text)],
        language=language,
        groups=groups,
        offered=offered,
        loaded=[],
        named=[] if inventory.whole(view) else inventory.named(text, view, language),
        summary=recalled.summary,
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


def _before(state: State) -> Before:
    """What the turn before had, and its last words if they asked something."""
    last = state.get("messages", [])[-1:]
    said = "".join(m.text for m in last if isinstance(m, AIMessage) and is_question(m.text))
    tools = [*state.get("offered", []), *state.get("loaded", [])]
    return Before(state.get("groups", []), [name for name in tools if name != SEARCH_TOOL], said)
