"""What rules ask: the dialog of any risky thing, the deadline of the question, one answer in one place."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Button, Static

from assistant.tui.face.arming import Arming
from assistant.tui.rules.page import Automations
from assistant.tui.view.confirm import Confirm
from devices.automation.books.questions import Asked, Question
from devices.command import Command
from devices.kinds.spec import Risk
from tests.tui.lines import asks, says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until
from tools.context import House

QUICK = Arming(quiet=0.3, limit=30.0)
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
UNLOCK = Command("lock.front_door", "unlock")
DRAFT = Question(
    "",
    "a3",
    "r1",
    (UNLOCK,),
    NOW,
    NOW,
    key="r1/0",
    facts={"entity_id": "binary_sensor.kitchen_leak", "word": "on"},
)


def house(show: Stage) -> House:
    assert show.app.scene.runtime is not None
    return show.app.scene.runtime.house


def dialog(show: Stage) -> Confirm:
    assert isinstance(show.app.screen, Confirm)
    return show.app.screen


def shown(show: Stage) -> str:
    return "\n".join(str(static.content) for static in dialog(show).query(Static))


def toasts(show: Stage) -> list[str]:
    return [str(toast.render()) for toast in show.app.screen.query("Toast")]


async def opens(show: Stage, pilot: Pilot[None], draft: Question = DRAFT) -> Question:
    """A rule asks, and its dialog is on the screen."""
    question = await house(show).questions.ask(draft)
    await until(
        pilot, lambda: isinstance(show.app.screen, Confirm) and bool(show.app.screen.query("#row-lasts"))
    )
    return question


def state(show: Stage, question: Question) -> Callable[[], Asked]:
    def of() -> Asked:
        known = house(show).questions.question(question.id)
        assert known is not None
        return known.state

    return of


async def test_a_rule_asks_with_its_reason_and_a_deliberate_yes_allows_it_once(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        question = await opens(show, pilot)
        for part in (
            "Unlock the Front door?",
            "rule a3, because Leak is on",
            "locked",
            "this once",
            "hearth grant",
        ):
            assert part in shown(show)
        assert "/undo" not in shown(show)  # which takes back what a person changed, not what a rule did
        assert 290 <= dialog(show).arming.left <= 300
        await pilot.press("y")
        assert state(show, question)() is Asked.OPEN
        await until(pilot, lambda: dialog(show).arming.armed)
        await pilot.press("y")
        await until(pilot, lambda: state(show, question)() is Asked.ALLOWED)
        assert show.published("lock.front_door/set") == []
        await until(pilot, lambda: any("Allowed once: unlock Front door." in toast for toast in toasts(show)))


async def test_escape_declines_it(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        question = await opens(show, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: state(show, question)() is Asked.DECLINED)
        await pilot.pause(0.3)
        assert show.app.screen is show.app.main


async def test_two_questions_come_one_after_the_other(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        first = await opens(show, pilot)
        second = await house(show).questions.ask(replace(DRAFT, rule_id="a4", key="r2/0"))
        await pilot.pause(0.3)
        assert "rule a3" in shown(show)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm) and "rule a4" in shown(show))
        await pilot.press("escape")
        await until(pilot, lambda: state(show, second)() is Asked.DECLINED)
        assert state(show, first)() is Asked.DECLINED


async def test_answer_given_elsewhere_closes_the_dialog(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        question = await opens(show, pilot)
        await house(show).questions.answer(question.id, yes=False, by="cli")
        await until(pilot, lambda: show.app.screen is show.app.main)
        await until(pilot, lambda: any("Question q1 was declined by cli." in toast for toast in toasts(show)))
        await pilot.pause(0.3)
        assert show.app.screen is show.app.main


async def test_open_question_is_put_again_after_a_restart_with_the_time_it_has_left(tmp_path: Path) -> None:
    first = stage(tmp_path, says("ok"), arming=QUICK)
    async with first.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(first, pilot)
        question = await opens(first, pilot)
        await asyncio.sleep(1.2)
    again = stage(tmp_path, says("ok"), arming=QUICK)
    async with again.app.run_test(size=WIDE, notifications=True) as pilot:
        await until(pilot, lambda: bool(again.app.screen.query("#row-lasts")), 10)
        assert dialog(again).arming.limit < 299
        assert state(again, question)() is Asked.OPEN


async def test_question_of_the_talk_comes_first_and_the_rule_asks_again_after_it(tmp_path: Path) -> None:
    show = stage(tmp_path, asks(UNLOCK, Risk.SECURITY), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        await show.app.push_screen(Automations(show.app.scene, show.app.desk.deeds, "en"))
        question = await opens(show, pilot)
        show.app.desk.conversation.say("unlock it")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm) and "you, in chat" in shown(show))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm) and "rule a3" in shown(show))
        assert state(show, question)() is Asked.OPEN
        await pilot.press("escape")
        await until(pilot, lambda: state(show, question)() is Asked.DECLINED)
        assert "you said no" in text_of(show)


async def test_silence_leaves_it_to_the_deadline_and_is_no_yes(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        question = await opens(show, pilot)
        dialog(show).arming = replace(dialog(show).arming, shown=1000.0)
        await until(pilot, lambda: show.app.screen is show.app.main)
        await pilot.pause(0.3)
        assert show.app.screen is show.app.main
        assert state(show, question)() is Asked.OPEN


async def test_question_for_several_names_each_device(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        both = (UNLOCK, Command("light.kitchen", "turn_on", {"brightness_pct": 40}))
        await opens(show, pilot, replace(DRAFT, commands=both))
        assert "Unlock Front door, turn on Kitchen light (brightness pct 40)?" in shown(show)
        assert str(dialog(show).query_one("#yes", Button).label) in ("wait…", "Allow  y")
        await pilot.press("escape")


async def test_typing_goes_on_being_a_no_to_a_question_that_pops_up(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=Arming(quiet=0.8))
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        question = await opens(show, pilot)
        await pilot.press(*"yes", "y", "a", "y")
        assert isinstance(show.app.screen, Confirm)
        assert state(show, question)() is Asked.OPEN
        await pilot.press("escape")
        await until(pilot, lambda: state(show, question)() is Asked.DECLINED)
        await say(pilot, "hello")
        await until(pilot, lambda: show.app.turns)
