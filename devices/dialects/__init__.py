"""The ways devices speak MQTT, one folder each, and the table of them."""

from collections.abc import Callable, Mapping

from devices.dialects.homeassistant.dialect import HomeAssistant
from devices.dialects.spec import Dialect

DIALECTS: Mapping[str, Callable[[], Dialect]] = {HomeAssistant.name: HomeAssistant}


def dialects() -> tuple[Dialect, ...]:
    """One fresh speaker of each dialect, for one home."""
    return tuple(make() for make in DIALECTS.values())
