"""What a turn costs beside LangChain's own loop: model calls, prompt tokens, time; same tools, requests and model."""

import asyncio
import logging
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.bridge import content
from assistant.agent.scene import StopMode
from assistant.agent.session import Session
from assistant.models.provider import Brain
from tests.agent.house import played
from tests.benchmarks._planned import PlannedModel
from tests.benchmarks._report import RUNS, Bench, Row
from tests.benchmarks._stage import staged
from tests.benchmarks._toolset import OWN, DeviceSilent, Offer, Request, Toolset, World, loaded
from tools.context import House
from tools.outcome import Ending, ToolResult

PEER = "create_agent"
SET = "HEARTH_LOOP_SET"
PEER_PROMPT = "You are the assistant of a smart home."
TURNS = 20
TIMED = 2 * RUNS
_YES = (True,) * 8

Play = Callable[[Request], Awaitable[object]]


@dataclass(slots=True)
class Spent:
    """What the requests cost, each in its place."""

    calls: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)


def measure() -> Bench:
    """Play all requests each way, in turn; then one long talk."""
    folder = Path(os.environ.get(SET, str(OWN)))
    logging.disable(logging.ERROR)  # tools of a set fail on purpose
    return asyncio.run(_measured(loaded(folder), folder))


async def _measured(toolset: Toolset, folder: Path) -> Bench:
    with tempfile.TemporaryDirectory() as place:
        async with staged(Path(place), toolset.devices) as house:
            ways: dict[str, Callable[[World, PlannedModel], Play]] = {
                **{mode.value: _ours(house, mode) for mode in StopMode},
                PEER: _theirs,
            }
            spent = {name: await _once(toolset, way, fresh=True) for name, way in ways.items()}
            talk = {name: await _once(_talk(toolset), way, fresh=False) for name, way in ways.items()}
            times = await _timed(toolset, ways)
            talk_times = await _timed(_talk(toolset), ways)
    rows = [row for mode in StopMode for row in _rows(mode.value, spent, times)]
    rows += [row for mode in StopMode for row in _talk_rows(mode.value, talk, talk_times)]
    return Bench("loop", tuple(rows), _notes(toolset, folder, spent))


def _rows(mode: str, spent: dict[str, Spent], times: dict[str, list[float]]) -> list[Row]:
    ours, theirs = spent[mode], spent[PEER]
    hard = mode == StopMode.HARD
    return [
        Row(
            f"model calls, {mode}",
            "calls",
            [sum(ours.calls)],
            {PEER: [sum(theirs.calls)]},
            goal="<= 0.60" * hard,
        ),
        Row(
            f"prompt tokens, {mode}",
            "tokens",
            [sum(ours.tokens)],
            {PEER: [sum(theirs.tokens)]},
            goal="<= 0.10" * hard,
        ),
        Row(f"overhead a turn, {mode}", "ms", times[mode], {PEER: times[PEER]}, goal="<= 1.00" * hard),
        Row(f"least overhead a turn, {mode}", "ms", [min(times[mode])], {PEER: [min(times[PEER])]}),
    ]


def _talk_rows(mode: str, talk: dict[str, Spent], times: dict[str, list[float]]) -> list[Row]:
    ours, theirs = talk[mode], talk[PEER]
    return [
        Row(
            f"{TURNS} turns on one thread, {mode}: model calls",
            "calls",
            [sum(ours.calls)],
            {PEER: [sum(theirs.calls)]},
        ),
        Row(
            f"{TURNS} turns on one thread, {mode}: prompt tokens",
            "tokens",
            [sum(ours.tokens)],
            {PEER: [sum(theirs.tokens)]},
        ),
        Row(f"{TURNS} turns on one thread, {mode}: overhead a turn", "ms", times[mode], {PEER: times[PEER]}),
    ]


