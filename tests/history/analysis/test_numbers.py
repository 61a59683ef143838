"""Mean, median and extremes against exact fractions, out of readings and out of rollups."""

import math
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.numbers import median, numbers
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    T0,
    course,
    courses,
    near,
    part,
    rolled,
    sampled,
    steps,
    when,
)

MINUTE = 60_000


def test_numbers_of_three_steps() -> None:
    found = numbers(steps([(0, 20), (10, 22), (30, 21)], 60))
    assert found.mean == near((20 * 10 + 22 * 20 + 21 * 30) / 60)
    assert (found.minimum, found.minimum_at, found.minimum_for) == (20, when(0), timedelta(minutes=10))
    assert (found.maximum, found.maximum_at, found.maximum_for) == (
        22,
        when(10 * MINUTE),
        timedelta(minutes=20),
    )
    assert (found.first, found.last, found.last_at) == (20, 21, when(60 * MINUTE))
    assert (found.median, found.spread, found.change, found.count) == (21, 2, 1, 3)


def test_numbers_of_nothing() -> None:
    found = numbers(steps([], 60))
    assert (found.mean, found.median, found.minimum, found.maximum, found.spread) == (None,) * 5
    assert (found.basis.coverage, found.basis.gaps) == (0, ((when(0), when(60 * MINUTE)),))


def test_numbers_around_a_gap() -> None:
    found = numbers(steps([(0, 20), (10, None), (40, 24)], 60))
    assert found.mean == near((20 * 10 + 24 * 20) / 30)
    assert found.basis.coverage == near(0.5)
    assert found.basis.gaps == ((when(10 * MINUTE), when(40 * MINUTE)),)


def test_numbers_of_readings_that_held_for_no_time() -> None:
    found = numbers(course([part(T0, T0, 10), part(T0 + 1, T0 + 1, 40)], (T0, T0 + MINUTE)))
    assert (found.mean, found.median, found.minimum, found.maximum) == (25, 25, 10, 40)
    assert (found.basis.coverage, found.maximum_for) == (0, timedelta(0))


def test_numbers_stay_at_an_extreme_over_equal_readings_but_no_gap() -> None:
    found = numbers(steps([(0, 5), (10, 9), (15, 9), (20, None), (25, 9)], 60))
    assert (found.maximum_at, found.maximum_for) == (when(10 * MINUTE), timedelta(minutes=10))


def test_numbers_of_a_sine_day() -> None:
    found = numbers(sampled(lambda hour: 20 + 3 * math.sin(hour / 24 * 2 * math.pi), 24))
    assert found.mean == near(20, 1e-6)
    assert found.median == near(20, 0.01)
    assert (found.maximum, found.maximum_at) == (near(23), when(6 * 60 * MINUTE))
    assert (found.minimum, found.minimum_at) == (near(17), when(18 * 60 * MINUTE))


@given(courses())
def test_numbers_are_those_of_an_exact_oracle(made: Course) -> None:
    found = numbers(made)
    weights = [one.known if made.known else 1 for one in made.parts]
    total = sum(Fraction(one.mean) * weight for one, weight in zip(made.parts, weights, strict=True))
    assert found.mean == pytest.approx(float(total / sum(weights)), rel=1e-12, abs=1e-12)
    values = [one.mean for one in made.parts]
    assert (found.minimum, found.maximum) == (min(values), max(values))
    first = next(one for one in made.parts if one.mean == max(values))
    assert found.maximum_at == when(first.start - T0)


@given(courses(), st.sampled_from([Level.FIVE, Level.HOUR, Level.DAY]))
def test_numbers_out_of_rollups_are_the_same(made: Course, level: Level) -> None:
    raw, coarse = numbers(made), numbers(rolled(made, level))
    if made.known:
        # a reading that held for no time weighs nothing, in a stretch of its own neither
        assert coarse.mean == near(raw.mean, 1e-9)
    assert (coarse.minimum, coarse.minimum_at) == (raw.minimum, raw.minimum_at)
    assert (coarse.maximum, coarse.maximum_at) == (raw.maximum, raw.maximum_at)
    assert (coarse.last, coarse.count, coarse.basis.level) == (raw.last, raw.count, level)
    assert rolled(made, level).known == made.known


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 4)), min_size=1, max_size=8))
def test_median_is_that_of_each_moment_written_out(weighted: list[tuple[int, int]]) -> None:
    written = sorted(v for value, weight in weighted for v in [value] * weight)
    written = written or sorted(value for value, _ in weighted)
    middle = (written[(len(written) - 1) // 2] + written[len(written) // 2]) / 2
    assert median([(float(value), weight) for value, weight in weighted]) == middle
