"""Answers to a question back."""

import pytest

from assistant.models.offline.planner import Pending, PlannedCall, plan
from tests.offline.house import thing, view_of

HOME = view_of(
    thing("light.a", "Lamp", "kitchen"),
    thing("light.b", "Lamp", "hall"),
    thing("light.c", "Desk lamp", "bedroom"),
)
PENDING = Pending(("light.a", "light.b", "light.c"), PlannedCall("control_device", {"action": "turn_on"}))


@pytest.mark.parametrize(
    ("language", "answer", "picked"),
    [
        ("en", "2", ["light.b"]),
        ("en", "the second", ["light.b"]),
        ("en", "the third one please", ["light.c"]),
        ("en", "desk lamp", ["light.c"]),
        ("en", "the one in the hall", ["light.b"]),
        ("en", "all of them", ["light.a", "light.b", "light.c"]),
        ("zh", "第二个", ["light.b"]),
        ("zh", "厨房的", ["light.a"]),
        ("ru", "второй", ["light.b"]),
        ("ru", "на кухне", ["light.a"]),
    ],
)
def test_choice_when_the_answer_fits(language: str, answer: str, picked: list[str]) -> None:
    made = plan(answer, HOME, language, PENDING)
    assert [call.arguments["targets"] for call in made.calls] == [picked]
    assert made.calls[0].arguments["action"] == "turn_on"


@pytest.mark.parametrize(
    "answer", ["9", "0", "the green one", "no", "never mind", "lamp", "what is a lamp?", ""]
)
def test_choice_when_the_answer_fits_nothing_commands_nothing(answer: str) -> None:
    made = plan(answer, HOME, "en", PENDING)
    assert not [call for call in made.calls if call.tool == "control_device"]


def test_choice_when_a_new_order_is_given_instead() -> None:
    made = plan("turn off the desk lamp", HOME, "en", PENDING)
    assert [dict(call.arguments) for call in made.calls] == [{"targets": ["light.c"], "action": "turn_off"}]
