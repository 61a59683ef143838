"""finalize: the last words of a turn cut short or polished. No tools; claims no more than the results."""

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from assistant.agent.judge import mask
from assistant.agent.judge.stop import Answered, all_answers, relay
from assistant.agent.judge.truth import settle
from assistant.agent.nodes.enforce import OWN
from assistant.agent.nodes.heard import facts_of
from assistant.agent.prompt import closing
from assistant.agent.scene import Scene
from assistant.agent.state import State, Stop
from assistant.agent.turn import StopReason
from assistant.models.fallback import ModelDown, speak
from assistant.models.patience import Patience
from assistant.models.request import Prompt
from tools.outcome import Ending
from tools.words.speech import say

_REASONS = (StopReason.TOKEN_LIMIT, StopReason.STEP_LIMIT, StopReason.TIME_LIMIT, StopReason.TOOL_FAILED)


async def finalize(state: State, runtime: Runtime[Scene]) -> State:
    """Say what was done and what was not; by a template when no model can, or when receipts must speak."""
    scene, stop = runtime.context, state["stop"]
    results = all_answers(state["messages"])
    template = summary(results, stop, state["language"], acts=state["turn"]["acts"])
    if stop is None or stop["reason"] in _REASONS or state["turn"]["speaker"] == OWN:
        scene.ledger.step("finalize", "told from the results")
        return State(messages=[AIMessage(template)])
    return State(messages=[AIMessage(await _polished(state, scene, template))])


def summary(results: Sequence[Answered], stop: Stop | None, language: str, *, acts: bool) -> str:
    """What the tools said of done things, then of the last thing not done, then why the turn ends."""
    done = relay(results) or "\n".join(r.text for r in results if r.ending is Ending.COMPLETED and r.text)
    failed = next((r.text for r in reversed(results) if r.failed and r.text and not r.stop), "")
    why = say(language, f"turn_{stop['reason']}") if stop is not None and stop["reason"] in _REASONS else ""
    told = (done, failed) if done or failed else (say(language, "nothing_done" if acts else "not_looked_up"),)
    return "\n".join(line for line in (*told, why) if line)


async def _polished(state: State, scene: Scene, template: str) -> str:
    """One short model call without tools; anything that the results do not bear out falls back to them."""
    prompt = Prompt(closing(state["language"], state["user_message"], template.splitlines()))
    try:
        spoken = await speak(
            scene.brain, prompt, Patience(scene.house.clock, scene.left(), leave=scene.leave)
        )
    except ModelDown as down:
        scene.ledger.spend(down.calls, down.tokens)
        scene.ledger.step("finalize", "no model: told from the results")
        return template
    scene.ledger.spend(spoken.calls, spoken.tokens)
    if spoken.model == OWN or spoken.message.tool_calls or not spoken.message.text.strip():
        return template
    settled = settle(
        mask.reply(spoken.message.text, state["user_message"]), replace(facts_of(state, scene), acts=False)
    )
    scene.ledger.step("finalize", settled.rule or "polished")
    return settled.text
