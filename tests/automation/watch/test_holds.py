"""Conditions: limits, words, times, sun and people; what isn't known; how long something has held."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.almanac import Almanac
from devices.automation.rule.condition import (
    AllOf,
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.trigger import Days, Holidays, Pool, Threshold, Weekday
from devices.automation.watch.holds import all_hold, holds
from devices.automation.watch.spec import World
from tests.automation.watch.house import BERLIN, ROOM, START, House, house, rule

ZONE = ZoneInfo("Europe/Berlin")
A, B, DOOR = "sensor.a", "sensor.b", "binary_sensor.door"
ANNA, BEN = "device_tracker.anna", "device_tracker.ben"
BLANK_WORLD = World(lambda _id: None, tuple, BERLIN)
TRUE, FALSE, UNKNOWN = (
    Someone(home=True, entities=(ANNA,)),
    Someone(home=False, entities=(ANNA,)),
    Someone(True),
)
NIGHT = During(time(22), time(6))


def never(_place: str) -> None:
    """Nobody watched."""


def true_of(condition: Condition, made: House) -> bool | None:
    """Whether it holds in this home now, with what its rule's watcher knows."""
    return holds(
        condition, World(made.find, made.people, made.almanac), made.at, lambda p: made.watcher.held("a1", p)
    )


def local(text: str, condition: Condition, almanac: Almanac = BERLIN) -> bool | None:
    """Whether it holds at this wall time of the home."""
    at = datetime.fromisoformat(text).replace(tzinfo=almanac.zone)
    return holds(condition, World(lambda _id: None, tuple, almanac), at.astimezone(UTC), never)


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(27, True), (26, False), (25, False), ("unknown", None), ("nan", None), ("on", None)],
)
def test_threshold_now(value: object, *, verdict: bool | None) -> None:
    assert true_of(Threshold((ROOM,), above=26), house().reads(value)) is verdict


def test_threshold_of_a_device_that_is_away_or_silent_for_a_day_is_not_known() -> None:
    warm = Threshold((ROOM,), above=26)
    assert true_of(warm, house().reads(27).away(after=1)) is None
    assert true_of(warm, house().reads(27).wait(25 * 3600)) is True
    assert true_of(warm, house().reads(27).wait(25 * 3600 + 1)) is None
    assert true_of(warm, house()) is None


@pytest.mark.parametrize(
    ("pool", "verdicts"),
    [(Pool.ANY, [True, True, None]), (Pool.ALL, [False, None, False]), (Pool.MEAN, [False, True, False])],
)
def test_threshold_of_several(pool: Pool, verdicts: list[bool | None]) -> None:
    warm = Threshold((A, B), above=26, pool=pool)
    rows = [(27, 20), (27, "unknown"), (20, "unknown")]
    assert [true_of(warm, house().reads(a, A).reads(b, B)) for a, b in rows] == verdicts


def test_word_stands_however_old() -> None:
    closed = Stands((DOOR,), ("closed",))
    made = house().reads("closed", DOOR)
    assert true_of(closed, made.wait(10 * 86400)) is True
    assert true_of(Stands((DOOR,), ("open",)), made) is False
    assert true_of(closed, made.away(DOOR)) is None


def test_held_for_is_counted_from_the_crossing() -> None:
    warm = Threshold((ROOM,), above=26, for_seconds=600)
    made = house(conditions=(warm,)).reads(25).reads(27, after=10)
    assert true_of(warm, made.wait(599)) is False
    assert true_of(warm, made.wait(1)) is True
    assert true_of(warm, made.reads(25, after=1)) is False
    assert true_of(warm, made.reads(27, after=1).wait(30)) is False


def test_held_for_over_blip_outage_and_restart() -> None:
    warm = Threshold((ROOM,), above=26, for_seconds=600)
    made = house(conditions=(warm,)).reads(27).away(after=100).back(after=59).reads(27, after=1)
    assert true_of(warm, made.wait(440)) is True
    made.away(after=100).back(after=60).reads(27, after=1)
    assert true_of(warm, made.wait(100)) is False
    assert true_of(warm, made.restart(down=100).reads(27, after=1).wait(400)) is True


def test_held_for_of_a_word_begins_with_its_change_though_the_rule_is_younger() -> None:
    shut = Stands((DOOR,), ("closed",), for_seconds=600)
    made = house().reads("closed", DOOR).wait(500)
    assert true_of(shut, made) is False
    made.arrange(rule(conditions=(shut,)))
    assert true_of(shut, made.wait(100)) is True


def test_held_for_that_nobody_watched_is_not_known() -> None:
    warm = Threshold((ROOM,), above=26, for_seconds=600)
    assert true_of(warm, house().reads(27).wait(5000)) is None


