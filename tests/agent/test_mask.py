"""Secrets in texts, values and whole turns: none is kept, shown or sent back."""

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.judge import mask, veil
from assistant.kept.record import record
from devices.model import Json
from tests.agent.house import played, small_home
from tests.agent.lines import READ_DOOR
from tests.fakes.model import calls, words
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS
from tools.tool import Arguments, Group, Tool

KEY = "gsk_" + "a1B2c3D4e5" * 4


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("disarm the alarm with 1234", "1234"),
        ("unlock the front door using code 12-34", "12-34"),
        ("my PIN is 4711", "4711"),
        ("the password is hunter2", "hunter2"),
        ("код 4321", "4321"),
        ("сними с охраны с кодом 9911", "9911"),
        ("密码是1234", "1234"),
        ("用1234开锁", "1234"),
        (f"my key is {KEY}", KEY),
        ("mqtt://me:hunter2@host:1883", "hunter2"),
        ("Authorization: Bearer abcdef123", "abcdef123"),
        ('{"code": "1234", "state": "armed"}', "1234"),
        ("api_key=zzzyyyxxx", "zzzyyyxxx"),
        ("token: abcd1234", "abcd1234"),
    ],
)
def test_secret_in_a_text(text: str, secret: str) -> None:
    assert secret not in mask.text(text)
    assert mask.MARK in mask.text(text)


@pytest.mark.parametrize(
    "text",
    [
        "set the lamp to 2700 kelvin",
        "open the blind to 50 percent",
        "the temperature was 21.5 degrees at 18:30 on 2026-11-30",
        "error code 404",
        "turn on lamp 4",
        "如果客厅温度高于 26 度",
        "light.kitchen_light is on",
        "http://host:1883/path?x=1",
        "включи лампу на 30 процентов",
    ],
)
def test_text_without_a_secret_stays(text: str) -> None:
    assert mask.text(text) == text


def test_secret_under_a_name() -> None:
    value: Json = {"code": 1234, "a": {"Authorization": "x", "code_format": "number"}, "rows": ["pin 1234"]}
    kept = {"code": mask.MARK, "a": {"Authorization": mask.MARK, "code_format": "number"}}
    assert mask.value(value) == {**kept, "rows": [f"pin {mask.MARK}"]}


@given(st.text())
def test_masked_twice_is_masked_once(text: str) -> None:
    assert mask.text(mask.text(text)) == mask.text(text)


@given(st.from_regex(r"gsk_[A-Za-z0-9]{20,50}", fullmatch=True), st.text("ab ,."), st.text("ab ,."))
def test_key_in_any_text(key: str, before: str, after: str) -> None:
    assert key not in mask.text(f"{before} {key} {after}")


def test_history_keeps_no_code() -> None:
    call = AIMessage("", tool_calls=[{"name": "x", "args": {"code": "1234"}, "id": "c", "type": "tool_call"}])
    kept = veil.history([HumanMessage("disarm with 1234"), call])
    assert "1234" not in str(kept)


class Codes(Arguments):
    """Arguments of a tool that takes a code."""

    code: str = ""


def leaking() -> Tool:
    """A tool whose result holds secrets in every channel."""

    async def run(asked: Codes, context: ToolContext) -> ToolResult:
        data: Json = {"password": "hunter2", "note": f"key {KEY}", "code": asked.code}
        return ToolResult(Ending.COMPLETED, f"The key is {KEY}.", data=data, stop=True)

    return Tool("probe", Group.DEVICES, "Leaks.", Codes, run, stops=True)


async def test_secret_of_a_result_reaches_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    saver = InMemorySaver()
    async with small_home(tmp_path) as small:
        probe = calls(("probe", {"code": "1234", "more_steps": True}), READ_DOOR)
        session, model = small.session(
            probe, words(f"Your key is {KEY}."), words("ok"), checkpointer=saver, tools=(*TOOLS, leaking())
        )
        turn, signs = await played(session, "is the front door locked? the code is 1234")
        await played(session, "thanks")
        kept = f"{turn} {signs} {record(turn)} {caplog.text} {[h.messages for h in model.heard[2:]]}"
        state = saver.get({"configurable": {"thread_id": "chat"}})
    assert state is not None
    for secret in ("hunter2", KEY, "1234"):
        assert secret not in kept
        assert secret not in str(state)
    for secret in ("hunter2", KEY):
        assert secret not in str(model.heard[1].messages)


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("unlock the front door, the PIN is 4711", "You said 4711, but I can't use it."),
        ("密码是4711", "您说的是4711。"),
        ("открой дверь, код 4711", "Вы сказали 4711."),
    ],
)
def test_code_that_was_said_is_not_repeated_bare(asked: str, reply: str) -> None:
    assert mask.reply(reply, asked) == reply.replace("4711", mask.MARK)


def test_reply_keeps_numbers_that_are_no_code() -> None:
    assert mask.reply("It was 14711 W.", "the PIN is 4711") == "It was 14711 W."
    assert mask.reply("It is 21.5 °C.", "how warm is it, 21 or 22?") == "It is 21.5 °C."
