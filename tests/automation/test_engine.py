"""Rules at work: a wire message in, a command out; restarts, outages, limits and the gate."""

import asyncio
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from devices.automation.books.book import RuleBook
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.bus import Bus
from devices.command import Command, Reason, Status
from devices.storage.database import Database
from tests.automation.scene import CLIMATE, FAN, FAN_ON, SENSOR, WARM, living, rule
from tests.fakes.clock import FakeClock


async def test_rule_runs_once_on_the_crossing_and_is_confirmed(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(replace(rule(), words="fan when warm"))
        for value in (25, 27, 27.5, 28):
            await scene.reads(value, after=5)
        assert [run.rule_id for run in scene.ran] == ["a1"]
        run = scene.ran[0]
        assert [(o.command.entity_id, o.status, o.after) for o in run.outcomes] == [
            (FAN, Status.CONFIRMED, "on")
        ]
        assert (run.facts["value"], run.skipped) == ("27", "")
        assert scene.book.last_runs(made.id) == (run,)
        assert scene.published("f/set") == 1


async def test_rule_runs_again_only_after_it_was_back(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule())
        for value in (25, 27, 26, 26.5):
            await scene.reads(value, after=60)
        assert len(scene.ran) == 2


async def test_hysteresis_keeps_a_wavering_value_from_firing_again(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(replace(WARM, hysteresis=1)))
        for value in (25, 27, 25.8, 26.2, 25.9, 27):
            await scene.reads(value, after=60)
        assert len(scene.ran) == 1
        await scene.reads(25, after=60)
        await scene.reads(26.1, after=60)
        assert len(scene.ran) == 2


async def test_outage_does_not_arm_again(tmp_path: Path) -> None:
    """Above the limit, off the network, and back with the same reading; then 30 is not above 30."""
    async with living(tmp_path) as scene:
        await scene.book.add(rule(Threshold((SENSOR,), above=30)))
        await scene.reads(28)
        await scene.reads(31, after=60)
        await scene.reads("offline", after=60, topic="t/status")
        await scene.reads("online", after=30, topic="t/status")
        await scene.reads(31, after=1)
        assert len(scene.ran) == 1
        for value in (29, 30):
            await scene.reads(value, after=60)
        assert len(scene.ran) == 1
        await scene.reads(30.5, after=60)
        assert len(scene.ran) == 2


async def test_unknown_is_not_a_crossing_and_for_is_kept(tmp_path: Path) -> None:
    """Below 12 for 40 s: low at the start is the baseline, the real drop at 180 s fires at 220 s."""
    async with living(tmp_path) as scene:
        await scene.book.add(rule(Threshold((SENSOR,), below=12, for_seconds=40)))
        start = scene.clock.now()
        await scene.reads("unknown")
        await scene.reads(4, after=5)
        await scene.reads(4, after=55)
        await scene.reads(900, after=60)
        await scene.reads(6, after=60)
        assert scene.ran == []
        await scene.reads(5, after=50)
        assert [(run.at - start).total_seconds() for run in scene.ran] == [220]


async def test_for_starts_anew_after_an_outage(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=60)))
        await scene.reads(25)
        await scene.reads(27, after=10)
        await scene.reads("offline", after=30, topic="t/status")
        await scene.reads("online", after=60, topic="t/status")
        await scene.reads(27, after=1)
        await scene.wait(59)
        assert scene.ran == []
        await scene.wait(1)
        assert len(scene.ran) == 1


async def test_for_is_given_up_when_the_value_goes_back(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=60)))
        for value in (25, 27, 25.5):
            await scene.reads(value, after=30)
        await scene.wait(120)
        assert scene.ran == []


async def test_rule_made_while_already_over_the_limit_waits_for_the_next_crossing(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.reads(28)
        await scene.book.add(rule())
        await scene.reads(29, after=5)
        assert scene.ran == []
        await scene.reads(25, after=5)
        await scene.reads(27, after=5)
        assert len(scene.ran) == 1


async def test_retained_value_at_the_start_is_only_a_baseline(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule())
    async with living(tmp_path, clock=clock, retained=[("t/state", "30")]) as scene:
        snapshot = scene.home.view().find(SENSOR)
        assert snapshot is not None
        assert snapshot.word == "30"
        await scene.reads(30, after=5)
        assert scene.ran == []


async def test_attribute_of_a_thermostat(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(Threshold((CLIMATE,), above=26, attribute="current_temperature")))
        await scene.reads("heat", topic="c/mode")
        for value in (25, 27):
            await scene.reads(value, after=5, topic="c/now")
        assert len(scene.ran) == 1


async def test_restart_in_the_middle_of_for(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=600)))
        await scene.reads(25)
        await scene.reads(27, after=10)
        crossed = clock.now()
        await scene.wait(200)
    await clock.advance(100)
    async with living(tmp_path, clock=clock, retained=[("t/state", "27.5")]) as scene:
        await scene.wait(299)
        assert scene.ran == []
        await scene.wait(1)
        assert [(run.at - crossed).total_seconds() for run in scene.ran] == [600]


@pytest.mark.parametrize(("value", "runs"), [("27", 1), ("25", 0)])
async def test_restart_after_for_would_have_ended(tmp_path: Path, value: str, runs: int) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=600)))
        await scene.reads(25)
        await scene.reads(27, after=10)
    await clock.advance(3600)
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(5)
        assert scene.ran == []
        await scene.reads(value)
        await scene.wait(1)
        assert len(scene.ran) == runs


