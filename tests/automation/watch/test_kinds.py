"""The other kinds of trigger: states, events, people, devices that are lost, numbers that swing."""

import pytest

from devices.automation.rule.trigger import (
    Becomes,
    Coming,
    Happens,
    Lost,
    Pool,
    Presence,
    Swing,
    Trigger,
    Way,
)
from devices.automation.watch.kinds import WATCHES
from devices.model import Domain
from tests.automation.watch.house import ROOM, House, house, rule

DOOR, WINDOW, BUTTON = "binary_sensor.door", "binary_sensor.window", "event.button"
ANNA, BEN = "device_tracker.anna", "device_tracker.ben"


def home(*triggers: Trigger, entities: tuple[str, ...] = ()) -> House:
    """A home of these entities with one rule."""
    return House((rule(*triggers),)).adds(*(entities or (ROOM,)))


def test_table_knows_every_kind_of_trigger() -> None:
    assert {kind.__name__ for kind in WATCHES} == {
        *("Threshold", "Swing", "Becomes", "Happens", "Presence", "Lost", "At", "Sun", "Every", "Once")
    }


def test_sense_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="Lost is not Becomes"):
        WATCHES[Becomes](Lost((ROOM,)))


def test_becomes_fires_on_the_change_with_its_word() -> None:
    made = home(Becomes((DOOR,), to=("open",)), entities=(DOOR,)).reads("closed", DOOR)
    made.reads("open", DOOR, after=5).reads("open", DOOR, after=5)
    assert [(f.word, made.since(f)) for f in made.fires] == [("open", 5)]


def test_becomes_first_word_is_the_baseline() -> None:
    assert home(Becomes((DOOR,), to=("open",)), entities=(DOOR,)).reads("open", DOOR).fired == []


def test_becomes_over_an_outage_is_no_change() -> None:
    made = home(Becomes((DOOR,), to=("open",)), entities=(DOOR,)).reads("closed", DOOR).reads("open", DOOR)
    made.away(DOOR, after=10).back(DOOR, after=500).reads("open", DOOR, after=1)
    assert made.fired == [0]


def test_becomes_behind_an_outage_fires_once() -> None:
    made = home(Becomes((DOOR,), to=("open",)), entities=(DOOR,)).reads("closed", DOOR)
    assert made.away(DOOR, after=10).back(DOOR, after=500).reads("open", DOOR, after=1).fired == [511]


def test_becomes_from_somewhere_fires_only_from_there() -> None:
    made = home(Becomes((ROOM,), to=("heat",), was=("off",))).reads("off")
    made.reads("cool", after=1).reads("heat", after=1).reads("off", after=1).reads("unknown", after=1)
    assert made.fired == []
    assert made.reads("heat", after=1).fired == [5]


@pytest.mark.parametrize(("retained", "fired"), [("heat", [2]), ("off", [2]), ("cool", [])])
def test_becomes_from_where_the_broker_says_it_was(retained: str, fired: list[float]) -> None:
    """What was retained meanwhile is where it came from, unless it had got there already."""
    made = home(Becomes((ROOM,), to=("heat",), was=("off",))).reads("off").restart()
    assert made.reads(retained, after=1, retained=True).reads("heat", after=1).fired == fired


def test_becomes_another_of_the_words_is_no_new_change() -> None:
    made = home(Becomes((ROOM,), to=("opening", "open"))).reads("closed")
    assert made.reads("opening", after=1).reads("open", after=10).fired == [1]


def test_leaving_a_state_fires() -> None:
    made = home(Becomes((ROOM,), was=("on",))).reads("on").reads("idle", after=1).reads("off", after=1)
    assert made.fired == [1]
    assert made.reads("on", after=1).reads("off", after=1).fired == [1, 4]


def test_any_change_fires_each_time() -> None:
    made = home(Becomes((ROOM,))).reads("a").reads("b", after=1).reads("b", after=1).reads("a", after=1)
    assert made.reads("unknown", after=1).reads("a", after=1).reads("c", after=1).fired == [1, 3, 6]


def test_any_change_for_a_while_starts_anew_with_each() -> None:
    made = home(Becomes((ROOM,), for_seconds=60)).reads("a").reads("b", after=1).reads("c", after=30)
    assert made.wait(500).fired == [91]


