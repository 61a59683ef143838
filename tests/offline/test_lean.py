"""Words that lean on the turn before: a pronoun for its subject, a value or a part of a name as the answer."""

import pytest

from assistant.models.offline.planner import Kind, Pending, PlannedCall, plan
from devices.model import Json
from tests.offline.house import HOUSE

LIGHTS = ("light.bed", "light.ceiling", "light.floor_lamp", "light.hall", "light.kitchen")
WHICH = Pending(LIGHTS, PlannedCall("control_device", {"action": "turn_on"}))
HOW_MUCH = Pending(("light.floor_lamp",), PlannedCall("control_device", {"targets": ["light.floor_lamp"]}))


@pytest.mark.parametrize(
    ("language", "said", "action"),
    [
        ("en", "turn it off", "turn_off"),
        ("en", "Turn that on, please", "turn_on"),
        ("ru", "выключи его", "turn_off"),
        ("ru", "включи её", "turn_on"),
        ("zh", "把它关掉", "turn_off"),
    ],
)
def test_pronoun_means_the_subject_of_the_turn_before(language: str, said: str, action: str) -> None:
    made = plan(said, HOUSE, language, subject="light.kitchen")
    assert [dict(call.arguments) for call in made.calls] == [{"targets": ["light.kitchen"], "action": action}]
    alone = plan(said, HOUSE, language)
    assert (alone.kind, alone.calls) == (Kind.CLARIFY, ())


@pytest.mark.parametrize("said", ["is it on?", "он включен?", "它开着吗"])
def test_pronoun_in_a_question(said: str) -> None:
    language = {"i": "en", "о": "ru", "它": "zh"}[said[0]]
    made = plan(said, HOUSE, language, subject="light.kitchen")
    assert [(call.tool, call.arguments["targets"]) for call in made.calls] == [
        ("read_state", ["light.kitchen"])
    ]


@pytest.mark.parametrize(
    "said",
    [
        "don't turn it off",
        "turn it off and the fan on",
        "turn them off",
        "if it is above 26 turn it on",
    ],
)
def test_pronoun_where_it_must_not_act(said: str) -> None:
    assert plan(said, HOUSE, "en", subject="light.kitchen").calls == ()


@pytest.mark.parametrize("said", ["turn it off in ten minutes", "when it gets dark turn it on"])
def test_pronoun_for_later_acts_on_nothing_now(said: str) -> None:
    (call,) = plan(said, HOUSE, "en", subject="light.kitchen").calls
    assert call.tool in ("schedule", "create_automation")
    assert call.arguments["targets"] == ["light.kitchen"]


def test_pronoun_beside_a_name_is_not_the_subject_of_before() -> None:
    made = plan("turn on the fan in it", HOUSE, "en", subject="light.kitchen")
    assert all("light.kitchen" not in str(call.arguments) for call in made.calls)


@pytest.mark.parametrize(
    ("language", "said", "picked"),
    [
        ("en", "the hall one", "light.hall"),
        ("en", "the floor one", "light.floor_lamp"),
        ("en", "ceiling", "light.ceiling"),
        ("en", "the last one", "light.kitchen"),
        ("ru", "в прихожей", "light.hall"),
        ("zh", "厨房那个", "light.kitchen"),
    ],
)
def test_choice_by_a_part_of_the_name(language: str, said: str, picked: str) -> None:
    made = plan(said, HOUSE, language, WHICH)
    assert [call.arguments["targets"] for call in made.calls] == [[picked]]


def test_choice_that_fits_two_is_asked_again_among_them() -> None:
    made = plan("living room", HOUSE, "en", WHICH)
    assert (made.kind, made.calls, made.choices) == (
        Kind.CLARIFY,
        (),
        ("light.ceiling", "light.floor_lamp"),
    )


@pytest.mark.parametrize("said", ["the hall light off", "the hall light at 20%", "hall light 50%"])
def test_choice_with_an_order_of_its_own_is_a_new_wish(said: str) -> None:
    (call,) = plan(said, HOUSE, "en", WHICH).calls
    assert call.arguments["targets"] == ["light.hall"]
    assert call.arguments["action"] == "turn_off" or "brightness_pct" in call.arguments


@pytest.mark.parametrize(
    ("language", "asked", "answer", "values"),
    [
        ("en", "dim the floor lamp", "30 percent", {"action": "turn_on", "brightness_pct": 30}),
        ("ru", "приглуши торшер", "до 20", {"action": "turn_on", "brightness_pct": 20}),
        ("zh", "调暗落地灯", "一半", {"action": "turn_on", "brightness_pct": 50}),
        ("en", "set the thermostat", "21", {"action": "set_temperature", "temperature": 21.0}),
    ],
)
def test_value_is_asked_for_and_its_answer_taken(
    language: str, asked: str, answer: str, values: dict[str, Json]
) -> None:
    question = plan(asked, HOUSE, language)
    assert (question.kind, question.calls) == (Kind.CLARIFY, ())
    assert question.pending is not None
    (call,) = plan(answer, HOUSE, language, Pending(question.choices, question.pending)).calls
    assert dict(call.arguments) == {"targets": list(question.choices), **values}


@pytest.mark.parametrize("said", ["no", "never mind", "the hall one", "50 percent and 60 percent", "yes"])
def test_value_that_was_not_given_changes_nothing(said: str) -> None:
    assert all("turn_on" not in str(call.arguments) for call in plan(said, HOUSE, "en", HOW_MUCH).calls)
