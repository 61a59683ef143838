"""Turns that lean on the one before, through the whole graph with the offline brain."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from assistant.agent.session import Session
from assistant.agent.turn import StopReason
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain
from tests.agent.house import Small, played, small_home


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Small]:
    async with small_home(tmp_path) as home:
        yield home


def chat(small: Small) -> Session:
    brain = Brain("offline", OfflineChat(view=small.house.home.view, zone=small.house.zone))
    return Session(small.house, brain)


async def said(session: Session, *sentences: str) -> list[str]:
    return [(await played(session, sentence))[0].answer for sentence in sentences]


async def test_pronoun_after_an_action_and_after_a_question(small: Small) -> None:
    answers = await said(
        chat(small), "turn on the kitchen light", "turn it off", "is the fan on?", "включи его", "把它关掉"
    )
    assert answers[1] == "Kitchen light is off."
    assert small.commands == [
        "light.kitchen_light ON",
        "light.kitchen_light OFF",
        "fan.living_room_fan ON",
        "fan.living_room_fan OFF",
    ]


@pytest.mark.parametrize("again", ["turn it off again", "выключи его снова", "опять выключи его", "再关掉它"])
async def test_again_is_no_name(small: Small, again: str) -> None:
    await said(chat(small), "turn on the kitchen light", again)
    assert small.commands == ["light.kitchen_light ON", "light.kitchen_light OFF"]


@pytest.mark.parametrize(
    "before",
    [(), ("turn on the kitchen light and the fan",), ("turn on the kitchen light", "thanks")],
)
async def test_pronoun_without_one_thing_before_is_asked_about(small: Small, before: tuple[str, ...]) -> None:
    session = chat(small)
    await said(session, *before)
    sent = len(small.commands)
    turn, _signs = await played(session, "turn it off")
    assert (turn.stop, len(small.commands)) == (StopReason.NEEDS_ANSWER, sent)


async def test_choice_by_room_then_pronoun(small: Small) -> None:
    await said(chat(small), "turn on the lamp", "the hall one", "turn it off")
    assert small.commands == ["light.hall_lamp ON", "light.hall_lamp OFF"]


async def test_undo_takes_back_the_whole_sentence(small: Small) -> None:
    session = chat(small)
    turn, _signs = await played(session, "turn on the kitchen light and close the blind")
    assert turn.undo == "u1"
    (told,) = await said(session, "undo")
    assert small.commands[2:] == ["cover.blind OPEN", "light.kitchen_light OFF"]
    assert told.startswith("Undone.")
    assert await said(session, "undo") == ["There is nothing to undo."]
