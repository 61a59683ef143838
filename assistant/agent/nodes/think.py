"""agent: one answer of the model, with the tools that the sentence needs. Runs none of them."""

from collections.abc import Callable

from langchain_core.messages import SystemMessage
from langgraph.runtime import Runtime

from assistant.agent import prompt
from assistant.agent.bridge import Toolbox
from assistant.agent.judge.stop import all_answers
from assistant.agent.nodes.heard import silent, spoken
from assistant.agent.routing import SEARCH_TOOL, offered
from assistant.agent.scene import Scene
from assistant.agent.state import State
from assistant.agent.turn import Thinking, Words
from assistant.models.fallback import ModelDown, Patience, Prompt, speak


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
        answer = await speak(scene.brain, asked, patience)
    except ModelDown as down:
        return silent(state, scene, down)
    return spoken(state, scene, answer)


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
