"""When a ramp or a cooling room gets somewhere, and the honest answers where it does not."""

import math
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.reach import Prospect, Reach, Shape, reach
from devices.history.course.course import Course
from tests.history.analysis.made import (
    HOUR,
    courses,
    near,
    noise,
    sampled,
    steps,
    when,
)


def coarse(value: Callable[[float], float]) -> Callable[[float], float]:
    """As a thermometer with one digit tells it."""
    return lambda hour: round(value(hour), 1)


def hours(found: Reach, since: float) -> float:
    assert found.at is not None
    return (found.at - when(since * HOUR)) / timedelta(hours=1)


def test_reach_of_a_ramp() -> None:
    found = reach(sampled(coarse(lambda hour: 18 + 1.2 * hour), 2), 22)
    assert (found.prospect, found.shape) == (Prospect.COMING, Shape.LINE)
    assert hours(found, 0) == near(4 / 1.2, 0.15)
    assert found.rate == pytest.approx(1.2, rel=0.05)
    assert found.earliest is not None
    assert found.at is not None
    assert found.latest is not None
    assert found.earliest <= found.at <= found.latest
    assert found.latest - found.earliest < timedelta(hours=1)


def test_reach_of_a_room_that_cools_by_newton() -> None:
    # 25 °C towards 10 outside, with a slowness of 5 hours
    found = reach(sampled(coarse(lambda hour: 10 + 15 * math.exp(-hour / 5)), 4), 14)
    assert (found.prospect, found.shape) == (Prospect.COMING, Shape.CURVE)
    assert hours(found, 0) == pytest.approx(5 * math.log(15 / 4), rel=0.1)
    assert found.earliest is not None
    assert found.latest is not None
    truth = when(5 * math.log(15 / 4) * HOUR)
    assert found.earliest - timedelta(minutes=15) <= truth <= found.latest + timedelta(minutes=15)


def test_reach_beyond_where_it_levels_off() -> None:
    found = reach(sampled(coarse(lambda hour: 21 - 4 * math.exp(-hour)), 3), 23)
    assert (found.prospect, found.at) == (Prospect.STOPS_SHORT, None)
    assert found.level == near(21, 0.4)


def test_reach_after_the_heating_went_on() -> None:
    found = reach(sampled(coarse(lambda hour: 20 - hour if hour < 2 else 18 + 2 * (hour - 2)), 3), 22)
    assert found.prospect is Prospect.COMING
    assert hours(found, 3) == near(1, 0.15)
    assert found.since is not None
    assert abs(found.since - when(2 * HOUR)) < timedelta(minutes=20)


def test_reach_in_the_wrong_direction() -> None:
    found = reach(sampled(coarse(lambda hour: 20 - hour), 3), 22)
    assert (found.prospect, found.at, found.rate) == (Prospect.AWAY, None, near(-1, 0.05))


def test_reach_too_far_to_be_said() -> None:
    assert reach(sampled(coarse(lambda hour: 18 + 0.2 * hour), 3), 25).prospect is Prospect.TOO_FAR


def test_reach_of_what_stands_still_wavers_or_is_there() -> None:
    dice = noise(1, 0.2)
    assert reach(steps([(0, 21)], 180), 22).prospect is Prospect.STEADY
    assert reach(steps([(0, 21)], 180), 21).prospect is Prospect.THERE
    wavers = reach(sampled(coarse(lambda _hour: 21 + next(dice)), 3), 25)
    assert wavers.prospect in {Prospect.STEADY, Prospect.STOPS_SHORT, Prospect.AWAY}


@pytest.mark.parametrize("values", [[], [(0, 20), (20, 21)]])
def test_reach_of_too_little_is_not_known(values: list[tuple[float, float | None]]) -> None:
    assert reach(steps(values, 60), 25).prospect is Prospect.UNKNOWN


@given(courses(), st.integers(-60, 60))
def test_reach_never_says_more_than_it_may(made: Course, target: int) -> None:
    found = reach(made, target)
    assert (found.at is not None) is (found.prospect is Prospect.COMING)
    if found.at is not None and found.earliest is not None and found.seen_at is not None:
        assert found.seen_at <= found.earliest <= found.at <= (found.latest or found.at)
        assert found.at - found.seen_at <= timedelta(hours=24)
    assert all(number is None or math.isfinite(number) for number in (found.rate, found.level))
