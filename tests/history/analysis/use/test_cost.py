"""What it cost: bands split where they change, counters between their readings, over clock changes."""

from dataclasses import replace
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.use.cost import cost
from devices.history.analysis.use.tariff import rates, read_tariff
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    HOUR,
    at,
    counted,
    course,
    courses,
    near,
    part,
    rolled,
    steps,
)

UTC, BERLIN = ZoneInfo("UTC"), ZoneInfo("Europe/Berlin")
FLAT = read_tariff("0.30 EUR")
NIGHT = read_tariff("0.30 EUR; 22:00-06:00 0.20")


def test_cost_at_one_price() -> None:
    found = cost(steps([(0, 2000)], 180, "W"), FLAT, UTC)
    assert (found.amount, found.used, found.unit, found.currency) == (
        near(1.8),
        near(6),
        "kWh",
        "EUR",
    )
    assert found.exact


def test_cost_of_one_reading_that_held_through_the_evening() -> None:
    # from midnight to midnight: 8 hours by night
    found = cost(steps([(0, 1000)], 1440, "W"), NIGHT, UTC)
    assert found.amount == near(16 * 0.3 + 8 * 0.2)
    assert [(share.price, share.used) for share in found.shares] == [
        (0.3, near(16)),
        (0.2, near(8)),
    ]


@pytest.mark.parametrize(("month", "day", "night"), [(3, 29, 7), (10, 25, 9)])
@pytest.mark.parametrize("level", [Level.RAW, Level.HOUR])
def test_cost_of_a_night_of_a_clock_change(month: int, day: int, night: int, level: Level) -> None:
    start, end = at(2026, month, day - 1, 22, BERLIN), at(2026, month, day, 6, BERLIN)
    made = course([part(start, end, 1000)], (start, end), "W")
    told = made if level is Level.RAW else rolled(made, level, BERLIN)
    found = cost(told, NIGHT, BERLIN)
    assert (found.amount, found.exact) == (near(0.2 * night), True)
    assert (end - start) / HOUR == night


def test_cost_of_a_counter_that_is_read_across_the_edge() -> None:
    # 2 kWh from 21:00 to 23:00: an hour of each
    found = cost(counted([(21 * 60, 100), (23 * 60, 2)], 1440), NIGHT, UTC)
    assert found.amount == near(0.3 + 0.2)


@pytest.mark.parametrize(
    ("unit", "billed", "used"),
    [("Wh", "kWh", 0.5), ("MWh", "kWh", 500_000), ("L", "m³", 0.5), ("m³", "m³", 500), ("gal", "gal", 500)],
)
def test_cost_counts_in_what_bills_count_in(unit: str, billed: str, used: float) -> None:
    found = cost(counted([(0, 1), (30, 500)], 60, unit), FLAT, UTC)
    assert (found.unit, found.used) == (billed, near(used))
    assert found.amount == near(0.3 * used)


def test_cost_of_records_coarser_than_the_tariff_is_told() -> None:
    made = rolled(steps([(0, 1000)], 1440, "W"), Level.DAY)
    found = cost(made, NIGHT, UTC)
    assert (found.amount, found.exact) == (near(6.4), False)


def test_cost_of_what_can_not_be_added_up_or_is_not_known() -> None:
    assert cost(steps([(0, 20)], 60), FLAT, UTC).amount is None
    assert cost(steps([], 60, "W"), FLAT, UTC).amount is None


@given(courses(), st.sampled_from(["0.3 E", "0.3 E; 1-3 0.2; 4:30-6 -0.1", "1 E; 0:07-0:31 9"]))
def test_cost_is_that_of_each_stretch_of_one_price(made: Course, text: str) -> None:
    tariff = read_tariff(text)
    power = replace(made, unit="kW")
    exact = Fraction(0)
    for rate in rates(tariff, made.start, made.end, UTC):
        for one in made.parts:
            overlap = min(rate.end, one.end) - max(rate.start, one.start)
            exact += Fraction(one.mean) * max(overlap, 0) * Fraction(rate.price)
    found = cost(power, tariff, UTC)
    assert found.amount == near(float(exact / HOUR), 1e-9)
