"""A turn has one deadline: tries, waits, the fallback and devices all end inside it, and honestly."""

import asyncio
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from assistant.agent.session import Session
from assistant.agent.turn import Sign, StopReason, Thinking, Turn
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain, groq_chat
from devices.clock import WallClock
from devices.command import Reason, Status
from tests.agent.house import Small, played, small_home
from tests.agent.lines import FAN_ON, LIGHT_ON, Line
from tests.fakes import groq
from tests.fakes.clock import FakeClock
from tests.fakes.groq import FAULTS, GroqServer
from tests.fakes.model import ScriptedModel, calls, words
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS
from tools.tool import Arguments, Tool

LATE = 0.5
"""Seconds of a busy machine past a deadline."""


def slow(name: str) -> tuple[Tool, ...]:
    """All tools, this one so slow that no turn can wait for it."""

    async def run(_arguments: Arguments, _context: ToolContext) -> ToolResult:
        await asyncio.sleep(30)
        return ToolResult(Ending.COMPLETED, "Done, at last.", stop=True)

    return tuple(replace(tool, run=run) if tool.name == name else tool for tool in TOOLS)


async def timed(session: Session, says: str) -> tuple[Turn, float]:
    """One turn, and the seconds it took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    turn, _signs = await played(session, says)
    return turn, loop.time() - began


def on_groq(small: Small, server: GroqServer, seconds: float) -> Session:
    """A session on the real ChatGroq with the real offline model behind it."""
    chat = groq_chat(groq.MODEL, groq.KEY, server.address, 10.0)
    offline = OfflineChat(view=small.house.home.view, zone=UTC)
    return Session(small.house, Brain("groq:x", chat, offline), seconds=seconds)


async def test_silent_device_is_told_as_sent_when_the_time_is_up(tmp_path: Path) -> None:
    async with small_home(tmp_path, silent=["kitchen_light"], given=WallClock()) as small:
        session, _model = small.session(calls(LIGHT_ON), seconds=0.6)
        turn, took = await timed(session, "turn on the kitchen light")
        assert small.commands == ["light.kitchen_light ON"]
        assert [(o.status, o.reason) for o in turn.outcomes] == [(Status.SENT, Reason.NO_ANSWER)]
        assert (turn.stop, took < 0.6 + LATE) == (StopReason.TIME_LIMIT, True)
        assert "is on" not in turn.answer


async def test_of_two_devices_only_the_silent_one_is_cut_off(tmp_path: Path) -> None:
    both: Line = ("control_device", {"targets": ["kitchen light", "living room fan"], "action": "turn_on"})
    async with small_home(tmp_path, silent=["living_room_fan"], given=WallClock()) as small:
        session, _model = small.session(calls(both), seconds=0.6)
        turn, took = await timed(session, "turn on the kitchen light and the living room fan")
        ended = {o.command.entity_id: o.status for o in turn.outcomes}
        assert ended == {"light.kitchen_light": Status.CONFIRMED, "fan.living_room_fan": Status.SENT}
        assert took < 0.6 + LATE


async def test_call_that_comes_after_the_deadline_does_not_run(tmp_path: Path) -> None:
    async with small_home(tmp_path, silent=["kitchen_light"], given=WallClock()) as small:
        session, _model = small.session(calls(LIGHT_ON, FAN_ON), seconds=0.6)
        turn, took = await timed(session, "turn on the kitchen light and the living room fan")
        assert small.commands == ["light.kitchen_light ON"]
        assert turn.calls[1].rule == "run_tools: no_time"
        assert "Not done: the time of this turn was over." in turn.answer
        assert took < 0.6 + LATE


@pytest.mark.parametrize("name", ["control_device", "read_state"])
async def test_tool_that_never_ends_is_cut_off(tmp_path: Path, name: str) -> None:
    line: Line = LIGHT_ON if name == "control_device" else ("read_state", {"targets": ["front door"]})
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(line), seconds=0.4, tools=slow(name))
        turn, took = await timed(session, "turn on the kitchen light, is the front door locked?")
        assert (turn.stop, turn.calls[-1].rule) == (StopReason.TIME_LIMIT, "run_tools: cut_off")
        assert "may have been done or not" in turn.answer
        assert took < 0.4 + 0.5 + LATE
        again, _signs = await played(small.session(words("Hello."))[0], "hello")
        assert again.answer == "Hello."


async def test_hang_leaves_the_offline_model_time_to_act(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small, GroqServer(groq.hang()).running() as server:
        turn, took = await timed(on_groq(small, server, 1.5), "turn on the kitchen light")
        assert (small.commands, turn.model) == (["light.kitchen_light ON"], "offline")
        assert turn.answer.startswith("Kitchen light is on.")
        assert "did not answer in time" in turn.answer
        assert took < 1.5 + LATE


@pytest.mark.parametrize("name", FAULTS)
async def test_fault_of_any_kind_ends_in_time_with_the_wish_fulfilled(tmp_path: Path, name: str) -> None:
    async with small_home(tmp_path) as small, GroqServer(FAULTS[name](), lasting=True).running() as server:
        turn, took = await timed(on_groq(small, server, 3.0), "turn on the kitchen light")
        assert small.commands == ["light.kitchen_light ON"]
        assert (turn.stop, turn.model) == (StopReason.ANSWERED, "offline")
        assert took < 3.0 + LATE
        assert groq.KEY not in repr(turn)
        assert "org_private" not in repr(turn)
    await asyncio.sleep(0.02)


async def test_wait_of_thirteen_seconds_fits_into_a_turn_of_thirty(tmp_path: Path) -> None:
    replies = (groq.rate_limited("13"), groq.call(*LIGHT_ON), groq.call(*LIGHT_ON))
    async with small_home(tmp_path) as small, GroqServer(*replies).running() as server:
        session = on_groq(small, server, 30.0)
        turn, signs = await played(session, "turn on the kitchen light")
        assert (small.commands, turn.model) == (["light.kitchen_light ON"], "groq:x")
        told = [s.detail for s in signs if isinstance(s, Thinking) and s.detail]
        assert told[0] == "rate limit: tokens per minute used up; retrying in 13 s"
        assert told[-1] == "rate limit: tokens per minute used up; retrying in 1 s"
        assert "waited 13 s" in next(step.detail for step in turn.steps if step.node == "agent")


async def test_person_who_goes_offline_is_answered_at_once(tmp_path: Path) -> None:
    signs: list[Sign] = []
    async with (
        small_home(tmp_path, given=WallClock()) as small,
        GroqServer(groq.rate_limited("13")).running() as server,
    ):
        session = on_groq(small, server, 30.0)
        async with asyncio.timeout(5):
            async for sign in session.ask("turn on the kitchen light"):
                signs.append(sign)
                if isinstance(sign, Thinking) and sign.detail:
                    session.go_offline()
        turn = session.turns[-1]
        assert (small.commands, turn.model) == (["light.kitchen_light ON"], "offline")
        assert "as you asked" in turn.answer
        later, _signs = await played(session, "turn off the kitchen light")
        assert (later.model, len(server.requests)) == ("offline", 1)
        assert "the tokens per minute are used up" in later.answer


async def test_long_limit_says_which_and_how_long_and_rests(tmp_path: Path) -> None:
    day = groq.rate_limited("4325", limit="tokens per day (TPD)")
    async with small_home(tmp_path) as small, GroqServer(day).running() as server:
        session = on_groq(small, server, 30.0)
        first, signs = await played(session, "turn on the kitchen light")
        assert "the tokens per day are used up. It is free again in 1 hour 12 minutes." in first.answer
        assert not [s for s in signs if isinstance(s, Thinking) and s.detail]
        assert session.brain.rest.left() == pytest.approx(4325, abs=5)
        second, _signs = await played(session, "turn off the kitchen light")
        third, _signs = await played(session, "write me a poem about the sea")
        assert len(server.requests) == 1
        assert (second.stop, third.stop) == (StopReason.ANSWERED, StopReason.RATE_LIMITED)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("打开厨房灯", "每天的令牌额度已用完"),
        ("включи свет на кухне", "исчерпаны токены на сутки"),
    ],
)
async def test_limit_is_told_in_the_language_of_the_user(tmp_path: Path, says: str, told: str) -> None:
    day = groq.rate_limited("4325", limit="tokens per day (TPD)")
    async with small_home(tmp_path) as small, GroqServer(day).running() as server:
        turn, _signs = await played(on_groq(small, server, 30.0), says)
        assert told in turn.answer


async def test_failed_requests_are_counted_apart_as_a_guess(tmp_path: Path) -> None:
    replies = (groq.failed_generation(None), groq.call(*LIGHT_ON))
    async with small_home(tmp_path) as small, GroqServer(*replies).running() as server:
        turn, _signs = await played(on_groq(small, server, 30.0), "turn on the kitchen light")
        assert (turn.tokens_in, turn.tokens_out, turn.tokens_cached) == (900, 20, 512)
        assert 50 < turn.tokens_guessed < 5000
        assert turn.model_calls == 2


async def test_home_goes_on_living_while_a_limit_is_waited_for(tmp_path: Path) -> None:
    clock = FakeClock()
    model = ScriptedModel(lines=[words("Hi.")])
    async with small_home(tmp_path) as small, GroqServer(groq.rate_limited("13")).running() as server:
        chat = groq_chat(groq.MODEL, groq.KEY, server.address, 1.0)
        house = replace(small.house, clock=clock)
        session = Session(house, Brain("groq:x", chat, model))
        async for sign in session.ask("good evening"):
            if isinstance(sign, Thinking) and sign.detail:
                small.broker.device("test/front_door/state", "UNLOCKED")
                await asyncio.sleep(0.02)
                seen = small.house.home.view().find("lock.front_door")
                assert seen is not None
                assert seen.word == "unlocked"
                session.go_offline()
