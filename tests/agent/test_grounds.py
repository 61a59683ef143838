"""Numbers that come from somewhere, and claims that do not."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from assistant.agent.judge.grounds import LENIENT, STRICT, founded, ungrounded
from assistant.agent.judge.stop import Answered
from assistant.agent.judge.truth import settle
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import is_question
from devices.model import Json
from tests.offline.house import HOUSE
from tools.automations.draft.arguments import ChangeAutomation, CreateAutomation, Schedule
from tools.automations.draft.entry import If, Then, When
from tools.outcome import Ending

READ = Answered("c", "read_state", Ending.COMPLETED, "Hall is 21.5 °C.", stop=True, shown='{"state": "21.5"}')
DONE = Answered("c", "control_device", Ending.COMPLETED, "Lamp is on.", stop=True, writes=True, receipts=True)


@pytest.mark.parametrize(
    ("args", "language", "said"),
    [
        ({"above": 26}, "en", "warmer than 26 degrees"),
        ({"above": 26.5}, "ru", "теплее 26,5 градусов"),
        ({"above": 30}, "zh", "温度大于三十度"),
        ({"above": 30}, "zh", "温度大于 30 度"),
        ({"above": 20}, "en", "when it is above twenty"),
        ({"below": 18}, "ru", "если ниже восемнадцати"),
        ({"for_seconds": 600}, "en", "for 10 minutes"),
        ({"brightness_pct": 100}, "en", "as bright as it goes"),
        ({"position": 0}, "en", "close it all the way"),
        ({"temperature": 19}, "en", "two degrees colder than 21"),
        ({"temperature": 22.22}, "en", "set it to 72 degrees fahrenheit"),
        ({"code": "1234"}, "en", "disarm with 1234"),
        ({"count": 2}, "ru", "отмени два последних"),
        ({"count": 1}, "en", "undo"),
        ({"for_seconds": 0}, "en", "when it is above 26"),
        ({"at": "07:30"}, "en", "every day at 7:30"),
        ({"targets": ["lamp"], "action": "turn_on"}, "en", "lamp on"),
    ],
)
def test_number_that_was_said(args: dict[str, Json], language: str, said: str) -> None:
    assert ungrounded(args, language, said, ()) is None


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"above": 28}, "when it gets too warm"),
        ({"above": 28}, "warmer than 26 degrees"),
        ({"for_seconds": 300}, "turn it off after a while"),
        ({"temperature": 0}, "set the heating"),
        ({"brightness_pct": 40}, "dim the light"),
        ({"code": "1234"}, "disarm the alarm"),
        ({"code": 4321}, "disarm the alarm with 1234"),
        ({"count": 3}, "undo the last two"),
        ({"at": "07:30"}, "wake me in the morning"),
        ({"minutes": 5}, "in a while"),
    ],
)
def test_number_that_was_guessed(args: dict[str, Json], said: str) -> None:
    assert ungrounded(args, "en", said, ()) == next(iter(args))


@pytest.mark.parametrize(
    ("args", "language", "said"),
    [
        ({"when": [{"above": 26, "for_seconds": 600}]}, "en", "above 26 for 10 minutes"),
        ({"when": [{"at": "07:30:00", "days": ["mon"]}]}, "en", "every monday at 7:30"),
        ({"when": [{"at": "19:00:00"}]}, "en", "every day at 7 pm"),
        ({"when": [{"at": "19:30"}]}, "en", "at half past seven in the evening"),
        ({"when": [{"at": "12:00"}]}, "en", "every day at noon"),
        ({"when": [{"at": "22:00"}]}, "zh", "每天晚上十点"),
        ({"when": [{"at": "07:00", "days": ["sat", "sun"]}]}, "en", "at 7 on weekends"),
        ({"when": [{"at": "07:00", "days": ["mon", "tue"]}]}, "ru", "по будням в 7 часов"),
        ({"when": [{"sun": "sunset", "offset_minutes": -30}]}, "en", "half an hour before sunset"),
        (
            {"then": [{"value": "brightness_pct", "to": 100, "over_seconds": 600}]},
            "en",
            "ease it up over 10 minutes",
        ),
        ({"after_seconds": 600}, "en", "in ten minutes"),
        ({"at": "2026-01-06T07:00", "day": "tomorrow"}, "en", "tomorrow at 7"),
        ({"only_if": [{"after": "22:00", "before": "06:00"}]}, "en", "between 10 pm and 6 am"),
        ({"when": [{"kind": "every", "every_seconds": 7200}]}, "en", "every two hours"),
    ],
)
def test_number_inside_a_part_that_was_said(args: dict[str, Json], language: str, said: str) -> None:
    assert ungrounded(args, language, said, ()) is None


@pytest.mark.parametrize(
    ("args", "said", "name"),
    [
        ({"when": [{"above": 28}]}, "when it gets too warm", "above"),
        ({"when": [{"at": "06:45"}]}, "every morning", "at"),
        ({"when": [{"at": "07:20"}]}, "every day at 7", "at"),
        ({"when": [{"at": "09:00"}]}, "every day at 7", "at"),
        ({"when": [{"at": "07:00", "days": ["mon"]}]}, "at 7", "days"),
        ({"at": "07:00", "day": "mon"}, "at 7", "days"),
        ({"only_if": [{"after": "22:00"}]}, "when it is late", "after"),
        ({"then": [{"kind": "wait", "seconds": 300}]}, "turn it on and off again after a while", "seconds"),
        ({"then": [{"times": 5}]}, "blink a few times", "times"),
        ({"when": [{"by": 3, "within_seconds": 3600}]}, "when it drops quickly", "by"),
        ({"cooldown_seconds": 86400}, "when it is dark", "cooldown_seconds"),
        ({"late_seconds": 60}, "when it is dark", "late_seconds"),
        ({"then": [{"kind": "wait_until", "timeout_seconds": 5}]}, "when it is shut", "timeout_seconds"),
    ],
)
def test_number_inside_a_part_that_was_guessed(args: dict[str, Json], said: str, name: str) -> None:
    assert ungrounded(args, "en", said, ()) == name


def _types(annotation: object) -> set[object]:
    """All types in an annotation, those inside unions included."""
    parts = get_args(annotation)
    return set().union(*map(_types, parts)) if parts else {annotation}


@pytest.mark.parametrize("kept", [CreateAutomation, ChangeAutomation, Schedule, When, If, Then])
def test_every_number_of_what_stays_must_come_from_somewhere(kept: type[BaseModel]) -> None:
    numbers = {name for name, field in kept.model_fields.items() if {int, float} & _types(field.annotation)}
    assert {name for name in numbers if name not in STRICT | LENIENT} == set()


def test_number_of_a_result_is_founded() -> None:
    assert ungrounded({"temperature": 23.5}, "en", "2 degrees warmer", ['{"temperature": 21.5}']) is None


def test_two_numbers_of_a_result_found_no_third() -> None:
    shown = ['{"rows": [20, 21, 30]}']
    assert ungrounded({"temperature": 51}, "en", "warmer", shown) == "temperature"


@given(st.floats(-1000, 1000), st.sets(st.floats(-1000, 1000), max_size=4))
def test_known_number_is_always_founded(value: float, others: set[float]) -> None:
    assert founded(value, {value, *others})


@given(st.floats(-1000, 1000))
def test_nothing_founds_a_number_when_nothing_is_known(value: float) -> None:
    assert not founded(value, set())


def facts(*results: Answered, said: str = "hi", acts: bool = False) -> Facts:
    return Facts(results, "en", said, HOUSE, acts=acts)


def test_settle_receipts_replace_the_claim() -> None:
    settled = settle("I turned on everything!", facts(DONE, said="lamp on", acts=True))
    assert settled.text == "Lamp is on."
    assert settled.rule


def test_settle_claim_without_any_call() -> None:
    assert settle("Done, it is on!", facts(said="lamp on", acts=True)).text == "Nothing was done."


def test_settle_number_from_nowhere_gives_the_result() -> None:
    assert settle("It is a cosy 25 degrees.", facts(READ, said="how warm is it?")).text == READ.text


def test_settle_number_of_the_result_stands() -> None:
    text = "The hall is at 21.5 degrees."
    assert settle(text, facts(READ, said="how warm is it?")).text == text


def test_settle_empty_words_give_the_result() -> None:
    assert settle("  ", facts(READ, said="how warm is it?")).text == READ.text
    assert settle("", facts()).text == "Nothing was done."


def test_settle_leaves_free_talk_alone() -> None:
    assert settle("There are 1000 metres in a kilometre.", facts()).rule == ""


@pytest.mark.parametrize("text", ["Which one?", "哪一个？", "Какую лампу?", 'Do you mean "hall"?" '])
def test_question_in_any_script(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["", "It is on.", "Why? Because.", "好的。"])
def test_no_question(text: str) -> None:
    assert not is_question(text)
