"""What a prompt may weigh at any size of home, what it names of a big one, and that it stays the same for long."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from assistant.agent import prompt
from assistant.agent.bridge import DATA_TOKENS, Toolbox
from assistant.agent.context import inventory
from assistant.agent.context.summary import MOST_LINES
from assistant.agent.context.weight import bounded, clipped, plain_weight, weight
from assistant.agent.routing import SEARCH_TOOL, Before, picked, route_of
from assistant.models.request import Prompt
from devices.kinds.light import LightState
from devices.kinds.sensor import SensorState
from devices.model import Area, Domain, Entity, Json, Snapshot
from devices.name import slug
from devices.view import View
from tests.o200k import tokens
from tools.registry import TOOLS

BOX = Toolbox(TOOLS)
BUDGET = 2500
ROOMS = {
    "en": "Guest room on the upper floor",
    "zh": "二楼朝南的客房书房",
    "ru": "Гостевая комната на втором этаже",
}
LAMPS = {"en": "Reading lamp beside the window", "zh": "靠窗的阅读落地灯", "ru": "Торшер для чтения у окна"}
PROBES = {"en": "Air temperature sensor", "zh": "空气温度传感器", "ru": "Датчик температуры воздуха"}
SAYS = {
    "en": (
        "turn on the reading lamp in guest room on the upper floor 7",
        "if the temperature rises above 26 degrees turn on the lamp",
        "what was the highest temperature yesterday?",
        "delete rule a1",
        "is the lamp on?",
    ),
    "zh": ("打开客房的灯", "如果温度超过26度就开灯", "昨天最高温度是多少？", "删除规则a1", "灯开着吗？"),
    "ru": (
        "включи торшер в гостевой комнате",
        "если температура выше 26 градусов, включи торшер",
        "какая была максимальная температура вчера?",
        "удали правило a1",
        "торшер включён?",
    ),
}


def home(size: int, language: str) -> View:
    """A home of long names: up to 100 rooms, lamps and sensors by turns."""
    areas = [
        Area(slug(f"{ROOMS[language]} {n}"), f"{ROOMS[language]} {n}") for n in range(min(100, 1 + size // 5))
    ]
    snapshots: dict[str, Snapshot] = {}
    for n in range(size):
        domain, name = (Domain.LIGHT, LAMPS[language]) if n % 2 else (Domain.SENSOR, PROBES[language])
        entity = Entity(
            f"{domain}.{slug(name)}_{n}",
            domain,
            f"{name} {n}",
            area=areas[n % len(areas)].id,
            device_class=None,
        )
        snapshots[entity.id] = Snapshot(entity, LightState() if n % 2 else SensorState())
    return View(snapshots, {area.id: area for area in areas})


def given_for(says: str, language: str, view: View, before: list[str]) -> tuple[str, str]:
    """The system text and the tools, as the model is given them for these words."""
    named = [] if inventory.whole(view) else inventory.named(says, view, language)
    names = BOX.offered(picked(BOX.index, says, route_of(says, language, view), Before()))
    tools = BOX.schemas([*names, SEARCH_TOOL])
    return prompt.system(view, named, before).text, json.dumps(tools, ensure_ascii=False)


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("size", [0, 10, 60, 500, 5000])
def test_system_and_tools_stay_within_the_budget(size: int, language: str) -> None:
    view = home(size, language)
    before = [f'- "{SAYS[language][0]}": {LAMPS[language]}'] * MOST_LINES
    for says in SAYS[language]:
        system, tools = given_for(says, language, view, before)
        assert tokens(system) + tokens(tools) <= BUDGET, says


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_budget_holds_whatever_was_found_besides(language: str) -> None:
    view = home(5000, language)
    every = [tool.name for tool in TOOLS if tool.name != SEARCH_TOOL]
    for says in SAYS[language]:
        system, _tools = given_for(says, language, view, [])
        offered = [
            *BOX.offered(picked(BOX.index, says, route_of(says, language, view), Before())),
            SEARCH_TOOL,
        ]
        for newest in every:
            names = BOX.bound(offered, [*every, newest])
            assert tokens(system) + tokens(json.dumps(BOX.schemas(names))) <= BUDGET


def test_newest_find_is_bound_and_the_order_is_that_of_finding() -> None:
    offered = ["list_devices", "read_state", SEARCH_TOOL]
    assert BOX.bound(offered, ["why", "undo", "why"]) == [*offered, "why", "undo"]
    every = [tool.name for tool in TOOLS if tool.name not in offered]
    assert every[-1] in BOX.bound(offered, every)


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_small_home_is_listed_whole(language: str) -> None:
    view = home(6, language)
    told = prompt.system(view).text
    assert all(entity_id in told for entity_id in view.snapshots)
    assert "more" not in told.split("Entities:")[1]


@pytest.mark.parametrize("size", [500, 5000])
def test_big_home_names_what_the_words_name_and_counts_the_rest(size: int) -> None:
    view = home(size, "en")
    says = "turn on reading lamp beside the window 333"
    named = inventory.named(says, view, "en")
    assert named[0] == "light.reading_lamp_beside_the_window_333"
    told = inventory.entities(view, named)
    assert named[0] in told
    listed = len(told.splitlines()) - 1
    assert f"{size - listed} more: list_devices finds them" in told


def test_big_home_names_things_of_the_room_that_was_named() -> None:
    view = home(500, "en")
    room = next(iter(view.areas.values()))
    named = inventory.named(f"what is on in {room.name}?", view, "en")
    assert named
    first = view.find(named[0])
    assert first is not None
    assert first.entity.area == room.id


def test_hidden_entities_are_never_named() -> None:
    entity = Entity("light.secret", Domain.LIGHT, "Secret", exposed=False)
    view = View({entity.id: Snapshot(entity, LightState())})
    assert "secret" not in prompt.system(view, inventory.named("turn on secret", view, "en")).text


def test_rules_come_first_and_the_newest_part_last() -> None:
    small, big = home(10, "en"), home(500, "en")
    assert prompt.system(small).text.startswith(prompt.RULES)
    told = prompt.system(big, ["light.reading_lamp_beside_the_window_1"], ['- "a": b']).text
    assert told.index("Areas:") < told.index("Entities:") < told.index("Earlier in this talk")
    assert prompt.system(small).text == prompt.system(small).text


def test_request_that_was_too_large_keeps_the_rules_without_the_home() -> None:
    view = home(10, "en")
    asked = Prompt((prompt.system(view, (), ['- "a": b']), HumanMessage("turn on the lamp")))
    rules, wish = asked.lean().messages
    assert rules.text.startswith(prompt.RULES)
    assert tokens(rules.text) < tokens(prompt.RULES) + 30
    assert not any(entity_id in rules.text for entity_id in view.snapshots)
    assert wish.text == "turn on the lamp"


@pytest.mark.parametrize("text", [*ROOMS.values(), *LAMPS.values(), *SAYS["en"], *SAYS["zh"], *SAYS["ru"]])
def test_weight_is_no_less_than_the_tokens(text: str) -> None:
    assert weight(text) >= tokens(text)


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=200),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=10), inner, max_size=8),
    max_leaves=60,
)


@given(JSONS, st.integers(20, 400))
def test_bounded_data_is_light_and_of_the_same_kind(value: Json, most: int) -> None:
    cut = bounded(value, most)
    assert type(cut) is type(value)
    assert plain_weight(value) <= most or plain_weight(cut) < plain_weight(value) + 20
    assert cut == value or plain_weight(value) > most


@given(st.lists(st.fixed_dictionaries({"id": st.text(min_size=5, max_size=30)}), max_size=300))
def test_long_list_is_cut_and_says_how_much_is_missing(rows: list[Json]) -> None:
    cut = bounded(rows, 300)
    assert isinstance(cut, list)
    assert plain_weight(cut) <= 320
    left = cut[-1] if cut and cut != rows else {"left_out": 0}
    assert isinstance(left, dict)
    kept = len(cut) - (cut != rows)
    assert kept + int(str(left["left_out"])) == len(rows)


@given(st.text(max_size=400), st.integers(1, 60))
def test_clipped_text_is_light(text: str, most: int) -> None:
    assert weight(clipped(text, most)) <= most


def test_data_of_one_answer_is_bounded() -> None:
    rows: list[Json] = [{"id": f"light.lamp_{n}", "name": f"Lamp {n}", "state": "on"} for n in range(5000)]
    assert tokens(json.dumps(bounded(rows, DATA_TOKENS), ensure_ascii=False)) <= DATA_TOKENS
