"""The conversation: what is shown of a turn, while it runs and after, and how it is stopped."""

import asyncio
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from assistant.agent.turn import StopReason
from assistant.tui.chat.exchange import Exchange
from assistant.tui.chat.prompt import Prompt
from assistant.tui.chat.welcome import Welcome
from devices.command import Command
from tests.tui.lines import does, hangs, says
from tests.tui.stage import Stage, stage

ON = Command("light.kitchen", "turn_on")
WIDE = (140, 45)


def text_of(show: Stage) -> str:
    """All text of the conversation."""
    return "\n".join(str(static.content) for static in show.app.main.chat.log_view.query(Static))


async def until(pilot: Pilot[None], happened: object, seconds: float = 20.0) -> None:
    """Wait until a check holds, at most so long."""
    assert callable(happened)
    async with asyncio.timeout(seconds):
        while not happened():
            await pilot.pause(0.02)


async def ready(show: Stage, pilot: Pilot[None]) -> None:
    """Wait until the home stands and the assistant answers."""
    await until(pilot, show.app.desk.conversation.ready.is_set)
    await until(pilot, lambda: bool(show.app.main.chat.query(Welcome)))


async def say(pilot: Pilot[None], text: str) -> None:
    """Put a line into the prompt and send it."""
    prompt = pilot.app.screen.query_one(Prompt)
    prompt.insert(text)
    prompt.completion.display = False
    await pilot.press("enter")


async def test_turn_that_is_confirmed(tmp_path: Path) -> None:
    show = stage(tmp_path, does(ON, "The kitchen light is on."))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "light on")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.2)
        assert "✓ Kitchen light  off → on  confirmed" in text_of(show)
        assert "The kitchen light is on." in text_of(show)
        assert "1 change" in text_of(show)
        shown = [show.app.main.devices.render_line(y).text for y in range(20)]
        assert any("● Light" in line for line in shown)
        assert len(show.published("light.kitchen/set")) == 1


async def test_turn_without_an_answer_of_the_device(tmp_path: Path) -> None:
    show = stage(tmp_path, does(Command("switch.kettle", "turn_on"), "Sent, no answer."))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.silence()
        await say(pilot, "kettle on")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.1)
        assert "? Kettle plug  → on  sent, no answer" in text_of(show)
        assert "confirmed" not in text_of(show)


async def test_turn_while_the_broker_is_down(tmp_path: Path) -> None:
    show = stage(tmp_path, does(ON, "Not done."))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.drop("connection refused")
        await say(pilot, "light on")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.1)
        assert "✗ Kitchen light" in text_of(show)
        show.broker.restore()
        await pilot.pause(0.2)
        assert show.published("light.kitchen/set") == []


async def test_first_sign_of_work_comes_with_the_enter_key(tmp_path: Path) -> None:
    show = stage(tmp_path, says("slow answer", pause=0.3))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "hello")
        await pilot.pause(0.05)
        running = show.app.desk.conversation.running
        assert running is not None
        assert running.busy.doing
        await until(pilot, lambda: show.app.turns)


async def test_escape_stops_a_streaming_turn_and_keeps_its_text(tmp_path: Path) -> None:
    show = stage(tmp_path, says("one two three four five six seven", pause=0.2))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "count")
        await pilot.pause(0.5)
        await pilot.press("escape")
        await until(pilot, lambda: not show.app.desk.conversation.busy, 0.5)
        assert "one two" in text_of(show)
        assert "seven" not in text_of(show)
        assert "you stopped it" in text_of(show)
        assert show.broker.sent == []


async def test_escape_with_the_list_open_leaves_the_turn_running(tmp_path: Path) -> None:
    show = stage(tmp_path, says("one two three", pause=0.6))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "count")
        await pilot.press("slash")
        await pilot.pause(0.05)
        assert _list_is_open(show)
        await pilot.press("escape", "escape")
        assert not _list_is_open(show)
        assert show.app.desk.conversation.busy
        assert show.app.main.chat.prompt.text == "/"
        await until(pilot, lambda: show.app.turns)


def _list_is_open(show: Stage) -> bool:
    return bool(show.app.main.chat.completion.display)