def _notes(toolset: Toolset, folder: Path, spent: dict[str, Spent]) -> tuple[str, ...]:
    told = "its own set" if folder == OWN else f"the set of {SET}"
    return (
        f"{told}: {len(toolset.offers)} tools, {len(toolset.requests)} requests, each on a thread of its own",
        f"{PEER}: langchain's, all tools bound, a prompt of one sentence; Hearth: its own prompt with the devices in it",
        "tokens: o200k over the JSON of messages and tools as OpenAI has them, summed over the model calls",
        f"overhead: a turn without the time inside the model; {TIMED} runs of all requests as one talk, in turn",
        "overhead: the same sentences come back in every run, so some plans of our router are still remembered",
        *(f"calls a request, {name}: {' '.join(map(str, one.calls))}" for name, one in spent.items()),
        *(f"tokens a request, {name}: {' '.join(map(str, one.tokens))}" for name, one in spent.items()),
    )


async def _once(toolset: Toolset, way: Callable[[World, PlannedModel], Play], *, fresh: bool) -> Spent:
    """All requests once, counted; `fresh` begins a new thread for each."""
    spent, world = Spent(), World(toolset)
    model = PlannedModel(known=frozenset(toolset.devices))
    play = way(world, model)
    for request in toolset.requests:
        model.request, calls, tokens = request, model.calls, model.tokens
        world.face(request)
        await play(request)
        spent.calls.append(model.calls - calls)
        spent.tokens.append(model.tokens - tokens)
        play = way(world, model) if fresh else play
    return spent


async def _timed(
    toolset: Toolset, ways: dict[str, Callable[[World, PlannedModel], Play]]
) -> dict[str, list[float]]:
    """Milliseconds a turn, a figure a run, the ways interleaved; model time is left out."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    worlds = {name: World(toolset) for name in ways}
    for run in range(TIMED + 1):
        for name, way in ways.items():
            took = await _run(worlds[name], way)
            if run:  # the first one warms up
                found[name].append(took)
    return found


async def _run(world: World, way: Callable[[World, PlannedModel], Play]) -> float:
    took: list[float] = []
    model = PlannedModel(known=frozenset(world.toolset.devices), counts=False)
    play = way(world, model)
    for request in world.toolset.requests:
        model.request = request
        world.face(request)
        inside, begin = model.seconds, time.perf_counter()
        await play(request)
        took.append((time.perf_counter() - begin - (model.seconds - inside)) * 1000)
    return statistics.mean(took)


def _talk(toolset: Toolset) -> Toolset:
    """The first request again and again, on and off by turns."""
    first = toolset.requests[0]
    step = first.plan[0]
    off = replace(
        first,
        text=first.text.replace(" on", " off"),
        plan=(replace(step, args={**step.args, "on": False}),),
    )
    return replace(toolset, requests=tuple(off if turn % 2 else first for turn in range(TURNS)))


def _ours(house: House, mode: StopMode) -> Callable[[World, PlannedModel], Play]:
    def way(world: World, model: PlannedModel) -> Play:
        session = Session(house, Brain("planned", model), stop_mode=mode, tools=world.tools)
        return lambda request: played(session, request.text, *_YES)

    return way


def _theirs(world: World, model: PlannedModel) -> Play:
    tools = [_peer_tool(offer, world) for offer in world.toolset.offers]
    agent = create_agent(model, tools, system_prompt=PEER_PROMPT, checkpointer=InMemorySaver())

    async def play(request: Request) -> object:
        return await agent.ainvoke(
            {"messages": [HumanMessage(request.text)]}, {"configurable": {"thread_id": "chat"}}
        )

    return play


def _peer_tool(offer: Offer, world: World) -> StructuredTool:
    """A tool as the ready-made loop takes it, with the schema of the set; a failure is told to the model."""

    async def call(**arguments: Any) -> str:  # noqa: ANN401 - whatever the schema says
        if missing := world.unknown(arguments):
            return content(ToolResult(Ending.FATAL, "", error=f"unknown name: {missing}"))
        try:
            return content(world.call(offer, arguments))
        except DeviceSilent as error:
            return content(ToolResult(Ending.TRANSIENT, "", error=str(error)))

    return StructuredTool(
        name=offer.name,
        description=offer.schema["function"]["description"],
        args_schema=offer.parameters,
        coroutine=call,
    )
