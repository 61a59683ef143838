"""The watcher as a whole: what it looks at, what it keeps, what it forgets, and in which order it fires."""

from dataclasses import replace
from datetime import time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from devices.automation.rule.condition import AllOf, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Every, Pool, Swing, Threshold
from devices.automation.watch.dues import Dues
from devices.automation.watch.kinds import spots
from devices.automation.watch.spec import Phase
from devices.dialects.spec import Withdrawn
from tests.automation.rules import rules
from tests.automation.watch.house import ROOM, START, WARM, House, house, lasting, rule

A, B = "sensor.a", "sensor.b"


def many(count: int) -> House:
    """So many rules over so many sensors."""
    made = House(
        tuple(
            rule(Threshold((f"sensor.n{n}",), above=26, for_seconds=60), rule_id=f"a{n}")
            for n in range(count)
        )
    )
    for n in range(count):
        made.adds(f"sensor.n{n}").reads(20, f"sensor.n{n}")
    return made


def test_report_of_one_sensor_looks_at_nobody_else() -> None:
    """With ten times the rules one report costs as many looks at the home, and moves one memory."""
    costs = []
    for count in (30, 300):
        made = many(count)
        made.looks = 0
        made.reads(27, "sensor.n7", after=1).reads(28, "sensor.n7", after=1).wait(60)
        assert [(fire.rule_id, made.since(fire)) for fire in made.fires] == [("a7", 61)]
        costs.append(made.looks)
    assert costs[0] == costs[1] <= 10


def test_report_of_an_unwatched_entity_costs_no_look() -> None:
    made = many(30).reads(1, "sensor.other")
    made.looks = 0
    made.reads(2, "sensor.other", after=1)
    assert made.looks == 0


def test_arranging_anew_leaves_the_rules_that_did_not_change_alone() -> None:
    made = many(30)
    made.looks = 0
    made.arrange(*made.rules, rule(WARM, rule_id="a99"))
    assert made.looks == 1


def test_clock_of_a_rule_runs_on_while_others_change() -> None:
    made = house(lasting(WARM, 60)).reads(25).reads(27, after=10)
    made.pass_by(20).arrange(*made.rules, rule(Threshold((ROOM,), below=3), rule_id="a2"))
    assert made.wait(100).fired == [70]


def test_clock_of_a_trigger_runs_on_while_another_of_its_rule_is_edited() -> None:
    minute = lasting(WARM, 60)
    made = house(minute, Threshold((ROOM,), below=3)).reads(25).reads(27, after=10)
    made.pass_by(20).arrange(rule(minute, Threshold((ROOM,), below=4)))
    assert made.wait(100).fired == [70]


def test_clock_of_a_rule_runs_on_while_its_actions_are_edited() -> None:
    made = house(lasting(WARM, 60)).reads(25).reads(27, after=10)
    made.arrange(replace(made.rules[0], words="other words"))
    assert made.wait(100).fired == [70]


def test_disabled_rule_is_silent_and_begins_anew() -> None:
    made = house(WARM).reads(25)
    on = made.rules[0]
    made.arrange(replace(on, enabled=False)).reads(27, after=5)
    assert (made.fired, made.stored) == ([], {})
    made.arrange(on).reads(28, after=5)
    assert made.fired == []
    assert made.reads(25, after=5).reads(27, after=5).fired == [20]


def test_removed_rule_is_forgotten() -> None:
    made = house(lasting(WARM, 60), conditions=(Stands((ROOM,), ("x",), 5),)).reads(25).reads(27, after=1)
    assert {place for _, place in made.stored} == {f"0/{ROOM}", "c0"}
    made.arrange().wait(100)
    assert (made.fired, made.stored, made.watcher.next()) == ([], {}, None)


def test_memory_of_a_rule_that_went_while_nothing_ran_is_forgotten() -> None:
    made = house(WARM).reads(25)
    made.rules = ()
    assert made.restart().stored == {}


