"""Slopes of known ramps; noise, standing still and too little data are no trend."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.basis import basis
from devices.history.analysis.trend import Direction, Point, fitted, trend, trend_of
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    DAY,
    T0,
    course,
    courses,
    near,
    noise,
    part,
    rolled,
    sampled,
    steps,
)


@pytest.mark.parametrize("slope", [0.5, -1.25])
@pytest.mark.parametrize("level", [Level.RAW, Level.FIVE, Level.HOUR])
def test_trend_of_a_ramp(slope: float, level: Level) -> None:
    made = sampled(lambda hour: 20 + slope * hour, 12)
    found = trend(made if level is Level.RAW else rolled(made, level))
    assert found.direction is (Direction.RISING if slope > 0 else Direction.FALLING)
    assert found.per_hour == near(slope)
    assert found.per_day == near(24 * slope)
    assert found.change == near(12 * slope)
    assert found.fit == near(1, 0.001)
    assert found.rate == pytest.approx(slope, rel=0.05)


def test_trend_that_turned_lately_tells_the_rate_of_now() -> None:
    found = trend(sampled(lambda hour: 20 + hour if hour < 10 else 30 - 2 * (hour - 10), 12))
    assert found.rate == near(-2, 0.05)
    assert found.direction is Direction.RISING


def test_trend_of_whole_days_is_none() -> None:
    found = trend(sampled(lambda hour: 20 + 3 * math.sin(hour / 24 * 2 * math.pi), 7 * 24))
    assert found.direction is Direction.UNSTEADY
    assert found.fit is not None
    assert found.fit < 0.1


def test_trend_of_noise_is_none() -> None:
    dice = noise(3)
    assert trend(sampled(lambda _hour: 20 + next(dice), 24)).direction is Direction.UNSTEADY


def test_trend_of_what_stands_still() -> None:
    found = trend(steps([(0, 21)], 600))
    assert (found.direction, found.change, found.rate, found.fit) == (Direction.STEADY, 0, 0, None)


@pytest.mark.parametrize("values", [[], [(0, 20), (30, 21)]])
def test_trend_of_too_little_is_not_known(values: list[tuple[float, float | None]]) -> None:
    found = trend(steps(values, 60))
    assert (found.direction, found.per_hour, found.change) == (Direction.UNKNOWN, None, None)


def test_trend_of_readings_of_no_length_is_not_known() -> None:
    found = trend(course([part(T0 + at, T0 + at, at) for at in range(5)], (T0, T0 + 9)))
    assert found.direction is Direction.UNKNOWN


def test_trend_of_the_sums_of_days() -> None:
    days = [Point(T0 + day * DAY, 12 - day) for day in range(7)]
    found = trend_of(days, 7 * DAY, basis(steps([], 60)))
    assert (found.direction, found.per_day) == (Direction.FALLING, near(-1))


@given(courses())
def test_trend_is_finite_or_not_known(made: Course) -> None:
    found = trend(made)
    numbers = (found.per_hour, found.per_day, found.change, found.fit, found.rate)
    assert all(number is None or math.isfinite(number) for number in numbers)
    assert found.fit is None or 0 <= found.fit <= 1


@given(
    st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 5)), min_size=2, max_size=9)
)
def test_fitted_line_is_the_best_one(raw: list[tuple[int, int, int]]) -> None:
    points = [Point(float(at), float(value), float(weight)) for at, value, weight in raw]
    line = fitted(points)
    if line is None:
        assert len({at for at, _, _ in raw}) == 1
        return

    def error(level: float, slope: float) -> float:
        return sum(p.weight * (p.value - level - slope * (p.at - line.origin)) ** 2 for p in points)

    best = error(line.level, line.slope)
    nudges = [(0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)]
    assert all(error(line.level + a, line.slope + b) >= best - 1e-9 for a, b in nudges)
