"""Questions about the past in three languages: the right tool, things, time and measure; never a command."""

import pytest

from assistant.models.offline.planner import Kind, plan
from tests.offline.house import HOUSE, thing, view_of

PAST = {"analyze_history", "compare_history", "find_pattern", "what_happened"}
BEDROOM, LIVING = "sensor.bedroom_temperature", "sensor.living_temperature"
ASKED: list[tuple[str, str, str, dict[str, object]]] = [
    (
        "en",
        "did the bedroom temperature drop below 18 degrees last night?",
        "analyze_history",
        {"targets": [BEDROOM], "measure": "any", "window": "last night", "below": 18.0},
    ),
    (
        "en",
        "when was the living room temperature highest last week?",
        "analyze_history",
        {"targets": [LIVING], "measure": "when_max", "window": "last week"},
    ),
    (
        "en",
        "compare the bedroom temperature of this week with last week",
        "compare_history",
        {"targets": [BEDROOM], "measure": "mean", "window": "this week", "against": "last week"},
    ),
    (
        "en",
        "when does the front door usually open in the morning?",
        "find_pattern",
        {
            "targets": ["binary_sensor.front_door"],
            "what": "typical_time",
            "part": "in the morning",
            "state": "on",
        },
    ),
    ("en", "what happened today?", "what_happened", {"window": "today"}),
    (
        "en",
        "show me the history of the bedroom temperature for the last 24 hours",
        "analyze_history",
        {"targets": [BEDROOM], "measure": "series", "window": "for the last 24 hours"},
    ),
    (
        "en",
        "did the garage door open at all yesterday?",
        "analyze_history",
        {"targets": ["cover.garage_door"], "measure": "any", "window": "yesterday", "state": "open"},
    ),
    (
        "en",
        "what was the bedroom temperature between 2 pm and 6 pm last Tuesday?",
        "analyze_history",
        {"targets": [BEDROOM], "measure": "min_max_mean", "window": "between 2 pm and 6 pm last tuesday"},
    ),
    (
        "en",
        "how much energy did the washer use this week?",
        "analyze_history",
        {"targets": ["washer"], "measure": "used", "window": "this week"},
    ),
    (
        "zh",
        "昨晚卧室温度有没有低于18度？",
        "analyze_history",
        {"targets": [BEDROOM], "measure": "any", "window": "昨晚", "below": 18.0},
    ),
    (
        "en",
        "did the garage door ever open?",
        "analyze_history",
        {"targets": ["cover.garage_door"], "measure": "any", "state": "open"},
    ),
    (
        "zh",
        "车库门曾经打开过吗？",
        "analyze_history",
        {"targets": ["cover.garage_door"], "measure": "any", "state": "open"},
    ),
    ("zh", "今天发生了什么？", "what_happened", {"window": "今天"}),
    (
        "ru",
        "опускалась ли температура в спальне ниже 18 градусов прошлой ночью?",
        "analyze_history",
        {"targets": [BEDROOM], "measure": "any", "window": "прошлой ночью", "below": 18.0},
    ),
    ("ru", "что случилось сегодня?", "what_happened", {"window": "сегодня"}),
]


@pytest.mark.parametrize(("language", "sentence", "tool", "expected"), ASKED)
def test_question_about_the_past(
    language: str, sentence: str, tool: str, expected: dict[str, object]
) -> None:
    made = plan(sentence, HOUSE, language)
    assert made.kind is Kind.HISTORY
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [(tool, expected)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "How long was the bedroom below 20 degrees last night?"),
        ("zh", "卧室昨晚低于20度多久？"),
        ("ru", "Сколько времени в спальне было ниже 20 градусов прошлой ночью?"),
    ],
)
def test_limit_in_degrees_is_about_temperature(language: str, sentence: str) -> None:
    humid = thing("sensor.bedroom_humidity", "Bedroom humidity", "bedroom", "humidity", "%")
    home = view_of(*HOUSE.snapshots.values(), humid)
    (call,) = plan(sentence, home, language).calls
    assert call.arguments["targets"] == [BEDROOM]
    assert call.arguments["below"] == 20.0


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Which device used the most energy this week?"),
        ("ru", "Какое устройство потратило больше всего энергии на этой неделе?"),
    ],
)
def test_device_that_used_most_is_one_with_a_meter(language: str, sentence: str) -> None:
    (call,) = plan(sentence, HOUSE, language).calls
    assert (call.tool, call.arguments["targets"]) == ("compare_history", ["energy"])
    assert (call.arguments["measure"], call.arguments["rank"]) == ("used", "most")


def test_cold_night_asks_for_the_heating_too() -> None:
    made = plan("why was the bedroom so cold last night?", HOUSE, "en")
    assert made.calls[0].arguments["measure"] == "min_mean"
    assert {call.tool for call in made.calls} <= PAST


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "turn on the kitchen light"),
        ("en", "turn on the light when motion was detected"),
        ("en", "is the kitchen light on?"),
        ("en", "remind me tomorrow at 7"),
        ("zh", "打开厨房灯"),
        ("zh", "如果有人移动过就开灯"),
        ("ru", "включи свет на кухне"),
        ("ru", "выключи свет через 10 минут"),
    ],
)
def test_what_is_no_question_about_the_past_stays_what_it_is(language: str, sentence: str) -> None:
    assert plan(sentence, HOUSE, language).kind is not Kind.HISTORY
