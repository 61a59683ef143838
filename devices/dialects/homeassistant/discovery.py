"""Discovery messages: from a topic and its payload to the configurations of entities. Builds no entity."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from devices.dialects.homeassistant.abbreviation import COMPONENT, DEVICE, ORIGIN
from devices.errors import BadAnnouncement
from devices.model import Json
from devices.mqtt.payload import Payload

_TOPIC = re.compile(r"(?P<component>[^/]+)/(?:(?P<node>[^/]+)/)?(?P<object>[^/]+)/config")
_NAMELESS = "device_automation"
"""Triggers of a device are known by it; they need no unique_id."""
_SHARED = (
    "availability",
    "availability_mode",
    "availability_template",
    "availability_topic",
    "command_topic",
    "payload_available",
    "payload_not_available",
    "state_topic",
)


@dataclass(frozen=True, slots=True)
class Place:
    """What a discovery topic names: the identity of a configuration."""

    component: str
    node: str
    object: str

    @property
    def key(self) -> str:
        """The identity as one word: component, then node and object."""
        return f"{self.component}:{self.node} {self.object}".replace(": ", ":")


@dataclass(frozen=True, slots=True)
class Found:
    """One configuration with long keys; None when it is taken back, a text when it can't be used."""

    place: Place
    keys: Mapping[str, Json] | str | None


def place(topic: str, prefix: str) -> Place | None:
    """What this topic names, or None when it is no discovery topic."""
    if not topic.startswith(f"{prefix}/"):
        return None
    named = _TOPIC.fullmatch(topic[len(prefix) + 1 :])
    return Place(named["component"], named["node"] or "", named["object"]) if named else None


def configurations(where: Place, payload: Payload) -> tuple[Found, ...]:
    """All configurations that one message holds; a whole device has several.

    Raises:
        BadAnnouncement: the message as a whole can't be used.
    """
    if not payload.raw:
        return (Found(where, None),)
    keys = payload.json
    if not isinstance(keys, dict):
        raise BadAnnouncement(f"{len(payload.raw)} bytes that are no JSON object")
    config = _long(keys)
    if config.get("migrate_discovery"):
        return (Found(where, None),)
    if where.component == "device":
        return _device(where, config)
    return (Found(where, _based(config)),)


def _device(where: Place, config: dict[str, Json]) -> tuple[Found, ...]:
    components = config.get("components")
    if not isinstance(components, dict) or not isinstance(config.get("device"), dict):
        raise BadAnnouncement("a device message needs device and components")
    if not isinstance(config.get("origin"), dict):
        raise BadAnnouncement("a device message needs its origin")
    shared = {key: config[key] for key in (*_SHARED, "device", "origin", "qos", "encoding") if key in config}
    return tuple(_component(where, name, keys, shared) for name, keys in components.items())


def _component(where: Place, name: str, keys: Json, shared: Mapping[str, Json]) -> Found:
    """One component of a device message: its fault is its own."""
    inner = f"{where.node} {name}" if where.node else name
    if not isinstance(keys, dict):
        return Found(Place("device", where.object, inner), f"component {name} is no object")
    own = _long(keys)
    platform = own.get("platform")
    if not isinstance(platform, str):
        return Found(Place("device", where.object, inner), f"component {name} has no platform")
    at = Place(platform, where.object, inner)
    if own.keys() == {"platform"}:
        return Found(at, None)
    if own.get("unique_id") is None and platform != _NAMELESS:
        return Found(at, f"component {name} has no unique_id")
    return Found(at, _based({**shared, **own}))


def _long(keys: Mapping[str, Json]) -> dict[str, Json]:
    """The keys in their long form, in every scope that has its own table; a short key wins."""
    config = _renamed(keys, COMPONENT)
    for scope, table in (("device", DEVICE), ("origin", ORIGIN)):
        inner = config.get(scope)
        if isinstance(inner, dict):
            config[scope] = _renamed(inner, table)
    origin = config.get("origin")
    if origin is not None and not (isinstance(origin, dict) and isinstance(origin.get("name"), str)):
        raise BadAnnouncement("origin has no name")
    return config


def _renamed(keys: Mapping[str, Json], table: Mapping[str, str]) -> dict[str, Json]:
    """Short keys replaced; they come last, so that they win over their long twins."""
    long = {key: value for key, value in keys.items() if key not in table}
    return long | {table[key]: value for key, value in keys.items() if key in table}


def _based(config: dict[str, Json]) -> dict[str, Json]:
    """Topics with `~` at either end filled in."""
    base = config.pop("~", None)
    if not isinstance(base, str):
        return config
    for key, value in config.items():
        if key.endswith("topic") and isinstance(value, str):
            config[key] = _filled(value, base)
    listed = config.get("availability")
    items = listed if isinstance(listed, list) else [listed]
    config_items: list[Json] = [_filled_item(item, base) for item in items if item is not None]
    if config_items:
        config["availability"] = config_items
    return config


def _filled_item(item: Json, base: str) -> Json:
    if not isinstance(item, dict):
        return item
    renamed = _renamed(item, COMPONENT)
    topic = renamed.get("topic")
    return {**renamed, "topic": _filled(topic, base)} if isinstance(topic, str) else renamed


def _filled(topic: str, base: str) -> str:
    if topic.startswith("~"):
        return base + topic[1:]
    if topic.endswith("~"):
        return topic[:-1] + base
    return topic
