"""run_tools: the accepted calls, reads together, writes in order. What a tool raises becomes an outcome."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias, cast

from langchain_core.messages import ToolCall, ToolMessage
from langgraph.config import get_config
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command as Steer

from assistant.agent.bridge import Toolbox, answer
from assistant.agent.scene import Scene
from assistant.agent.signs import Teller
from assistant.agent.state import Planned, State
from tools.outcome import Ending, ToolResult
from tools.words.speech import say

log = logging.getLogger(__name__)

SLACK = 0.5
"""Seconds past the turn's end for receipts that end with it to come back as they are."""

Answer: TypeAlias = "ToolMessage | Steer[str]"


class Executor:
    """LangGraph's ToolNode over one toolbox, given only what precheck and confirm let through."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._node = ToolNode(toolbox.structured, handle_tool_errors=False, awrap_tool_call=self.wrapped)

    async def run_tools(self, state: State, runtime: Runtime[Scene]) -> State:
        """Run the round."""
        calls = state["pending"]["calls"]
        for call in calls:
            runtime.context.answered(call["id"], call["approvals"], call["denials"])
        messages: list[ToolMessage] = []
        for batch in self._batches(calls):
            # given only these calls, ToolNode can't run one that precheck or a person refused
            answered = await self._node.ainvoke([_tool_call(call) for call in batch], get_config())
            messages += answered["messages"]
        runtime.context.ledger.step(
            "run_tools", ", ".join(call["name"] for call in calls) or "nothing to run"
        )
        return State(messages=messages)

    def _batches(self, calls: Sequence[Planned]) -> Iterator[list[Planned]]:
        """Neighbouring reads together, each write alone."""
        for writes, run in groupby(calls, key=self._writes):
            batch = list(run)
            yield from ([call] for call in batch) if writes else (batch,)

    def _writes(self, call: Planned) -> bool:
        tool = self._toolbox.find(call["name"])
        return tool is None or tool.writes

    async def wrapped(
        self, request: ToolCallRequest, execute: Callable[[ToolCallRequest], Awaitable[Answer]]
    ) -> Answer:
        """One call run through `execute`, whatever it raises; both channels of its answer are kept."""
        call = request.tool_call
        scene = cast("Scene", request.runtime.context)
        teller = Teller(scene.ledger, scene.tell)
        tool = self._toolbox.find(call["name"])
        if scene.left() <= 0:
            late = _too_late(scene)
            teller.refused(call, late, "run_tools")
            return answer(call["id"] or "", call["name"], tool, late)
        since = scene.ledger.ms()
        teller.started(call)
        try:
            async with asyncio.timeout(scene.left() + SLACK) as limit:
                message = await execute(request)
            result = scene.ledger.answers[call["id"] or ""]
        except Exception as error:  # the tool wrapper: a failing tool is an outcome, never the turn's end
            writes = tool is None or tool.writes
            if limit.expired():
                result = _cut_off(scene, writes=writes)
            else:
                log.exception("%s failed", call["name"])
                result = _crashed(error, scene, writes=writes)
            message = answer(call["id"] or "", call["name"], tool, result)
        teller.ended(call, result, since, "run_tools")
        if isinstance(message, ToolMessage):
            status = "success" if result.ending is Ending.COMPLETED else "error"
            # a copy, since a message built anew would lose its artifact, and with it the stop
            return message.model_copy(update={"status": status})
        return message


def _crashed(error: Exception, scene: Scene, *, writes: bool) -> ToolResult:
    """A read may be tried again; a write may have happened, so it may not."""
    return ToolResult(
        ending=Ending.FATAL if writes else Ending.TRANSIENT,
        text=say(scene.ledger.language, "internal_error"),
        error=f"the tool failed ({type(error).__name__})",
        reason="crashed",
    )


def _cut_off(scene: Scene, *, writes: bool) -> ToolResult:
    """The turn's time was over first: nobody knows what became of a write."""
    return ToolResult(
        ending=Ending.FATAL if writes else Ending.TRANSIENT,
        text=say(scene.ledger.language, "tool_cut_off"),
        error="the turn's time was over before it ended; it may have happened",
        reason="cut_off",
    )


def _too_late(scene: Scene) -> ToolResult:
    """The turn's time was over before the call began."""
    text = say(scene.ledger.language, "tool_too_late")
    return ToolResult(Ending.TRANSIENT, text, error="not run: the turn's time was over", reason="no_time")


def _tool_call(call: Planned) -> ToolCall:
    return ToolCall(name=call["name"], args=call["args"], id=call["id"], type="tool_call")