async def test_restart_while_latched_does_not_fire_again(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule())
        await scene.reads(25)
        await scene.reads(27, after=5)
        assert len(scene.ran) == 1
    async with living(tmp_path, clock=clock) as scene:
        await scene.reads(27, after=5)
        assert scene.ran == []
        assert len(scene.book.last_runs("a1")) == 1


async def test_crossing_while_hearth_was_off_fires_at_the_first_live_report(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule())
        await scene.reads(25)
    async with living(tmp_path, clock=clock, retained=[("t/state", "27")]) as scene:
        assert scene.ran == []
        await scene.reads(27.2, after=5)
        assert len(scene.ran) == 1


async def test_disabled_and_removed_rules_do_nothing(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        first, second = await scene.book.add(rule()), await scene.book.add(rule())
        await scene.reads(25)
        await scene.book.enable(first.id, False)
        await scene.book.remove(second.id)
        await scene.reads(27, after=5)
        assert scene.ran == []
        await scene.book.enable(first.id, True)
        await scene.reads(28, after=5)
        assert scene.ran == []
        await scene.reads(25, after=5)
        await scene.reads(27, after=5)
        assert [run.rule_id for run in scene.ran] == [first.id]


async def test_rule_switched_off_and_on_while_nothing_ran_begins_anew(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule())
        await scene.reads(25)
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    book = RuleBook(database, Bus(), clock)
    await book.load()
    await book.enable("a1", False)
    await book.enable("a1", True)
    await database.close()
    async with living(tmp_path, clock=clock, retained=[("t/state", "27")]) as scene:
        await scene.reads(27.2, after=5)
        assert scene.ran == []


async def test_conditions_are_looked_at_when_it_fires(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        cold_outside = Threshold((CLIMATE,), below=20, attribute="current_temperature")
        await scene.book.add(replace(rule(), conditions=(cold_outside,)))
        await scene.reads("heat", topic="c/mode")
        for value, outside in ((25, 22), (27, 22), (25, 18), (27, 18)):
            await scene.reads(outside, topic="c/now")
            await scene.reads(value, after=5)
        assert [run.skipped for run in scene.ran] == ["condition", ""]


async def test_rate_limit_stops_a_rule_that_runs_wild(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule())
        await scene.reads(25)
        for _ in range(8):
            await scene.reads(27, after=1)
            await scene.reads(25, after=1)
        assert [run.skipped for run in scene.ran] == [""] * 6 + ["rate_limited"] * 2
        await scene.reads(27, after=60)
        assert scene.ran[-1].skipped == ""


async def test_broker_down_is_told_and_nothing_is_sent_later(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=5)))
        await scene.reads(25)
        await scene.reads(27, after=1)
        scene.broker.drop()
        await scene.wait(30)
        scene.broker.restore()
        await scene.wait(2)
        assert scene.published("f/set") == 0


async def test_wide_action_was_allowed_by_making_the_rule(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        wide: Rule = rule(
            WARM,
            Act(Command(FAN, "turn_on")),
            Act(Command(CLIMATE, "set_temperature", {"temperature": 10.0})),
        )
        scene.broker.answer("c/target/set", ("c/target", "10"))
        await scene.reads("heat", topic="c/mode")
        await scene.reads(21, topic="c/target")
        await scene.book.add(wide)
        await scene.reads(25)
        await scene.reads(27, after=5)
        assert [o.status for o in scene.ran[0].outcomes] == [Status.CONFIRMED, Status.CONFIRMED]
        assert scene.ran[0].skipped == ""


def crossed_and_killed(path: Path) -> datetime:
    """When a home of another process crossed the limit, shortly before it was killed."""
    start = [sys.executable, "-m", "tests.automation.victim", str(path)]
    with subprocess.Popen(start, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        crossed = datetime.fromisoformat(victim.stdout.readline().strip())
        victim.kill()
    return crossed


async def test_killed_in_the_middle_of_for(tmp_path: Path) -> None:
    """With kill -9, also in a delay, which ends at its instant, and in a question, whose time is over."""
    crossed = await asyncio.to_thread(crossed_and_killed, tmp_path)
    clock = FakeClock(crossed + timedelta(seconds=500), hasty=True)
    async with living(tmp_path, clock=clock, retained=[("t/state", "27")]) as scene:
        await scene.wait(49)
        assert (scene.published("b/set"), scene.published("f/set")) == (0, 0)
        await scene.wait(1)
        assert (scene.published("b/set"), scene.published("f/set")) == (1, 0)
        await scene.wait(49)
        assert scene.published("f/set") == 0
        await scene.wait(1)
        runs = {run.rule_id: run for run in scene.ran}
        assert runs["a1"].at - crossed == timedelta(seconds=600)
        assert [outcome.reason for outcome in runs["a3"].outcomes] == [Reason.UNANSWERED]
        assert scene.published("l/set") == 0


async def test_action_on_a_device_that_is_away_is_told_and_kept(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, Act(Command("fan.nowhere", "turn_on")), FAN_ON))
        await scene.reads(22)
        await scene.reads(27)
    assert [[outcome.status for outcome in run.outcomes] for run in scene.ran] == [
        [Status.REFUSED, Status.CONFIRMED]
    ]
    async with living(tmp_path, clock=scene.clock) as again:
        kept = again.book.last_runs("a1")[0]
    assert [outcome.reason for outcome in kept.outcomes] == [Reason.UNKNOWN_ENTITY, Reason.NONE]
