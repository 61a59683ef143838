"""Outside the prompt: letters show views or become text, and none of them changes the home."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from assistant.tui.rules.page import Automations
from devices.command import Command
from tests.tui.lines import does, says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until
from tests.tui.test_views import WARM, enabled

ON = Command("light.kitchen", "turn_on")


def draft(show: Stage) -> str:
    return show.app.main.chat.prompt.text


async def test_u_writes_undo_and_only_enter_sends_it(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "/on light.kitchen")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 1)
        await pilot.press("escape", "u")
        await pilot.pause(0.2)
        assert draft(show) == "/undo"
        assert len(show.published("light.kitchen/set")) == 1
        await pilot.press("enter")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 2)


async def test_words_after_undo_are_no_undo(tmp_path: Path) -> None:
    show = stage(tmp_path, does(ON))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "/on light.kitchen")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 1)
        await pilot.press("escape", *"u can turn it on", "enter")
        await until(pilot, lambda: "Use it like this: /undo" in text_of(show))
        assert len(show.published("light.kitchen/set")) == 1


@pytest.mark.parametrize("place", [(), ("f3",), ("f4",), ("f8",)])
async def test_a_sentence_typed_outside_the_prompt_lands_in_it(
    tmp_path: Path, place: tuple[str, ...]
) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("escape", *place, *"open up, you")
        await pilot.pause(0.1)
        assert draft(show) == "open up, you"
        assert show.app.focused is show.app.main.chat.prompt
        assert show.app.screen is show.app.main


@pytest.mark.parametrize("words", ["add a lamp", "a lamp, please", "all day", "d  off", "turn up", "undo it"])
async def test_no_sentence_without_enter_changes_the_home(tmp_path: Path, words: str) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "/on light.kitchen")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 1)
        assert show.app.scene.runtime is not None
        rule = await show.app.scene.runtime.house.book.add(WARM)
        show.app.main.devices.cursor = "light.kitchen"
        await pilot.press("escape", *words)
        await pilot.pause(0.5)
        assert len(show.broker.sent) == 1
        assert enabled(show, rule.id)
        assert show.talk.asked == []


async def test_delete_on_the_rules_page_deletes(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        assert show.app.scene.runtime is not None
        book = show.app.scene.runtime.house.book
        await book.add(WARM)
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(show.app.screen, Automations))
        listed = show.app.screen.query_one("#rules", OptionList)
        await until(pilot, lambda: listed.highlighted == 0)
        await pilot.press("delete")
        await until(pilot, lambda: not book.rules())
