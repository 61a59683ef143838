"""How much a counter grew: resets, wobbles and blips by one rule, against true use and a slow oracle."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.rollup.counter import BEFORE, LOOK, counted, counts

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000


def rows(*readings: tuple[float, float]) -> list[tuple[int, float]]:
    """Minutes and values."""
    return [(round(minute * MINUTE), value) for minute, value in readings]


def rise(*readings: tuple[float, float], unit: str = "kWh") -> float:
    found = counted(rows(*readings), unit)
    return found.rise(0, 2**62)


def resets(*readings: tuple[float, float]) -> list[float]:
    return [step.at / MINUTE for step in counted(rows(*readings), "kWh").steps if step.anew]


@pytest.mark.parametrize("unit", ["kWh", "Wh", "MWh", "m³", "L", "gal", "GJ", "ft³"])
def test_energy_water_and_gas_count(unit: str) -> None:
    assert counts(unit)


@pytest.mark.parametrize("unit", ["", "W", "kW", "°C", "%", "A", "hPa", "L/min", "m"])
def test_what_is_measured_does_not_count(unit: str) -> None:
    assert not counts(unit)


def test_growth_while_nothing_goes_wrong() -> None:
    assert rise((0, 10.0), (5, 10.5), (90, 12.25)) == pytest.approx(2.25)
    assert rise((0, 10.0)) == 0
    assert counted([], "kWh").steps == ()


def test_last_digit_that_wobbles_is_no_reset() -> None:
    readings = ((0, 71.2), (5, 71.3), (10, 71.2), (15, 71.2), (20, 71.5))
    assert rise(*readings) == pytest.approx(0.3)
    assert resets(*readings) == []


def test_small_total_that_wobbles_is_no_reset() -> None:
    assert rise((0, 0.1), (5, 0.3), (6, 0.2), (11, 0.3), (16, 0.4)) == pytest.approx(0.3)


@pytest.mark.parametrize("zeros", [((10, 0.0),), ((10, 0.0), (10.1, 0.0)), ((10, 0.0), (10.5, 0.001))])
def test_zero_after_a_reboot_is_no_use(zeros: tuple[tuple[float, float], ...]) -> None:
    found = counted(rows((0, 8.75), *zeros, (11, 8.77), (16, 8.8)), "kWh")
    assert found.rise(0, HOUR) == pytest.approx(0.05)
    assert found.blips == ((10 * MINUTE, 11 * MINUTE),)
    assert not any(step.anew for step in found.steps)


def test_zero_after_a_long_outage_is_no_use_either() -> None:
    assert rise((0, 3.5), (300, 0.0), (300.1, 3.75)) == pytest.approx(0.25)


def test_reset_that_grows_on_from_low_counts_all_it_shows() -> None:
    readings = ((0, 14.2), (0.1, 0.0), (10, 0.02), (20, 0.055))
    assert rise(*readings) == pytest.approx(0.055)
    assert resets(*readings) == [0.1]


def test_meter_that_starts_anew_each_day() -> None:
    days = [(day * 1440 + minute, minute / 100) for day in range(3) for minute in range(0, 1440, 30)]
    assert rise(*days) == pytest.approx(3 * 14.1)
    assert resets(*days) == [1440, 2880]


def test_reset_during_an_outage_leaves_what_is_shown_since() -> None:
    assert rise((0, 8.0), (1200, 7.0), (1210, 7.1)) == pytest.approx(7.1)


def test_spike_of_garbage_and_back_is_no_use() -> None:
    found = counted(rows((0, 120.0), (5, 120.5), (6, 858_993.0), (7, 120.5), (12, 121.0)), "kWh")
    assert found.rise(0, HOUR) == pytest.approx(1.0)
    assert found.blips == ((6 * MINUTE, 7 * MINUTE),)


def test_garbage_below_zero_and_back_is_no_use() -> None:
    assert rise((0, 120.0), (5, -1.0), (6, 120.5)) == pytest.approx(0.5)
    assert rise((0, 120.0), (5, -1.0), (90, 120.5)) == pytest.approx(0.5)


def test_another_meter_with_another_total_is_no_use() -> None:
    assert rise((0, 120.0), (5, 31_000.0), (10, 31_000.5)) == pytest.approx(0.5)
    assert rise((0, 31_000.0), (5, 1200.0), (10, 1200.5)) == pytest.approx(0.5)


def test_growth_over_a_gap_counts_when_it_is_read() -> None:
    found = counted(rows((0, 100.0), (2880, 124.0)), "kWh")
    assert found.rise(0, 2880 * MINUTE) == 0
    assert found.rise(2880 * MINUTE, 2881 * MINUTE) == pytest.approx(24)


def test_counter_that_goes_both_ways_counts_what_is_left() -> None:
    down = [(minute, 500 - minute / 10) for minute in range(0, 2000, 5)]
    up = [(2000 + minute, 300 + minute / 20) for minute in range(0, 600, 5)]
    assert rise(*down, *up) == pytest.approx(300 + 595 / 20 - 500)
    assert resets(*down, *up) == []


@dataclass
class Meter:
    """A meter whose true use is known, and what it showed."""

    used: float = 0.0
    shows: float = 0.0
    at: int = 0


steps = st.lists(
    st.tuples(
        st.sampled_from(["use"] * 6 + ["reset", "zero", "spike", "wobble"]),
        st.integers(20, 3000),
        st.integers(1, 14),
    ),
    max_size=60,
)


@given(steps, st.integers(500, 90_000))
def test_true_use_is_found_whatever_goes_wrong(found: list[tuple[str, int, int]], begins: int) -> None:
    meter, told = Meter(shows=begins / 100), [(0, begins / 100)]
    for what, amount, minutes in found:
        # a blip is over well before the next, and a reset falls to less than half within minutes
        meter.at += LOOK + minutes * MINUTE
        if what == "zero":
            told.append((meter.at, 0.0))
        if what == "spike":
            told.append((meter.at, meter.shows * 3 + 1000))
        if what == "wobble":
            told.append((meter.at, meter.shows * 0.95))
        if what == "reset" and meter.shows > 2 * amount / 1000:
            meter.shows = 0.0
        meter.at += minutes * MINUTE // 2
        meter.used += amount / 1000
        meter.shows += amount / 1000
        told.append((meter.at, meter.shows))
    result = counted(told, "kWh")
    assert result.rise(1, 2**62) == pytest.approx(meter.used, abs=1e-6)


values = st.one_of(st.sampled_from([0.0, 10.0, 10.1, 10.2, 50.0, -1.0]), st.floats(-5, 200))
readings = st.lists(st.tuples(st.integers(0, 120), values), max_size=25)


def slow(told: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """What is left without blips, by the definition: reading by reading, every pair of places is tried."""
    kept: list[tuple[int, float]] = []
    for at, value in told:
        cuts = [place for place in range(1, len(kept)) if kept[place][0] > at - LOOK]
        kept = kept[
            : min((p for p in cuts if is_blip(kept[p - 1][1], [v for _, v in kept[p:]], value)), default=None)
        ]
        kept.append((at, value))
    return kept


def is_blip(old: float, away: list[float], back: float) -> bool:
    near = back >= old - 0.1 * abs(old)
    if away[0] < old - 0.1 * abs(old) and back >= away[-1] - 0.1 * abs(away[-1]):
        return near and back - away[-1] >= (old - min(away)) / 2
    height = max(away) - old
    great = height > 0 and away[0] - old >= height / 2 and away[-1] - back >= height / 2
    return near and great and back - old < height / 2 and back < away[-1] - 0.1 * abs(away[-1])


@given(readings)
def test_blips_are_found_as_by_the_slow_definition(found: list[tuple[int, float]]) -> None:
    told = [(minute * MINUTE, value) for minute, value in sorted(dict(found).items())]
    assert [(step.at, step.level) for step in counted(told, "kWh").steps] == slow(told)


@given(steps, st.integers(500, 90_000), st.integers(0, 3_000), st.integers(0, 600))
def test_a_part_with_what_lies_around_tells_the_same(
    found: list[tuple[str, int, int]], begins: int, first: int, length: int
) -> None:
    told, at, shows = [(0, begins / 100)], 0, begins / 100
    for what, amount, minutes in found:
        at += minutes * MINUTE
        shows = amount / 1000 if what == "reset" and shows > amount / 100 else shows + amount / 1000
        if what in ("zero", "spike"):
            told.append((at - 30 * SECOND, 0.0 if what == "zero" else shows * 3 + 1000))
        told.append((at, shows))
    start, end = first * MINUTE, (first + length) * MINUTE
    before = [row for row in told if row[0] < start - BEFORE][-1:]
    near = [row for row in told if start - BEFORE <= row[0] < end + LOOK]
    whole, part = counted(told, "kWh"), counted([*before, *near], "kWh")
    assert part.rise(start, end) == pytest.approx(whole.rise(start, end), abs=1e-6)
