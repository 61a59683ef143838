"""Units: known pairs by published factors, and what can't be converted."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from devices.units import convert

GROUPS = (
    ("°C", "°F"),
    ("mW", "W", "kW", "MW"),
    ("Wh", "kWh", "MWh", "J", "kJ", "MJ"),
    ("mV", "V"),
    ("mired", "kelvin"),
    ("Pa", "hPa", "kPa", "mbar", "bar", "inHg", "mmHg", "psi"),
    ("mm", "cm", "m", "km", "in", "ft", "mi"),
    ("km/h", "m/s", "mph", "kn"),
    ("L", "mL", "m³"),
    ("ppm", "ppb"),
    ("ms", "s", "min", "h", "d"),
)


@pytest.mark.parametrize(
    ("value", "unit", "to", "expected"),
    [
        (26, "°C", "°F", 78.8),
        (78.8, "°F", "°C", 26),
        (-40, "°F", "°C", -40),
        (273.15, "K", "°C", 0),
        (1500, "W", "kW", 1.5),
        (2.5, "kWh", "Wh", 2500),
        (3.6, "MJ", "kWh", 1),
        (250, "mired", "K", 4000),
        (6500, "K", "mired", 153.846154),
        (1013.25, "hPa", "inHg", 29.92125),
        (1013.25, "mbar", "Pa", 101325),
        (36, "km/h", "m/s", 10),
        (1, "mi", "km", 1.609344),
        (90, "min", "h", 1.5),
        (1, "ppm", "ppb", 1000),
        (0, "mm", "cm", 0),
    ],
)
def test_convert_by_published_factors(value: float, unit: str, to: str, expected: float) -> None:
    assert convert(value, unit, to) == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(
    ("unit", "to"), [("°C", "W"), ("W", "Wh"), ("ppm", "%"), ("K", "W"), ("mired", "°C")]
)
def test_convert_of_another_measure_is_none(unit: str, to: str) -> None:
    assert convert(1.0, unit, to) is None


@pytest.mark.parametrize(
    ("unit", "to"), [("", "°C"), ("°C", ""), ("bananas", "°C"), ("AQI", "AQI"), ("lx", "lux")]
)
def test_convert_of_no_known_pair_is_as_it_stands(unit: str, to: str) -> None:
    assert convert(21.123456789, unit, to) == 21.123456789


def test_convert_of_nothing_reciprocal_is_none() -> None:
    assert convert(0, "mired", "K") is None
    assert convert(0, "kelvin", "mired") is None


@given(
    st.sampled_from(GROUPS).flatmap(lambda group: st.tuples(*[st.sampled_from(group)] * 2)),
    st.floats(0.1, 1e5),
)
def test_convert_there_and_back_is_the_same(units: tuple[str, str], value: float) -> None:
    there = convert(value, *units)
    assert there is not None
    assume(abs(there) > 1e-3)
    assert convert(there, units[1], units[0]) == pytest.approx(value, rel=1e-6, abs=1e-6)


def test_convert_lands_on_round_numbers() -> None:
    """A limit of 26 °C is not crossed by 78.8 °F, whatever the float says."""
    for tenths in range(-400, 1200):
        celsius = tenths / 10
        fahrenheit = round(celsius * 1.8 + 32, 2)
        assert convert(fahrenheit, "°F", "°C") == celsius
