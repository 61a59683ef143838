"""precheck: every call of the round is judged before anything runs. No effect; may look devices up."""

from collections.abc import Sequence
from functools import cached_property

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    InvalidToolCall,
    ToolCall,
    ToolMessage,
)
from langgraph.runtime import Runtime

from assistant.agent.bridge import Toolbox, answer
from assistant.agent.judge import breaker, grounds
from assistant.agent.judge.intent import Heard, Wanted, judged
from assistant.agent.judge.leeway import left_open, open_or, present
from assistant.agent.nodes.arguments import Fitting, fit
from assistant.agent.nodes.enforce import OWN
from assistant.agent.nodes.intended import heard, strayed, wish
from assistant.agent.nodes.lookup import looked_up
from assistant.agent.nodes.remaining import Remaining, done_already, remaining
from assistant.agent.nodes.think import bound
from assistant.agent.scene import Scene
from assistant.agent.signs import Teller
from assistant.agent.state import Planned, State, last_call, this_turn
from assistant.agent.turn import counted
from devices.command import Command
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.tool import Tool
from tools.words.speech import say


async def precheck(toolbox: Toolbox, state: State, runtime: Runtime[Scene]) -> State:
    """Answer each call that may not run; keep the others for confirm and run_tools, in order."""
    scene = runtime.context
    asking = last_call(state["messages"])
    teller = Teller(scene.ledger, scene.tell)
    desk = _Desk(toolbox, scene, state)
    messages: list[ToolMessage] = []
    accepted: list[Planned] = []
    for call in asking.tool_calls if asking is not None else ():
        verdict = await desk.judge(call, len(messages) + len(accepted), accepted)
        if isinstance(verdict, ToolResult):
            teller.refused(call, verdict, "precheck")
            messages.append(answer(call["id"] or "", call["name"], toolbox.find(call["name"]), verdict))
        else:
            accepted.append(verdict)
    messages += [_unreadable(broken) for broken in (asking.invalid_tool_calls if asking is not None else ())]
    scene.ledger.step("precheck", _told(len(accepted), len(messages)))
    return State(messages=messages, pending={"calls": accepted})


def _told(accepted: int, answered: int) -> str:
    at_once = f", {answered} answered at once" if answered else ""
    return f"{counted(accepted, 'call')} accepted{at_once}"


class _Desk:
    """The checks of one round, in their order; each gives a result that answers the call, or None."""

    def __init__(self, toolbox: Toolbox, scene: Scene, state: State) -> None:
        self._toolbox, self._scene, self._state = toolbox, scene, state
        self._bound = frozenset(bound(toolbox, state))

    async def judge(self, call: ToolCall, before: int, accepted: list[Planned]) -> Planned | ToolResult:
        """What becomes of one call; `before` calls of this round stand already."""
        tool = self._toolbox.find(call["name"])
        if tool is None:
            return _model_fault(f"there is no tool {call['name']}; use search_tools", "unknown_tool")
        if call["name"] not in self._bound:
            return _not_loaded(tool)
        if self._state["tool_calls_made"] + before >= breaker.MOST_CALLS:
            return _model_fault("not run: no calls are left in this turn", "budget")
        fitting = fit(tool, call["args"])
        if isinstance(fitting, str):
            return _model_fault(f"arguments do not fit: {fitting}", "arguments")
        return await self._checked(tool, call, fitting, accepted)

    async def _checked(
        self, tool: Tool, call: ToolCall, fitting: Fitting, accepted: list[Planned]
    ) -> Planned | ToolResult:
        context = self._scene.context(call["id"] or "")
        if (found := tool.check(fitting.arguments, context)) is not None:
            return await looked_up(self._toolbox, tool, fitting, found, self._scene)
        # by what it would command, so that another spelling of the same wish is the same call
        commands = tool.asks(fitting.arguments, context)
        if (against := self._against(tool, fitting, commands, context)) is not None:
            return against
        loose = self._state["turn"]["fell_back"]
        ran = [*self._state["turn"]["ran"], *(planned["signature"] for planned in accepted)]
        if done_already(tool, commands, ran):
            return _again(breaker.Repeat.DONE)
        left = remaining(tool, Remaining(fitting, commands), ran, context)
        fitting = left.fitting
        sign = breaker.signature(tool, fitting.args, left.commands, loose=loose)
        if (again := breaker.repeated(tool, sign, ran, self._state["turn"]["failed"])) is not None:
            return _again(again)
        return Planned(
            id=call["id"] or "", name=tool.name, args=fitting.args, signature=sign, approvals=[], denials=[]
        )

    def _against(
        self, tool: Tool, fitting: Fitting, commands: tuple[Command, ...], context: ToolContext
    ) -> ToolResult | None:
        """What the user's words hold against a writing call; the offline planner only follows them."""
        if not tool.writes or self._state["turn"]["speaker"] == OWN:
            return None
        wanted = wish(tool, fitting, commands, context)
        found = strayed(wanted, self._heard, context) if judged(tool.name) else None
        if found is not None:
            return found
        name = self._guessed(wanted) if grounds.numeric(wanted.args) else None
        return self._ask_value(name) if name is not None else None

    @cached_property
    def _heard(self) -> Heard:
        return heard(self._toolbox, self._state, self._scene)

    def _guessed(self, wanted: Wanted) -> str | None:
        """The argument whose number nobody gave, though the words do not leave it open."""
        args = open_or(wanted.args, left_open(wanted, self._heard))
        shown = [*present(wanted, self._heard)]
        shown += [m.text for m in this_turn(self._state["messages"]) if isinstance(m, ToolMessage)]
        language, said = self._state["language"], "\n".join(_talk(self._state["messages"]))
        return grounds.ungrounded(args, language, said, shown)

    def _ask_value(self, name: str) -> ToolResult:
        text = say(self._state["language"], "which_value")
        error = f"{name} is neither in the user's words nor in a result: ask the user"
        return ToolResult(Ending.FATAL, text, error=error, stop=True, reason="missing_value")


def _talk(messages: Sequence[BaseMessage]) -> list[str]:
    """What the person said, and the last thing they were told: a yes to a proposed value founds it."""
    told = [str(m.text) for m in messages if isinstance(m, AIMessage) and not m.tool_calls and m.text]
    return [str(m.text) for m in messages if isinstance(m, HumanMessage)] + told[-1:]


def _model_fault(error: str, reason: str) -> ToolResult:
    return ToolResult(Ending.TRANSIENT, "", error=error, reason=reason)


def _not_loaded(tool: Tool) -> ToolResult:
    error = f"{tool.name} was not loaded; it is now, call it again if it fits"
    return ToolResult(Ending.TRANSIENT, "", error=error, reason="not_loaded", load=(tool.name,))


def _again(repeat: breaker.Repeat) -> ToolResult:
    if repeat is breaker.Repeat.DONE:
        return ToolResult(Ending.COMPLETED, "", data={"already_done": True}, stop=True, reason=repeat)
    return ToolResult(Ending.FATAL, "", error=f"not run again: {repeat}", reason=repeat)


def _unreadable(call: InvalidToolCall) -> ToolMessage:
    fault = _model_fault("the arguments are not valid JSON", "arguments")
    return answer(call["id"] or "", call["name"] or "", None, fault)
