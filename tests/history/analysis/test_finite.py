"""Whatever was recorded, nothing that is worked out of it is infinite or no number."""

import dataclasses
import math
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.compare import compare
from devices.history.analysis.days.buckets import buckets
from devices.history.analysis.days.calendar import By
from devices.history.analysis.days.unusual import judged
from devices.history.analysis.figure import Asked, Statistic, figure
from devices.history.analysis.held import Limit, held_number
from devices.history.analysis.numbers import numbers
from devices.history.analysis.reach import reach
from devices.history.analysis.together import together
from devices.history.analysis.trend import trend
from devices.history.analysis.use.cost import cost
from devices.history.analysis.use.tariff import read_tariff
from devices.history.analysis.use.used import used
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import T0, course, part, rolled

UTC = ZoneInfo("UTC")
TARIFF = read_tariff("0.3 EUR; 1-2 0.2")

wild = st.one_of(
    st.floats(-1e99, 1e99, allow_nan=False),
    st.sampled_from([0.0, -0.0, 1e99, -1e99, 1e-300, 5e-324, 1 / 3]),
)


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Numbers of any size, in parts of any length."""
    reached, parts = T0, []
    for value in draw(st.lists(wild, min_size=1, max_size=10)):
        length = draw(st.sampled_from([0, 1, 60_000, 3_600_000, 86_400_000]))
        parts.append(part(reached, reached + length, value))
        reached += max(1, length)
    made = course(parts, (T0, reached + draw(st.sampled_from([0, 1, 10_000]))), "W")
    level = draw(st.sampled_from(Level))
    return made if level is Level.RAW else rolled(made, level)


def numbers_in(value: object) -> list[float]:
    """All numbers of a result, however deep."""
    if dataclasses.is_dataclass(value):
        return [x for one in dataclasses.fields(value) for x in numbers_in(getattr(value, one.name))]
    if isinstance(value, list | tuple):
        return [x for one in value for x in numbers_in(one)]
    return [value] if isinstance(value, float) else []


@given(courses(), courses(), wild)
def test_results_are_finite(one: Course, other: Course, value: float) -> None:
    asked = [Asked(statistic) for statistic in Statistic]
    pairs = [(figure(one, ask), figure(other, ask), ask.statistic) for ask in asked]
    found = [
        numbers(one),
        trend(one),
        reach(one, value),
        used(one),
        cost(one, TARIFF, UTC),
        held_number(one, Limit(above=value)),
        held_number(one, Limit(below=value)),
        together(one, replace(other, end=one.end), furthest=timedelta(hours=1)),
        buckets(one, By.DAY, Asked(Statistic.MEAN), UTC),
        *(compare(*pair) for pair in pairs),
        *(judged(pair[0], [value, value / 3, 0.0, 1.0, -value]) for pair in pairs),
    ]
    assert all(math.isfinite(number) for one in found for number in numbers_in(one))
