"""Device triggers of Home Assistant discovery: all that one device announces become one event entity."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from devices.dialects.homeassistant.components.spec import Component, Reading
from devices.dialects.homeassistant.config import Config, Source
from devices.dialects.homeassistant.discovery import Place
from devices.dialects.homeassistant.entity import entity
from devices.errors import BadAnnouncement
from devices.model import Domain, Entity, Features, Fields
from devices.mqtt.payload import Payload
from devices.name import slug

ACTION = "device_automation"
"""The component under which devices announce their triggers."""
_PLAIN = "action"
"""A type that says nothing by itself; then its subtype is what happens."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """One thing that a device says may happen, and how it is heard; without a payload, any message counts."""

    event_type: str
    source: Source
    payload: str | None
    described: Entity

    def read(self, payload: Payload) -> Fields:
        """The event, if this message tells of it."""
        said = self.source.text(payload)
        told = said is not None and (self.payload is None or said == self.payload)
        return {"event_type": self.event_type} if told and payload.raw else {}


def trigger(config: Config, place: Place) -> Trigger | None:
    """Read a trigger; None when it is another automation than that of a device's trigger.

    Raises:
        BadAnnouncement: it can't be used.
    """
    if config.text("automation_type") != "trigger":
        return None
    kind, part = config.text("type"), config.text("subtype")
    if not kind or not part:
        raise BadAnnouncement("a device trigger needs type and subtype")
    source = config.required_source("topic", "value_template")
    named = Config({"name": "action", "device": config.raw("device"), "unique_id": "action"})
    described = entity(named, place, Domain.EVENT, Features())
    if described.device is None:
        raise BadAnnouncement("a device trigger needs its device")
    payload = config.text("payload") if "payload" in config else None
    return Trigger(part if kind == _PLAIN else f"{part}/{kind}", source, payload, described)


def joined(triggers: Mapping[str, Trigger]) -> tuple[Entity, Component]:
    """The one entity that these triggers of a device make together; types in the order of their names."""
    known = [triggers[key] for key in sorted(triggers)]
    types = tuple(dict.fromkeys(one.event_type for one in known))
    features = Features(modes=tuple(sorted(types)))
    device = known[0].described.device
    owner = device.id if device is not None else ""
    described = replace(
        known[0].described, unique_id=f"{slug(owner)}_action", device_class="button", features=features
    )
    return described, Component(features, tuple(Reading(one.source.topic, one.read) for one in known))


def key_of(one: Trigger) -> str:
    """The dialect's own key of the entity that a trigger belongs to: one for each device."""
    device = one.described.device
    return f"{ACTION}:{device.id if device is not None else ''}"
