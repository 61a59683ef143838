"""begin: resets the counters, mends a history that an unanswered question left, routes the sentence."""

from langchain_core.messages import HumanMessage, RemoveMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from assistant.agent.recall import mended, recent
from assistant.agent.routing import groups_of, route_of
from assistant.agent.scene import Scene
from assistant.agent.state import State, Usage
from tools.words.speech import detect, say


async def begin(state: State, runtime: Runtime[Scene]) -> State:
    """Start a turn from whatever the last one left."""
    text = state["user_message"]
    scene = runtime.context
    language = scene.ledger.language or detect(text, state.get("language") or "en")
    scene.ledger.language = language
    route = route_of(text, language, scene.house.home.view())
    kind = route.kind
    history = mended(state.get("messages", []), say(language, "question_dropped"))
    groups = groups_of(kind, state.get("groups", []))
    scene.ledger.step("begin", f"{language}, {kind}", ", ".join(groups))
    # the whole history is written anew: an inserted answer must stand directly behind its call
    return State(
        messages=[RemoveMessage(id=REMOVE_ALL_MESSAGES), *recent(history), HumanMessage(text)],
        language=language,
        groups=groups,
        loaded=[],
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
