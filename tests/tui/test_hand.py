"""What keys on a tile mean: only safe things, and values by steps."""

import pytest

from assistant.tui.face.hand import assigned, default, stepped
from devices.model import Fields
from tests.tui.samples import seen


@pytest.mark.parametrize(
    ("entity_id", "fields", "device_class", "action"),
    [
        ("light.a", {"state": "off"}, None, "turn_on"),
        ("light.a", {"state": "on"}, None, "turn_off"),
        ("fan.a", {"state": "on"}, None, "turn_off"),
        ("lock.a", {"state": "unlocked"}, None, "lock"),
        ("lock.a", {"state": "locked"}, None, ""),
        ("cover.a", {"state": "closed"}, "blind", "open"),
        ("cover.a", {"state": "closed"}, "garage", ""),
        ("cover.a", {"state": "open"}, "garage", ""),
        ("sensor.a", {"state": "20"}, None, ""),
        ("climate.a", {"hvac_mode": "heat"}, None, ""),
    ],
)
def test_space_never_unlocks_or_moves_an_outer_door(
    entity_id: str, fields: Fields, device_class: str | None, action: str
) -> None:
    deal = default(seen(entity_id, fields, device_class=device_class))
    assert (deal.action if deal else "") == action


def test_steps_of_a_light_and_down_to_off() -> None:
    light = seen("light.a", {"state": "on", "brightness": 153})
    up, down = stepped(light, 2), stepped(light, -12)
    assert up is not None
    assert up.values == {"brightness_pct": 70}
    assert down is not None
    assert down.action == "turn_off"


def test_steps_of_a_thermostat_are_half_degrees() -> None:
    deal = stepped(seen("climate.a", {"hvac_mode": "heat", "temperature": 21.0}), 3)
    assert deal is not None
    assert deal.values == {"temperature": 22.5}


def test_no_steps_on_an_outer_door_a_lock_or_a_sensor() -> None:
    door = seen("cover.a", {"state": "open", "current_position": 50}, device_class="garage")
    assert stepped(door, 1) is None
    assert stepped(seen("lock.a", {"state": "locked"}), 1) is None
    assert stepped(seen("sensor.a", {"state": "20"}), 1) is None


def test_set_reads_percent_and_degrees() -> None:
    light, heat = seen("light.a", {"state": "off"}), seen("climate.a", {"hvac_mode": "heat"})
    percent, degrees = assigned(light, "60%"), assigned(heat, "21,5 °C")
    assert percent is not None
    assert percent.values == {"brightness_pct": 60}
    assert degrees is not None
    assert degrees.values == {"temperature": 21.5}
    assert assigned(light, "bright") is None
