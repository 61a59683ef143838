"""What each kind of action does: commands side by side, waits, repeats, ramps, putting back; and each in bad weather."""

from dataclasses import replace
from datetime import time
from itertools import pairwise

import pytest

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.automation.rule.condition import AllOf, During, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.command import Command, Reason
from tests.automation.run.stage import FAN, HALL, HEAT, LAMP, LOCK, Stage

LAMP_ON, LAMP_OFF = Act(Command(LAMP, "turn_on")), Act(Command(LAMP, "turn_off"))
FAN_ON = Act(Command(FAN, "turn_on"))
HOT = Threshold((HALL,), above=26)


def staged(*actions: Action, **more: object) -> Stage:
    """A stage with one rule that does this."""
    made = replace(Rule(id="a1", triggers=(HOT,), actions=actions), **more)  # type: ignore[arg-type] # a test's own
    return Stage({"a1": made}, scenes={"s1": (Command(LAMP, "turn_on"), Command(LOCK, "lock"))})


def test_neighbouring_commands_go_as_one_request() -> None:
    stage = staged(LAMP_ON, FAN_ON, Wait(1), LAMP_OFF)
    stage.fires(settle=False)
    (give,) = stage.conductor.take()
    assert [command.entity_id for command in give.commands] == [LAMP, FAN]  # type: ignore[union-attr] # it is a Give


def test_wait_lets_time_pass() -> None:
    stage = staged(LAMP_ON, Wait(90), LAMP_OFF)
    stage.fires(after=10)
    stage.passes(600)
    assert stage.given == [(10, LAMP, "turn_on"), (100, LAMP, "turn_off")]
    assert len(stage.ran) == 1
    assert stage.stored == {}


def test_wait_is_as_long_after_a_restart() -> None:
    stage = staged(LAMP_ON, Wait(90), LAMP_OFF)
    stage.fires(after=10)
    stage.passes(30)
    stage.restart()
    stage.passes(600)
    assert stage.given == [(10, LAMP, "turn_on"), (100, LAMP, "turn_off")]


def test_wait_that_ended_while_nothing_ran_goes_on_at_once_and_says_how_late() -> None:
    stage = staged(Wait(90), LAMP_ON)
    stage.fires()
    stage.seconds = 1000
    stage.restart()
    stage.passes(1)
    assert stage.given == [(1000, LAMP, "turn_on")]
    assert stage.ran[0].facts["late"] == "910"


def test_scene_brings_its_commands_and_one_that_is_gone_is_told() -> None:
    stage = staged(ApplyScene("s1"), ApplyScene("s9"), FAN_ON)
    stage.fires()
    assert [entity for _at, entity, _said in stage.given] == [LAMP, LOCK, FAN]
    assert stage.ran[0].facts["scene_gone"] == "s9"


def test_notify_tells_once_with_what_set_it_off() -> None:
    stage = staged(Notify("it is warm", bell=True, topic="warm"))
    stage.fires()
    (tell,) = stage.told
    assert (tell.message, tell.bell, tell.topic, tell.facts["value"]) == ("it is warm", True, "warm", "27")


def test_repeat_goes_round_so_often() -> None:
    stage = staged(Repeat((LAMP_ON, Wait(1), LAMP_OFF, Wait(1)), times=3), FAN_ON)
    stage.fires()
    stage.passes(60)
    assert [said for _at, entity, said in stage.given if entity == LAMP] == ["turn_on", "turn_off"] * 3
    assert stage.given[-1] == (6, FAN, "turn_on")


def test_repeat_ends_once_its_condition_holds_after_a_round() -> None:
    stage = staged(Repeat((LAMP_ON, Wait(10)), times=100, until=Threshold((HALL,), below=19)))
    stage.fires()
    stage.passes(25)
    stage.becomes(HALL, {"state": "18"})
    stage.passes(100)
    assert len(stage.given) == 3


def test_repeat_inside_a_repeat() -> None:
    inner = Repeat((LAMP_ON, Wait(1)), times=2)
    stage = staged(Repeat((inner, FAN_ON, Wait(1)), times=2))
    stage.fires()
    stage.passes(60)
    assert [entity for _at, entity, _said in stage.given] == [LAMP, LAMP, FAN] * 2


