"""How a rule stands: its value, whether it would run now, and when it is blind."""

from dataclasses import replace

import pytest

from devices.automation.explain import Standing, standing
from devices.automation.rule import Threshold
from devices.kinds.climate import ClimateState
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, Snapshot
from devices.view import View
from tests.automation.scene import SENSOR, WARM, rule
from tests.fakes.clock import START

THERMOMETER = Entity(SENSOR, Domain.SENSOR, "Living temperature", unit="°C")


def reading(value: str, *, available: bool = True) -> View:
    return View({SENSOR: Snapshot(THERMOMETER, SensorState(value), available, START, START)})


@pytest.mark.parametrize(("value", "holds"), [("27.5", True), ("26", False), ("21", False)])
def test_value_now_and_whether_it_would_run(value: str, *, holds: bool) -> None:
    assert standing(rule(), reading(value)) == Standing(float(value), "°C", holds, START, blind=False)


def test_blind_without_a_value() -> None:
    assert standing(rule(), reading("unknown")) == Standing(None, "°C", None, START, blind=True)
    assert standing(rule(), reading("27", available=False)) == Standing(None, "°C", None, START, blind=True)
    assert standing(rule(), View()) == Standing()


def test_conditions_count() -> None:
    outside = Threshold("sensor.nowhere", below=20)
    assert standing(replace(rule(), conditions=(outside,)), reading("27")).holds is False


def test_first_trigger_that_holds_is_shown() -> None:
    cold = replace(rule(), triggers=(Threshold(SENSOR, below=10), WARM))
    assert standing(cold, reading("27")).holds is True


def test_attribute_of_a_thermostat_has_its_unit() -> None:
    entity = Entity("climate.c", Domain.CLIMATE, "Thermostat")
    view = View({entity.id: Snapshot(entity, ClimateState("heat", current_temperature=19.5))})
    warm = rule(Threshold(entity.id, above=19, attribute="current_temperature"))
    assert standing(warm, view) == Standing(19.5, "°C", holds=True, blind=False)
