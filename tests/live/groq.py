"""The real Groq, with GROQ_API_KEY: `make live`. The file's name keeps it out of every other run.

What is asserted holds for any model that is worth using; each test costs one or two small requests.
"""

import os
from datetime import UTC
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from assistant.agent.session import Session
from assistant.agent.turn import StopReason
from assistant.models.check import check
from assistant.models.fallback import speak
from assistant.models.patience import Patience
from assistant.models.provider import Brain, brain, groq_chat
from assistant.models.request import Prompt
from assistant.models.trouble import Trouble
from devices.clock import WallClock
from devices.view import View
from tests.agent.house import played, small_home

KEY = os.environ.get("GROQ_API_KEY", "")
MODEL = os.environ.get("HEARTH_LIVE_MODEL", "groq")
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def key_of_a_person() -> None:
    """Say so at once when there is nobody to ask."""
    if not KEY:
        pytest.skip("GROQ_API_KEY is not set")


def real() -> Brain:
    """The real model, and nobody to answer in its place."""
    chosen = brain(MODEL, KEY, View, UTC)
    return Brain(chosen.name, chosen.model)


def patient() -> Patience:
    return Patience(WallClock(), PATIENCE)


async def test_it_answers_and_calls_tools() -> None:
    done = await check(real(), PATIENCE)
    assert done.why is None
    assert done.calls_tools


@pytest.mark.parametrize("streaming", [True, False], ids=["stream", "whole"])
async def test_words_come_with_their_tokens_counted(*, streaming: bool) -> None:
    asked = Prompt((SystemMessage("Answer in one word."), HumanMessage("Say hello.")))
    chosen = real()
    if not streaming:
        chosen = Brain(chosen.name, chosen.model.model_copy(update={"disable_streaming": True}))
    spoken = await speak(chosen, asked, patient())
    assert spoken.message.text.strip()
    assert spoken.tokens.input > 0
    assert spoken.tokens.output > 0


@pytest.mark.parametrize(
    ("model", "key", "trouble"),
    [("no/such-model", KEY, Trouble.MODEL_GONE), ("openai/gpt-oss-20b", "gsk_wrong", Trouble.KEY_REFUSED)],
)
async def test_refusals_are_sorted_as_they_really_come(model: str, key: str, trouble: Trouble) -> None:
    chosen = Brain("groq", groq_chat(model, key or "none"))
    done = await check(chosen, PATIENCE)
    assert done.why is not None
    assert done.why.trouble is trouble


@pytest.mark.parametrize(
    ("says", "commands"),
    [
        ("turn on the kitchen light", ["light.kitchen_light ON"]),
        ("打开厨房的灯 kitchen light", ["light.kitchen_light ON"]),
        ("is the front door locked?", []),
        ("good evening, who are you?", []),
    ],
)
async def test_one_sentence_does_just_what_it_says(tmp_path: Path, says: str, commands: list[str]) -> None:
    async with small_home(tmp_path) as small:
        turn, _signs = await played(Session(small.house, real(), seconds=PATIENCE), says)
        assert (small.commands, turn.stop) == (commands, StopReason.ANSWERED), turn.answer
        assert turn.model != "offline"


async def test_unlocking_is_asked_for_and_a_no_is_a_no(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, _signs = await played(
            Session(small.house, real(), seconds=PATIENCE), "unlock the front door", False
        )
        assert small.commands == []
        assert turn.stop is not StopReason.ANSWERED
