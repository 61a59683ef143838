"""How a rule stands: values, words, clocks and conditions now, whether it would run, and when it is blind."""

from dataclasses import replace
from datetime import UTC, time, timedelta

import pytest

from devices.automation.almanac import Almanac
from devices.automation.explain import Moment, Standing, standing
from devices.automation.rule.condition import Condition, During, Stands
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Happens,
    Lost,
    Pool,
    Presence,
    Swing,
    Threshold,
)
from devices.automation.watch.signal import Lacking
from devices.automation.watch.spec import Memory, Phase
from devices.kinds.climate import ClimateState
from devices.kinds.lock import Bolt, LockState
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, Snapshot
from devices.view import View
from tests.automation.scene import LOCK, SENSOR, WARM, rule
from tests.fakes.clock import START

THERMOMETER = Entity(SENSOR, Domain.SENSOR, "Living temperature", unit="°C")
ATTIC = Entity("sensor.attic", Domain.SENSOR, "Attic", unit="°C")
BOLT = Entity(LOCK, Domain.LOCK, "Front door")
HERE = Almanac(UTC)
NOW = Moment(START, HERE)


def reading(value: str, *, available: bool = True, attic: str = "20", bolt: Bolt = Bolt.LOCKED) -> View:
    found = (
        Snapshot(THERMOMETER, SensorState(value), available, START, START),
        Snapshot(ATTIC, SensorState(attic), True, START, START),
        Snapshot(BOLT, LockState(bolt), True, START, START - timedelta(minutes=10)),
    )
    return View({snapshot.entity.id: snapshot for snapshot in found})


@pytest.mark.parametrize(("value", "holds"), [("27.5", True), ("26", False), ("21", False)])
def test_value_now_and_whether_it_would_run(value: str, *, holds: bool) -> None:
    assert standing(rule(), reading(value)) == Standing(float(value), "°C", holds, START, blind=False)


@pytest.mark.parametrize(
    ("view", "lacking"),
    [
        (reading("unknown"), Lacking.UNKNOWN),
        (reading("warm"), Lacking.NO_NUMBER),
        (reading("27", available=False), Lacking.UNAVAILABLE),
        (View(), Lacking.MISSING),
    ],
)
def test_blind_and_why(view: View, lacking: Lacking) -> None:
    found = standing(rule(), view)
    assert (found.value, found.holds, found.blind) == (None, None, True)
    assert [watch.lacking for watch in found.watches] == [lacking]


def test_old_reading_is_not_known() -> None:
    late = Moment(START + timedelta(hours=26), HERE)
    assert standing(rule(), reading("27"), late).watches[0].lacking is Lacking.STALE


def test_one_blind_trigger_of_two_does_not_make_the_rule_blind() -> None:
    both = replace(rule(), triggers=(Threshold(("sensor.gone",), above=1), WARM))
    assert standing(both, reading("27")).blind is False


def test_first_trigger_that_is_past_is_shown() -> None:
    cold = replace(rule(), triggers=(Threshold((ATTIC.id,), below=10), WARM))
    found = standing(cold, reading("27"))
    assert (found.value, found.holds) == (27.0, True)


def test_attribute_of_a_thermostat_has_its_unit() -> None:
    entity = Entity("climate.c", Domain.CLIMATE, "Thermostat")
    view = View({entity.id: Snapshot(entity, ClimateState("heat", current_temperature=19.5))})
    warm = rule(Threshold((entity.id,), above=19, attribute="current_temperature"))
    assert standing(warm, view) == Standing(19.5, "°C", holds=True, blind=False)


def test_value_is_told_in_the_unit_of_the_limit() -> None:
    found = standing(rule(Threshold((SENSOR,), above=80, unit="°F")), reading("27"))
    assert (found.value, found.unit, found.holds) == (80.6, "°F", True)


@pytest.mark.parametrize(
    ("pool", "value", "holds"), [(Pool.ANY, 27.0, True), (Pool.ALL, 27.0, False), (Pool.MEAN, 23.5, False)]
)
def test_several_sensors(pool: Pool, value: float, *, holds: bool) -> None:
    found = standing(rule(Threshold((SENSOR, ATTIC.id), above=26, pool=pool)), reading("27"))
    assert (found.value, found.holds) == (value, holds)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Threshold(("sensor.nowhere",), below=20), None),
        (Threshold((ATTIC.id,), below=20), False),
        (Threshold((ATTIC.id,), below=21), True),
        (Stands((LOCK,), ("locked",), for_seconds=600), True),
        (Stands((LOCK,), ("locked",), for_seconds=601), False),
        (During(time(11), time(13)), True),
        (During(time(13)), False),
    ],
)
def test_conditions_with_whether_they_hold(condition: Condition, *, holds: bool | None) -> None:
    found = standing(replace(rule(), conditions=(condition,)), reading("27"), NOW)
    assert [checked.holds for checked in found.conditions] == [holds]
    assert found.holds is holds


def test_time_is_not_known_without_a_moment() -> None:
    found = standing(replace(rule(), conditions=(During(time(11)),)), reading("27"))
    assert (found.holds, found.conditions[0].holds) == (None, None)


def test_running_clock_and_its_end() -> None:
    waits = rule(Threshold((SENSOR,), above=26, for_seconds=600))
    begun = START - timedelta(minutes=4)
    memory = {("a1", f"0/{SENSOR}"): Memory(Phase.WAITING, since=begun)}
    found = standing(replace(waits, id="a1"), reading("27"), Moment(START, HERE, memory))
    assert (found.watches[0].clock_from, found.watches[0].clock_ends) == (
        begun,
        begun + timedelta(minutes=10),
    )
    assert found.next_at == begun + timedelta(minutes=10)


def test_latched_has_to_fall_back_first() -> None:
    memory = {("a1", f"0/{SENSOR}"): Memory(Phase.LATCHED)}
    found = standing(replace(rule(), id="a1"), reading("27"), Moment(START, HERE, memory))
    assert found.watches[0].latched


def test_next_time_of_a_schedule_which_is_never_blind_nor_past() -> None:
    found = standing(rule(At(time(18))), reading("27"), NOW)
    assert (found.next_at, found.blind, found.holds) == (START + timedelta(hours=6), False, None)


def test_words_people_devices_and_events() -> None:
    view = reading("27", available=False, bolt=Bolt.UNLOCKED)
    assert standing(rule(Becomes((LOCK,), ("unlocked",))), view).holds is True
    assert standing(rule(Becomes((LOCK,), ("locked",))), view).holds is False
    assert standing(rule(Lost((SENSOR,))), view).holds is True
    assert standing(rule(Lost((SENSOR,), back=True)), view).holds is False
    assert standing(rule(Swing((ATTIC.id,), 2, 60)), view).value == 20.0
    assert standing(rule(Happens(("event.gone",))), view).blind is True
    assert standing(rule(Presence(Coming.LEAVE)), view).blind is True
