"""The page of rules and jobs: what they wait for, why one did not run, and what can be done with one."""

import json
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from assistant.person.ran import SKIPS
from assistant.tui.face.arming import Arming
from assistant.tui.rules.page import Automations
from assistant.tui.view.confirm import Confirm
from devices.automation.rule.action import Act, Wait
from devices.automation.rule.condition import Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Once, Threshold
from devices.automation.run.spec import Skip
from devices.command import Command, Outcome, Reason, Status
from devices.events import RuleRan
from tests.tui.lines import says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until
from tests.tui.test_inquiry import house

QUICK = Arming(quiet=0.3, limit=30.0)
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
FAN = Act(Command("fan.living_room", "turn_on"))
WARM = Rule(
    triggers=(Threshold(("sensor.living_room_temperature",), above=26.0),),
    conditions=(Stands(("light.kitchen",), ("on",)),),
    actions=(FAN,),
    words="if it gets warm",
)
MORNING = Rule(triggers=(At(time(7, 30)),), actions=(FAN,))
OPENS = Rule(
    triggers=(Becomes(("light.desk",), to=("on",)),), actions=(Act(Command("lock.front_door", "unlock")),)
)
JOB = Rule(triggers=(Once(NOW + timedelta(minutes=5)),), actions=(FAN,), once=True)


def pane(show: Stage) -> str:
    return str(show.app.screen.query_one("#why-text", Static).content)


def listed(show: Stage) -> list[str]:
    rows = show.app.screen.query_one("#rules", OptionList)
    return [str(rows.get_option_at_index(n).prompt) for n in range(rows.option_count)]


def said(show: Stage) -> str:
    return str(show.app.screen.query_one("#said", Static).content)


async def page(show: Stage, pilot: Pilot[None], *rules: Rule) -> None:
    """The page, open, with these rules on it."""
    await ready(show, pilot)
    for rule in rules:
        await house(show).book.add(rule)
    await pilot.press("f4")
    await until(pilot, lambda: isinstance(show.app.screen, Automations))
    await until(pilot, lambda: len(listed(show)) == len(rules))


async def test_rules_then_jobs_each_with_what_it_waits_for(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM, JOB, MORNING)
        rows = listed(show)
        assert "26" in rows[0]
        assert "a1 · never ran · now 23.4 °C, waits" in rows[0]
        assert "a2 · never ran · next Tue 07:30" in rows[1]
        assert "j1 · next 12:05" in rows[2]
        title = str(show.app.screen.query_one("#rules").border_title)
        assert title == "Automations · 2 on, 0 off · 1 job"


async def test_conditions_are_shown_with_what_they_are_now(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM)
        assert "Kitchen light is on: does not hold" in pane(show)
        assert "“if it gets warm”" in pane(show)
        show.broker.device("light.kitchen/state", '{"state":"ON"}')
        show.broker.device("sensor.living_room_temperature/state", "27.5")
        await until(pilot, lambda: "Kitchen light is on: holds" in pane(show))
        assert "now 27.5 °C, past the limit" in pane(show)
        show.broker.device("light.kitchen/state", '{"state":"OFF"}')
        await until(pilot, lambda: "Kitchen light is on: does not hold" in pane(show))