def test_repeat_that_does_nothing_takes_a_breath_instead_of_all_the_time() -> None:
    stage = staged(Repeat((Repeat((PutBack(),), times=1000),), times=1000), LAMP_ON)
    stage.fires()
    assert stage.conductor.next() is not None
    stage.passes(5)
    assert stage.given == []


@pytest.mark.parametrize(("go_on", "given"), [(False, 0), (True, 1)])
def test_wait_until_when_it_never_comes(go_on: bool, given: int) -> None:  # noqa: FBT001 - a parameter of the test
    stage = staged(WaitUntil(Stands((LOCK,), ("unlocked",)), 60, go_on), LAMP_ON)
    stage.fires()
    stage.passes(59)
    assert stage.given == []
    stage.passes(2)
    assert len(stage.given) == given
    assert ("stopped" in stage.ran[0].facts) is not go_on


def test_wait_until_goes_on_at_the_report() -> None:
    stage = staged(WaitUntil(Stands((LOCK,), ("unlocked",)), 600), LAMP_ON)
    stage.fires()
    stage.passes(33)
    stage.becomes(LOCK, {"state": "unlocked"})
    stage.settle()
    assert stage.given == [(33, LAMP, "turn_on")]


def test_wait_until_it_has_held_for_so_long() -> None:
    stage = staged(WaitUntil(Threshold((HALL,), above=25, for_seconds=30), 600), LAMP_ON)
    stage.fires()
    for value in ("26", "24", "27"):
        stage.passes(20)
        stage.becomes(HALL, {"state": value})
        stage.settle()
    stage.passes(200)
    assert stage.given == [(90, LAMP, "turn_on")]


def test_wait_until_a_time_of_day_within_a_minute() -> None:
    evening = AllOf((During(after=time(12, 10)), Stands((LAMP,), ("off",))))
    stage = staged(WaitUntil(evening, 3600), LAMP_ON)
    stage.fires(after=30)
    stage.passes(1200)
    assert stage.given == [(600, LAMP, "turn_on")]


def test_put_back_what_the_run_changed() -> None:
    stage = staged(LAMP_ON, Act(Command(HEAT, "set_temperature", {"temperature": 21})), Wait(60), PutBack())
    stage.fires()
    stage.passes(100)
    assert stage.given[2:] == [(60, HEAT, "set_temperature 19.0"), (60, LAMP, "turn_off")]


def test_put_back_when_a_person_changed_it_since() -> None:
    stage = staged(LAMP_ON, FAN_ON, Wait(60), PutBack())
    stage.fires()
    stage.passes(30)
    stage.becomes(FAN, {"state": "off"})
    stage.becomes(LAMP, {"state": "on", "brightness": 20})
    stage.passes(100)
    assert len(stage.given) == 2
    assert stage.ran[0].facts["left"] == f"{FAN},{LAMP}"


def test_put_back_after_a_restart() -> None:
    stage = staged(LAMP_ON, Wait(60), PutBack())
    stage.fires()
    stage.restart()
    stage.passes(100)
    assert stage.given[-1] == (60, LAMP, "turn_off")


def ramped(start: int, to: float, seconds: float) -> Stage:
    """A lamp that shines at a percentage, and a rule that eases it."""
    stage = staged(Ramp(LAMP, "turn_on", "brightness_pct", to, seconds), FAN_ON)
    stage.becomes(LAMP, {"state": "on" if start else "off", "brightness": round(start * 2.55)})
    stage.fires()
    return stage


def test_ramp_goes_by_visible_steps_and_ends_exactly() -> None:
    stage = ramped(0, 100, 600)
    stage.passes(700)
    lamp = [(at, said) for at, entity, said in stage.given if entity == LAMP]
    assert (lamp[0], lamp[49], lamp[-1]) == ((6, "turn_on 1"), (300, "turn_on 50"), (600, "turn_on 100"))
    assert len(lamp) == 100
    assert stage.given[-1] == (600, FAN, "turn_on")


def test_ramp_takes_at_most_a_step_a_second() -> None:
    stage = ramped(0, 100, 10)
    stage.passes(20)
    lamp = [said for _at, entity, said in stage.given if entity == LAMP]
    assert lamp == [f"turn_on {n}" for n in range(10, 101, 10)]


def test_ramp_down_to_nothing_ends_off() -> None:
    stage = ramped(10, 0, 60)
    stage.passes(70)
    assert stage.given[-2] == (60, LAMP, "turn_off")


