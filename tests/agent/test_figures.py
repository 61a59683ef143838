"""Numbers in a reply: those about the home must come from a result or from the user; three languages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.agent.judge.stop import Answered
from assistant.agent.judge.truth import settle
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.figures import unfounded
from devices.model import Json
from tests.offline.house import HOUSE
from tools.outcome import Ending
from tools.words.speech import detect


def read(*values: Json) -> Answered:
    data: Json = [{"id": "sensor.living_temperature", "state": value} for value in values]
    shown = json.dumps({"success": True, "data": data, "error": None, "text": "As read."})
    return Answered("c1", "read_state", Ending.COMPLETED, "As read.", stop=True, shown=shown)


def facts(*results: Answered, said: str = "how warm is it?", question: bool = False) -> Facts:
    return Facts(results, detect(said), said, HOUSE, question=question)


FROM_NOWHERE = [
    ("It is 21 degrees in the living room.", "hello"),
    ("The kitchen is at twenty-one degrees.", "hello"),
    ("It is 5 degrees in the bedroom.", "hello"),
    ("It's about 22 °C.", "how warm is it?"),
    ("Your living room humidity is 48 %.", "hello"),
    ("The TV plug draws 120 watts.", "hello"),
    ("В гостиной 21 градус.", "привет"),
    ("На кухне двадцать два градуса.", "привет"),
    ("客厅现在21度。", "你好"),
    ("厨房的温度是二十二度。", "你好"),
]
PASSES = [
    ("The moon is 384,400 km away.", "how far is the moon?"),
    ("Water boils at 100 degrees.", "at what temperature does water boil?"),
    ("Mozart was born on 27 January 1756.", "when was Mozart born?"),
    ("It is 18:30 now, and all is quiet in the kitchen.", "hello"),
    ("You have 3 lights in the kitchen.", "hello"),
    ("I will tell you when the kitchen passes 26 degrees.", "tell me when the kitchen passes 26 degrees"),
    ("Двадцать пять в квадрате — 625.", "сколько будет двадцать пять в квадрате?"),
    ("光速大约是每秒30万公里。", "光速是多少"),
]
BORNE_OUT = [
    ("It is 21.5 degrees in the living room.", 21.5),
    ("It is about 22 degrees in the living room.", 21.5),
    ("It is 70.7 °F in the living room.", 21.5),
    ("It is twenty-one degrees in the living room.", 21),
    ("It is twenty one and a half degrees in the living room.", 21.5),
    ("The TV plug draws 1.2 kW.", 1200),
    ("That was 5 minutes in the kitchen.", 300),
    ("On 30 November at 18:30 it was 21.5 degrees in the living room.", 21.5),
    ("В гостиной 21,5 градуса.", 21.5),
    ("В гостиной двадцать один градус.", 21),
    ("客厅现在21.5度。", 21.5),
    ("客厅现在二十一度。", 21),
]


@pytest.mark.parametrize(("text", "said"), FROM_NOWHERE)
def test_number_about_the_home_from_nowhere(text: str, said: str) -> None:
    asked = facts(said=said, question=said.startswith("how warm"))
    assert unfounded(text, asked)
    assert text not in settle(text, asked).text


@pytest.mark.parametrize(("text", "said"), PASSES)
def test_number_that_is_not_about_the_home_or_was_said(text: str, said: str) -> None:
    assert unfounded(text, facts(said=said)) == ""


@pytest.mark.parametrize(("text", "value"), BORNE_OUT)
def test_number_of_a_result_in_other_clothes(text: str, value: float) -> None:
    assert unfounded(text, facts(read(value))) == ""


@pytest.mark.parametrize(
    "text",
    [
        "It is 23 degrees in the living room.",
        "It is twenty-three degrees.",
        "It is 23.5 °C, quite warm.",
        "В гостиной двадцать три градуса.",
        "现在是23度。",
        "It is 21.7 degrees in the living room.",
    ],
)
def test_number_that_no_result_tells(text: str) -> None:
    asked = facts(read(21.5))
    assert unfounded(text, asked)
    assert settle(text, asked).text == "As read."


def test_number_without_a_look_is_owned_up_to() -> None:
    told = settle("It is 21 degrees in the living room.", facts(said="how warm is it?", question=True))
    assert told.text == "I have not looked that up, so I can't say."


def test_how_many_were_told_is_a_count() -> None:
    rows: list[Json] = [{"id": i, "state": "on"} for i in HOUSE.snapshots]
    shown = json.dumps({"success": True, "data": rows, "text": ""})
    listed = Answered("c1", "list_devices", Ending.COMPLETED, "", shown=shown)
    assert unfounded(f"There are {len(rows)} devices in the house.", facts(listed)) == ""


@given(st.decimals(13, 9999, places=1))
def test_told_number_is_always_borne_out(value: float) -> None:
    text = f"The living room is at {value} degrees."
    assert unfounded(text, facts(read(float(value)))) == ""


@given(st.integers(40, 9999), st.integers(1, 30))
def test_other_number_is_never_borne_out(value: int, more: int) -> None:
    text = f"The living room is at {value + more} degrees."
    converted = {round(value * 1.8 + 32), round((value - 32) / 1.8)}
    if value + more not in converted:
        assert unfounded(text, facts(read(value)))


@given(st.text(max_size=60))
def test_unfounded_takes_any_text(text: str) -> None:
    assert isinstance(unfounded(text, facts(read(21.5))), str)