def test_held_for_within_a_group_of_conditions() -> None:
    warm = Threshold((ROOM,), above=26, for_seconds=60)
    both = AllOf((NotOf((warm,)), Stands((DOOR,), ("closed",))))
    made = house(conditions=(both,)).reads(27).reads("closed", DOOR)
    assert true_of(both, made.wait(59)) is True
    assert true_of(both, made.wait(1)) is False


@pytest.mark.parametrize(
    ("at", "holds_then"),
    [
        ("2027-01-04T22:00", True),
        ("2027-01-04T21:59:59", False),
        ("2027-01-05T05:59:59", True),
        ("2027-01-05T06:00", False),
        ("2027-01-05T00:00", True),
        ("2027-03-28T01:59", True),
        ("2027-03-28T03:00", True),
        ("2027-10-31T02:30", True),
    ],
)
def test_during_over_midnight(at: str, *, holds_then: bool) -> None:
    assert local(at, NIGHT) is holds_then


def test_during_over_midnight_is_of_the_day_on_which_it_began() -> None:
    friday_night = During(time(22), time(6), Days((Weekday.FRI,)))
    assert [
        local(f"2027-01-{day:02}T{clock}", friday_night) for day, clock in ((8, "23:00"), (9, "05:00"))
    ] == [
        True,
        True,
    ]
    assert [
        local(f"2027-01-{day:02}T{clock}", friday_night) for day, clock in ((8, "05:00"), (9, "23:00"))
    ] == [
        False,
        False,
    ]


def test_during_with_one_end_or_none() -> None:
    assert [local(f"2027-01-04T{c}", During(after=time(22))) for c in ("21:59", "22:00", "23:59")] == [
        False,
        True,
        True,
    ]
    assert [local(f"2027-01-04T{c}", During(before=time(7))) for c in ("00:00", "06:59", "07:00")] == [
        True,
        True,
        False,
    ]
    assert local("2027-01-04T12:00", During(days=Days((Weekday.MON,)))) is True
    assert local("2027-01-05T12:00", During(days=Days((Weekday.MON,)))) is False


def test_during_holidays() -> None:
    workdays = During(days=Days(holidays=Holidays.EXCEPT))
    assert local("2027-01-01T12:00", workdays) is False
    assert local("2027-01-04T12:00", workdays) is True


def test_during_over_the_changes_of_the_clocks_is_wall_time() -> None:
    """Every quarter of an hour of the two nights: exactly the wall clock decides."""
    small_hours = During(time(1, 30), time(3, 30))
    for day in ("2027-03-28", "2027-10-31"):
        start = datetime.fromisoformat(day).replace(tzinfo=ZONE).astimezone(UTC)
        for quarter in range(30):
            at = start + timedelta(minutes=15 * quarter)
            wall = at.astimezone(ZONE).time()
            expected = time(1, 30) <= wall < time(3, 30)
            assert holds(small_hours, BLANK_WORLD, at, never) is expected


def test_daylight_needs_a_place() -> None:
    assert local("2027-06-21T12:00", Daylight(up=True)) is True
    assert local("2027-06-21T01:00", Daylight(up=True)) is False
    assert local("2027-06-21T01:00", Daylight(up=False)) is True
    assert local("2027-06-21T12:00", Daylight(up=True), Almanac(ZONE)) is None


def test_someone_at_home() -> None:
    made = house()
    assert true_of(Someone(home=True), made) is None
    made.reads("home", ANNA).reads("unknown", BEN)
    assert (true_of(Someone(home=True), made), true_of(Someone(home=False), made)) == (True, False)
    made.reads("work", ANNA)
    assert true_of(Someone(home=False), made) is None
    made.reads("not_home", BEN)
    assert (true_of(Someone(home=True), made), true_of(Someone(home=False), made)) == (False, True)
    assert true_of(Someone(home=True, entities=(BEN,)), made) is False


@given(st.lists(st.sampled_from([TRUE, FALSE, UNKNOWN]), max_size=4))
def test_logic_of_three_values(parts: list[Someone]) -> None:
    """Whatever the unknown ones turn out to be, a verdict that is given stays right."""
    snapshot = House(()).reads("home", ANNA)
    world = World(snapshot.find, tuple, BERLIN)
    verdicts = [holds(part, world, START, never) for part in parts]
    of = tuple(parts)
    worlds = [[bool(v) if v is not None else guess for v in verdicts] for guess in (True, False)]
    for kind, truth in ((AllOf, all), (AnyOf, any), (NotOf, lambda vs: not any(vs))):
        outcomes = {truth(values) for values in worlds}
        expected = outcomes.pop() if len(outcomes) == 1 else None
        assert holds(kind(of), world, START, never) is expected


def test_conditions_of_a_rule_all_hold() -> None:
    made = House(()).reads("home", ANNA)
    world = World(made.find, made.people, BERLIN)
    assert all_hold((), world, START, never) is True
    assert all_hold((TRUE, TRUE), world, START, never) is True
    assert all_hold((TRUE, FALSE), world, START, never) is False