def test_ramp_when_it_is_there_already() -> None:
    stage = ramped(100, 100, 60)
    assert stage.given == [(0, FAN, "turn_on")]


@pytest.mark.parametrize("fields", [{"state": "off"}, {"state": "on", "brightness": 250}])
def test_ramp_stops_when_a_person_takes_over(fields: dict[str, str | int]) -> None:
    stage = ramped(0, 100, 600)
    stage.passes(120)
    stage.becomes(LAMP, fields)
    stage.passes(600)
    assert len([entity for _at, entity, _said in stage.given if entity == LAMP]) == 20
    assert stage.ran[0].facts["ramp_stopped"] == LAMP


def test_ramp_of_what_is_not_known_goes_to_the_end_at_once() -> None:
    stage = staged(Ramp(LAMP, "turn_on", "brightness_pct", 40, 600), FAN_ON)
    stage.entities[LAMP] = replace(stage.entities[LAMP], state=None)
    stage.fires()
    assert stage.given == [(0, LAMP, "turn_on 40"), (0, FAN, "turn_on")]


def test_ramp_goes_on_over_a_restart_as_if_nothing_was() -> None:
    plain, cut = ramped(0, 100, 600), ramped(0, 100, 600)
    plain.passes(700)
    for _ in range(70):
        cut.passes(10)
        cut.restart()
        cut.settle()
    assert cut.given == plain.given


def test_ramp_after_a_long_pause_goes_on_from_where_the_lamp_was_left() -> None:
    stage = ramped(0, 100, 600)
    stage.passes(120)
    stage.seconds = 420
    stage.restart()
    stage.passes(300)
    lamp = [(at, int(said.split()[1])) for at, entity, said in stage.given if entity == LAMP]
    after = [level for at, level in lamp if at >= 420]
    assert after[:1] == [21]
    assert lamp[-1:] == [(600, 100)]
    assert {later - earlier for earlier, later in pairwise(after)} <= {0, 1}


def test_ramp_whose_time_is_over_goes_to_the_end() -> None:
    stage = ramped(0, 100, 600)
    stage.passes(120)
    stage.seconds = 5000
    stage.restart()
    stage.passes(5)
    assert stage.given[-2:] == [(5000, LAMP, "turn_on 100"), (5000, FAN, "turn_on")]


def test_broker_away_is_tried_once_more_when_it_is_back() -> None:
    stage = staged(LAMP_ON, Wait(10), LAMP_OFF)
    stage.down = True
    stage.fires()
    stage.passes(100)
    stage.down = False
    stage.conductor.connected(stage.now)
    stage.settle()
    stage.passes(60)
    assert stage.given == [(100, LAMP, "turn_on"), (110, LAMP, "turn_off")]
    assert stage.ran[0].facts["retried"] == "broker_down"


@pytest.mark.parametrize("late", [0.0, 50.0])
def test_broker_away_for_too_long_is_told(late: float) -> None:
    stage = staged(LAMP_ON, late_seconds=late)
    stage.down = True
    stage.fires()
    stage.passes(100)
    stage.down = False
    stage.conductor.connected(stage.now)
    stage.settle()
    stage.passes(10)
    assert stage.given == []
    assert [outcome.reason for outcome in stage.ran[0].outcomes] == [Reason.BROKER_DOWN]


@pytest.mark.parametrize(("control", "times"), [("turn_on", 2), ("toggle", 1)])
def test_step_that_was_cut_off_is_given_again_only_if_that_is_harmless(control: str, times: int) -> None:
    stage = staged(Act(Command(LAMP, control)), FAN_ON)
    stage.rules["a1"] = replace(stage.rules["a1"], actions=(Act(Command(LAMP, control)), Wait(1), FAN_ON))
    stage.fires(settle=False)
    given = len(stage.conductor.take())
    stage.keep()
    stage.restart()
    given += sum(len(getattr(effect, "commands", ())) for effect in stage.conductor.take())
    assert given == times


def test_notice_that_was_cut_off_keeps_its_key() -> None:
    stage = staged(Notify("warm"))
    stage.fires(settle=False)
    (first,) = stage.conductor.take()
    stage.keep()
    stage.restart()
    (second,) = stage.conductor.take()
    assert getattr(first, "key", "") == getattr(second, "key", None)
