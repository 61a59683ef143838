"""Switches of Home Assistant discovery."""

from devices.dialects.homeassistant.components.spec import Component, choice, reading
from devices.dialects.homeassistant.config import Config
from devices.model import Features, Fields
from devices.mqtt.transport import Message


def switch(config: Config) -> Component:
    """Read the configuration of a switch; BadAnnouncement if it can't be used."""
    command = config.required_sink("command_topic", "command_template")
    on, off = config.text("payload_on", "ON"), config.text("payload_off", "OFF")
    words = {config.text("state_on", on): "on", config.text("state_off", off): "off"}
    source = config.source("state_topic", "value_template")

    def write(fields: Fields) -> tuple[Message, ...]:
        return (command.message(on if fields.get("state") == "on" else off),)

    features = Features(
        controls=frozenset({"turn_on", "turn_off", "toggle"}),
        optimistic=source is None or config.flag("optimistic"),
    )
    return Component(features, reading(source, "state", choice(words)), write)