def test_places_of_a_rule() -> None:
    both = Threshold((A, B), above=1)
    for_a_while = Stands((A,), ("on",), for_seconds=5)
    draft = rule(
        both,
        replace(both, pool=Pool.ALL),
        At(time(7)),
        conditions=(AllOf((both, for_a_while)), for_a_while),
    )
    assert [(spot.place[1], spot.entities, spot.trigger) for spot in spots(draft, ())] == [
        (f"0/{A}", (A,), 0),
        (f"0/{B}", (B,), 0),
        ("1", (A, B), 1),
        ("2", (), 2),
        ("c0.1", (A,), None),
        ("c1", (A,), None),
    ]


def test_ends_tell_clocks_and_next_times() -> None:
    made = house(lasting(WARM, 60), At(time(9, 30))).reads(25)
    assert made.watcher.ends("a1") == {"1": START.replace(hour=8, minute=30)}
    made.reads(27, after=10)
    clock = made.at + timedelta(seconds=60)
    assert made.watcher.ends("a1") == {"1": START.replace(hour=8, minute=30), f"0/{ROOM}": clock}
    assert made.watcher.next() == clock


def test_fires_come_in_the_order_of_their_instants() -> None:
    made = house(lasting(WARM, 60), lasting(WARM, 30), Every(45.0, START), WARM).reads(25)
    made.reads(27, after=10).wait(100)
    order = [(fire.trigger, made.since(fire)) for fire in made.fires]
    assert order == [(3, 10), (1, 40), (2, 45), (0, 70), (2, 90)]


def test_instants_are_whole_milliseconds() -> None:
    made = house(lasting(WARM, 0.5)).reads(25)
    made.at += timedelta(microseconds=1999)
    made.reads(27).wait(10)
    assert [fire.at for fire in made.fires] == [START + timedelta(milliseconds=501)]


def test_changes_are_told_once() -> None:
    made = house(WARM).reads(25)
    assert made.watcher.changes() == {}
    made.reads(25.5, after=1)
    assert made.watcher.changes() == {}


def test_firing_that_nobody_answers_keeps_its_latch() -> None:
    made = house(WARM)
    made.acts = False
    made.reads(25).reads(27, after=1)
    memory = made.watcher.memory("a1", f"0/{ROOM}")
    assert memory is not None
    assert (memory.phase, memory.acted) == (Phase.LATCHED, False)


def test_entity_that_goes_and_comes_anew_is_watched_on() -> None:
    made = house(WARM).reads(25)
    made.tell(made.registry.withdraw(Withdrawn(ROOM), made.at))
    assert made.adds(ROOM).reads(27, after=10).fired == [10]


@given(st.lists(rules, max_size=4, unique_by=lambda made: made.id))
def test_any_rule_can_be_watched_and_every_memory_moves_on(made: list[Rule]) -> None:
    """Time passes through whatever rules there are, and none keeps asking for an instant that is over."""
    home = House((*made, rule(Becomes((ROOM,)), Swing((ROOM,), 1, 60))))
    for value in ("on", "5", "unknown", "7", "off"):
        for entity in ("sensor.hall", "lock.door", "light.lamp", "sensor.attic", "cover.blind", ROOM):
            if not entity.startswith(("lock", "light", "cover")):
                home.reads(value, entity, after=7)
    home.wait(100)
    following = home.watcher.next()
    assert following is None or following > home.at


@given(st.lists(st.tuples(st.integers(0, 9), st.one_of(st.none(), st.integers(0, 99))), max_size=200))
def test_dues_give_the_earliest_that_is_set(moves: list[tuple[int, int | None]]) -> None:
    dues, known = Dues(), {}
    for key, later in moves:
        place = ("a1", str(key))
        at = None if later is None else START + timedelta(seconds=later)
        dues.put(place, at)
        known[place] = at
        assert dues.nearest() == min((at for at in known.values() if at is not None), default=None)
    left = sorted((at, place) for place, at in known.items() if at is not None)
    taken = []
    while (found := dues.take(START + timedelta(days=1))) is not None:
        taken.append(found)
    assert taken == left
