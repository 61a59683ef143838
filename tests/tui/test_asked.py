"""The real agent in the window: what it asks, whom it acts on, and what it takes back."""

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from assistant.agent.turn import StopReason
from assistant.tui.chat.card import Card
from assistant.tui.face.arming import Arming
from assistant.tui.view.confirm import Confirm
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until

QUICK = Arming(quiet=0.3, limit=30.0)


async def told(pilot: Pilot[None], show: Stage, text: str) -> None:
    """Say something and wait for the end of its turn."""
    before = len(show.app.turns)
    await say(pilot, text)
    await until(pilot, lambda: len(show.app.turns) > before, 10)
    await pilot.pause(0.1)


async def test_a_room_that_is_not_there_commands_nothing_and_names_the_rooms(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await told(pilot, show, "turn on the bathroom lights")
        assert show.broker.sent == []
        for room in ("Hall", "Kitchen", "Living room", "Office"):
            assert room in show.app.turns[0].answer


async def test_two_of_a_name_are_numbered_and_the_key_acts_on_that_one_only(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await told(pilot, show, "turn on the lamp")
        assert show.app.turns[0].stop is StopReason.NEEDS_ANSWER
        assert show.broker.sent == []
        choices = show.app.turns[0].choices
        await pilot.press("2")
        await until(pilot, lambda: len(show.app.turns) == 2, 10)
        assert [message.topic for message in show.broker.sent] == [f"{choices[1]}/set"]


async def test_five_devices_are_all_listed_before_anything_happens(tmp_path: Path) -> None:
    show = stage(tmp_path, arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "turn on everything")
        await until(pilot, lambda: bool(show.app.main.query(Card)), 10)
        names = str(show.app.main.query_one("#card-targets", Static).content)
        assert sorted(names.split(" · ")) == ["Fan", "Kettle plug", "Kitchen light", "Lamp", "Lamp"]
        assert show.broker.sent == []
        await until(pilot, lambda: show.app.main.query_one(Card).arming.armed)
        await pilot.press("enter")
        await until(pilot, lambda: show.app.turns, 10)
        assert len(show.broker.sent) == 5
        assert "5 devices  → on  confirmed" in text_of(show)


async def test_undo_gives_the_earlier_brightness_back(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await told(pilot, show, "set the kitchen light to 80 percent")
        await told(pilot, show, "set the kitchen light to 20 percent")
        light = show.app.scene.view().snapshots["light.kitchen"]
        assert light.attributes()["brightness"] == 51
        await say(pilot, "/undo")
        await until(pilot, lambda: _brightness(show) == 204, 10)


def _brightness(show: Stage) -> object:
    return show.app.scene.view().snapshots["light.kitchen"].attributes().get("brightness")


async def test_undo_of_locking_asks_first(tmp_path: Path) -> None:
    show = stage(tmp_path, arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.device("lock.front_door/state", "UNLOCKED")
        await told(pilot, show, "lock the front door")
        assert len(show.broker.sent) == 1
        await say(pilot, "/undo")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm), 10)
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert len(show.broker.sent) == 1
        assert "you said no" in text_of(show)
