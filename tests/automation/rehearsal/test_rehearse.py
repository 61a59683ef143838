"""What a rehearsal finds: when and how long, what would have kept a rule from running, loops, too little history."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from devices.automation.almanac import Almanac
from devices.automation.rehearsal.finding import Rehearsal
from devices.automation.rehearse import Stage, rehearse
from devices.automation.rule.action import Act, Action, Wait
from devices.automation.rule.condition import Condition, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Happens, Pool, Threshold, Trigger
from devices.command import Cause, Command, Origin, Outcome, Status
from devices.events import CommandEnded, EventFired
from devices.model import Domain, Entity, Snapshot
from devices.view import View
from tests.history.scene import DOOR, LAMP, TEMPERATURE, Scene, lit, minute, on_off, recorded, warm

FAN = Entity("fan.hall", Domain.FAN, "Fan")
BUTTON = Entity("event.button", Domain.SENSOR, "Button")
VIEW = View({e.id: Snapshot(e) for e in (DOOR, LAMP, TEMPERATURE, FAN, BUTTON)})
WARM = Threshold((TEMPERATURE.id,), above=26)
LIT = Act(Command(LAMP.id, "turn_on"))
DAY = 24 * 60


def rule(trigger: Trigger = WARM, *actions: Action, only: tuple[Condition, ...] = ()) -> Rule:
    return Rule(triggers=(trigger,), actions=actions or (LIT,), conditions=only)


async def temperatures(scene: Scene, *readings: tuple[float, float]) -> None:
    """Readings by the minute, and a recording of two days."""
    for at, value in readings:
        scene.report(TEMPERATURE, warm(value), minute(at))
    await scene.until(minute(2 * DAY))


async def played(
    scene: Scene,
    draft: Rule,
    others: Sequence[Rule] = (),
    *,
    start: float = 0,
    zone: str = "UTC",
    progress: list[float] | None = None,
) -> Rehearsal:
    stage = Stage(scene.history, VIEW, Almanac(ZoneInfo(zone)), tuple(others))
    told = progress if progress is not None else []
    return await rehearse(draft, stage, minute(start), minute(2 * DAY), told.append)


def instants(found: Rehearsal) -> list[datetime]:
    return [run.at for run in found.runs]


async def test_when_it_would_have_run_and_until_when_that_lasted(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        await temperatures(scene, (0, 20), (10, 27), (40, 25), (100, 28), (101, 29), (300, 20))
        progress: list[float] = []
        found = await played(scene, rule(), progress=progress)
    assert [(run.at, run.until, run.value) for run in found.runs] == [
        (minute(10), minute(40), 27.0),
        (minute(100), minute(300), 28.0),
    ]
    assert found.longest == found.runs[1]
    assert (found.flaps, found.already, found.loops, found.enough) == (0, False, (), True)
    assert progress[-1] == 1.0


async def test_for_runs_at_its_nominal_instant(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        await temperatures(scene, (0, 20), (10, 27), (100, 20))
        found = await played(scene, rule(replace(WARM, for_seconds=600)))
    assert instants(found) == [minute(20)]


async def test_never(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        await temperatures(scene, (0, 20), (10, 26), (20, 25))
        found = await played(scene, rule())
    assert (found.never, found.enough, found.coverage) == (True, True, 1.0)


@pytest.mark.parametrize("start", [0, 30])
async def test_already_past_when_the_window_begins(tmp_path: Path, start: float) -> None:
    async with recorded(tmp_path) as scene:
        await temperatures(scene, (0, 27), (50, 20), (90, 27))
        found = await played(scene, rule(), start=start)
    assert found.already
    assert instants(found) == [minute(90)]


async def test_runs_close_together_and_at_night(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        night = 11 * 60
        await temperatures(scene, (0, 20), *((night + n, 27 if n % 2 else 20) for n in range(6)))
        found = await played(scene, rule())
        abroad = await played(scene, rule(), zone="America/New_York")
    assert (len(found.runs), found.flaps, found.at_night) == (3, 2, 3)
    assert abroad.at_night == 0


async def test_kept_from_running_by_its_condition_and_by_its_pause(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(DOOR, on_off("off"), minute(0))
        scene.report(DOOR, on_off("on"), minute(50))
        await temperatures(scene, (1, 20), (10, 27), (20, 20), (60, 27), (61, 20), (62, 27))
        draft = rule(only=(Stands((DOOR.id,), ("on",)),))
        found = await played(scene, replace(draft, cooldown_seconds=600))
    assert instants(found) == [minute(60)]
    assert [(run.at, run.skipped) for run in found.skipped] == [
        (minute(10), "condition"),
        (minute(62), "cooldown"),
    ]


async def test_times_run_without_any_record(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        found = await played(scene, rule(At(time(7))), zone="Europe/Berlin")
    assert [at.astimezone(UTC).hour for at in instants(found)] == [6, 6]
    assert found.enough


async def test_events_run_it(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.bus.publish(EventFired(BUTTON.id, "press", minute(5)))
        scene.bus.publish(EventFired(BUTTON.id, "hold", minute(6)))
        scene.bus.publish(EventFired(BUTTON.id, "press", minute(7)))
        await temperatures(scene)
        found = await played(scene, rule(Happens((BUTTON.id,), ("press",))))
    assert instants(found) == [minute(5), minute(7)]


async def test_average_of_two(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(24), minute(0))
        other = Entity("sensor.other", Domain.SENSOR, "Other", unit="°C")
        scene.report(other, warm(26), minute(1))
        scene.report(TEMPERATURE, warm(27), minute(30))
        await scene.until(minute(2 * DAY))
        view = View({**VIEW.snapshots, other.id: Snapshot(other)})
        both = Threshold((TEMPERATURE.id, other.id), above=26, pool=Pool.MEAN)
        stage = Stage(scene.history, view, Almanac(UTC))
        found = await rehearse(rule(both), stage, minute(0), minute(2 * DAY))
    assert [(run.at, run.value) for run in found.runs] == [(minute(30), 26.5)]


async def test_too_little_history_and_none(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(27), minute(0))
        await scene.until(minute(6 * 60))
        await scene.clock.advance(42 * 3600)
        short = await played(scene, rule())
        none = await played(scene, rule(Threshold(("sensor.gone",), above=1)))
    assert (short.enough, round(short.coverage, 3), short.unrecorded) == (False, 0.125, ())
    assert (none.enough, none.unrecorded) == (False, ("sensor.gone",))


async def test_own_act_is_taken_as_done_and_sets_it_off_again(tmp_path: Path) -> None:
    """On record the lamp goes on once; the rule, which then did not exist, would have gone on by itself."""
    async with recorded(tmp_path) as scene:
        scene.report(LAMP, lit("off"), minute(0))
        scene.report(LAMP, lit("on"), minute(10))
        await temperatures(scene)
        blink = rule(Becomes((LAMP.id,), ("on",)), Act(Command(LAMP.id, "turn_off")), Wait(60), LIT)
        found = await played(scene, blink)
    assert instants(found) == [minute(10)]
    assert found.loops == ("draft",)
    assert [(run.at, run.set_off_by) for run in found.skipped[:1]] == [(minute(11), "draft")]


async def test_loop_through_another_rule(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(LAMP, lit("on"), minute(0))
        scene.report(LAMP, lit("off"), minute(10))
        await temperatures(scene)
        on = rule(Becomes((LAMP.id,), ("off",)), LIT)
        off = replace(rule(Becomes((LAMP.id,), ("on",)), Act(Command(LAMP.id, "turn_off"))), id="a1")
        found = await played(scene, on, [off])
        alone = await played(scene, on, [replace(off, enabled=False)])
    assert found.loops == ("a1", "draft")
    assert len(found.runs) == 3, "the guard ends it at the sixth rule in a minute"
    assert (instants(alone), alone.loops) == ([minute(10)], ())


async def test_what_the_records_tell_of_its_own_acts_is_not_assumed_again(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        scene.report(LAMP, lit("off"), minute(0))
        scene.report(TEMPERATURE, warm(27), minute(10))
        cause, at = Cause(Origin.RULE, "a1"), minute(10) + timedelta(seconds=3)
        scene.report(LAMP, lit("on"), at, cause=cause)
        outcome = Outcome(Command(LAMP.id, "turn_on"), Status.CONFIRMED, "off", "on")
        scene.bus.publish(CommandEnded(outcome, cause, at, minute(10)))
        await scene.until(minute(2 * DAY))
        watcher = replace(rule(Becomes((LAMP.id,), ("on",)), Act(Command(FAN.id, "turn_on"))), id="a2")
        acting = replace(rule(), id="a1")
        found = await played(scene, watcher, [acting])
    assert [(run.at, run.set_off_by) for run in found.runs] == [(at, "a1")]


async def test_a_restart_costs_no_clock(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        scene.report(TEMPERATURE, warm(27), minute(10))
        await scene.until(minute(12))
    async with recorded(tmp_path) as scene:
        await scene.clock.advance(14 * 60)
        scene.report(TEMPERATURE, warm(27), minute(14), retained=True)
        scene.report(TEMPERATURE, warm(27), minute(15))
        await scene.until(minute(2 * DAY))
        found = await played(scene, rule(replace(WARM, for_seconds=600)))
    assert instants(found) == [minute(20)]
