"""Runs under pressure: lines that are stopped, many firings of one instant, steps of the clock, many restarts."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.rule.action import Act, Action, Notify, PutBack, Ramp, Wait, WaitUntil
from devices.automation.rule.condition import Stands
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import Becomes, Happens, Threshold
from devices.automation.run.firing import Ids
from devices.command import Command
from tests.automation.run.stage import FAN, HALL, HEAT, LAMP, START, Stage

LAMP_ON, LAMP_OFF = Act(Command(LAMP, "turn_on")), Act(Command(LAMP, "turn_off"))
FAN_ON = Act(Command(FAN, "turn_on"))
HOT = Threshold((HALL,), above=26)


def staged(*actions: Action, **more: object) -> Stage:
    """A stage with one rule that does this."""
    plain = Rule(id="a1", triggers=(HOT,), actions=actions)
    return Stage({"a1": replace(plain, **more)})  # type: ignore[arg-type] # a test's own


def sets_back(stage: Stage, seconds: float) -> None:
    """The clock, which is looked at again and again, is set back."""
    stage.conductor.advance(stage.now)
    stage.seconds -= seconds
    stage.conductor.advance(stage.now)


@pytest.mark.parametrize("first", [Wait(60), LAMP_ON])
@pytest.mark.parametrize("change", [None, {"enabled": False}, {"actions": (LAMP_OFF,)}])
def test_line_of_a_rule_that_is_off_changed_or_gone_does_nothing_more(
    first: Action, change: dict[str, object] | None
) -> None:
    stage = staged(first, Wait(60), FAN_ON, mode=Mode.QUEUED)
    for _ in range(4):
        stage.fires(after=1)
    begun = list(stage.given)
    rule = stage.rules.pop("a1")
    if change is not None:
        stage.rules["a1"] = replace(rule, **change)  # type: ignore[arg-type] # a test's own
    stage.conductor.arrange(stage.rules.get, stage.now)
    stage.passes(600)
    assert stage.given == begun
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["changed"] * 4
    assert stage.stored == {}


@pytest.mark.parametrize("mode", [Mode.QUEUED, Mode.PARALLEL])
def test_over_does_its_end_and_nothing_of_those_that_wait(mode: Mode) -> None:
    stage = staged(Wait(60), LAMP_ON, until=(FAN_ON,), mode=mode)
    for _ in range(4):
        stage.fires(after=1)
    stage.fires(after=1, over=True)
    stage.passes(600)
    assert [entity for _at, entity, _said in stage.given] == [FAN]
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["over"] * 4 + [None]


def test_over_puts_back_what_all_runs_side_by_side_changed() -> None:
    stage = staged(LAMP_ON, FAN_ON, Wait(600), until=(PutBack(),), mode=Mode.PARALLEL)
    stage.fires()
    stage.becomes(FAN, {"state": "off"})
    stage.fires(after=5)
    stage.fires(after=5, over=True)
    stage.passes(5)
    assert {stage.entities[one].word for one in (LAMP, FAN)} == {"off"}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=80))
def test_ids_of_runs_are_never_given_twice(moments: list[int]) -> None:
    ids = Ids()
    given_ids = [ids.new("a1", START + timedelta(seconds=moment)) for moment in sorted(moments)]
    assert len(set(given_ids)) == len(given_ids)
    again = Ids()
    for run_id in given_ids[-3:]:
        again.taken("a1", run_id)
    assert again.new("a1", START + timedelta(seconds=max(moments))) not in given_ids


def test_fires_of_one_instant_are_told_each() -> None:
    stage = staged(LAMP_ON, Wait(5))
    for _ in range(40):
        stage.fires()
    stage.passes(10)
    assert len({ran.run_id for ran in stage.ran}) == len(stage.ran) == 40


@pytest.mark.parametrize("back", [30, 3600, 86400])
def test_wait_is_as_long_when_the_clock_is_set_back(back: int) -> None:
    stage = staged(Wait(60), LAMP_ON)
    stage.fires()
    stage.passes(20)
    sets_back(stage, back)
    stage.passes(45)
    assert [entity for _at, entity, _said in stage.given] == [LAMP]


def test_ramp_goes_on_when_the_clock_is_set_back() -> None:
    stage = staged(Ramp(LAMP, "turn_on", "brightness_pct", 100, 100))
    stage.fires()
    stage.passes(50)
    sets_back(stage, 3600)
    stage.passes(55)
    assert stage.given[-1][2] == "turn_on 100"
    assert len(stage.given) == 100


def test_wait_is_as_long_when_the_clock_was_set_back_while_nothing_ran() -> None:
    stage = staged(LAMP_ON, Wait(60), LAMP_OFF, cooldown_seconds=60)
    stage.fires()
    stage.passes(20)
    stage.seconds -= 3600
    stage.restart()
    stage.passes(65)
    assert [said for _at, _entity, said in stage.given] == ["turn_on", "turn_off"]
    assert stage.fires()


@pytest.mark.parametrize("cooldown", [0.0, 60.0])
def test_rule_runs_again_after_the_clock_was_set_back(cooldown: float) -> None:
    stage = staged(LAMP_ON, cooldown_seconds=cooldown)
    stage.fires()
    stage.passes(70)
    sets_back(stage, 3600)
    assert stage.fires()
    assert stage.fires(after=70)


def test_rule_without_cooldown_runs_for_a_moment_before_its_last_run() -> None:
    stage = staged(LAMP_ON)
    assert stage.fires(after=20)
    assert stage.fires(at=START + timedelta(seconds=10))


def test_limit_of_a_minute_holds_over_a_restart() -> None:
    stage, steady = staged(LAMP_ON, runs_a_minute=3), staged(LAMP_ON, runs_a_minute=3)
    for _ in range(8):
        assert stage.fires(after=4) == steady.fires(after=4)
        stage.restart()


def test_end_of_a_rule_is_no_run_that_a_cooldown_counts_from() -> None:
    stage = staged(LAMP_ON, until=(Wait(600), LAMP_OFF), cooldown_seconds=60, mode=Mode.RESTART)
    stage.fires()
    stage.fires(after=50, over=True)
    stage.restart()
    assert stage.fires(after=20)


@pytest.mark.parametrize("trigger", [HOT, Becomes((HALL,)), Happens((HALL,))])
def test_job_with_an_end_runs_once(trigger: Threshold | Becomes | Happens) -> None:
    stage = staged(LAMP_ON, until=(LAMP_OFF,), once=True, triggers=(trigger,))
    assert stage.fires()
    assert not stage.fires(after=5)
    assert not stage.fires(after=5)
    assert next(ran.skipped for ran in stage.ran if "over" not in ran.facts) == ""
    if not isinstance(trigger, Happens):
        stage.fires(after=5, over=True)
    assert [end.ran.rule_id for end in stage.ended if end.remove] == ["a1"]


def test_run_of_a_trigger_that_is_gone_after_a_restart_ends() -> None:
    stage = staged(Wait(60), LAMP_ON, triggers=(HOT, Becomes((LAMP,))), until=(LAMP_OFF,))
    stage.fires(trigger=1)
    stage.rules["a1"] = replace(stage.rules["a1"], triggers=(HOT,))
    stage.restart()
    stage.passes(100)
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["changed"]
    assert stage.given == []


def test_reports_of_others_do_not_look_at_runs_that_wait() -> None:
    waits = WaitUntil(Stands((FAN,), ("on",)), 600)
    stage = Stage({f"a{n}": Rule(f"a{n}", (HOT,), (), (waits, LAMP_ON)) for n in range(50)})
    for rule_id in stage.rules:
        stage.fires(rule_id)
    stage.looked.clear()
    stage.becomes(HALL, {"state": "21"})
    assert stage.looked == []
    stage.becomes(FAN, {"state": "on"})
    stage.settle()
    assert len(stage.given) == 50
    assert stage.stored == {}


def test_neighbouring_ramps_go_side_by_side_also_over_a_restart() -> None:
    eased = (
        Ramp(LAMP, "turn_on", "brightness_pct", 100, 100),
        Ramp(HEAT, "set_temperature", "temperature", 21, 100),
    )
    stage, cut = staged(*eased, LAMP_OFF, Notify("done")), staged(*eased, LAMP_OFF, Notify("done"))
    for one in (stage, cut):
        one.fires()
    for _ in range(24):
        cut.passes(5)
        cut.restart()
    stage.passes(120)
    assert cut.given == stage.given
    assert [at for at, entity, _said in stage.given if entity == HEAT] == [25, 50, 75, 100]
    assert stage.given[-1:] == [(100.0, LAMP, "turn_off")]
    assert len(stage.told) == 1