async def test_a_message_sent_meanwhile_waits_and_can_be_dropped(tmp_path: Path) -> None:
    show = stage(tmp_path, says("one two", pause=1.0), says("second"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        for text in ("first", "then", "never"):
            await say(pilot, text)
        assert show.app.desk.conversation.waiting == ["then", "never"]
        await pilot.press("escape")
        assert show.app.desk.conversation.waiting == []
        assert show.app.desk.conversation.busy
        await until(pilot, lambda: show.app.turns)
        assert show.talk.asked == ["first"]


async def test_unknown_command_names_the_nearest_and_asks_no_model(tmp_path: Path) -> None:
    show = stage(tmp_path, says("no"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "/devcies")
        await pilot.pause(0.1)
        assert "No command /devcies. Did you mean /devices?" in text_of(show)
        assert show.talk.asked == []


async def test_number_keys_say_a_sample_and_answer_a_choice(tmp_path: Path) -> None:
    show = stage(
        tmp_path, says("Which lamp? 1 Desk  2 Shelf", choices=("light.desk", "light.shelf")), says("ok")
    )
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("1")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.1)
        await pilot.press("3")
        assert show.app.main.chat.prompt.text == "3"
        await pilot.press("backspace", "2")
        await until(pilot, lambda: len(show.app.turns) == 2)
        assert show.talk.asked == ["Turn on the kitchen light", "2"]


async def test_markup_in_words_and_names_is_shown_as_it_is(tmp_path: Path) -> None:
    show = stage(tmp_path, says("[/oops] [@click=app.quit]x[/] **bold**"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "[/red] hi")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.1)
        assert "> [/red] hi" in text_of(show)
        assert "[/oops] [@click=app.quit]x[/] **bold**" in text_of(show)
        assert show.app.is_running


async def test_broken_turn_is_said_and_the_next_one_works(tmp_path: Path) -> None:
    show = stage(tmp_path, does(Command("", "")), says("fine"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.talk.house = None
        await say(pilot, "break")
        await until(pilot, lambda: not show.app.desk.conversation.busy)
        assert "failed inside Hearth" in text_of(show)
        assert show.app.is_running


async def test_scrolling_away_stays_and_end_follows_again(tmp_path: Path) -> None:
    long = "\n".join(f"row {n}" for n in range(60))
    show = stage(tmp_path, says(long), says("more words to come here", pause=0.1))
    async with show.app.run_test(size=(80, 24)) as pilot:
        await ready(show, pilot)
        await say(pilot, "first")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.2)
        chat = show.app.main.chat
        assert chat.log_view.is_vertical_scroll_end
        await say(pilot, "second")
        await pilot.press("pageup")
        await pilot.pause(0.1)
        here = chat.log_view.scroll_y
        await until(pilot, lambda: len(show.app.turns) == 2)
        await pilot.pause(0.2)
        assert chat.log_view.scroll_y == here
        assert "new" in str(chat.query_one("#more", Static).content)
        await pilot.press("ctrl+end")
        await pilot.pause(0.2)
        assert chat.log_view.is_vertical_scroll_end


async def test_resize_keeps_the_draft_and_the_focus(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press(*"draft")
        for size in ((80, 24), (50, 10), WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
        assert show.app.main.chat.prompt.text == "draft"
        assert show.app.focused is show.app.main.chat.prompt


async def test_history_walks_and_returns_to_the_draft(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "one")
        await say(pilot, "two")
        await pilot.press(*"new", "up")
        assert show.app.main.chat.prompt.text == "two"
        await pilot.press("up", "up")
        assert show.app.main.chat.prompt.text == "one"
        await pilot.press("down", "down")
        assert show.app.main.chat.prompt.text == "new"
        await until(pilot, lambda: not show.app.desk.conversation.busy)


async def test_new_line_stays_one_message(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("a", "ctrl+j", "b", "enter")
        await until(pilot, lambda: show.app.turns)
        assert show.talk.asked == ["a\nb"]


async def test_answer_of_a_model_is_rendered_once_it_is_whole(tmp_path: Path) -> None:
    show = stage(tmp_path, says("Here: \n\n- a **list**\n- of two", model="groq:x"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "hi")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.2)
        exchange = show.app.main.chat.query_one(Exchange)
        assert exchange.query("Markdown")
        assert exchange.turn is not None
        assert exchange.turn.stop is StopReason.ANSWERED


async def test_old_exchanges_fold_to_one_text(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        for number in range(45):
            exchange = await show.app.main.chat.begin(f"words {number}")
            await exchange.interrupt("answered")
        folded = show.app.main.chat.query(".-folded")
        assert len(folded) == 5
        assert len(folded.first(Exchange).children) == 1


async def test_stopping_while_a_command_runs_says_that_it_may_still_happen(tmp_path: Path) -> None:
    show = stage(tmp_path, hangs(ON))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "light on")
        await until(pilot, lambda: "telling Kitchen light" in text_of(show))
        await pilot.press("escape")
        await until(pilot, lambda: not show.app.desk.conversation.busy)
        assert "? telling Kitchen light  stopped before its answer; it may still happen" in text_of(show)


async def test_enter_on_a_whole_mention_sends_it(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.app.main.chat.prompt.insert("tell me of @light.kitchen")
        await until(pilot, lambda: _list_is_open(show))
        await pilot.press("enter")
        await until(pilot, lambda: show.talk.asked == ["tell me of @light.kitchen"])
