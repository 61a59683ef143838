"""Locks of Home Assistant discovery."""

from devices.dialects.homeassistant.components.spec import Component, Reading, choice, reading
from devices.dialects.homeassistant.config import Config
from devices.model import Features, Fields
from devices.mqtt.payload import Payload
from devices.mqtt.transport import Message

_STATES = {
    "state_locked": ("LOCKED", "locked"),
    "state_locking": ("LOCKING", "locking"),
    "state_unlocked": ("UNLOCKED", "unlocked"),
    "state_unlocking": ("UNLOCKING", "unlocking"),
    "state_jammed": ("JAMMED", "jammed"),
    "state_open": ("OPEN", "open"),
    "state_opening": ("OPENING", "opening"),
}


def lock(config: Config) -> Component:
    """Read the configuration of a lock; BadAnnouncement if it can't be used."""
    command = config.required_sink("command_topic", "command_template")
    payloads = {
        "locked": config.text("payload_lock", "LOCK"),
        "unlocked": config.text("payload_unlock", "UNLOCK"),
    }
    controls = {"lock", "unlock"}
    if "payload_open" in config:
        payloads["open"] = config.text("payload_open")
        controls.add("open")
    if "code_format" in config or command.template is not None:
        controls.add("code")
    words = {config.text(key, wire): ours for key, (wire, ours) in _STATES.items()}
    source = config.source("state_topic", "value_template")

    def write(fields: Fields) -> tuple[Message, ...]:
        code = fields.get("code")
        variables = {"code": None if isinstance(code, tuple) else code}
        return (command.message(payloads[str(fields["state"])], variables),)

    optimistic = source is None or config.flag("optimistic")
    features = Features(frozenset(controls), optimistic=optimistic)
    return Component(features, tuple(map(_honest, reading(source, "state", choice(words)))), write)


def _honest(plain: Reading) -> Reading:
    """A bolt that is not fully home is jammed, whatever else stands beside Zigbee2MQTT's `lock_state`."""

    def read(payload: Payload) -> Fields:
        fields, said = plain.read(payload), payload.json
        if fields and isinstance(said, dict) and said.get("lock_state") == "not_fully_locked":
            return {**fields, "state": "jammed"}
        return fields

    return Reading(plain.topic, read)
