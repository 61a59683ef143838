"""Tariffs out of one line of text, and their prices by the local clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.use.tariff import BadTariff, Fault, rates, read_tariff
from devices.history.rollup.level import Level
from tests.history.analysis.made import HOUR, at

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "currency", "price"),
    [
        ("0.32 EUR", "EUR", 0.32),
        ("0,32 €", "€", 0.32),
        ("€0.32/kWh", "€", 0.32),
        ("5.47 руб", "руб", 5.47),
        ("0.6 元", "元", 0.6),
        ("0.18 USD/kWh;", "USD", 0.18),
    ],
)
def test_read_tariff_of_one_price(text: str, currency: str, price: float) -> None:
    found = read_tariff(text)
    assert (found.currency, found.price, found.bands, found.level) == (currency, price, (), Level.DAY)


@pytest.mark.parametrize(
    ("moment", "price"),
    [
        (datetime(2026, 1, 5, 12, tzinfo=BERLIN), 0.32),
        (datetime(2026, 1, 5, 22, tzinfo=BERLIN), 0.21),
        (datetime(2026, 1, 6, 5, 59, tzinfo=BERLIN), 0.21),
        (datetime(2026, 1, 6, 6, tzinfo=BERLIN), 0.32),
        (datetime(2026, 1, 10, 12, tzinfo=BERLIN), 0.25),
        (datetime(2026, 1, 10, 23, tzinfo=BERLIN), 0.25),
        (datetime(2026, 1, 12, 1, tzinfo=BERLIN), 0.21),
    ],
)
def test_tariff_by_night_and_weekend_the_last_band_counts(moment: datetime, price: float) -> None:
    tariff = read_tariff("0.32 EUR; 22:00-06:00 0.21; sat,sun 0.25")
    assert tariff.at(moment) == price
    assert tariff.level is Level.HOUR


@pytest.mark.parametrize(
    ("band", "moment", "holds"),
    [
        ("weekends 22：00–6 1", datetime(2026, 1, 12, 5, tzinfo=BERLIN), True),
        ("fri 22-6 1", datetime(2026, 1, 10, 5, tzinfo=BERLIN), True),
        ("fri 22-6 1", datetime(2026, 1, 9, 5, tzinfo=BERLIN), False),
        ("mon-fri 8:30 - 12:15 1", datetime(2026, 1, 5, 8, 30, tzinfo=BERLIN), True),
        ("sat, sun 10:00-16:00 1 EUR/kWh", datetime(2026, 1, 11, 15, 59, tzinfo=BERLIN), True),
        ("sun-tue 1", datetime(2026, 1, 6, 3, tzinfo=BERLIN), True),
        ("weekend 1", datetime(2026, 1, 9, 3, tzinfo=BERLIN), False),
        ("00:00-24:00 1", datetime(2026, 1, 9, 23, 59, tzinfo=BERLIN), True),
        ("06:00-06:00 1", datetime(2026, 1, 9, 3, tzinfo=BERLIN), True),
    ],
)
def test_tariff_bands(band: str, moment: datetime, *, holds: bool) -> None:
    assert (read_tariff(f"0 EUR; {band}").at(moment) == 1) is holds


@pytest.mark.parametrize(
    ("edges", "level"),
    [
        ("22:00-06:00", Level.HOUR),
        ("22:30-06:00", Level.FIVE),
        ("22:31-06:00", Level.RAW),
        ("sat", Level.DAY),
    ],
)
def test_tariff_tells_how_fine_records_must_be(edges: str, level: Level) -> None:
    assert read_tariff(f"0.3 EUR; {edges} 0.2").level is level


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.EMPTY),
        ("EUR", Fault.PRICE),
        ("0.32", Fault.CURRENCY),
        ("0.32 EUR per hour or so", Fault.WORDS),
        ("0.32 EUR; 22:00-06:00", Fault.PRICE),
        ("0.32 EUR; 0.21", Fault.BAND),
        ("0.32 EUR; 22:00-26:00 0.21", Fault.TIME),
        ("0.32 EUR; 22.00-06.00 0.21", Fault.TIME),
        ("0.32 EUR; 22:70-06:00 0.21", Fault.TIME),
        ("0.32 EUR; satday 0.21", Fault.DAY),
        ("0.32 EUR; sat,sund 0.21", Fault.DAY),
        ("nan EUR", Fault.PRICE),
    ],
)
def test_read_tariff_that_is_wrong_says_what_to_write(text: str, fault: Fault) -> None:
    with pytest.raises(BadTariff) as caught:
        read_tariff(text)
    assert caught.value.fault is fault
    assert "\n" not in str(caught.value)
    assert "0.32 EUR; 22:00-06:00 0.21" in str(caught.value)


@given(st.text(max_size=40))
def test_read_tariff_of_anything_is_a_tariff_or_bad(text: str) -> None:
    try:
        found = read_tariff(text)
    except BadTariff as error:
        told = str(error)
    else:
        told = found.currency
    assert told
    assert "\n" not in told


@pytest.mark.parametrize(("month", "day", "night"), [(3, 29, 7), (10, 25, 9), (6, 7, 8)])
def test_rates_of_a_night_of_a_clock_change(month: int, day: int, night: int) -> None:
    tariff = read_tariff("0.30 EUR; 22:00-06:00 0.20")
    start, end = at(2026, month, day - 1, 12, BERLIN), at(2026, month, day, 12, BERLIN)
    found = rates(tariff, start, end, BERLIN)
    assert [rate.price for rate in found] == [0.3, 0.2, 0.3]
    assert (found[1].end - found[1].start) / HOUR == night
    assert (found[0].start, found[-1].end) == (start, end)


@given(
    st.sampled_from(["1 E; 22:31-6 2", "1 E; 22:30-6 2", "1 E; 22-6 2; sun 3", "1 E; sat 2", "1 E"]),
    st.integers(0, 10_000),
    st.integers(1, 4_000),
)
def test_rates_are_the_price_at_each_minute(text: str, begin: int, length: int) -> None:
    tariff = read_tariff(text)
    start = at(2026, 10, 22, 0, BERLIN) + begin * 60_000
    found = rates(tariff, start, start + length * 60_000, BERLIN)
    assert [rate.start for rate in found[1:]] == [rate.end for rate in found[:-1]]
    for rate in found:
        for moment in {rate.start, (rate.start + rate.end) // 2, rate.end - 1}:
            local = datetime.fromtimestamp(moment / 1000, BERLIN)
            assert tariff.at(local) == rate.price
