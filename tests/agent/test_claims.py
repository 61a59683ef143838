"""Claims that nothing bears out, in three languages, and the talk that must not be taken for one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.agent.judge.stop import Answered
from assistant.agent.judge.truth import settle
from assistant.agent.speech.claims import unfounded
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import sentences, whole
from devices.model import Json
from tests.offline.house import HOUSE
from tools.outcome import Ending
from tools.words.speech import detect


def row(entity_id: str, state: str) -> Json:
    return {"id": entity_id, "state": state}


def read(*rows: Json, text: str = "As read.") -> Answered:
    shown = json.dumps({"success": True, "data": list(rows), "error": None, "text": text})
    return Answered("c1", "read_state", Ending.COMPLETED, text, stop=True, shown=shown)


def facts(
    *results: Answered, said: str = "good evening", before: tuple[str, ...] = (), question: bool = False
) -> Facts:
    return Facts(results, detect(said), said, HOUSE, question=question, before=frozenset(before))


CLAIMS = [
    "I have unlocked the front door.",
    "I've just unlocked the front door for you!",
    "Good evening! I unlocked the front door.",
    "Okay, unlocking the front door now.",
    "Sure. Turned on the kitchen light.",
    "The front door has been unlocked.",
    "The front door is now unlocked.",
    "Your lights are all off.",
    "The kitchen is cosy, the kitchen light is on.",
    "Welcome home. I'm turning on the hall light.",
    "I turned it off.",
    "Done!",
    "All set.",
    "I can see you are tired, so I have locked the front door.",
    "Я открыл входную дверь.",
    "Готово.",
    "Добрый вечер! Входная дверь открыта.",
    "Свет на кухне включён.",
    "Хорошо, включаю свет на кухне.",
    "Уже выключила свет в спальне.",
    "我已经把前门打开了。",
    "好的，前门已解锁。",
    "已为您打开客厅灯。",
    "晚上好，我帮您关了客厅的灯。",
    "完成了。",
    "前门现在是锁着的。",
    "All locked up.",
    "Unlocked.",
    "Lights on.",
    "Good night! All doors locked, lights out.",
    "All good, garage closed.",
    "已锁好。",
    "Заперто.",
]
TALK = [
    "Open questions are the best ones.",
    "Turned off by long answers? I can be short.",
    "I can turn on lights for you.",
    "Would you like me to unlock the front door?",
    "Shall I turn on the hall light? I can do that.",
    "If you want, I can lock the front door.",
    "I have not unlocked the front door.",
    "Nothing was turned on.",
    "I couldn't find that lamp, so nothing has been changed in the kitchen.",
    "Good evening! How can I help?",
    "A lock is open when its shackle is free.",
    "Light travels at great speed and the sun has been shining for ages.",
    "I have set aside some jokes about opened cans.",
    "The switch from day to night was quick.",
    "Say “unlock the front door” and I will ask you first.",
    "Я могу включить свет на кухне.",
    "Хотите, я открою входную дверь?",
    "Входную дверь я не открывал.",
    "Добрый вечер! Чем помочь?",
    "Если нужно, скажите, и свет будет включён.",
    "我可以帮您打开客厅灯。",
    "要不要我把前门锁上？",
    "我没有打开前门。",
    "晚上好，有什么可以帮您？",
    "如果您想，可以说“打开客厅灯”。",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_claim_without_any_act(text: str) -> None:
    assert unfounded(text, facts())


@pytest.mark.parametrize("text", TALK)
def test_talk_that_claims_nothing(text: str) -> None:
    assert unfounded(text, facts()) == ""


@pytest.mark.parametrize(
    "text", ["The front door is locked.", "Your front door is locked, good night!", "It is 21 degrees there."]
)
def test_state_that_a_result_tells(text: str) -> None:
    assert unfounded(text, facts(read(row("lock.front_door", "locked")))) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The front door is unlocked.",
        "The door is open.",
        "I have unlocked the front door.",
        "The kitchen light is on.",
        "Входная дверь открыта, я её открыл.",
        "我已经打开了前门。",
    ],
)
def test_claim_against_or_beside_the_result(text: str) -> None:
    assert unfounded(text, facts(read(row("lock.front_door", "locked"))))


def test_act_of_an_earlier_turn_may_be_spoken_of() -> None:
    earlier = facts(said="what did you do?", before=("lock.front_door",))
    assert unfounded("I locked the front door a minute ago.", earlier) == ""
    assert unfounded("I turned on the kitchen light a minute ago.", earlier)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes, it is.", "is the front door locked?"),
        ("是的。", "前门锁了吗？"),
        ("Да, конечно.", "дверь закрыта?"),
    ],
)
def test_answer_without_a_look(text: str, said: str) -> None:
    assert unfounded(text, facts(said=said, question=True))
    assert unfounded(text, facts(read(row("lock.front_door", "locked")), said=said, question=True)) == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I have unlocked the front door.", "Nothing was done."),
        ("The front door is locked.", "I have not looked that up, so I can't say."),
        ("Good evening!", "Good evening!"),
    ],
)
def test_settle_puts_what_happened_in_place_of_a_claim(text: str, told: str) -> None:
    assert settle(text, facts()).text == told


@given(st.text())
def test_sentences_joined_are_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text


@given(st.text(), st.text())
def test_whole_keeps_every_letter(first: str, second: str) -> None:
    ready, rest = whole(first + second)
    assert ready + rest == first + second


@given(st.text(max_size=60))
def test_unfounded_takes_any_text(text: str) -> None:
    assert isinstance(unfounded(text, facts()), str)
