"""The end of a firing: told once, only when the rule ran, and of a group when no member is past any more."""

from dataclasses import replace

from devices.automation.rule.trigger import Becomes, Lost, Pool, Swing, Threshold
from tests.automation.watch.house import ROOM, WARM, House, house, lasting, rule

DAMP = Threshold((ROOM,), above=65, for_seconds=600, hysteresis=10)
A, B = "sensor.a", "sensor.b"
BOTH = Threshold((A, B), above=26)


def test_until_of_one_rule_with_hysteresis() -> None:
    """Above 65 for 10 minutes until it falls to 55."""
    made = house(DAMP).reads(60).reads(70, after=10).wait(600)
    assert made.fired == [610]
    made.reads(60, after=10).reads(70, after=10).wait(700)
    assert (made.fired, made.over) == ([610], [])
    made.reads(55, after=10)
    assert (made.fired, made.over, made.fires[-1].value) == ([610], [1340], 55)


def test_until_is_told_once() -> None:
    made = house(WARM).reads(25).reads(27, after=1).reads(25, after=1).reads(24, after=1).reads(25, after=1)
    assert made.over == [2]


def test_until_of_a_rule_that_did_not_run_is_not_told() -> None:
    made = house(WARM)
    made.acts = False
    assert made.reads(25).reads(27, after=1).reads(25, after=1).over == []


def test_until_after_a_first_value_over_the_limit_is_not_told() -> None:
    assert house(WARM).reads(27).reads(25, after=1).over == []


def test_until_of_a_rule_that_was_run_by_hand_over_the_limit_is_told() -> None:
    made = house(WARM).reads(27)
    ran = replace(house(WARM).reads(25).reads(27).fires[0], at=made.at)
    made.watcher.acted(ran)
    assert made.reads(25, after=1).over == [1]


def test_until_waits_through_an_outage() -> None:
    made = house(WARM).reads(25).reads(27, after=1).away(after=1).back(after=3600)
    assert made.over == []
    assert made.reads(25, after=10).over == [3612]


def test_until_is_told_after_a_restart() -> None:
    made = house(WARM).reads(25).reads(27, after=1).restart(down=60).reads(25, after=1)
    assert made.over == [62]


def test_until_of_a_retained_value_after_a_restart_is_told() -> None:
    made = house(WARM).reads(25).reads(27, after=1).restart(down=60).reads(25, after=1, retained=True)
    assert made.over == [62]


def test_until_that_came_before_the_run_was_answered_is_told() -> None:
    """The clock ended at 70, was noticed at 80 with a report that is back already."""
    made = house(lasting(WARM, 60)).reads(25).reads(27, after=10).reads(25, after=70)
    assert (made.fired, made.over) == ([70], [80])


def test_until_of_a_group_waits_for_its_last_member() -> None:
    made = House((rule(BOTH),)).adds(A, B).reads(20, A).reads(20, B)
    made.reads(27, A, after=1).reads(27, B, after=1).reads(20, A, after=1)
    assert (made.fired, made.over) == ([1, 2], [])
    assert made.reads(20, B, after=1).over == [4]


def test_until_of_a_group_passes_on_to_the_member_that_is_left() -> None:
    """Only the first ran the rule, since a run of the second was skipped; the second is the last to go."""
    made = House((rule(BOTH),), acts=False).adds(A, B).reads(20, A).reads(20, B).reads(27, A, after=1)
    made.watcher.acted(made.fires[0])
    made.reads(27, B, after=1).reads(20, A, after=1)
    assert made.over == []
    assert made.reads(20, B, after=1).over == [4]


def test_until_of_all_comes_with_the_first_that_is_back() -> None:
    made = House((rule(replace(BOTH, pool=Pool.ALL)),)).adds(A, B).reads(20, A).reads(20, B)
    made.reads(27, A, after=1).reads(27, B, after=1).reads(20, A, after=1)
    assert (made.fired, made.over) == ([2], [3])


def test_until_of_a_state_is_when_it_is_left() -> None:
    made = (
        house(Becomes((ROOM,), to=("open",))).reads("closed").reads("open", after=1).reads("closed", after=5)
    )
    assert (made.fired, made.over) == ([1], [6])


def test_until_of_a_lost_device_is_when_it_is_back() -> None:
    made = house(Lost((ROOM,))).reads(1).away(after=5).back(after=60)
    assert (made.fired, made.over) == ([5], [65])


def test_until_of_a_swing_is_one_window_later() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).reads(24, after=60).wait(1000)
    assert (made.fired, made.over) == ([60], [660])


def test_until_of_an_edited_rule_is_not_told() -> None:
    made = house(WARM).reads(25).reads(27, after=1)
    made.arrange(rule(Threshold((ROOM,), above=26.5)))
    assert made.reads(25, after=1).over == []


def test_until_at_the_limit_itself() -> None:
    made = house(WARM).reads(25).reads(27, after=1).reads(26, after=1)
    assert made.over == [2]


def test_until_at_the_limit_less_the_hysteresis() -> None:
    made = house(replace(WARM, hysteresis=2)).reads(20).reads(27, after=1).reads(24.1, after=1)
    assert made.over == []
    assert made.reads(24, after=1).over == [3]


def test_until_waits_through_an_unknown_value() -> None:
    made = house(WARM).reads(25).reads(27, after=1).reads("unknown", after=600).reads("nan", after=600)
    assert made.over == []
    assert made.reads(25, after=1).over == [1202]


def test_until_of_a_silent_day_waits_for_a_report() -> None:
    made = house(WARM).reads(25).reads(27, after=1).wait(3 * 86400)
    assert made.over == []
    assert made.reads(25).over == [3 * 86400 + 1]


def test_until_with_a_flapping_value_comes_after_each_firing() -> None:
    made = house(WARM).reads(25)
    for value in (27, 25, 27, 25):
        made.reads(value, after=10)
    assert (made.fired, made.over) == ([10, 30], [20, 40])


def test_until_with_a_sensor_that_changes_its_unit() -> None:
    """27 °C, then the same warmth as 80.6 °F, then 77 °F, which is 25 °C."""
    made = house(replace(WARM, unit="°C"), unit="°C").reads(25).reads(27, after=1)
    assert made.adds(ROOM, unit="°F").reads(80.6, after=1).over == []
    assert made.reads(77, after=1).over == [3]


def test_until_of_an_average() -> None:
    made = House((rule(replace(BOTH, pool=Pool.MEAN)),)).adds(A, B).reads(20, A).reads(20, B)
    made.reads(34, A, after=1).reads(30, B, after=1).reads(22, A, after=1)
    assert (made.fired, made.over) == ([1], [3])


def test_until_after_the_clock_was_set_back() -> None:
    made = house(WARM).reads(25).reads(27, after=1).pass_by(-3600).wait(0).reads(27, after=5)
    assert made.over == []
    assert made.reads(25, after=5).over == [1 - 3600 + 10]
