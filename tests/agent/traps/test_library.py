"""What LangGraph and LangChain do today, as far as Hearth leans on it or walks round it: an upgrade shows here."""

import operator
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias, TypedDict

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, InvalidToolCall, ToolMessage
from langchain_core.runnables import Runnable
from langgraph.errors import GraphRecursionError
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command, RetryPolicy, interrupt

from tests.agent.traps.ground import asking, plain_tool
from tests.fakes.model import ScriptedModel, words

Ran: TypeAlias = "ToolMessage | Command[Any]"


class Walked(TypedDict, total=False):
    """Where a graph went."""

    path: Annotated[list[str], operator.add]


def tools_only(node: ToolNode) -> Runnable[Any, Any]:
    graph = StateGraph(MessagesState)
    graph.add_node("tools", node)
    graph.add_edge(START, "tools")
    return graph.compile()


async def test_goto_adds_to_the_edges_of_a_node() -> None:
    async def leaves(state: Walked) -> Command[str]:
        return Command(goto=END, update={"path": ["leaves"]})

    async def after(state: Walked) -> Walked:
        return {"path": ["after"]}

    graph = StateGraph(Walked)
    graph.add_node("leaves", leaves)
    graph.add_node("after", after)
    graph.add_edge(START, "leaves")
    graph.add_edge("leaves", "after")
    assert (await graph.compile().ainvoke({}))["path"] == ["leaves", "after"]


async def test_return_direct_stops_a_failed_tool_too() -> None:
    failed = plain_tool("probe", {"outcome": "transient"}, return_direct=True)
    model = ScriptedModel(lines=[asking("probe"), words("again")])
    await create_agent(model, [failed]).ainvoke({"messages": [HumanMessage("?")]})
    assert len(model.heard) == 1


async def test_return_direct_of_one_tool_among_two_does_not_stop() -> None:
    tools = [plain_tool("ends", {}, return_direct=True), plain_tool("other", {})]
    model = ScriptedModel(lines=[asking("ends", "other"), words("again")])
    await create_agent(model, tools).ainvoke({"messages": [HumanMessage("?")]})
    assert len(model.heard) == 2


async def test_tool_node_raises_what_a_tool_raises() -> None:
    graph = tools_only(ToolNode([plain_tool("probe", OSError("gone"))]))
    with pytest.raises(OSError, match="gone"):
        await graph.ainvoke({"messages": [asking("probe")]})


async def test_tool_node_runs_every_call_of_the_newest_message() -> None:
    graph = tools_only(ToolNode([plain_tool("probe", {})]))
    refused = ToolMessage("refused", tool_call_id="c0", name="probe")
    ended = await graph.ainvoke({"messages": [asking("probe", "probe"), refused]})
    ids = [m.tool_call_id for m in ended["messages"] if isinstance(m, ToolMessage)]
    assert sorted(ids) == ["c0", "c0", "c1"]


def test_invoke_skips_the_wrapper() -> None:
    seen: list[str] = []

    async def wrapped(request: ToolCallRequest, execute: Callable[[ToolCallRequest], Awaitable[Ran]]) -> Ran:
        seen.append(request.tool_call["name"])
        return await execute(request)

    graph = tools_only(ToolNode([plain_tool("probe", {"stop": True})], awrap_tool_call=wrapped))
    ended = graph.invoke({"messages": [asking("probe")]})
    assert (seen, ended["messages"][-1].artifact) == ([], {"stop": True})


async def test_undeclared_key_is_lost() -> None:
    async def writes(state: Walked) -> dict[str, object]:
        return {"path": ["writes"], "undeclared": 1}

    graph = StateGraph(Walked)
    graph.add_node("writes", writes)
    graph.add_edge(START, "writes")
    assert await graph.compile().ainvoke({}) == {"path": ["writes"]}


async def test_interrupt_in_a_tool_runs_its_node_again_but_not_without_a_store() -> None:
    async def asks(state: Walked) -> Walked:
        interrupt("may I?")
        return {"path": ["asked"]}

    graph = StateGraph(Walked)
    graph.add_node("asks", asks)
    graph.add_edge(START, "asks")
    ended = await graph.compile().ainvoke({})
    assert "__interrupt__" in ended
    with pytest.raises(RuntimeError):
        await graph.compile().ainvoke(Command(resume=True))


async def test_create_agent_ends_a_turn_with_nothing_on_a_call_that_is_no_json() -> None:
    broken = InvalidToolCall(name="probe", args="{no", id="c1", error="no JSON", type="invalid_tool_call")
    model = ScriptedModel(lines=[AIMessage("", invalid_tool_calls=[broken])])
    ended = await create_agent(model, [plain_tool("probe", {})]).ainvoke({"messages": [HumanMessage("?")]})
    assert (len(model.heard), ended["messages"][-1].text) == (1, "")


async def test_recursion_limit_ends_an_endless_loop_with_an_error() -> None:
    async def again(state: Walked) -> Walked:
        return {"path": ["again"]}

    graph = StateGraph(Walked)
    graph.add_node("again", again)
    graph.add_edge(START, "again")
    graph.add_conditional_edges("again", lambda _state: "again", ["again"])
    with pytest.raises(GraphRecursionError):
        await graph.compile().ainvoke({}, {"recursion_limit": 5})


def test_retry_policy_would_try_a_providers_refusal_again() -> None:
    class BadRequestError(Exception):
        """As a provider's library raises it."""

    retried = RetryPolicy().retry_on
    assert callable(retried)
    assert retried(BadRequestError("400")) is True
