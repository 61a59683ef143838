"""Rules with a limit in three languages, and what is asked or declined instead of guessed."""

import pytest

from assistant.models.offline.planner import Kind, plan
from tests.offline.house import HOUSE, thing, view_of

FAN = {"targets": ["fan.living_room"], "action": "turn_on"}
RULES: list[tuple[str, str, dict[str, object]]] = [
    (
        "en",
        "if the living room gets warmer than 26 degrees turn on the fan",
        {"sensor": "sensor.living_temperature", "above": 26, **FAN},
    ),
    (
        "en",
        "turn on the fan when the temperature is above 30 for 10 minutes",
        {"sensor": "temperature", "above": 30, "for_seconds": 600, **FAN},
    ),
    (
        "en",
        "create an automation that turns on the fan when the temperature exceeds thirty",
        {"sensor": "temperature", "above": 30, **FAN},
    ),
    (
        "en",
        "if the living room temperature drops below 68 °F set the thermostat to 21 degrees",
        {
            "sensor": "sensor.living_temperature",
            "below": 20,
            "targets": ["climate.hall"],
            "action": "set_temperature",
            "temperature": 21,
        },
    ),
    (
        "en",
        "when the TV plug power is over 100 watts turn off the floor lamp",
        {"sensor": "sensor.tv_power", "above": 100, "targets": ["light.floor_lamp"], "action": "turn_off"},
    ),
    ("zh", "帮我创建一个温度大于 30 度就开风扇的自动化", {"sensor": "temperature", "above": 30, **FAN}),
    ("zh", "如果客厅温度高于二十六度就打开风扇", {"sensor": "sensor.living_temperature", "above": 26, **FAN}),
    (
        "zh",
        "浴室湿度超过70%持续五分钟时关掉浴室灯",
        {
            "sensor": "sensor.bathroom_humidity",
            "above": 70,
            "for_seconds": 300,
            "targets": ["light.bathroom"],
            "action": "turn_off",
        },
    ),
    (
        "ru",
        "если температура в спальне ниже 18 градусов, включи обогрев",
        {
            "sensor": "sensor.bedroom_temperature",
            "below": 18,
            "targets": ["climate.hall"],
            "action": "turn_on",
        },
    ),
    (
        "ru",
        "Включи вентилятор, когда в гостиной станет теплее двадцати шести градусов",
        {"sensor": "sensor.living_temperature", "above": 26, **FAN},
    ),
]


@pytest.mark.parametrize(("language", "sentence", "expected"), RULES)
def test_rule_with_one_limit(language: str, sentence: str, expected: dict[str, object]) -> None:
    made = plan(sentence, HOUSE, language)
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [("create_automation", expected)]


@pytest.mark.parametrize(
    "sentence",
    [
        "if the living room gets warmer than 26 degrees don't turn on the fan",
        "if the temperature is not above 26 turn on the fan",
        "whenever the kitchen is over 25 degrees or humidity over 60 turn on the fan",
        "turn on the hall light, and if the kitchen is over 25 degrees turn on the fan",
        "turn on the fan until the humidity is below 55",
        "if it gets too warm turn on the fan",
        "if the attic gets warmer than 26 degrees turn on the fan",
        "if the temperature is above 26",
        "if the living room is above 26 turn on the kitchen light and close the blind",
        "如果温度不高于 26 度就打开风扇",
        "если температура не выше 18 градусов, включи вентилятор",
    ],
)
def test_rule_that_is_not_wholly_clear_makes_none(sentence: str) -> None:
    language = "zh" if sentence.startswith("如") else "ru" if sentence.startswith("е") else "en"
    made = plan(sentence, HOUSE, language)
    assert not made.calls
    assert made.reply


def test_rule_when_several_fans_takes_the_one_in_the_sensors_room() -> None:
    home = view_of(
        *HOUSE.snapshots.values(),
        thing("fan.bath", "Exhaust fan", "bathroom"),
        thing("fan.k", "Hood fan", "kitchen"),
    )
    made = plan("if the kitchen gets warmer than 25 degrees turn on the fan", home, "en")
    assert made.calls[0].arguments["targets"] == ["fan.living_room"]  # its very name is "Fan"
    made = plan("when bathroom humidity is over 70 % turn on the extractor fan", home, "en")
    assert made.calls[0].arguments["targets"] == ["fan.bath"]


def test_rule_when_its_target_is_unclear_asks_and_keeps_the_limit() -> None:
    home = view_of(*HOUSE.snapshots.values(), thing("light.second", "Floor lamp", "bedroom"))
    made = plan("if the bathroom humidity is above 70% turn on the floor lamp", home, "en")
    assert made.kind is Kind.CLARIFY
    assert made.pending is not None
    assert made.pending.tool == "create_automation"
    assert made.pending.arguments["above"] == 70


def test_rule_when_its_target_is_unknown_is_asked_for_by_that_name() -> None:
    made = plan("if the living room gets warmer than 26 degrees turn on the pool pump", HOUSE, "en")
    assert made.calls[0].arguments["targets"] == ["pool pump"]