def test_any_change_that_is_retained_waits_for_a_live_report() -> None:
    made = home(Becomes((ROOM,))).reads("a").reads("b", after=1, retained=True)
    assert made.fired == []
    assert made.reads("b", after=1).fired == [2]


def test_door_open_for_ten_minutes_over_an_outage_of_the_bridge() -> None:
    """A contact that only speaks when it moves: five seconds without a bridge must not silence the rule."""
    made = home(Becomes((DOOR,), to=("open",), for_seconds=600), entities=(DOOR,)).reads("closed", DOOR)
    made.reads("open", DOOR, after=10).away(DOOR, after=300).back(DOOR, after=5).wait(1000)
    assert made.fired == [610]


def test_becomes_all_fires_with_the_last_to_get_there() -> None:
    both = Becomes((DOOR, WINDOW), to=("closed",), pool=Pool.ALL)
    made = home(both, entities=(DOOR, WINDOW)).reads("open", DOOR).reads("open", WINDOW)
    assert made.reads("closed", DOOR, after=5).fired == []
    assert made.reads("closed", WINDOW, after=5).fired == [10]


def test_becomes_of_an_attribute() -> None:
    made = house(Becomes(("climate.x",), to=("heating",), attribute="hvac_action"))
    made.adds("climate.x", domain=Domain.CLIMATE)
    made.reports({"hvac_mode": "heat", "hvac_action": "idle"}, "climate.x")
    assert made.reports({"hvac_action": "heating"}, "climate.x", after=9).fired == [9]


def test_button_fires_for_each_press() -> None:
    made = home(Happens((BUTTON,), types=("single",)), entities=(BUTTON,)).presses(BUTTON, "single")
    made.presses(BUTTON, "single", after=1).presses(BUTTON, "double", after=1).presses(
        "event.other", "single"
    )
    assert [(f.word, f.entity_id, made.since(f)) for f in made.fires] == [
        ("single", BUTTON, 0),
        ("single", BUTTON, 1),
    ]


def test_button_of_any_type_fires_and_a_report_does_not() -> None:
    made = home(Happens((BUTTON,)), entities=(BUTTON,)).reads("2027-01-04", BUTTON).presses(BUTTON, "hold")
    assert [fire.word for fire in made.fires] == ["hold"]


def test_arrival_of_each_person() -> None:
    made = home(Presence(Coming.ARRIVE), entities=(ANNA, BEN)).reads("not_home", ANNA).reads("home", BEN)
    made.reads("home", ANNA, after=5).reads("work", BEN, after=5).reads("home", BEN, after=5)
    assert [(fire.entity_id, made.since(fire)) for fire in made.fires if not fire.over] == [
        (ANNA, 5),
        (BEN, 15),
    ]


def test_last_to_leave() -> None:
    made = home(Presence(Coming.LEAVE, pool=Pool.ALL), entities=(ANNA, BEN))
    made.reads("home", ANNA).reads("home", BEN).reads("not_home", ANNA, after=5)
    assert made.fired == []
    assert made.reads("work", BEN, after=5).fired == [10]


def test_first_to_come_into_an_empty_home() -> None:
    made = home(Presence(Coming.ARRIVE, pool=Pool.ALL), entities=(ANNA, BEN))
    made.reads("not_home", ANNA).reads("not_home", BEN).reads("home", ANNA, after=5).reads(
        "home", BEN, after=5
    )
    assert made.fired == [5]


def test_phone_without_battery_is_no_departure() -> None:
    made = home(Presence(Coming.LEAVE, pool=Pool.ALL), entities=(ANNA, BEN))
    made.reads("home", ANNA).reads("not_home", BEN).reads("unknown", ANNA, after=5).away(ANNA, after=5)
    assert made.fired == []
    assert made.back(ANNA, after=500).reads("not_home", ANNA, after=5).fired == [515]


def test_person_who_appears_later_is_watched_too() -> None:
    made = House((rule(Presence(Coming.ARRIVE)),)).adds(ANNA).reads("not_home", ANNA)
    made.reads("not_home", BEN, after=5).reads("home", BEN, after=5).reads("home", ANNA, after=5)
    assert [fire.entity_id for fire in made.fires] == [BEN, ANNA]


