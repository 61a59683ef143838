"""Lenient reading of arguments: what is unambiguous is taken, all else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tools.automations.draft.arguments import CreateAutomation
from tools.devices import ControlDevice
from tools.meaning.arguments import degrees, flag, listed, number, whole

UNITS = st.sampled_from(["", "%", " %", "°C", " °C", " C", " W", " ppm", " lux"])


@given(
    st.floats(min_value=-1e6, max_value=1e6).map(lambda value: round(value, 2)), UNITS, st.sampled_from(".,")
)
def test_number_with_any_unit_and_comma(value: float, unit: str, point: str) -> None:
    text = f"{value:.2f}".replace(".", point)
    assert number(f"{text}{unit}") == pytest.approx(value)


@given(st.text())
def test_number_never_invents_one(text: str) -> None:
    read = number(text)
    assert read is text or any(letter.isdigit() for letter in text)


@given(st.text() | st.integers() | st.none() | st.booleans() | st.floats())
def test_readers_never_fail(raw: str | float | None) -> None:
    for read in (number, degrees, whole, flag, listed):
        read(raw)


@given(st.integers(min_value=-40, max_value=200))
def test_fahrenheit_becomes_celsius(value: int) -> None:
    assert degrees(f"{value} °F") == pytest.approx((value - 32) / 1.8, abs=0.01)


@pytest.mark.parametrize(
    ("raw", "action"),
    [("turn on", "turn_on"), ("light.turn_on", "turn_on"), ("OFF", "turn_off"), ("open_cover", "open")],
)
def test_action_in_usual_spellings(raw: str, action: str) -> None:
    assert ControlDevice.model_validate({"targets": ["x"], "action": raw}).action == action


def test_control_takes_what_is_unambiguous() -> None:
    asked = ControlDevice.model_validate(
        {
            "targets": "Lamp",
            "action": "turn_on",
            "brightness_pct": "50%",
            "everything": "false",
            "domain": "lights",
        }
    )
    assert (asked.targets, asked.brightness_pct, asked.everything, asked.domain) == (
        ["Lamp"],
        50,
        False,
        "light",
    )
    assert asked.given() == {"brightness_pct": 50}


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "explode"},
        {"brightness_pct": "half"},
        {"brightness_pct": "40-50"},
        {"everything": "maybe"},
        {"domain": "spaceship"},
        {"colour": "red"},
        {"temperature": "20 30"},
    ],
)
def test_control_refuses_what_is_not(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ControlDevice.model_validate({"targets": ["Lamp"], "action": "turn_on", **wrong})


@pytest.mark.parametrize(
    "wrong", [{"for_seconds": -1}, {"for_seconds": 1e9}, {"above": "warm"}, {"above": "72 F"}]
)
def test_rule_refuses_a_limit_that_is_none(wrong: dict[str, object]) -> None:
    wish = {"sensor": "temperature", "targets": ["fan"], "action": "turn_on", **wrong}
    with pytest.raises(ValidationError):
        CreateAutomation.model_validate(wish)
