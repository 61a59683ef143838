"""Device trackers of Home Assistant discovery. Coordinates are left alone: only a told place counts."""

from collections.abc import Callable

from devices.dialects.homeassistant.components.spec import Component, reading
from devices.dialects.homeassistant.config import Config
from devices.model import Features, Scalar

_LONGEST = 255


def device_tracker(config: Config) -> Component:
    """Read the configuration of a tracker; BadAnnouncement if it can't be used."""
    source = config.required_source("state_topic", "value_template")
    words = {
        config.text("payload_reset", "None"): None,
        config.text("payload_home", "home"): "home",
        config.text("payload_not_home", "not_home"): "not_home",
    }
    return Component(Features(), reading(source, "state", _place(words)))


def _place(words: dict[str, str | None]) -> Callable[[str], Scalar]:
    """Home, away, the reset to unknown, or the name of some other place as it came."""
    return lambda said: words[said] if said in words else said[:_LONGEST]
