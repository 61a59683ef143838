"""A stretch against the same hours of other days: usual, high, low, or too few to say."""

from dataclasses import replace
from datetime import datetime
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.basis import basis
from devices.history.analysis.days.unusual import Verdict, judged, unusual
from devices.history.analysis.figure import Asked, Figure, Statistic
from devices.history.analysis.held import Limit
from devices.history.course.course import Course
from devices.storage.tables import instant
from tests.history.analysis.made import (
    DAY,
    HOUR,
    at,
    course,
    near,
    noise,
    part,
    sampled,
    states,
    steps,
    when,
)

UTC, BERLIN = ZoneInfo("UTC"), ZoneInfo("Europe/Berlin")
MEAN = Asked(Statistic.MEAN)


def days(last: float, count: int = 15) -> Course:
    """Days of the same shape that differ by a hair, and a last one of which the afternoon is apart."""
    apart = list(islice(noise(2, 0.3), count))

    def value(hour: float) -> float:
        day = int(hour // 24)
        return 20 + apart[day] + (last if day == count - 1 and hour % 24 >= 12 else 0) + hour % 24 / 6

    return sampled(value, count * 24, minutes=30)


def afternoon(day: int) -> tuple[datetime, datetime]:
    return when(day * DAY + 12 * HOUR), when((day + 1) * DAY)


@pytest.mark.parametrize(("apart", "verdict"), [(0, Verdict.USUAL), (4, Verdict.HIGH), (-4, Verdict.LOW)])
def test_unusual_afternoon(apart: float, verdict: Verdict) -> None:
    found = unusual(days(apart), afternoon(14), MEAN, UTC)
    assert (found.verdict, found.samples, found.every) == (verdict, 14, 1)
    assert found.median == near(23, 0.3)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 23 < found.high
    assert found.percentile in {0, 100} or verdict is Verdict.USUAL


def test_unusual_with_too_few_days() -> None:
    found = unusual(days(9, count=5), afternoon(4), MEAN, UTC)
    assert (found.verdict, found.samples, found.median) == (Verdict.UNKNOWN, 4, None)


def test_unusual_leaves_out_days_of_which_little_is_known() -> None:
    made = days(4)
    holed = course(
        [one for one in made.parts if not 3 * DAY < one.start - made.start < 7 * DAY], (made.start, made.end)
    )
    assert unusual(holed, afternoon(14), MEAN, UTC).samples == 10


def test_unusual_use_of_a_week_is_held_against_weeks() -> None:
    made = sampled(lambda hour: 100.0 if hour < 49 * 24 else 300.0, 56 * 24, "W", minutes=60)
    found = unusual(made, (when(49 * DAY), when(56 * DAY)), Asked(Statistic.USED), UTC)
    assert (found.every, found.samples, found.verdict) == (7, 7, Verdict.HIGH)
    assert found.figure.value == near(50.4)
    assert (found.median, found.score) == (near(16.8), None)


def test_unusual_count_of_a_door() -> None:
    opened = [(float(day * 1440 + 600), "on") for day in range(8)]
    closed = [(float(day * 1440 + 605), "off") for day in range(8)]
    more = [(7 * 1440 + 700.0 + 10 * k, word) for k in range(8) for word in ("on", "off")][:15]
    more = [(at_ + (5 if word == "off" else 0), word) for at_, word in more]
    made = states(sorted([(0.0, "off"), *opened, *closed, *more]), 8 * 1440)
    asked = Asked(Statistic.COUNT, frozenset({"on"}))
    found = unusual(made, (when(7 * DAY), when(8 * DAY)), asked, UTC)
    assert (found.figure.value, found.samples, found.verdict) == (9, 7, Verdict.HIGH)
    assert unusual(made, (when(6 * DAY), when(7 * DAY)), asked, UTC).verdict is Verdict.USUAL


def test_unusual_takes_the_same_hours_of_the_clock_over_its_change() -> None:
    start, end = at(2026, 3, 20, 0, BERLIN), at(2026, 4, 1, 0, BERLIN)
    noons = [at(2026, 3, day, 12, BERLIN) for day in range(20, 32)]
    parts, reached = [], start
    for noon in noons:
        parts += [part(reached, noon, 10), part(noon, noon + HOUR, 30)]
        reached = noon + HOUR
    made = course([*parts, part(reached, end, 10)], (start, end))
    asked = Asked(Statistic.DURATION, limit=Limit(above=20))
    found = unusual(made, (instant(noons[-1]), instant(noons[-1] + HOUR)), asked, BERLIN)
    assert (found.figure.value, found.median, found.low, found.samples) == (3600, 3600, 3600, 11)


@given(st.lists(st.integers(-9, 9), max_size=12), st.integers(-20, 20))
def test_judged_says_what_it_says(samples: list[int], value: int) -> None:
    told = Figure(float(value), "", basis(steps([], 60)))
    found = judged(told, [float(sample) for sample in samples])
    if len(samples) < 5:
        assert found.verdict is Verdict.UNKNOWN
        return
    assert found.low is not None
    assert found.median is not None
    assert found.high is not None
    assert min(samples) <= found.low <= found.median <= found.high <= max(samples)
    assert found.verdict is Verdict.USUAL or not min(samples) <= value <= max(samples)
    turned = judged(replace(told, value=-float(value)), [-float(sample) for sample in samples])
    mirror = {Verdict.HIGH: Verdict.LOW, Verdict.LOW: Verdict.HIGH}
    assert turned.verdict is mirror.get(found.verdict, found.verdict)
