"""Events of Home Assistant discovery: buttons, bells, remotes."""

import json

from devices.dialects.homeassistant.components.spec import Component, Reading
from devices.dialects.homeassistant.config import Config
from devices.errors import BadAnnouncement, BadPayload
from devices.model import Features, Fields, Json, Scalar
from devices.mqtt.payload import Payload


def event(config: Config) -> Component:
    """Read the configuration of an event; BadAnnouncement if it can't be used."""
    source = config.required_source("state_topic", "value_template")
    types = config.words("event_types")
    if not types:
        raise BadAnnouncement("event_types is missing")

    def read(payload: Payload) -> Fields:
        said = source.text(payload)
        return happened(said, types) if said else {}

    return Component(Features(modes=types), (Reading(source.topic, read),))


def happened(said: str, types: tuple[str, ...]) -> Fields:
    """The event that a JSON object tells: its type, which must be one of these, and its plain details.

    Raises:
        BadPayload: it is no JSON object with an `event_type`, or tells of another event.
    """
    try:
        told: Json = json.loads(said)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or "event_type" not in told:
        raise BadPayload(f"no JSON object with an event_type: {said[:40]!r}")
    kind = str(told["event_type"])
    if kind not in types:
        raise BadPayload(f"{kind[:40]!r} is none of {', '.join(types)}")
    details: dict[str, Scalar | tuple[Scalar, ...]] = {
        name: value for name, value in told.items() if not isinstance(value, list | dict)
    }
    return {**details, "event_type": kind}