def test_person_is_remembered_over_a_restart_though_announced_late() -> None:
    made = House((rule(Presence(Coming.ARRIVE)),)).adds(ANNA).reads("not_home", ANNA)
    stored = dict(made.stored)
    assert stored
    fresh = House(made.rules, at=made.at, stored=stored).adds(ANNA)
    assert fresh.reads("home", ANNA, after=5).fired == [5]


def test_nobody_home_for_a_while() -> None:
    made = home(Presence(Coming.LEAVE, pool=Pool.ALL, for_seconds=600), entities=(ANNA,))
    made.reads("home", ANNA).reads("not_home", ANNA, after=5).reads("home", ANNA, after=300).wait(900)
    assert made.fired == []
    assert made.reads("not_home", ANNA).wait(900).fired == [1805]


def test_device_that_is_lost() -> None:
    made = house(Lost((ROOM,), for_seconds=600)).reads(1).away(after=10).back(after=300).away(after=10)
    assert made.fired == []
    assert made.wait(1000).fired == [920]


def test_device_that_is_back() -> None:
    made = house(Lost((ROOM,), back=True)).reads(1).away(after=10).back(after=300)
    assert made.fired == [310]


def test_device_is_not_lost_because_the_broker_is() -> None:
    made = house(Lost((ROOM,)), Lost((ROOM,), back=True)).reads(1).broker(connected=False, after=10)
    made.wait(500).broker(connected=True).reads(1, after=1).reads(2, after=1)
    assert made.fired == []


def test_unknown_value_is_no_lost_device() -> None:
    assert house(Lost((ROOM,))).reads(1).reads("unknown", after=5).fired == []


def test_device_lost_over_a_restart_is_told_when_it_is_back() -> None:
    made = house(Lost((ROOM,), back=True)).reads(1).away(after=10).restart(down=60).away(after=0)
    assert made.back(after=300).fired == [370]


def test_swing_within_its_time() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=3600, way=Way.DOWN)).reads(21)
    made.reads(20, after=1200).reads(19, after=1200).reads(18, after=1200)
    assert made.fired == [3600]


def test_swing_slower_than_its_time_does_not_fire() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=3600)).reads(21)
    for value in (20, 19, 18, 17, 16):
        made.reads(value, after=1900)
    assert made.fired == []


@pytest.mark.parametrize(("way", "fired"), [(Way.UP, [10]), (Way.DOWN, []), (Way.EITHER, [10])])
def test_swing_one_way(way: Way, fired: list[float]) -> None:
    assert (
        house(Swing((ROOM,), by=3, within_seconds=60, way=way)).reads(20).reads(23, after=10).fired == fired
    )


def test_swing_leaves_out_what_was_before_the_reading_a_window_ago() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(18).reads(20, after=10).reads(22, after=600)
    assert made.fired == []


def test_swing_from_a_value_that_stood_for_long() -> None:
    """A sensor that reports changes alone: it stood at 20 until it said 24."""
    assert house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).reads(24, after=7200).fired == [7200]


def test_swing_arms_again_one_window_later() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).reads(24, after=60).reads(30, after=60)
    assert made.reads(31, after=545).fired == [60, 665]


def test_swing_over_a_blip() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).away(after=60).back(after=30)
    assert made.reads(24, after=5).fired == [95]


def test_swing_over_a_long_outage_counts_what_was_read_within_the_window() -> None:
    quick = Swing((ROOM,), by=3, within_seconds=600)
    assert house(quick).reads(20).away(after=60).back(after=120).reads(24, after=5).fired == [185]
    assert house(quick).reads(20).away(after=60).back(after=700).reads(24, after=5).fired == []


def test_swing_of_retained_values_does_not_fire() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20, retained=True).reads(30, retained=True)
    assert made.reads(30, after=5).fired == []


def test_swing_goes_on_over_a_restart() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).reads(22, after=60).restart(down=60)
    assert made.reads(23, after=60).fired == [180]


def test_swing_over_a_long_stop_does_not_fire() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600)).reads(20).restart(down=7200).reads(24, after=5)
    assert made.fired == []


def test_swing_of_many_reports_stays_small_and_right() -> None:
    made = house(Swing((ROOM,), by=50, within_seconds=86400))
    for step in range(3000):
        made.reads(f"{20 + step / 100:.2f}", after=10)
    memory = made.watcher.memory("a1", f"0/{ROOM}")
    assert memory is not None
    assert len(memory.trail) <= 600
    assert made.fired == []
    assert made.reads(70, after=10).fired == [30010]
