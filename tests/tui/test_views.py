"""Views and keys: devices, automations, trace, help, palette, narrow windows, a broker that goes away."""

import json
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widgets import Input, OptionList, Static, TextArea

from assistant.tui.rules.page import Automations
from assistant.tui.view.manual import Page
from assistant.tui.view.status import Status
from assistant.tui.view.trace import Trace
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.command import Command
from tests.tui.lines import PATH, does, says
from tests.tui.stage import Stage, announce, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until

ON = Command("light.kitchen", "turn_on")
WARM = Rule(
    triggers=(Threshold(("sensor.living_room_temperature",), above=26.0),),
    actions=(Act(Command("fan.living_room", "turn_on")),),
    words="if it gets warm",
)


def status(show: Stage) -> str:
    return str(show.app.screen.query_one(Status).content)


async def test_slash_list_has_every_command_and_completes(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("slash")
        assert show.app.main.chat.completion.option_count >= 15
        await pilot.press("h", "i", "enter")
        assert show.app.main.chat.prompt.text == "/history "
        assert not show.app.main.chat.completion.display


async def test_mention_completes_to_the_entity(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press(*"unlock", "space", "at", *"front")
        row = str(show.app.main.chat.completion.get_option_at_index(0).prompt)
        assert "Front door" in row
        assert "locked" in row
        await pilot.press("tab")
        assert show.app.main.chat.prompt.text == "unlock @lock.front_door "


async def test_space_toggles_a_light_and_plus_dims_it_up(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("f3")
        show.app.main.devices.cursor = "light.kitchen"
        await pilot.press("space")
        await until(pilot, lambda: show.app.scene.view().snapshots["light.kitchen"].word == "on")
        await until(pilot, lambda: not show.app.scene.pending)
        show.broker.device("light.kitchen/state", '{"state":"ON","brightness":128}')
        await pilot.press("plus", "plus")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 2)
        assert show.app.scene.by("light.kitchen") == "by you"


async def test_space_on_a_locked_door_does_nothing(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("f3")
        show.app.main.devices.cursor = "lock.front_door"
        await pilot.press("space", "plus", "minus")
        await pilot.pause(0.6)
        assert show.broker.sent == []


async def test_narrow_window_shows_one_pane_at_a_time(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=(80, 24)) as pilot:
        await ready(show, pilot)
        main = show.app.main
        assert main.chat.region.width == 80
        assert main.devices.region.width == 0
        await pilot.press("f3")
        await pilot.pause(0.1)
        assert main.devices.region.width == 80
        assert main.chat.region.width == 0
        await pilot.press("f2")
        await pilot.pause(0.1)
        assert show.app.focused is main.chat.prompt


async def test_too_small_a_window_says_so(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=(50, 12)) as pilot:
        await pilot.pause(0.3)
        small = show.app.main.query_one("#small", Static)
        assert small.region.width == 50
        assert "60x15" in str(small.content)


async def test_arrows_visit_every_tile(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("f3", "g")
        seen = set()
        for _ in range(12):
            seen.add(show.app.main.devices.cursor)
            await pilot.press("l")
            seen.add(show.app.main.devices.cursor)
            await pilot.press("j")
        assert {"lock.front_door", "light.kitchen", "fan.living_room"} <= seen


async def test_automations_show_the_sentence_and_enter_switches(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        assert show.app.scene.runtime is not None
        book = show.app.scene.runtime.house.book
        rule = await book.add(WARM)
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(show.app.screen, Automations))
        listed = show.app.screen.query_one("#rules", OptionList)
        await until(pilot, lambda: listed.option_count == 1)
        assert "26" in str(listed.get_option_at_index(0).prompt)
        assert "never ran" in str(listed.get_option_at_index(0).prompt)
        await pilot.press("enter")
        await until(pilot, lambda: not enabled(show, rule.id))
        await until(pilot, lambda: "[ ]" in str(listed.get_option_at_index(0).prompt))
        await pilot.press("escape")
        assert show.app.screen is show.app.main


def enabled(show: Stage, rule_id: str) -> bool:
    assert show.app.scene.runtime is not None
    rule = show.app.scene.runtime.house.book.rule(rule_id)
    return rule is not None and rule.enabled


async def test_trace_shows_the_path_and_exports_it(tmp_path: Path) -> None:
    show = stage(tmp_path, does(ON))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("f8")
        await until(pilot, lambda: isinstance(show.app.screen, Trace))
        assert "No turn yet" in str(show.app.screen.query_one("#head", Static).content)
        await pilot.press("escape")
        await say(pilot, "light on")
        await until(pilot, lambda: show.app.turns)
        await pilot.press("f8")
        await until(pilot, lambda: isinstance(show.app.screen, Trace))
        head = str(show.app.screen.query_one("#head", Static).content)
        assert " → ".join((*PATH, "end")) in head
        assert "stopped: answered" in head
        await pilot.press("x")
        exported = json.loads((tmp_path / "trace-t1.json").read_text())
        assert exported["path"] == list(PATH)
        assert exported["stop_reason"] == "answered"


async def test_help_opens_from_an_empty_prompt_and_closes(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(show.app.screen, Page))
            await pilot.press("escape")
            await until(pilot, lambda: show.app.screen is show.app.main)


async def test_palette_finds_a_device_by_a_name_full_of_markup(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    announce(show.broker, "light", "odd", "Lamp [/red] [bedroom]", "Bedroom")
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(show.app.screen, CommandPalette))
        show.app.screen.query_one(Input).value = "Lamp [/red]"
        await pilot.pause(0.6)
        await pilot.press("enter")
        await pilot.pause(0.3)
        if isinstance(show.app.screen, CommandPalette):
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(show.app.screen, Page))
        assert isinstance(show.app.screen, Page)
        assert show.app.screen.caption == "Lamp [/red] [bedroom]"


async def test_broker_down_is_a_badge_a_strip_and_last_known_tiles(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.drop("connection refused")
        await until(pilot, lambda: "BROKER DOWN" in status(show))
        assert "connection refused" in str(show.app.main.chat.strip.content)
        show.broker.restore()
        await until(pilot, lambda: "BROKER DOWN" not in status(show))
        assert not show.app.main.chat.strip.display


async def test_status_names_home_devices_model_and_clock(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=(80, 24)) as pilot:
        await ready(show, pilot)
        for part in ("SIMULATOR", "8 devices", "offline", "Mon 12:00"):
            await until(pilot, lambda part=part: part in status(show))
        show.broker.device("lock.front_door/state", "UNLOCKED")
        await until(pilot, lambda: "▲ 1" in status(show))


async def test_no_color_is_a_grey_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        assert show.app.theme == "home-mono"


async def test_direct_commands_use_no_model(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await say(pilot, "/on light.kitchen ")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 1)
        await say(pilot, "/rooms")
        await until(pilot, lambda: "Living room" in text_of(show))
        await say(pilot, "/undo")
        await until(pilot, lambda: len(show.published("light.kitchen/set")) == 2)
        assert show.talk.asked == []


def _focused(show: Stage) -> str:
    return (show.app.focused.id or "") if show.app.focused else ""


async def test_escape_leaves_the_prompt_and_letters_go_to_views(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("escape")
        assert _focused(show) == ""
        await pilot.press("a")
        await until(pilot, lambda: isinstance(show.app.screen, Automations))
        await pilot.press("escape", "d")
        await until(pilot, lambda: _focused(show) == "devices")
        await pilot.press("i")
        assert _focused(show) == "prompt"
        await pilot.press("escape", "slash")
        assert show.app.main.chat.prompt.text == "/"


async def test_broker_down_shows_the_last_known_state(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.drop("gone")
        await until(pilot, lambda: "BROKER DOWN" in status(show))
        rows = [show.app.main.devices.render_line(y).text for y in range(20)]
        assert any("◌ Front door" in row for row in rows)
        assert any("locked  last 12:00" in row for row in rows)


async def test_quick_fingers_get_the_command_they_typed(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        prompt = show.app.main.chat.prompt
        await pilot.press("slash")
        assert prompt.completion.chosen == "/help"
        with show.app.main.chat.prevent(TextArea.Changed):  # the list has not heard of the last letters yet
            prompt.insert("about")
            await pilot.press("enter")
        await until(pilot, lambda: "> /about" in text_of(show))
        assert show.app.screen is show.app.main


async def test_status_goes_on_below_an_open_page_and_the_way_back_is_said(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(show.app.screen, Page))
        show.broker.drop("connection refused")
        row = show.app.main.status
        await until(pilot, lambda: "BROKER DOWN" in str(row.content))
        show.broker.restore()
        await until(pilot, lambda: "BROKER DOWN" not in str(row.content))
        await pilot.press("escape")
        await until(
            pilot, lambda: any("back after" in str(t.render()) for t in show.app.screen.query("Toast"))
        )


async def test_a_longer_talk_is_at_its_end_after_the_window_shrank(tmp_path: Path) -> None:
    show = stage(tmp_path, says("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        for number in range(2):
            await say(pilot, f"count {number}")
            await until(pilot, lambda wanted=number + 1: len(show.app.turns) == wanted)
        await pilot.resize_terminal(80, 24)
        log = show.app.main.chat.log_view
        await until(pilot, lambda: not log.fits and log.is_vertical_scroll_end)


async def test_a_home_that_still_opens_is_not_a_lost_one(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        show.app.scene.settled = False
        show.broker.drop("not yet")
        show.app.pulse.beat()
        assert "BROKER DOWN" not in status(show)
        assert "8 devices…" in status(show)
        show.app.scene.settled = True
        show.app.pulse.beat()
        assert "BROKER DOWN" in status(show)