async def test_rule_that_fights_another_is_told_in_its_pane(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        off = Act(Command("fan.living_room", "turn_off"))
        await page(show, pilot, WARM, replace(WARM, actions=(off,)))
        await until(pilot, lambda: "Careful: rule a2 also moves" in pane(show))


async def test_why_it_did_not_run_and_what_went_wrong(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM)
        book = house(show).book
        silent = Outcome(FAN.command, Status.SENT, reason=Reason.NO_ANSWER)
        await book.note(RuleRan("a1", NOW - timedelta(minutes=9), (silent,)))
        await book.note(RuleRan("a1", NOW, skipped="condition", facts={"value": "27"}))
        await until(pilot, lambda: "12:00 did not run because a condition did not hold (at 27)" in pane(show))
        assert "11:51 sent, no answer" in pane(show)


def test_every_reason_not_to_run_has_its_words() -> None:
    assert SKIPS.keys() == set(Skip) - {Skip.NO}


async def test_sensor_that_is_gone_makes_the_rule_blind(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        lost = Rule(triggers=(Threshold(("sensor.nowhere",), above=1.0),), actions=(FAN,))
        await page(show, pilot, lost)
        assert "blind: it is not there" in listed(show)[0]


async def test_r_runs_it_now_whatever_its_conditions(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM)
        await pilot.press("r")
        await until(pilot, lambda: "Fan" in said(show))
        assert [message.payload for message in show.published("fan.living_room/set")] == [b"ON"]
        await until(pilot, lambda: "last 12:00 ran ✓" in listed(show)[0])
        await pilot.press("escape")
        await say(pilot, "/undo")
        await until(pilot, lambda: len(show.published("fan.living_room/set")) == 2)


async def test_r_asks_before_a_risky_step_and_escape_does_nothing(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"), arming=QUICK)
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, OPENS)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(show.app.screen, Automations) and "no" in said(show).lower())
        assert show.published("lock.front_door/set") == []
        await pilot.press("r")
        await until(pilot, lambda: isinstance(show.app.screen, Confirm) and show.app.screen.arming.armed)
        await pilot.press("y")
        await until(pilot, lambda: len(show.published("lock.front_door/set")) == 1)
        assert house(show).permissions.listed() == ()


async def test_r_waits_as_the_rule_does(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    off = Act(Command("fan.living_room", "turn_off"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, Rule(triggers=(At(time(7, 30)),), actions=(FAN, Wait(600.0), off)))
        await pilot.press("r")
        await until(pilot, lambda: len(show.published("fan.living_room/set")) == 1)
        await pilot.pause(0.2)
        assert len(show.published("fan.living_room/set")) == 1
        await show.clock.advance(601)
        await until(pilot, lambda: len(show.published("fan.living_room/set")) == 2)


async def test_e_goes_to_the_prompt_and_x_writes_a_file(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM)
        await pilot.press("x")
        await until(pilot, lambda: "Written to" in said(show))
        kept = json.loads((tmp_path / "automation-a1.json").read_text(encoding="utf-8"))
        assert "26" in json.dumps(kept)
        await pilot.press("e")
        await until(pilot, lambda: show.app.screen is show.app.main)
        assert show.app.main.chat.prompt.text == "Change a1: "


async def test_delete_takes_a_job_back_and_undo_gives_it_again(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, JOB)
        await pilot.press("delete")
        await until(pilot, lambda: not house(show).book.jobs())
        await pilot.press("escape")
        await say(pilot, "/undo")
        await until(pilot, lambda: len(house(show).book.jobs()) == 1)


async def test_p_rehearses_and_says_so_when_there_is_too_little(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await page(show, pilot, WARM)
        await pilot.press("p")
        await until(pilot, lambda: "\nRehearsal\n" in pane(show))
        await until(pilot, lambda: "Rehearsing" not in said(show))
        assert "no tool" not in pane(show)


async def test_slash_commands_of_rules_jobs_and_scenes(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        book = house(show).book
        await book.add(WARM)
        await book.add(JOB)
        for line, happened in (
            ("/automations off a1", lambda: not _rule(show, "a1").enabled),
            ("/automations run a1", lambda: len(show.published("fan.living_room/set")) == 1),
            ("/jobs cancel j1", lambda: not book.jobs()),
            ("/scene save evening @light.kitchen @light.desk", lambda: house(show).scenes.find("evening")),
            ("/scene", lambda: text_of(show).count("evening") >= 2),
            ("/scene delete evening", lambda: not house(show).scenes.find("evening")),
            ("/rehearse", lambda: "/rehearse a1 30" in text_of(show)),
            ("/jobs off", lambda: "/jobs cancel j1" in text_of(show)),
        ):
            await say(pilot, line)
            await until(pilot, happened)
        assert show.talk.asked == []
        await say(pilot, "/automations new if it gets warm turn on the fan")
        await until(pilot, lambda: show.talk.asked == ["if it gets warm turn on the fan"])


async def test_rules_and_scenes_are_offered_by_name(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await house(show).book.add(WARM)
        await pilot.press(*"why did ", "at", *"a1")
        rows = show.app.main.chat.completion
        await until(pilot, lambda: rows.display and "automation" in str(rows.get_option_at_index(0).prompt))
        await pilot.press("tab")
        assert show.app.main.chat.prompt.text == "why did a1 "


def _rule(show: Stage, rule_id: str) -> Rule:
    found = house(show).book.rule(rule_id)
    assert found is not None
    return found
