"""What a turn costs: model calls, prompt tokens and time beside the ready-made agent loop, same home, tools and model."""

import asyncio
import tempfile
import time
import warnings
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent

from assistant.agent import prompt
from assistant.agent.bridge import content
from assistant.agent.session import Session
from assistant.models.provider import Brain
from devices.command import Cause, Origin
from tests.agent.house import Small, played, small_home
from tests.benchmarks._rehearsal import A_TOKEN, REQUESTS, CountingModel, Request
from tests.benchmarks._report import RUNS, Bench, Row
from tools.context import ToolContext
from tools.registry import TOOLS
from tools.tool import Tool

PEER = "create_react_agent"
Player = Callable[[Small, CountingModel], Callable[[Request], Coroutine[Any, Any, object]]]


@dataclass(frozen=True, slots=True)
class Spent:
    """What all requests together cost."""

    calls: int
    tokens: float
    ms: float


def measure() -> Bench:
    """Play all requests as one conversation, each way in a fresh home, in turn."""
    pairs = [(asyncio.run(_played(_ours)), asyncio.run(_played(_theirs))) for _ in range(RUNS + 1)][1:]
    ours, theirs = [first for first, _ in pairs], [second for _, second in pairs]
    count = len(REQUESTS)
    rows = (
        Row(
            "model calls", "calls", [s.calls for s in ours], {PEER: [s.calls for s in theirs]}, goal="<= 0.60"
        ),
        Row(
            "prompt tokens",
            "tokens",
            [s.tokens for s in ours],
            {PEER: [s.tokens for s in theirs]},
            goal="<= 0.10",
        ),
        Row("overhead a turn", "ms", [s.ms / count for s in ours], {PEER: [s.ms / count for s in theirs]}),
    )
    return Bench("loop", rows, _notes())


def _notes() -> tuple[str, ...]:
    return (
        f"{len(REQUESTS)} requests in one conversation, a scripted model that makes the same calls for both",
        f"tokens are characters / {A_TOKEN}: no tokenizer is at hand",
        f"{PEER} (langgraph.prebuilt) has the same {len(TOOLS)} tools, system prompt and home; nothing checks it",
        "overhead: the whole turn, since the scripted model and the devices answer at once",
    )


async def _played(player: Player) -> Spent:
    model = CountingModel()
    with tempfile.TemporaryDirectory() as folder:
        async with small_home(Path(folder)) as small:
            play = player(small, model)
            begin = time.perf_counter()
            for request in REQUESTS:
                model.lines[:], model.heard[:] = request.script(), []
                await play(request)
            spent = (time.perf_counter() - begin) * 1000
    return Spent(len(model.read), sum(model.read) / A_TOKEN, spent)


def _ours(small: Small, model: CountingModel) -> Callable[[Request], Coroutine[Any, Any, object]]:
    session = Session(small.house, Brain("scripted", model), interactive=False)
    return lambda request: played(session, request.text)


def _theirs(small: Small, model: CountingModel) -> Callable[[Request], Coroutine[Any, Any, object]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its name has moved to a package that Hearth does not use
        loop = create_react_agent(
            model,
            [_tool(tool, small) for tool in TOOLS],
            prompt=prompt.system(small.house.home.view()),
            checkpointer=InMemorySaver(),
        )

    async def play(request: Request) -> object:
        return await loop.ainvoke(
            {"messages": [HumanMessage(request.text)]}, {"configurable": {"thread_id": "chat"}}
        )

    return play


def _tool(tool: Tool, small: Small) -> StructuredTool:
    """A tool as the ready-made loop takes it: it runs, nothing is judged before."""

    async def call(**arguments: object) -> str:
        context = ToolContext(small.house, Cause(Origin.CHAT, "t1", ""))
        return content(await tool.run(tool.arguments.model_validate(arguments), context))

    return StructuredTool(
        name=tool.name, description=tool.description, args_schema=tool.arguments, coroutine=call
    )
