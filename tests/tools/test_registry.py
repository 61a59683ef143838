"""The table of tools: its order, its groups, and search in three languages."""

import pytest

from tests.tools.house import Lodge
from tools.registry import GROUPS, TOOLS, tool
from tools.tool import Group

NAMES = [
    "list_devices",
    "read_state",
    "control_device",
    "create_automation",
    "list_automations",
    "delete_automation",
    "enable_automation",
    "undo",
    "analyze_history",
    "why",
    "save_scene",
    "apply_scene",
    "list_scenes",
    "delete_scene",
    "set_alias",
    "change_automation",
    "schedule",
    "list_jobs",
    "cancel_job",
    "explain_automation",
    "rehearse_automation",
    "compare_history",
    "find_pattern",
    "what_happened",
    "search_tools",
]
WRITES = frozenset(
    {
        *("control_device", "create_automation", "delete_automation", "enable_automation", "undo"),
        *("change_automation", "schedule", "cancel_job"),
        *("save_scene", "apply_scene", "delete_scene", "set_alias"),
    }
)


def test_order_and_names_are_fixed() -> None:
    assert [one.name for one in TOOLS] == NAMES
    assert sorted(one.name for group in Group for one in GROUPS[group]) == sorted(NAMES)
    assert tool("nothing") is None


def test_every_argument_tells_a_model_what_it_is() -> None:
    silent = [
        f"{one.name}.{name}"
        for one in TOOLS
        for name, field in one.arguments.model_fields.items()
        if not field.description
    ]
    assert silent == []


def test_what_writes_asks_or_is_easy_to_undo() -> None:
    assert {one.name for one in TOOLS if one.writes} == WRITES


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("average temperature yesterday", "analyze_history"),
        ("make a rule", "create_automation"),
        ("撤销", "undo"),
        ("创建自动化", "create_automation"),
        ("昨天平均温度", "analyze_history"),
        ("почему включен свет", "why"),
        ("отменить последнее действие", "undo"),
        ("turn off a lamp", "control_device"),
        ("change a rule", "change_automation"),
        ("do it in ten minutes", "schedule"),
        ("отменить таймер", "cancel_job"),
        ("修改规则", "change_automation"),
        ("how often would that rule have run", "rehearse_automation"),
        ("compare this week with last week", "compare_history"),
        ("哪个房间最潮湿", "compare_history"),
        ("сравни эту неделю с прошлой", "compare_history"),
        ("is this unusual", "find_pattern"),
        ("使用规律", "find_pattern"),
        ("во сколько обычно включается свет", "find_pattern"),
        ("what happened while I was away", "what_happened"),
        ("今天发生了什么", "what_happened"),
        ("что случилось сегодня", "what_happened"),
        ("how much did the washer cost", "analyze_history"),
    ],
)
async def test_search_in_three_languages(lodge: Lodge, query: str, name: str) -> None:
    assert name in (await lodge.call("search_tools", query=query)).load


@pytest.mark.parametrize("query", ["", "quantum chromodynamics", "xyz", "天气预报股票"])
async def test_search_when_nothing_fits(lodge: Lodge, query: str) -> None:
    assert (await lodge.call("search_tools", query=query)).load == ()


async def test_search_loads_what_it_found(lodge: Lodge) -> None:
    result = await lodge.call("search_tools", query="undo the last change")
    assert "undo" in result.load
    assert not result.stop
    nothing = await lodge.call("search_tools", query="stock market")
    assert nothing.load == ()
