"""agent: one answer of the model, with the tools that the sentence needs. Runs none of them."""

from collections.abc import Callable
from functools import partial
from math import ceil

from langchain_core.messages import SystemMessage
from langgraph.runtime import Runtime

from assistant.agent import prompt
from assistant.agent.bridge import Toolbox
from assistant.agent.judge.stop import all_answers
from assistant.agent.nodes.enforce import OWN
from assistant.agent.nodes.heard import facts_of, silent, spoken
from assistant.agent.routing import SEARCH_TOOL
from assistant.agent.scene import Scene
from assistant.agent.speech.aloud import Aloud
from assistant.agent.state import State
from assistant.agent.turn import Thinking, Words
from assistant.models.fallback import ModelDown, speak
from assistant.models.patience import Patience
from assistant.models.provider import Brain
from assistant.models.request import Prompt
from assistant.models.trouble import Diagnosis


async def agent(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Ask the brain; its plain words are checked against what happened before anybody sees them."""
    scene = runtime.context
    forced = state["forced_tool_rounds"] > 0 and not all_answers(state["messages"])
    nudge = [SystemMessage(prompt.NUDGE)] if forced else []
    view, names = scene.house.home.view(), bound(toolbox, state)
    asked = Prompt(
        messages=(prompt.system(view, state["named"], state["summary"]), *state["messages"], *nudge),
        tools=toolbox.schemas(names),
        must_call=forced,
        acts=state["turn"]["acts"],
    )
    try:
        shows = _shows(state, scene)
        patience = Patience(scene.house.clock, scene.left(), _tells(scene), shows, scene.leave)
        answer = await speak(_brain(state, scene), asked, patience)
    except ModelDown as down:
        return silent(state, scene, down)
    if answer.model != OWN:
        scene.ledger.spare(by_groups=answer.calls * toolbox.unbound(names))
    return spoken(state, scene, answer)


def _brain(state: State, scene: Scene) -> Brain:
    """The brain of this turn; one that took over keeps it, so that no round waits for a fault again."""
    fallback = scene.brain.fallback if state["turn"]["fell_back"] else None
    return scene.brain if fallback is None else Brain(OWN, fallback)


def bound(toolbox: Toolbox, state: State) -> list[str]:
    """The names offered: those that fit the words, search_tools always, loaded ones appended at the end."""
    return toolbox.bound([*state["offered"], SEARCH_TOOL], state["loaded"])


def _tells(scene: Scene) -> Callable[[Diagnosis, float], None]:
    """Show, each second, which rate limit is waited for and how long still."""

    def tell(why: Diagnosis, seconds: float) -> None:
        used_up = f"{why.limit.replace('_', ' ')} used up; " if why.limit else ""
        scene.tell(Thinking("agent", f"rate limit: {used_up}retrying in {ceil(seconds)} s"))

    return tell


def _shows(state: State, scene: Scene) -> Callable[[str], None]:
    """Show words sentence by sentence, but never while an act is asked for: a claim awaits its receipt."""
    if state["turn"]["acts"] or scene.brain.offline:
        return lambda _text: None
    return Aloud(partial(facts_of, state, scene), lambda text: scene.tell(Words(text))).hear
