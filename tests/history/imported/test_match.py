"""Which entity of theirs is which of ours."""

import pytest

from devices.errors import ConfigError
from devices.history.imported.match import matched

OURS = ("sensor.hall_temperature", "light.kitchen", "lock.front_door")


def test_match_by_the_same_id_and_near_ones_for_the_rest() -> None:
    found = matched(("light.kitchen", "sensor.hall_temperatur", "sun.sun"), OURS, {})
    assert found.pairs == (("light.kitchen", "light.kitchen"),)
    assert found.left == (("sensor.hall_temperatur", ("sensor.hall_temperature",)), ("sun.sun", ()))


def test_match_as_somebody_said_goes_before_the_same_id() -> None:
    theirs = ("light.kitchen", "light.kitchen_2")
    found = matched(theirs, OURS, {"light.kitchen_2": "light.kitchen"})
    assert found.pairs == (("light.kitchen_2", "light.kitchen"),)
    assert found.left == (("light.kitchen", ()),)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"light.kitche": "light.kitchen"}, "did you mean light.kitchen"),
        ({"light.kitchen": "light.kitchn"}, "did you mean light.kitchen"),
        ({"light.kitchen": "light.kitchen", "light.b": "light.kitchen"}, "for two of theirs"),
    ],
)
def test_match_of_a_name_that_cannot_be(named: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        matched(("light.kitchen", "light.b"), OURS, named)
