"""The graph: its nodes by name, its edges, and nothing else. What the nodes do is in nodes/."""

from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any, TypeAlias

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from assistant.agent.bridge import Toolbox
from assistant.agent.nodes.begin import begin
from assistant.agent.nodes.confirm import confirm
from assistant.agent.nodes.enforce import OWN, enforce_tool, lazy
from assistant.agent.nodes.execute import Executor
from assistant.agent.nodes.finalize import finalize
from assistant.agent.nodes.precheck import precheck
from assistant.agent.nodes.think import agent
from assistant.agent.nodes.update import update_flags
from assistant.agent.scene import Scene
from assistant.agent.state import Mark, State, last_call
from assistant.agent.turn import Thinking

RECURSION_LIMIT = 80

Graph: TypeAlias = "CompiledStateGraph[State, Scene, State, State]"
Node: TypeAlias = Callable[[State, Runtime[Scene]], Awaitable[State]]


def build(toolbox: Toolbox, checkpointer: BaseCheckpointSaver[Any]) -> Graph:
    """The compiled graph over these tools, keeping its conversation there."""
    return _wired(toolbox).copy({"checkpointer": checkpointer})


@lru_cache(maxsize=4)
def _wired(toolbox: Toolbox) -> Graph:
    """The graph without a memory, which all conversations with the same tools share."""
    graph: StateGraph[State, Scene, State, State] = StateGraph(State, context_schema=Scene)
    nodes: dict[str, Node] = {
        "begin": partial(begin, toolbox),
        "agent": partial(agent, toolbox),
        "precheck": partial(precheck, toolbox),
        "confirm": partial(confirm, toolbox),
        "run_tools": Executor(toolbox).run_tools,
        "update_flags": partial(update_flags, toolbox),
        "enforce_tool": enforce_tool,
        "finalize": finalize,
    }
    for name, node in nodes.items():
        graph.add_node(name, _traced(name, node))
    graph.add_edge(START, "begin")
    graph.add_edge("begin", "agent")
    graph.add_conditional_edges("agent", _Choice(after_agent), ["precheck", "enforce_tool", END])
    graph.add_conditional_edges("precheck", _Choice(after_precheck), ["confirm", "update_flags"])
    graph.add_conditional_edges("confirm", _Choice(after_confirm), ["run_tools", "update_flags"])
    graph.add_edge("run_tools", "update_flags")
    graph.add_conditional_edges("update_flags", _Choice(after_update), ["agent", "finalize", END])
    graph.add_edge("enforce_tool", "agent")
    graph.add_edge("finalize", END)
    return graph.compile()


def after_agent(state: State) -> str:
    """Calls are checked; lazy words are not accepted once; anything else is the answer."""
    message = last_call(state["messages"])
    if message is not None and (message.tool_calls or message.invalid_tool_calls):
        return "precheck"
    own = state["turn"]["speaker"] == OWN
    return "enforce_tool" if message is not None and lazy(state, message.text, own_words=own) else END


def after_precheck(state: State) -> str:
    """What was rejected is counted like everything else."""
    return "confirm" if state["pending"]["calls"] else "update_flags"


def after_confirm(state: State) -> str:
    """Only allowed calls run."""
    return "run_tools" if state["pending"]["calls"] else "update_flags"


def after_update(state: State) -> str:
    """The one decision, carried out."""
    stop = state["stop"]
    if stop is None:
        return "agent"
    return "finalize" if stop["how"] == "finalize" else END


class _Choice(Runnable[State, str]):
    """An edge that LangGraph takes at once; a plain function it runs as a traced task, or in a thread."""

    def __init__(self, choose: Callable[[State], str]) -> None:
        self.name = choose.__name__
        self._choose = choose

    def invoke(
        self,
        input: State,  # noqa: A002 - LangChain's name for it
        config: RunnableConfig | None = None,
        **kwargs: object,
    ) -> str:
        """The name of the next node."""
        del config, kwargs
        return self._choose(input)

    async def ainvoke(
        self,
        input: State,  # noqa: A002 - LangChain's name for it
        config: RunnableConfig | None = None,
        **kwargs: object,
    ) -> str:
        """The name of the next node."""
        return self.invoke(input, config, **kwargs)


def _traced(name: str, node: Node) -> Callable[..., Awaitable[dict[str, Any]]]:
    """The node, which also tells the face that it began and leaves a mark when it ended."""

    async def run(state: State, runtime: Runtime[Scene]) -> dict[str, Any]:
        ledger = runtime.context.ledger
        runtime.context.tell(Thinking(name))
        update: dict[str, Any] = {**await node(state, runtime)}
        ledger.path.append(name)
        said = [step for step in ledger.steps if step.node == name]
        text = said[-1].text if said else ""
        mark = Mark(node=name, ms=ledger.ms(), text=text, detail=said[-1].detail if said else "")
        update["trace"] = Overwrite([mark]) if name == "begin" else [mark]
        return update

    return run
