"""The little house of the offline tests with people, a button and motion sensors in it."""

from dataclasses import replace

from devices.model import Features, Snapshot
from tests.offline.house import HOUSE, thing, view_of


def _button() -> Snapshot:
    """A wireless button that can be pressed in three ways."""
    button = thing("event.hall_button", "Hall button", "hall", "button")
    return replace(
        button, entity=replace(button.entity, features=Features(modes=("single", "double", "long_press")))
    )


LIVED_IN = view_of(
    *HOUSE.snapshots.values(),
    thing("device_tracker.ada", "Ada's phone"),
    thing("device_tracker.ben", "Ben's phone"),
    _button(),
    thing("binary_sensor.hall_motion", "Hall motion", "hall", "motion"),
    thing("sensor.washer_power", "Washing machine power", "bathroom", "power", "W"),
)
