"""Axes: round ticks by the home's clock, also over a clock change, and values as precise as the data."""

import math
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.charts.scale import DAY, HOUR, SMALLEST, digits, lasting, moment, shown, times, values
from devices.storage.tables import instant, millis
from tests.charts.drawn import BERLIN, at

ZONES = [
    ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai")
]


def test_hours_of_a_day_with_two_three_o_clocks() -> None:
    ticks = times(at("2026-10-25T00:00"), at("2026-10-25T06:00"), BERLIN, 12)
    assert [tick.label for tick in ticks] == [
        "25 Oct",
        "01:00",
        "02:00",
        "02:00",
        "03:00",
        "04:00",
        "05:00",
        "06:00",
    ]
    assert {b.at - a.at for a, b in pairwise(ticks)} == {HOUR}


def test_hours_of_a_day_without_a_two_o_clock() -> None:
    ticks = times(at("2026-03-29T00:00"), at("2026-03-29T05:00"), BERLIN, 6)
    assert [tick.label for tick in ticks] == ["29 Mar", "01:00", "03:00", "04:00", "05:00"]


def test_six_hour_ticks_stay_at_full_hours_over_the_change() -> None:
    ticks = times(at("2026-10-24T12:00"), at("2026-10-26T12:00"), BERLIN, 9)
    assert [tick.label for tick in ticks] == [
        *("12:00", "18:00", "25 Oct", "06:00", "12:00", "18:00", "26 Oct", "06:00", "12:00")
    ]


@pytest.mark.parametrize(
    ("days", "first", "last"),
    [(0.04, "18:05", "18:55"), (7, "Sun 4", "Sat 10"), (60, "5 Oct", "30 Nov"), (365, "Nov", "Sep")],
)
def test_ticks_suit_the_window(days: float, first: str, last: str) -> None:
    start = at("2026-10-03T18:01")
    ticks = times(start, start + int(days * DAY), BERLIN, 12)
    assert (ticks[0].label, ticks[-1].label) == (first, last)


@given(
    start=st.integers(millis(datetime(1990, 1, 1, tzinfo=UTC)), millis(datetime(2040, 1, 1, tzinfo=UTC))),
    length=st.integers(60_000, 3 * 365 * DAY),
    most=st.integers(2, 14),
    zone=st.sampled_from(ZONES),
)
def test_ticks_lie_in_the_window_in_order_and_are_round(
    start: int, length: int, most: int, zone: ZoneInfo
) -> None:
    ticks = times(start, start + length, zone, most)
    assert len(ticks) <= most
    assert all(start <= tick.at <= start + length for tick in ticks)
    assert all(a.at < b.at for a, b in pairwise(ticks))
    assert all(instant(int(tick.at)).astimezone(zone).second == 0 for tick in ticks)


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9), st.integers(2, 12))
def test_value_axis_holds_every_value(low: float, spread: float, most: int) -> None:
    axis = values(low, low + spread, most)
    hair = (abs(low) + spread) * 1e-6 + SMALLEST
    assert axis.low <= low + hair
    assert axis.high >= low + spread - hair
    assert axis.low < axis.high
    assert 2 <= len(axis.ticks) <= most + 2
    assert math.isclose(axis.ticks[-1].at, axis.high)


def test_value_labels_are_no_more_precise_than_their_steps() -> None:
    assert [tick.label for tick in values(18.1, 21.9, 5).ticks] == ["18", "19", "20", "21", "22"]
    assert [tick.label for tick in values(0.1, 0.9, 4).ticks] == ["0.0", "0.5", "1.0"]
    assert [tick.label for tick in values(0.0, 0.9, 5).ticks][:3] == ["0.00", "0.25", "0.50"]


def test_digits_are_those_of_the_data() -> None:
    assert digits((20.0, 21.0)) == 0
    assert digits((20.5, 21.0)) == 1
    assert digits((20.25,)) == 2
    assert digits((1 / 3,)) == 3


def test_nothing_is_shown_as_less_than_nothing() -> None:
    assert shown(-0.04, 1, "°C") == "0.0 °C"


def test_lengths_in_their_two_greatest_units() -> None:
    assert [lasting(s) for s in (5, 60, 3_661, 90_061, 0)] == ["5 s", "1 min", "1 h 1 min", "1 d 1 h", "0 s"]


def test_moments_are_told_with_their_day_where_it_is_not_clear() -> None:
    start = at("2026-10-03T18:00")
    assert moment(start, BERLIN, (start, start + DAY)) == "18:00"
    assert moment(start, BERLIN, (start, start + 3 * DAY)) == "Sat 3 Oct 18:00"
    assert moment(start, BERLIN, (start, start + 365 * DAY)) == "3 Oct 2026 18:00"
