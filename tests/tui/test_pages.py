"""What the pages promise and keep: rules over a restart, why one did not run, keys that are really there."""

from pathlib import Path

from textual.widgets import OptionList, Static

from assistant.tui.face.manual import KEYS
from assistant.tui.palette import VIEWS
from devices.events import RuleRan
from tests.tui.lines import says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, until
from tests.tui.test_views import WARM, enabled
from tools.words.speech import rule_sentence


async def test_switched_off_rule_is_off_after_a_restart_and_says_why_it_did_not_run(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        rule_id = await _with_a_run_that_was_skipped(show)
        await pilot.press("f4", "enter")
        await until(pilot, lambda: not enabled(show, rule_id))
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await pilot.press("f4")
        await until(pilot, lambda: "did not run" in _why(show))
        assert "(at 27.5)" in _why(show)
        runtime = show.app.scene.runtime
        assert runtime is not None
        rule = runtime.house.book.rules()[0]
        listed = show.app.screen.query_one("#rules", OptionList)
        assert f"[ ] {rule_sentence('en', rule, show.app.scene.view())}" in str(
            listed.get_option_at_index(0).prompt
        )


async def _with_a_run_that_was_skipped(show: Stage) -> str:
    assert show.app.scene.runtime is not None
    house = show.app.scene.runtime.house
    rule = await house.book.add(WARM)
    facts = {"entity_id": "sensor.living_room_temperature", "value": "27.5"}
    await house.book.note(RuleRan(rule.id, house.clock.now(), skipped="rate_limit", facts=facts))
    return rule.id


def _why(show: Stage) -> str:
    found = show.app.screen.query("#why-text").results(Static)
    return "".join(str(text.content) for text in found)


async def test_palette_promises_only_keys_that_are_there(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        titles = {command.title for command in show.app.get_system_commands(show.app.screen)}
        assert titles == {"Theme", "Quit", "Screenshot"}
        active = {key for key, found in show.app.active_bindings.items() if found.node is show.app}
        bound = {key for key in active if key.startswith("f") and key[1:].isdigit()}
        told = {head.split(" ")[0].lower() for head, _ in KEYS if head[:1] == "F" and head[1:2].isdigit()}
        assert told == bound == {key.lower() for _, _, key in VIEWS}
