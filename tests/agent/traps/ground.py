"""What the tests of traps share: small LangChain tools, naive routers, the history that a session stored."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.scene import Scene
from assistant.agent.trace import Ledger
from assistant.models.provider import Brain
from devices.command import Cause, Origin
from tests.agent.house import Small
from tests.fakes.model import ScriptedModel

Artifact = dict[str, Any]


def naive_stop(messages: Sequence[BaseMessage]) -> bool:
    """The router as it is usually written: the newest message alone decides."""
    last = messages[-1]
    kept = last.artifact if isinstance(last, ToolMessage) else None
    return bool(kept and kept.get("stop"))


def plain_tool(name: str, artifact: Artifact | Exception, *, return_direct: bool = False) -> StructuredTool:
    """A LangChain tool with this artifact, or one that raises."""

    async def run() -> tuple[str, Artifact]:
        if isinstance(artifact, Exception):
            raise artifact
        return f"{name} done", artifact

    def run_now() -> tuple[str, Artifact]:
        return f"{name} done", {} if isinstance(artifact, Exception) else artifact

    return StructuredTool.from_function(
        run_now,
        coroutine=run,
        name=name,
        description=name,
        response_format="content_and_artifact",
        return_direct=return_direct,
    )


def asking(*names: str) -> AIMessage:
    """A message that calls these tools without arguments."""
    calls = [{"name": name, "args": {}, "id": f"c{i}", "type": "tool_call"} for i, name in enumerate(names)]
    return AIMessage("", tool_calls=calls)


def round_of(*answers: ToolMessage) -> list[BaseMessage]:
    """A sentence, the calls and these answers, in this order."""
    return [HumanMessage("?"), asking(*(answer.name or "" for answer in answers)), *answers]


def stored(memory: InMemorySaver) -> list[BaseMessage]:
    """The history that the last checkpoint of the chat holds."""
    kept = memory.get_tuple({"configurable": {"thread_id": "chat"}})
    assert kept is not None
    messages: list[BaseMessage] = kept.checkpoint["channel_values"]["messages"]
    return messages


def scene_of(small: Small, model: ScriptedModel, text: str) -> Scene:
    """What the twin is played in."""
    brain, cause = Brain("scripted", model), Cause(Origin.CHAT, "t1", text)
    return Scene(small.house, brain, cause, Ledger("scripted", language="en"), interactive=False)
