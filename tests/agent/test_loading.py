"""Tools that are found on the way: loaded for real, at the end, with the beginning of the request unchanged."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from langchain_core.messages import convert_to_openai_messages

from assistant.agent.session import Session
from assistant.agent.turn import StopReason
from assistant.models.provider import Brain
from tests.agent.house import Small, played, small_home
from tests.agent.lines import LIGHT_ON
from tests.benchmarks import _toolset
from tests.benchmarks._planned import PlannedModel
from tests.fakes.model import calls, words
from tools.meaning.ranking import index_of
from tools.registry import TOOLS
from tools.search import ranked


def wide(small: Small, request: _toolset.Request) -> tuple[Session, PlannedModel, _toolset.World]:
    """A session with the forty tools, and a model that follows the plan of the request."""
    world = _toolset.World(_toolset.loaded(_toolset.OWN))
    model = PlannedModel(request=request, known=frozenset(world.toolset.devices))
    world.face(request)
    return Session(small.house, Brain("planned", model), tools=world.tools), model, world


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("why did the light go on", "why"),
        ("почему включился свет", "why"),
        ("灯为什么开了", "why"),
        ("delete the rule", "delete_automation"),
        ("удалить правило", "delete_automation"),
        ("删除规则", "delete_automation"),
    ],
)
async def test_search_in_each_language_binds_what_it_found_at_the_end(
    tmp_path: Path, query: str, name: str
) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(("search_tools", {"query": query})), words("So."))
        await played(session, "is the front door locked?")
        first, second = model.heard[0].tools, model.heard[1].tools
        assert second[: len(first)] == first
        assert name in second


async def test_search_by_tag_alone_binds_what_bears_it(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(("search_tools", {"tags": ["undo"]})), words("So."))
        await played(session, "hello there")
        assert "undo" not in model.heard[0].tools
        assert model.heard[1].tools[-1] == "undo"


@pytest.mark.parametrize(
    ("query", "tags", "first"),
    [
        ("", ("history",), "analyze_history"),
        ("temperature", ("rule",), "create_automation"),
        ("turn on a lamp", ("nonsense",), "control_device"),
        ("", ("правило",), "create_automation"),
        ("delete", ("规则",), "delete_automation"),
    ],
)
def test_tags_narrow_a_query_and_never_empty_it(query: str, tags: tuple[str, ...], first: str) -> None:
    assert ranked(index_of(TOOLS), query, tags)[0].name == first


async def test_tools_of_a_call_begin_with_those_of_the_call_before(tmp_path: Path) -> None:
    plan = (
        _toolset.Step("sky_forecast", {}),
        _toolset.Step("lamp_switch", {"device_id": "light.hall", "on": True}),
    )
    request = _toolset.Request("tell me how the sky will be", plan, {})
    async with small_home(tmp_path) as small:
        session, model, world = wide(small, request)
        await played(session, request.text)
        shown = [json.dumps(names) for names in model.shown]
        assert len(shown) > 1
        assert all(later.startswith(earlier[:-1]) for earlier, later in pairwise(shown))
        assert world.made[0] == "sky_forecast"


async def test_messages_of_a_turn_begin_with_those_of_its_call_before(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(
            calls(("list_devices", {})), calls(("list_devices", {"area": "Hall"})), words("Two.")
        )
        await played(session, "which devices are in the hall?")
        sent = [convert_to_openai_messages(list(heard.messages)) for heard in model.heard]
        assert sent[1][: len(sent[0])] == sent[0]
        assert sent[2][: len(sent[1])] == sent[1]


async def test_system_text_and_tools_stay_over_the_turns_of_a_talk(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(*(calls(LIGHT_ON) for _ in range(4)))
        for _ in range(4):
            turn, _signs = await played(session, "turn on the kitchen light")
            assert turn.stop is StopReason.ANSWERED
        assert len({heard.messages[0].text for heard in model.heard}) == 1
        assert len({heard.tools for heard in model.heard}) == 1


@pytest.mark.parametrize("request_", _toolset.loaded(_toolset.OWN).requests, ids=lambda request: request.text)
async def test_request_of_the_bench_ends_well_and_shows_few_tools(
    tmp_path: Path, request_: _toolset.Request
) -> None:
    async with small_home(tmp_path) as small:
        session, model, world = wide(small, request_)
        await played(session, request_.text, True, True)
        assert all(len(names) <= 7 for names in model.shown)
        wanted = [step.tool for step in request_.plan]
        assert set(world.made) <= {*wanted, "list_devices"}
        assert world.made or not wanted or "door_unbolt" in wanted
