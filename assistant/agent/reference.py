"""The twin: the same tools and channels under LangChain's own loop, to see when its routing changes.

For tests and benchmarks only: no precheck, no question to a person, no fallback, and no face starts it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, AgentState, hook_config
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command as Steer

from assistant.agent.bridge import Toolbox
from assistant.agent.graph import RECURSION_LIMIT
from assistant.agent.judge.stop import Flags, all_answers, answers, decide, relay
from assistant.agent.nodes.execute import Executor
from assistant.agent.prompt import RULES
from assistant.agent.scene import Scene
from assistant.agent.turn import StopReason
from devices.model import Json
from tools.tool import Tool
from tools.words.speech import detect

Loop: TypeAlias = "AgentState[Json]"
Agent: TypeAlias = "CompiledStateGraph[Loop, Scene, Any, Any]"
Ran: TypeAlias = "ToolMessage | Steer[Any]"


@dataclass(frozen=True, slots=True)
class Twin:
    """What came of a sentence: the answer, why it ended and by which rule, how often the model was asked."""

    answer: str
    stop: StopReason
    rule: str
    model_calls: int


class ArtifactStop(AgentMiddleware[Loop, Scene]):
    """Ends the loop by the artifacts of a whole round, and keeps them through every tool call."""

    def __init__(self, toolbox: Toolbox) -> None:
        super().__init__()
        self._executor = Executor(toolbox)

    @hook_config(can_jump_to=["end"])
    async def abefore_model(self, state: Loop, runtime: Runtime[Scene]) -> dict[str, object] | None:
        """Before the model is asked again: all answers after its newest message decide, not the last one."""
        messages = state["messages"]
        results, scene = answers(messages), runtime.context
        if not results:
            return None
        flags = Flags(len(all_answers(messages)), 0, scene.left(), scene.stop_mode)
        stop = decide(results, flags)
        if stop is None:
            return None
        told = AIMessage(relay(all_answers(messages)), response_metadata={**stop})
        return {"messages": [told], "jump_to": "end"}

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Ran]]
    ) -> Ran:
        """The same wrapper as in Hearth's own graph: what a tool raises is an outcome with an artifact."""
        return await self._executor.wrapped(request, handler)


def build_twin(
    model: BaseChatModel, tools: tuple[Tool, ...], checkpointer: BaseCheckpointSaver[Any] | None = None
) -> Agent:
    """LangChain's own loop over these tools, ended by their artifacts."""
    toolbox = Toolbox(tools)
    return create_agent(
        model,
        list(toolbox.structured),
        system_prompt=SystemMessage(RULES),
        middleware=[ArtifactStop(toolbox)],
        context_schema=Scene,
        checkpointer=checkpointer,
    )


async def twin(scene: Scene, text: str, tools: tuple[Tool, ...]) -> Twin:
    """One sentence under `create_agent` with all these tools bound; the gate is the devices' own."""
    scene.ledger.language = scene.ledger.language or detect(text, "en")
    agent = build_twin(scene.brain.model, tools)
    ended = await agent.ainvoke(
        {"messages": [HumanMessage(text)]}, {"recursion_limit": RECURSION_LIMIT}, context=scene
    )
    return _told(ended["messages"])


def _told(messages: Sequence[BaseMessage]) -> Twin:
    """The last message is the model's own words, or the relay with the decision that it carries."""
    spoken = [message for message in messages if isinstance(message, AIMessage)]
    answer, stop = spoken[-1].text, spoken[-1].response_metadata
    if "rule" not in stop:
        return Twin(answer, StopReason.ANSWERED, "the model answered in plain words", len(spoken))
    return Twin(answer, StopReason(stop["reason"]), stop["rule"], len(spoken) - 1)
