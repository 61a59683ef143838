"""enforce_tool: an action was asked for and the model only talked; its message goes, one nudge follows."""

from langchain_core.messages import AIMessage, RemoveMessage
from langgraph.runtime import Runtime

from assistant.agent.scene import Scene
from assistant.agent.speech.sentences import is_question
from assistant.agent.state import State, last_call, this_turn

OWN = "offline"
"""The speaker whose plain words are Hearth's own."""


async def enforce_tool(state: State, runtime: Runtime[Scene]) -> State:
    """Drop the lazy message; the agent node then must call a tool, once a turn."""
    lazy_message = last_call(state["messages"])
    runtime.context.ledger.step(
        "enforce_tool", "an action was asked for, the model only talked: asked once more"
    )
    dropped = [RemoveMessage(id=lazy_message.id)] if lazy_message is not None and lazy_message.id else []
    return State(messages=dropped, forced_tool_rounds=state["forced_tool_rounds"] + 1)


def lazy(state: State, text: str, *, own_words: bool) -> bool:
    """Whether plain words leave an action undone: never after a call, a nudge or a question back.

    `own_words` are those of the offline planner, which says why when it does nothing.
    """
    if own_words or state["forced_tool_rounds"] or is_question(text):
        return False
    ran = any(not isinstance(m, AIMessage) for m in this_turn(state["messages"]))
    return state["turn"]["due"] and not ran
