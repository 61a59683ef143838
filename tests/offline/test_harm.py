"""Sentences that tempt into the opposite, into too much, or into acting on a question: it never happens."""

import pytest

from assistant.models.offline.planner import Kind, plan
from tests.offline.house import HOUSE

QUESTIONS = [
    ("en", "did you turn on the fan?"),
    ("en", "should I turn on the fan?"),
    ("en", "could you tell me if the fan is on"),
    ("en", "is it possible to turn on the fan?"),
    ("en", "can the front door be unlocked?"),
    ("en", "is the front door locked or unlocked?"),
    ("en", "is it safe to unlock the front door"),
    ("ru", "ты включил вентилятор?"),
    ("ru", "включили свет на кухне?"),
    ("zh", "要不要开风扇"),
    ("zh", "该不该开风扇"),
]
LEFT_ALONE = [
    ("en", "turn off all the lights, leave the kitchen on"),
    ("en", "turn off all lights, keep the kitchen light on"),
    ("ru", "выключи весь свет, кухню оставь"),
    ("ru", "выключи везде свет, а на кухне оставь"),
    ("zh", "把所有灯关掉，厨房的留着"),
    ("zh", "厨房以外的灯都关掉"),
    ("zh", "除了厨房灯，其他灯都关掉"),
    ("zh", "关掉所有灯，只留厨房灯"),
]
NOTHING = [
    ("en", "turn off the other lights"),
    ("ru", "выключи остальной свет"),
    ("zh", "把其他灯关掉"),
    ("en", "turn on the fan or the kitchen light"),
    ("en", "turn on the kitchen light in a bit"),
    ("ru", "включи свет на кухне вечером"),
    ("zh", "晚点关厨房灯"),
    ("en", "unless it is colder than 20 turn on the fan"),
    ("en", "turn on the fan until it is below 22 degrees"),
    ("ru", "если не выше 26 включи вентилятор"),
    ("zh", "除非温度低于20度，否则打开风扇"),
    ("en", "open the front door"),
    ("en", "set the fan speed to 3"),
]


@pytest.mark.parametrize(("language", "said"), QUESTIONS)
def test_question_never_acts(language: str, said: str) -> None:
    made = plan(said, HOUSE, language)
    assert made.kind is Kind.QUESTION
    assert {call.tool for call in made.calls} == {"read_state"}


@pytest.mark.parametrize(("language", "said"), LEFT_ALONE)
def test_order_when_something_is_to_be_left_alone(language: str, said: str) -> None:
    (call,) = plan(said, HOUSE, language).calls
    assert call.arguments["action"] == "turn_off"
    assert call.arguments["excluding"] == ["light.kitchen"]


@pytest.mark.parametrize(("language", "said"), NOTHING)
def test_order_that_is_not_for_now_or_not_clear_does_nothing(language: str, said: str) -> None:
    made = plan(said, HOUSE, language)
    assert (made.calls, bool(made.reply)) == ((), True)


def test_order_whose_second_half_switches_the_other_way() -> None:
    made = plan("turn off the kitchen light and on the hall light", HOUSE, "en")
    assert [dict(call.arguments) for call in made.calls] == [
        {"targets": ["light.kitchen"], "action": "turn_off"},
        {"targets": ["light.hall"], "action": "turn_on"},
    ]


def test_choice_in_a_sentence_with_an_exception_can_not_forget_it() -> None:
    made = plan("turn off the lights except in the kitchen", HOUSE, "en")
    assert (made.kind, made.choices, made.pending) == (Kind.CLARIFY, (), None)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "set the kitchen light to half"), ("zh", "厨房灯调到一半")]
)
def test_half_is_fifty_percent(language: str, said: str) -> None:
    (call,) = plan(said, HOUSE, language).calls
    assert call.arguments["brightness_pct"] == 50


@pytest.mark.parametrize("said", ["能打开风扇吗？", "可以打开风扇吗", "打开风扇好吗"])
def test_polite_question_in_chinese_is_an_order(said: str) -> None:
    (call,) = plan(said, HOUSE, "zh").calls
    assert dict(call.arguments) == {"targets": ["fan.living_room"], "action": "turn_on"}


@pytest.mark.parametrize(
    "says", ["в спальне холодно", "мне холодно в спальне", "в спальне тепло", "в гостиной теплее"]
)
def test_remark_about_cold_or_warmth_commands_no_light(says: str) -> None:
    assert not [c for c in plan(says, HOUSE, "ru").calls if c.tool == "control_device"]
