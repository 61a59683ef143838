"""Traps met besides: ids that repeat, calls that nobody can read, interrupts, retries, caches, languages."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.bridge import answer
from assistant.agent.graph import build
from assistant.agent.judge.breaker import signature, undone
from assistant.agent.judge.stop import answers
from assistant.agent.nodes.heard import tidy
from assistant.agent.turn import Asked, StopReason
from devices.command import Command
from devices.model import Json
from tests.agent.house import played, small_home
from tests.agent.lines import LIGHT_ON, READ_DOOR, UNLOCK, Line, control
from tests.agent.traps.ground import stored
from tests.fakes.model import calls, words
from tools.outcome import Ending, ToolResult
from tools.registry import tool

ROOT = Path(__file__).parents[3]
AGENT = [p.read_text(encoding="utf-8") for p in (ROOT / "assistant" / "agent").rglob("*.py")]
CONTROL = tool("control_device")
NAMES = ("light.a", "light.b", "light.c")


def made(call_id: str | None) -> AIMessage:
    return AIMessage("", tool_calls=[ToolCall(name="why", args={}, id=call_id, type="tool_call")])


def test_ids_that_repeat_over_rounds_are_matched_by_place() -> None:
    old = answer("call_0", "why", None, ToolResult(Ending.FATAL, "old", stop=True))
    new = answer("call_0", "why", None, ToolResult(Ending.COMPLETED, "new"))
    history = [HumanMessage("?"), made("call_0"), old, made("call_0"), new]
    naive = {m.tool_call_id: m.text for m in history if isinstance(m, ToolMessage)}
    assert len(naive) == 1
    assert [told.text for told in answers(history)] == ["new"]


@given(st.lists(st.sampled_from(["call_0", "call_0_1", "", None]), min_size=1, max_size=6))
def test_every_call_of_a_turn_gets_an_id_of_its_own(ids: list[str | None]) -> None:
    used: list[str] = []
    for call_id in ids:
        used.append(tidy(made(call_id), used, own=False).tool_calls[0]["id"] or "")
    assert len(set(used)) == len(ids)


async def test_both_rounds_are_told_although_their_ids_are_the_same(tmp_path: Path) -> None:
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        first = calls(control("kitchen light", "turn_on", more_steps=True))
        session, _model = small.session(first, calls(READ_DOOR), checkpointer=memory)
        turn, _signs = await played(
            session, "turn on the kitchen light and tell me if the front door is locked"
        )
        assert "Kitchen light is on." in turn.answer
        assert len({m.tool_call_id for m in stored(memory) if isinstance(m, ToolMessage)}) == len(turn.calls)


async def test_calls_hidden_in_additional_fields_are_left_out(tmp_path: Path) -> None:
    hidden = {"tool_calls": [{"id": "x", "type": "function", "function": {"name": "why", "arguments": "{}"}}]}
    line = calls(READ_DOOR)
    line.additional_kwargs = hidden
    naive = line.model_copy(update={"tool_calls": []})
    assert naive.additional_kwargs["tool_calls"]
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        session, _model = small.session(line, checkpointer=memory)
        await played(session, "is the front door locked?")
    assert [m.additional_kwargs for m in stored(memory) if m.additional_kwargs] == []


async def test_two_questions_of_a_round_are_asked_at_once_and_act_once(tmp_path: Path) -> None:
    wide = control("kitchen light", "turn_on")
    names: list[Json] = [
        "kitchen light",
        "light.hall_lamp",
        "light.bedroom_lamp",
        "living room fan",
        "bedroom plug",
    ]
    line = (wide[0], {**wide[1], "targets": names})
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK, line))
        says = "unlock the front door and turn on the kitchen light, both lamps, the fan and the bedroom plug"
        _turn, signs = await played(session, says, True, True)
        assert [len(sign.questions) for sign in signs if isinstance(sign, Asked)] == [2]
        assert (small.commands.count("lock.front_door UNLOCK"), len(small.commands)) == (1, 6)


async def test_session_without_a_store_of_its_own_can_still_be_asked(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), checkpointer=None)
        turn, _signs = await played(session, "unlock the front door", True)
        assert turn.stop is StopReason.ANSWERED


@pytest.mark.parametrize("word", ["CachePolicy", "RetryPolicy", "retry_policy", "cache_policy"])
def test_graph_uses_neither_retries_nor_caches_of_the_library(word: str) -> None:
    assert AGENT
    assert not any(re.search(rf"\b{word}\b", text) for text in AGENT)
    assert build.__module__ == "assistant.agent.graph"


@pytest.mark.parametrize(
    ("says", "part"),
    [
        ("включи свет на кухне", "включен"),
        ("打开厨房灯", "打开"),
        ("turn on the kitchen light", "is on"),
    ],
)
async def test_relay_is_in_the_users_language(tmp_path: Path, says: str, part: str) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(LIGHT_ON), words("unused"))
        turn, _signs = await played(session, says)
        assert part in turn.answer
        assert len(model.heard) == 1


def on(*names: str) -> tuple[Command, ...]:
    return tuple(Command(name, "turn_on") for name in names)


@given(st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True), max_size=4))
def test_what_was_told_already_is_left_out_and_nothing_else(before: list[list[str]]) -> None:
    assert CONTROL is not None
    ran = [signature(CONTROL, {}, on(*names), loose=False) for names in before]
    told = {name for names in before for name in names}
    assert undone(on(*NAMES), ran) == on(*(name for name in NAMES if name not in told))


def test_what_was_told_otherwise_since_is_not_left_out() -> None:
    assert CONTROL is not None
    off = (Command("light.a", "turn_off"),)
    ran = [signature(CONTROL, {}, commands, loose=False) for commands in (on("light.a"), off)]
    assert undone(on("light.a"), ran) == on("light.a")


async def test_wider_call_after_a_narrow_one_commands_only_the_rest(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        first = calls(control("kitchen light", "turn_on", more_steps=True))
        both: Line = (
            "control_device",
            {"targets": ["kitchen light", "living room fan"], "action": "turn_on"},
        )
        session, _model = small.session(first, calls(both))
        turn, _signs = await played(session, "turn on the kitchen light and the living room fan")
        assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]
        assert turn.answer == "Kitchen light is on.\nLiving room fan is on."
