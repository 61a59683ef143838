"""Questions about now and then: the right entities are read, nothing is commanded."""

import pytest

from assistant.models.offline.planner import Kind, plan
from tests.offline.house import HOUSE

READS = {"read_state", "list_devices", "analyze_history", "why"}
NOW: list[tuple[str, str, str, dict[str, object]]] = [
    ("en", "is the front door locked?", "read_state", {"targets": ["lock.front_door"]}),
    ("en", "is the front door open?", "read_state", {"targets": ["binary_sensor.front_door"]}),
    (
        "en",
        "what is the temperature in the bedroom?",
        "read_state",
        {"targets": ["sensor.bedroom_temperature"]},
    ),
    ("en", "what is the power of the TV plug?", "read_state", {"targets": ["sensor.tv_power"]}),
    ("en", "which lights are on?", "list_devices", {"domain": "light", "state": "on"}),
    (
        "en",
        "are any lights on in the kitchen?",
        "read_state",
        {"targets": [], "domain": "light", "area": "kitchen", "any_in": "on"},
    ),
    ("en", "what is on in the kitchen?", "list_devices", {"area": "kitchen", "state": "on"}),
    (
        "en",
        "are any windows open?",
        "read_state",
        {"targets": ["binary_sensor.bedroom_window"], "any_in": "open"},
    ),
    (
        "en",
        "is anything open?",
        "read_state",
        {
            "targets": ["binary_sensor.bedroom_window", "binary_sensor.front_door", "cover.garage_door"],
            "any_in": "open",
        },
    ),
    ("en", "how many lights are on?", "list_devices", {"domain": "light", "state": "on", "count": True}),
    ("en", "is it warm in the bedroom?", "read_state", {"targets": ["sensor.bedroom_temperature"]}),
    (
        "en",
        "is anything open that should not be?",
        "read_state",
        {
            "targets": [
                "binary_sensor.bedroom_window",
                "binary_sensor.front_door",
                "cover.garage_door",
                "lock.front_door",
            ],
            "any_in": "open",
        },
    ),
    ("en", "is the pool heater on?", "read_state", {"targets": ["pool heater"]}),
    ("zh", "前门锁了吗？", "read_state", {"targets": ["lock.front_door"]}),
    ("zh", "客厅现在多少度", "read_state", {"targets": ["sensor.living_temperature"]}),
    ("zh", "有灯开着吗", "read_state", {"targets": [], "domain": "light", "any_in": "on"}),
    (
        "zh",
        "有没有窗户开着",
        "read_state",
        {"targets": ["binary_sensor.bedroom_window"], "any_in": "open"},
    ),
    ("zh", "有几盏灯开着", "list_devices", {"domain": "light", "state": "on", "count": True}),
    ("zh", "卧室冷吗", "read_state", {"targets": ["sensor.bedroom_temperature"]}),
    ("zh", "哪些灯开着", "list_devices", {"domain": "light", "state": "on"}),
    (
        "ru",
        "какой-нибудь свет включён?",
        "read_state",
        {"targets": [], "domain": "light", "any_in": "on"},
    ),
    ("ru", "сколько ламп включено?", "list_devices", {"domain": "light", "state": "on", "count": True}),
    ("ru", "в спальне тепло?", "read_state", {"targets": ["sensor.bedroom_temperature"]}),
    ("ru", "какая температура в спальне?", "read_state", {"targets": ["sensor.bedroom_temperature"]}),
    ("ru", "включён ли свет на кухне?", "read_state", {"targets": ["light.kitchen"]}),
    ("ru", "гаражные ворота закрыты?", "read_state", {"targets": ["cover.garage_door"]}),
]
THEN: list[tuple[str, str, dict[str, object]]] = [
    (
        "en",
        "what was the highest temperature in the living room in the last 24 hours and when?",
        {"targets": ["sensor.living_temperature"], "measure": "max", "window": "in the last 24 hours"},
    ),
    (
        "en",
        "average humidity in the bathroom yesterday",
        {"targets": ["sensor.bathroom_humidity"], "measure": "mean", "window": "yesterday"},
    ),
    (
        "en",
        "how long was the TV plug on today",
        {"targets": ["switch.tv_plug"], "measure": "duration", "window": "today", "state": "on"},
    ),
    (
        "en",
        "when was the front door last opened?",
        {"targets": ["binary_sensor.front_door"], "measure": "last", "state": "on"},
    ),
    (
        "en",
        "how cold did it get in the bedroom last night",
        {"targets": ["sensor.bedroom_temperature"], "measure": "min", "window": "last night"},
    ),
    (
        "zh",
        "今天电视开了多久",
        {"targets": ["switch.tv_plug"], "measure": "duration", "window": "今天", "state": "on"},
    ),
    (
        "zh",
        "过去24小时客厅的最低温度是多少？",
        {"targets": ["sensor.living_temperature"], "measure": "min", "window": "过去24小时"},
    ),
    (
        "ru",
        "какая была максимальная температура в гостиной за последние 24 часа?",
        {"targets": ["sensor.living_temperature"], "measure": "max", "window": "за последние 24 часа"},
    ),
]


@pytest.mark.parametrize(("language", "sentence", "tool", "expected"), NOW)
def test_question_about_now(language: str, sentence: str, tool: str, expected: dict[str, object]) -> None:
    made = plan(sentence, HOUSE, language)
    assert made.kind is Kind.QUESTION
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [(tool, expected)]


@pytest.mark.parametrize(("language", "sentence", "expected"), THEN)
def test_question_about_the_past(language: str, sentence: str, expected: dict[str, object]) -> None:
    made = plan(sentence, HOUSE, language)
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [("analyze_history", expected)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "why is the hall light on?"),
        ("zh", "为什么走廊灯开着"),
        ("ru", "почему горит свет в прихожей?"),
    ],
)
def test_question_about_a_cause(language: str, sentence: str) -> None:
    made = plan(sentence, HOUSE, language)
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [("why", {"target": "light.hall"})]


def test_question_when_there_is_no_such_sensor_names_those_there_are() -> None:
    made = plan("what is the temperature in the garage?", HOUSE, "en")
    assert not made.calls
    assert "Bedroom temperature" in made.reply


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("list rules", "list_automations", {}),
        ("delete rule a2", "delete_automation", {"id": "a2"}),
        ("disable automation 3", "enable_automation", {"id": "a3", "enabled": False}),
        ("undo the last 2 changes", "undo", {"count": 2}),
        ("search tools for history", "search_tools", {"query": "history"}),
    ],
)
def test_wish_about_rules_undo_and_tools(sentence: str, tool: str, arguments: dict[str, object]) -> None:
    made = plan(sentence, HOUSE, "en")
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [(tool, arguments)]
