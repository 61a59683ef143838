"""The whole product in one window: simulated home, broker, real agent, offline model."""

from functools import partial
from pathlib import Path

from assistant.compose import open_home
from assistant.config import Config
from assistant.runtime import Role
from assistant.tui.app import HearthApp
from assistant.tui.chat.exchange import Note
from assistant.tui.face.arming import Arming
from assistant.tui.talk import loader
from assistant.tui.view.confirm import Confirm
from devices.command import Status
from tests.fakes.clock import turns
from tests.tui.test_chat import say, until


def whole(folder: Path) -> HearthApp:
    config = Config(data_dir=folder)
    app = HearthApp(lambda progress: open_home(config, role=Role.APP, progress=progress), loader(config))
    app.animation_level = "none"
    app.desk.arming = Arming(quiet=0.3)
    return app


async def test_the_main_job(tmp_path: Path) -> None:
    app = whole(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, app.desk.conversation.ready.is_set, 30)
        await say(pilot, "turn on the kitchen light")
        await until(pilot, lambda: len(app.turns) == 1, 10)
        assert app.turns[0].outcomes[0].status is Status.CONFIRMED
        assert app.scene.view().snapshots["light.kitchen"].word == "on"
        await say(pilot, "if the living room gets warmer than 26 degrees turn on the fan")
        await until(pilot, lambda: len(app.turns) == 2, 10)
        assert app.scene.runtime is not None
        rules = app.scene.runtime.house.book.rules()
        assert [command.entity_id for command in rules[0].commands] == ["fan.living_room"]
        await say(pilot, "unlock the front door")
        await until(pilot, lambda: isinstance(app.screen, Confirm), 10)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.turns) == 3, 10)
        assert app.scene.view().snapshots["lock.front_door"].word == "locked"
        await say(pilot, "/undo")
        await until(pilot, partial(_gone, app), 10)
    await turns()


def _gone(app: HearthApp) -> bool:
    return app.scene.runtime is not None and not app.scene.runtime.house.book.rules()


async def test_a_room_that_does_not_exist_commands_nothing(tmp_path: Path) -> None:
    app = whole(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, app.desk.conversation.ready.is_set, 30)
        before = {key: s.word for key, s in app.scene.view().snapshots.items() if key.startswith("light.")}
        await say(pilot, "turn on the attic lights")
        await until(pilot, lambda: app.turns, 10)
        after = {key: s.word for key, s in app.scene.view().snapshots.items() if key.startswith("light.")}
        assert app.turns[0].outcomes == ()
        assert before == after


async def test_speed_of_the_simulated_home_is_said_in_words(tmp_path: Path) -> None:
    app = whole(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, app.desk.conversation.ready.is_set, 30)
        for order, told in (("60", "lives 60 times faster."), ("1", "lives at normal speed.")):
            await say(pilot, f"/sim speed {order}")
            await until(pilot, lambda told=told: any(told in str(n.content) for n in app.main.query(Note)), 5)
