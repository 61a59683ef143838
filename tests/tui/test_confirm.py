"""Questions: focus on Cancel, a quiet time before a yes, silence is a no, wide acts list every device."""

import asyncio
from pathlib import Path

from textual.widgets import Button, Static

from assistant.agent.turn import StopReason
from assistant.tui.chat.card import Card
from assistant.tui.face.arming import Arming
from assistant.tui.view.confirm import Confirm
from devices.command import Command
from devices.kinds.spec import Risk
from tests.tui.lines import asks
from tests.tui.stage import Line, Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until

UNLOCK = Command("lock.front_door", "unlock")
QUICK = Arming(quiet=0.3, limit=30.0)
LOCK_TOPIC = "lock.front_door/set"
FIVE = ("light.kitchen", "light.desk", "light.shelf", "fan.living_room", "switch.kettle")


def asking(risk: Risk = Risk.SECURITY, *targets: str) -> Line:
    return asks(UNLOCK if risk is Risk.SECURITY else Command("light.kitchen", "turn_off"), risk, *targets)


def dialog(show: Stage) -> Confirm:
    assert isinstance(show.app.screen, Confirm)
    return show.app.screen


async def test_enter_refuses_and_nothing_is_published(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        assert show.app.focused is not None
        assert show.app.focused.id == "no"
        await pilot.pause(0.5)
        await pilot.press("enter")
        await until(pilot, lambda: show.app.turns)
        await pilot.pause(0.1)
        assert show.app.turns[0].stop is StopReason.DECLINED
        assert "you said no" in text_of(show)
        assert show.published(LOCK_TOPIC) == []


async def test_typed_ahead_yes_does_not_count_a_deliberate_one_does(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=Arming(quiet=0.8))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        await pilot.press("y", "a", "y")
        await pilot.pause(0.3)
        assert isinstance(show.app.screen, Confirm)
        assert show.published(LOCK_TOPIC) == []
        await until(pilot, lambda: dialog(show).arming.armed)
        await pilot.press("y")
        await until(pilot, lambda: show.app.turns)
        assert len(show.published(LOCK_TOPIC)) == 1


async def test_silence_is_a_no(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=Arming(quiet=0.2, limit=0.6))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: show.app.turns)
        assert show.app.turns[0].stop is StopReason.DECLINED
        assert show.published(LOCK_TOPIC) == []


async def test_a_changed_state_is_said_and_the_quiet_time_begins_anew(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm) and dialog(show).arming.armed)
        show.broker.device("lock.front_door/state", "JAMMED")
        await until(pilot, lambda: dialog(show).query_one(".changed").display)
        assert not dialog(show).arming.armed
        assert "jammed" in str(dialog(show).query_one("#row-now", Static).content)
        await pilot.press("escape")
        await until(pilot, lambda: show.app.turns)


async def test_the_dialog_says_what_is_asked_and_offers_nothing_lasting(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=(80, 24)) as pilot:
        await ready(show, pilot)
        await say(pilot, "let the plumber in")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        text = "\n".join(str(static.content) for static in dialog(show).query(Static))
        for part in (
            "Unlock the Front door?",
            "locked",
            "UNLOCKED",
            "“let the plumber in”",
            "/undo locks it again",
        ):
            assert part in text
        assert [button.id for button in dialog(show).query(Button)] == ["no", "yes"]
        assert "always" not in text
        await pilot.press("n")
        await until(pilot, lambda: show.app.turns)


async def test_stopping_the_turn_closes_the_dialog_and_does_nothing(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        assert show.app.desk.conversation.stop()
        await until(pilot, lambda: not isinstance(show.app.screen, Confirm))
        await asyncio.sleep(0.2)
        assert show.published(LOCK_TOPIC) == []
        assert "you stopped it" in text_of(show)


async def test_wide_act_lists_every_name_before_anything_is_published(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(Risk.WIDE, *FIVE), arming=Arming(quiet=1.5))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "all off")
        await until(pilot, lambda: bool(show.app.main.query(Card)))
        card = show.app.main.query_one(Card)
        names = str(card.query_one("#card-targets", Static).content)
        assert names.count("·") == 4
        assert "Kitchen light" in names
        assert "Kettle plug" in names
        assert show.broker.sent == []
        await pilot.press("enter")
        assert not card.answer.done()
        await until(pilot, lambda: card.arming.armed)
        await pilot.press("enter")
        await until(pilot, lambda: show.app.turns)
        assert len(show.broker.sent) == 1
        assert show.app.focused is show.app.main.chat.prompt


async def test_escape_on_the_card_cancels(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(Risk.WIDE, *FIVE), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "all off")
        await until(pilot, lambda: bool(show.app.main.query(Card)))
        await pilot.press("escape")
        await until(pilot, lambda: show.app.turns)
        assert show.app.turns[0].stop is StopReason.DECLINED
        assert show.broker.sent == []


async def test_letters_typed_ahead_into_a_card_do_nothing_else(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(Risk.WIDE, *FIVE), arming=Arming(quiet=1.5))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "all off")
        await until(pilot, lambda: bool(show.app.main.query(Card)))
        await pilot.press("u", "d", "a", "t", "i", "slash", "question_mark")
        assert show.app.screen is show.app.main
        assert show.app.focused is show.app.main.query_one(Card)
        assert show.app.main.chat.prompt.text == ""
        assert "/undo" not in text_of(show)
        await pilot.press("f3", "f2")
        assert show.app.focused is show.app.main.query_one(Card)
        await pilot.press("escape")
        await until(pilot, lambda: show.app.turns)


async def test_keys_of_the_views_do_not_cover_or_lose_an_open_question(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        for key in ("f1", "f2", "f3", "f4", "f8", "ctrl+n", "ctrl+l", "ctrl+p"):
            await pilot.press(key)
            assert isinstance(show.app.screen, Confirm)
        await until(pilot, lambda: dialog(show).arming.armed)
        await pilot.press("y")
        await until(pilot, lambda: show.app.turns)
        assert len(show.published(LOCK_TOPIC)) == 1


async def test_a_window_too_small_to_read_the_question_is_a_no(tmp_path: Path) -> None:
    show = stage(tmp_path, asking(), arming=QUICK)
    async with show.app.run_test(size=(60, 15)) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        await pilot.pause(0.1)
        shown = dialog(show).query_one(".title", Static).region
        assert shown.y > 0
        assert dialog(show).query_one("#no").region.bottom < 15
        await pilot.resize_terminal(50, 12)
        await until(pilot, lambda: show.app.turns)
        assert show.app.turns[0].stop is StopReason.DECLINED
        assert show.published(LOCK_TOPIC) == []


async def test_window_that_changes_its_size_under_a_question_keeps_it(tmp_path: Path) -> None:
    show = stage(tmp_path, asking())
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        for size in ((60, 18), (130, 40), (61, 24), (100, 30), (60, 15), (160, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.2)
            assert isinstance(show.app.screen, Confirm), size
