"""A rate limit that is waited for: the strip counts down, o goes offline at once, and then it is over."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from assistant.agent.turn import Finished, Sign, StopReason, Thinking, Turn
from tests.tui.stage import Line, Stage, stage
from tests.tui.test_chat import WIDE, ready, say, until
from tools.context import House

WHY = "rate limit: tokens per minute used up; retrying in 13 s"


def held_up(left: asyncio.Event) -> Line:
    """A turn that waits for its model until the person would not."""

    async def line(_house: House, text: str) -> AsyncGenerator[Sign, None]:
        yield Thinking("agent", WHY)
        async with asyncio.timeout(10):
            await left.wait()
        yield Thinking("agent")
        yield Finished(Turn("t1", text, "Offline says hi.", "en", StopReason.ANSWERED))

    return line


def waiting(folder: Path) -> Stage:
    """An app whose one turn waits."""
    left = asyncio.Event()
    show = stage(folder, held_up(left))
    show.talk.left = left
    return show


@pytest.mark.parametrize("away", [False, True], ids=["in-the-prompt", "in-the-devices"])
async def test_o_goes_offline_while_a_limit_is_waited_for(tmp_path: Path, *, away: bool) -> None:
    show = waiting(tmp_path)
    chat = show.app.main.chat
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "good evening")
        await until(pilot, lambda: chat.strip.display)
        assert "Rate limit: tokens per minute used up; retrying in 13 s" in str(chat.strip.content)
        assert "o offline now" in str(chat.strip.content)
        await pilot.press(*(["f3"] if away else []), "o")
        await until(pilot, lambda: show.app.turns)
        await until(pilot, lambda: not chat.strip.display)
        assert show.talk.left.is_set()
        assert chat.prompt.text == ""


async def test_o_is_a_letter_when_nothing_is_waited_for(tmp_path: Path) -> None:
    show = waiting(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("o")
        assert show.app.main.chat.prompt.text == "o"
        assert not show.talk.left.is_set()


async def test_rest_of_the_model_stands_in_the_status_row(tmp_path: Path) -> None:
    show = waiting(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.app.pulse.model, show.app.pulse.rests = "groq:x", lambda: 720.0
        show.app.pulse.beat()
        await pilot.pause(0.1)
        assert "groq:x, free in 12 min" in show.app.main.query_one("#status").render_line(0).text
