"""What is left of earlier turns: whole pairs, a line for each turn that went, and pronouns that still work."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from assistant.agent.context.summary import MOST_LINES, line
from assistant.agent.context.weight import weight
from assistant.agent.recall import (
    CUT_TO,
    MOST_TOKENS,
    MOST_TURNS,
    heaviness,
    shortened,
    trimmed,
)
from assistant.agent.session import Session
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain
from tests.agent.house import Small, played, small_home
from tests.agent.lines import LIGHT_OFF, LIGHT_ON
from tests.fakes.model import calls, check_history, spoke


def turn(says: str, answer: str = "Done.", rows: int = 1, text: str = "") -> list[BaseMessage]:
    data = [{"entity_id": f"light.l{n}", "control": "turn_on", "status": "confirmed"} for n in range(rows)]
    content = json.dumps({"success": True, "data": data, "error": None, "text": text or answer})
    call = {"name": "control_device", "args": {"targets": ["l"]}, "id": "c1", "type": "tool_call"}
    return [
        HumanMessage(says),
        AIMessage("", tool_calls=[call]),
        ToolMessage(content, tool_call_id="c1", artifact={"outcome": "completed"}),
        AIMessage(answer),
    ]


TURNS = st.lists(
    st.builds(turn, st.text(max_size=300), st.text(min_size=1, max_size=300), st.integers(0, 40)), max_size=25
)


@given(TURNS)
def test_trimmed_history_is_legal_light_and_begins_with_a_person(turns: list[list[BaseMessage]]) -> None:
    history = [message for one in turns for message in one]
    recalled = trimmed(history)
    check_history([spoke(message) for message in recalled.messages])
    assert not recalled.messages or isinstance(recalled.messages[0], HumanMessage)
    people = [m for m in recalled.messages if isinstance(m, HumanMessage)]
    assert len(people) <= MOST_TURNS
    last = heaviness(shortened(turns[-1])) if turns else 0
    assert heaviness(recalled.messages) <= MOST_TOKENS + last
    assert len(people) + min(len(recalled.summary), MOST_LINES) >= min(len(turns), MOST_LINES)


@given(TURNS)
def test_shortening_twice_changes_nothing_more(turns: list[list[BaseMessage]]) -> None:
    for one in turns:
        once = shortened(one)
        assert [m.model_dump() for m in shortened(once)] == [m.model_dump() for m in once]


@given(TURNS, st.lists(st.text(max_size=50), max_size=MOST_LINES))
def test_summary_is_bounded(turns: list[list[BaseMessage]], before: list[str]) -> None:
    summary = trimmed([message for one in turns for message in one], before).summary
    assert len(summary) <= MOST_LINES
    assert all(weight(told) <= 80 for told in summary if told not in before)


def test_last_turn_stays_as_it_was_and_older_ones_lose_their_data() -> None:
    old, new = turn("one", rows=3), turn("two", rows=3)
    recalled = trimmed([*old, *new])
    assert recalled.messages[4:] == new
    spent = json.loads(recalled.messages[2].text)
    assert spent == {"success": True, "data": [{"entity_id": f"light.l{n}"} for n in range(3)]}
    assert recalled.messages[1] == old[1]
    assert recalled.summary == []


def test_words_of_a_result_stay_unless_they_were_said_anyway() -> None:
    kept = json.loads(shortened(turn("a", answer="Yes.", text="Front door: locked."))[2].text)
    assert kept["text"] == "Front door: locked."
    assert "text" not in json.loads(
        shortened(turn("a", answer="It is: locked.", text="It is: locked."))[2].text
    )


def test_candidates_of_a_question_back_are_kept() -> None:
    content = json.dumps(
        {
            "success": False,
            "data": {"asked": "lamp", "candidates": ["light.a", "light.b"]},
            "error": "ambiguous: lamp",
        }
    )
    asked = [HumanMessage("lamp on"), ToolMessage(content, tool_call_id="c1")]
    told = json.loads(shortened(asked)[1].text)
    assert told["data"]["candidates"] == ["light.a", "light.b"]
    assert told["error"].startswith("ambiguous")


def test_cut_goes_deep_so_that_the_beginning_stays_the_same_for_some_turns() -> None:
    history: list[BaseMessage] = []
    summary: list[str] = []
    starts = []
    for n in range(40):
        recalled = trimmed([*history, *turn(f"turn on lamp {n}", "The lamp is on now. " * 3)], summary)
        history, summary = recalled.messages, recalled.summary
        starts.append(history[0].text)
    changes = sum(a != b for a, b in pairwise(starts))
    assert changes <= 40 / 3
    assert heaviness(history) <= MOST_TOKENS
    assert CUT_TO < MOST_TOKENS


def test_line_tells_what_was_asked_and_what_came_of_it() -> None:
    assert line(turn("turn on\nthe lamp", "The lamp is on.")) == '- "turn on the lamp": The lamp is on.'
    assert line([HumanMessage("hello?")]) == '- "hello?": (no answer)'


async def test_summary_reaches_the_model_and_survives_in_the_state(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        lines = [calls(LIGHT_ON if n % 2 == 0 else LIGHT_OFF) for n in range(16)]
        session, model = small.session(*lines)
        for n in range(16):
            await played(session, f"turn {'off' if n % 2 else 'on'} the kitchen light")
        asked = model.heard[-1].messages
        assert "Earlier in this talk" in asked[0].text
        assert '- "turn on the kitchen light": Kitchen light is on.' in asked[0].text
        assert sum(isinstance(m, HumanMessage) for m in asked) <= MOST_TURNS + 1


@pytest.mark.parametrize("says", ["turn it off", "выключи его", "把它关掉"])
async def test_pronoun_after_trimming_still_means_the_last_thing(tmp_path: Path, says: str) -> None:
    async with small_home(tmp_path) as small:
        session = offline(small)
        for n in range(14):
            await played(session, "is the blind open?" if n % 2 else "is the fan on?")
        await played(session, "turn on the kitchen light")
        await played(session, says)
        assert small.commands == ["light.kitchen_light ON", "light.kitchen_light OFF"]


def offline(small: Small) -> Session:
    return Session(
        small.house, Brain("offline", OfflineChat(view=small.house.home.view, zone=small.house.zone))
    )
