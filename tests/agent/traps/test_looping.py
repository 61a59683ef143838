"""Traps of a tool loop built by hand: rejected calls, lost artifacts, histories that a provider refuses."""

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.bridge import Toolbox, content
from assistant.agent.graph import RECURSION_LIMIT, build
from assistant.agent.state import State
from assistant.agent.turn import StopReason
from tests.agent.harness import SENTENCES, Forced, Stage, forcing, one_call
from tests.agent.house import played, small_home
from tests.agent.lines import LIGHT_ON, READ_DOOR, UNLOCK, Line, control
from tests.agent.traps.ground import asking, naive_stop, stored
from tests.fakes.model import IllegalHistoryError, calls, check_history, spoke, words
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS

ROOT = Path(__file__).parents[3]
NODES = ROOT / "assistant" / "agent" / "nodes"
COUNTERS = {"tool_calls_made", "tool_failure_streak", "last_failed_tool", "last_tool_error", "loaded", "stop"}


def naive_normalised(message: ToolMessage, call: Callable[[], str]) -> ToolMessage:
    """The wrapper as it is usually written: no try, and the message built anew."""
    data = {"success": message.status == "success", "data": call()}
    return ToolMessage(json.dumps(data), tool_call_id=message.tool_call_id)


@pytest.mark.parametrize("error", [OSError("x"), KeyError("x"), TimeoutError(), ValueError("x")])
async def test_trap_2_3_whatever_a_tool_raises_is_an_outcome(tmp_path: Path, error: Exception) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small)
        ended = await stage.play({"why": Forced([error])}, SENTENCES["why"][0], one_call("why"))
        assert ended.turn.calls[0].ending == Ending.TRANSIENT
        assert (ended.turn.stop, ended.asked) == (StopReason.ANSWERED, 2)


async def test_trap_2_4_artifact_outlives_the_wrapper(tmp_path: Path) -> None:
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(READ_DOOR), checkpointer=memory)
        await played(session, "is the front door locked?")
    kept = [m for m in stored(memory) if isinstance(m, ToolMessage)]
    assert [m.artifact["stop"] for m in kept] == [True]
    assert [m.status for m in kept] == ["success"]
    assert not naive_stop([naive_normalised(kept[0], lambda: kept[0].text)])


@pytest.mark.parametrize("ending", list(Ending))
def test_trap_2_5_content_has_one_shape(ending: Ending) -> None:
    told = json.loads(content(ToolResult(ending, "Text.", data={"n": 1}, error="e", stop=True, reason="r")))
    assert list(told) == ["success", "data", "error", "text"]
    assert (told["success"], told["data"]) == (ending is Ending.COMPLETED, {"n": 1})


def test_trap_2_6_tools_have_no_synchronous_path() -> None:
    assert all(tool.func is None and tool.coroutine is not None for tool in Toolbox(TOOLS).structured)


async def test_trap_2_7_looked_up_names_come_inside_the_one_answer(tmp_path: Path) -> None:
    orphan = ToolMessage("[]", tool_call_id="auto_dep")
    with pytest.raises(IllegalHistoryError):
        check_history([spoke(m) for m in (HumanMessage("?"), asking("control_device"), orphan)])
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        guess = calls(control("light.cooking_spot", "turn_on"), control("light.cooking_top", "turn_on"))
        session, _model = small.session(guess, calls(LIGHT_ON), checkpointer=memory)
        await played(session, "turn on the kitchen light")
    check_history([spoke(m) for m in stored(memory)])
    ids = [m.tool_call_id for m in stored(memory) if isinstance(m, ToolMessage)]
    assert len(ids) == len(set(ids)) == 3


async def test_trap_2_9_of_many_calls_only_the_accepted_ones_run(tmp_path: Path) -> None:
    plan = {"read_state": Forced([Ending.COMPLETED]), "list_devices": Forced([Ending.COMPLETED])}
    wrong: Line = ("read_state", {"nobody": 1})
    async with small_home(tmp_path) as small:
        mixed = calls(READ_DOOR, wrong, ("jazz", {}), ("list_devices", {}), UNLOCK)
        session, _model = small.session(mixed, interactive=False, tools=forcing(plan))
        turn, _signs = await played(session, "unlock the front door")
        assert [len(how.ran) for how in plan.values()] == [1, 1]
        assert (small.commands, len(turn.calls)) == ([], 5)
        assert turn.stop is StopReason.NEEDS_CONFIRMATION


async def test_trap_2_10_endless_rejections_end_long_before_the_limit_of_steps(tmp_path: Path) -> None:
    assert RECURSION_LIMIT == 80
    async with small_home(tmp_path) as small:
        session, model = small.session(*(calls((f"tool_{n}", {})) for n in range(30)))
        turn, _signs = await played(session, "turn on the kitchen light")
        assert (turn.stop, len(model.heard)) == (StopReason.TOOL_FAILED, 2)


async def test_trap_2_15_polish_binds_no_tools_and_shows_no_calls(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(READ_DOOR), words("It is locked."), stop_mode="polish")
        turn, _signs = await played(session, "is the front door locked?")
        last = model.heard[-1]
        assert (turn.path[-1], last.tools, last.tool_choice) == ("finalize", (), None)
        assert [m.type for m in last.messages] == ["system", "human"]


async def test_trap_2_15_polish_that_fails_is_told_by_the_template(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        call = calls(("jazz", {}))
        session, _model = small.session(calls(READ_DOOR), call, stop_mode="polish")
        turn, _signs = await played(session, "is the front door locked?")
        assert turn.answer == "Front door is locked."


def test_trap_2_16_nodes_write_only_declared_keys() -> None:
    written = {key for keys in keys_written().values() for key in keys}
    assert written
    assert written <= set(State.__annotations__)
    assert set(build(Toolbox(TOOLS), InMemorySaver()).channels) >= set(State.__annotations__)


def test_trap_2_16_counters_have_one_writer_beside_the_reset() -> None:
    writers = {name for name, keys in keys_written().items() if keys & COUNTERS}
    assert writers == {"begin.py", "update.py"}


def keys_written() -> dict[str, set[str]]:
    """The keys that each node file gives to State(...), or sets on one."""
    found: dict[str, set[str]] = {}
    for path in NODES.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        made = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "State"]
        found[path.name] = {word.arg for call in made for word in call.keywords if word.arg}
    return found


async def test_trap_2_17_search_only_counts_when_it_loads(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(("search_tools", {"query": "undo"})), words("Well."))
        await played(session, "good evening")
        first, second = model.heard[0].tools, model.heard[1].tools
        assert "undo" not in first
        assert "undo" in second
        assert second[: len(first)] == first


async def test_trap_2_18_not_loaded_is_no_failure_to_be_remembered(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        line = calls(("why", SENTENCES["why"][1]))
        session, model = small.session(line, line)
        turn, _signs = await played(session, "which rules are there?")
        assert turn.calls[0].rule.startswith("precheck: not_loaded")
        assert (turn.calls[1].ending, len(model.heard)) == (Ending.COMPLETED, 2)


def test_histories_of_these_tests_are_judged_at_all() -> None:
    with pytest.raises(IllegalHistoryError):
        check_history([spoke(AIMessage("", tool_calls=asking("x").tool_calls))])
