"""What was used: power over known time, counters by their growth, and what can't be added up."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.use.used import Method, used
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    counted,
    courses,
    near,
    rolled,
    sampled,
    steps,
)


@pytest.mark.parametrize(
    ("unit", "value", "expected"), [("W", 1500, 3), ("kW", 1.5, 3), ("L/min", 2, 240), ("m³/h", 0.5, 1)]
)
def test_used_by_a_flow_over_two_hours(unit: str, value: float, expected: float) -> None:
    found = used(steps([(0, value)], 120, unit))
    assert (found.amount, found.method) == (near(expected), Method.FLOW)
    assert found.unit == {"W": "kWh", "kW": "kWh", "L/min": "L", "m³/h": "m³"}[unit]


def test_used_never_fills_a_gap_of_power() -> None:
    found = used(steps([(0, 1000), (60, None), (120, 1000)], 180, "W"))
    assert found.amount == near(2)
    assert found.basis.coverage == near(2 / 3)
    assert len(found.basis.gaps) == 1


def test_used_by_a_sine_of_power() -> None:
    found = used(sampled(lambda hour: 500 + 500 * math.sin(hour / 24 * 2 * math.pi), 24, "W"))
    assert found.amount == near(12)


def test_used_by_a_counter() -> None:
    found = used(counted([(0, 318.4), (5, 0.1), (10, -0.1), (20, 0.2)], 30))
    assert (found.amount, found.unit, found.method) == (near(0.2), "kWh", Method.COUNTER)


def test_used_by_what_can_not_be_added_up() -> None:
    found = used(steps([(0, 20)], 60))
    assert (found.amount, found.method, found.unit) == (None, None, "°C")


@pytest.mark.parametrize("unit", ["W", "kW"])
def test_used_of_nothing_known(unit: str) -> None:
    assert used(steps([], 60, unit)).amount is None


@given(courses(), st.sampled_from([Level.RAW, Level.FIVE, Level.HOUR, Level.DAY]))
def test_used_is_the_exact_integral(made: Course, level: Level) -> None:
    power = Course("sensor.x", "", "W", made.start, made.end, made.parts, made.gaps)
    exact = sum(Fraction(one.mean) * one.known for one in power.parts) / 3_600_000_000
    found = used(power if level is Level.RAW else rolled(power, level))
    assert found.amount == near(float(exact), 1e-9)
