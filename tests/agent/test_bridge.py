"""What the model is shown of the tools, and what a checkpoint keeps of a turn."""

import json
import logging
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from assistant.agent.bridge import Toolbox
from assistant.agent.recall import mended
from tests.agent.house import played, small_home
from tests.agent.lines import LIGHT_ON, READ_DOOR, UNLOCK, control
from tests.fakes.model import calls, check_history, spoke, words
from tools.registry import TOOLS

BOX = Toolbox(TOOLS)
NAMES = [tool.name for tool in TOOLS]


def test_schemas_hide_what_is_injected() -> None:
    shown = json.dumps(BOX.schemas(NAMES))
    assert "call_id" not in shown
    assert "runtime" not in shown


def test_schemas_offer_more_steps_where_a_result_may_stop() -> None:
    for tool in TOOLS:
        shown = json.dumps(BOX.schemas([tool.name]))
        assert ("more_steps" in shown) == tool.stops, tool.name


def test_schemas_keep_every_argument_and_its_type() -> None:
    for tool in TOOLS:
        shown = json.loads(json.dumps(BOX.schemas([tool.name])[0]))
        properties = shown["function"]["parameters"]["properties"]
        told = set(tool.arguments.model_fields) - getattr(tool.arguments, "hidden", frozenset())
        assert told <= set(properties)
        assert all({"type", "anyOf", "$ref", "enum", "allOf"} & set(value) for value in properties.values())


@pytest.mark.parametrize("name", ["list_automations", "list_devices", "undo"])
async def test_tool_runs_without_any_argument(tmp_path: Path, name: str) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(
            calls(("search_tools", {"query": name})), calls((name, {})), words("So.")
        )
        turn, _signs = await played(session, name.replace("_", " "))
        assert [(call.tool, call.ending) for call in turn.calls][-1] == (name, "completed")


async def test_checkpoint_keeps_nothing_but_json(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    async with small_home(tmp_path) as small:
        lines = [calls(LIGHT_ON), calls(UNLOCK), calls(control("lamp", "turn_on")), calls(READ_DOOR)]
        session, _model = small.session(*lines)
        await played(session, "turn on the kitchen light")
        await played(session, "unlock the front door", True)
        await played(session, "turn on the lamp")
        await played(session, "is the front door locked?")
    assert "unregistered type" not in caplog.text


def asking(*ids: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "why", "args": {}, "id": i, "type": "tool_call"} for i in ids])


@pytest.mark.parametrize(
    "history",
    [
        [HumanMessage("a"), asking("c1")],
        [HumanMessage("a"), asking("c1", "c2"), ToolMessage("x", tool_call_id="c1")],
        [HumanMessage("a"), asking("c1"), HumanMessage("b"), AIMessage("c")],
        [HumanMessage("a"), asking("c1"), ToolMessage("x", tool_call_id="c1"), AIMessage("c")],
        [],
    ],
)
def test_mended_history_is_one_that_providers_take(
    history: list[HumanMessage | AIMessage | ToolMessage],
) -> None:
    whole = mended(history, "not answered")
    check_history([spoke(message) for message in whole])
    assert [m for m in whole if m in history] == history
