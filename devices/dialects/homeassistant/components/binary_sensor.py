"""Binary sensors of Home Assistant discovery."""

from devices.dialects.homeassistant.components.spec import Component, choice, reading
from devices.dialects.homeassistant.config import Config
from devices.model import Features


def binary_sensor(config: Config) -> Component:
    """Read the configuration of a binary sensor; BadAnnouncement if it can't be used."""
    source = config.required_source("state_topic", "value_template")
    words = {config.text("payload_on", "ON"): "on", config.text("payload_off", "OFF"): "off"}
    return Component(Features(), reading(source, "state", choice(words)))
