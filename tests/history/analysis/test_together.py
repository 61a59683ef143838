"""Correlation of courses made to go together, apart, one after the other, or not at all."""

import math
from dataclasses import replace
from datetime import timedelta
from itertools import islice

import pytest
from hypothesis import given

from devices.history.analysis.together import by_state, together
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    MINUTE,
    course,
    courses,
    near,
    noise,
    rolled,
    sampled,
    states,
    steps,
)


def wave(hour: float) -> float:
    return math.sin(hour / 24 * 2 * math.pi) + 0.3 * math.sin(hour * 1.7)


@pytest.mark.parametrize(("factor", "expected"), [(2.0, 1.0), (-0.5, -1.0)])
@pytest.mark.parametrize("level", [Level.RAW, Level.FIVE, Level.HOUR])
def test_together_of_a_copy_and_its_mirror(factor: float, expected: float, level: Level) -> None:
    one, other = sampled(wave, 48), sampled(lambda hour: 5 + factor * wave(hour), 48, "W")
    told = other if level is Level.RAW else rolled(other, level)
    found = together(one, told)
    assert found.correlation == near(expected, 1e-6)
    assert (found.hours, found.lag) == (near(48), timedelta())


def test_together_of_noise() -> None:
    dice = noise(5)
    one, other = (sampled(lambda _hour: next(dice), 72) for _ in range(2))
    found = together(one, other)
    assert found.correlation is not None
    assert abs(found.correlation) < 0.15


@pytest.mark.parametrize("lag", [-2, 3])
def test_together_finds_the_one_that_follows(lag: int) -> None:
    step = lag * 5 / 60
    one, other = sampled(wave, 48), sampled(lambda hour: wave(hour - step), 48)
    found = together(one, other, furthest=timedelta(minutes=30))
    # near a copy each lag fits nearly as well: what is told must fit, and lie on the right side
    assert found.correlation is not None
    assert found.correlation > 0.99
    sharp = together(_sharp(0), _sharp(lag), furthest=timedelta(minutes=30))
    assert sharp.lag == timedelta(minutes=5 * lag)
    assert sharp.correlation == near(1)


def _sharp(late: int) -> Course:
    values = list(islice(noise(9), 300))
    return steps([(5 * k, values[(k - late) % 300]) for k in range(300)], 1500)


def test_together_of_a_constant_or_of_few_points_is_not_known() -> None:
    flat, moving = steps([(0, 20)], 600), sampled(wave, 10)
    assert together(flat, moving).correlation is None
    assert together(sampled(wave, 0.5), sampled(wave, 0.5)).correlation is None
    assert together(steps([], 600), moving).points == 0


def test_together_leaves_out_what_only_one_knows() -> None:
    one = sampled(wave, 24)
    holed = course(
        [part for index, part in enumerate(one.parts) if not 50 < index < 100], (one.start, one.end)
    )
    found = together(one, holed)
    assert found.correlation == near(1)
    assert found.hours == near(24 - 49 * 5 / 60)


@given(courses(), courses())
def test_together_is_the_same_the_other_way_round(one: Course, other: Course) -> None:
    end = max(one.end, other.end)
    a, b = replace(one, end=end), replace(other, end=end)
    there, back = together(a, b), together(b, a)
    assert (there.correlation is None) is (back.correlation is None)
    if there.correlation is not None:
        assert there.correlation == near(back.correlation)
        assert -1 <= there.correlation <= 1


def test_by_state_means_while_on_and_off() -> None:
    number = steps([(0, 20), (10, 22), (20, 24), (30, None), (40, 30)], 60)
    found = by_state(states([(0, "off"), (15, "on"), (50, "off")], 60), number)
    assert found.mean_while("on") == near((22 * 5 + 24 * 10 + 30 * 10) / 25)
    assert found.mean_while("off") == near((20 * 10 + 22 * 5 + 30 * 10) / 25)
    assert [one.hours for one in found.beside] == [near(25 / 60)] * 2
    assert found.mean_while("unavailable") is None


def test_by_state_out_of_a_rolled_number() -> None:
    number = rolled(steps([(0, 20), (30, 24)], 60), Level.FIVE)
    found = by_state(states([(0, "off"), (30, "on")], 60), number)
    assert (found.mean_while("off"), found.mean_while("on")) == (20, 24)
    assert number.parts[0].known == 5 * MINUTE
