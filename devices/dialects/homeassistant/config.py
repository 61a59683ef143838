"""One validated discovery message: typed access to its keys, with the coercions of Home Assistant."""

from collections.abc import Mapping
from dataclasses import dataclass

from devices.dialects.homeassistant.templates import Template, template
from devices.errors import BadAnnouncement, BadPayload
from devices.kinds.field import finite
from devices.model import Json
from devices.mqtt.payload import Payload
from devices.mqtt.transport import Message

_YES = frozenset({"true", "yes", "on", "1", "enable"})
_NO = frozenset({"false", "no", "off", "0", "disable"})


@dataclass(frozen=True, slots=True)
class Source:
    """A topic that tells something, and the template to read it by."""

    topic: str
    template: Template | None

    def text(self, payload: Payload, variables: Mapping[str, Json] = {}) -> str | None:
        """What the payload says, or None when it is not meant for this entity."""
        if self.template is None:
            return payload.text
        return self.template.read(payload, variables)


@dataclass(frozen=True, slots=True)
class Sink:
    """A topic that takes something, and the template to write it by."""

    topic: str
    template: Template | None
    qos: int = 0
    retain: bool = False

    def message(self, value: Json, variables: Mapping[str, Json] = {}) -> Message:
        """The message that asks for a value."""
        text = str(value) if self.template is None else self.template.write(value, variables)
        return Message(self.topic, text.encode(), self.retain, self.qos)


class Config:
    """The long-named keys of one entity; every reader raises BadAnnouncement and names the key."""

    def __init__(self, keys: Mapping[str, Json]) -> None:
        self._keys = keys

    def __contains__(self, key: str) -> bool:
        return self._keys.get(key) is not None

    def has(self, key: str) -> bool:
        """Whether the message holds this key, null included."""
        return key in self._keys

    def raw(self, key: str) -> Json:
        """The value as it came."""
        return self._keys.get(key)

    def text(self, key: str, default: str = "") -> str:
        """A word or payload; numbers and booleans become Python's text for them, as in Home Assistant."""
        value = self._keys.get(key)
        if value is None:
            return default
        if isinstance(value, list | dict):
            raise BadAnnouncement(f"{key} must be text")
        return str(value)

    def optional(self, key: str, default: str) -> str | None:
        """A payload that an explicit null takes away."""
        return None if key in self._keys and self._keys[key] is None else self.text(key, default)

    def number(self, key: str, default: float) -> float:
        """A number; numeric text counts."""
        value = self._keys.get(key)
        if value is None:
            return default
        try:
            return finite(value if isinstance(value, str | int | float) else None, key)
        except BadPayload:
            raise BadAnnouncement(f"{key} must be a number") from None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """A yes or no in any of its usual spellings."""
        value = self._keys.get(key)
        if value is None:
            return default
        word = str(value).strip().lower()
        if word not in _YES | _NO:
            raise BadAnnouncement(f"{key} must be true or false")
        return word in _YES

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of words; a single one counts as a list."""
        value = self._keys.get(key)
        if value is None:
            return default
        parts = value if isinstance(value, list) else [value]
        if any(isinstance(part, list | dict) for part in parts):
            raise BadAnnouncement(f"{key} must be a list of words")
        return tuple(str(part) for part in parts)

    def template(self, *keys: str) -> Template | None:
        """The first of these templates that is given."""
        key = next((key for key in keys if self._keys.get(key) is not None), None)
        return None if key is None else template(self.text(key))

    def source(self, topic: str, *templates: str) -> Source | None:
        """A topic to listen to, wildcards allowed, or None when it is not given."""
        if topic not in self:
            return None
        return Source(_topic(self.text(topic), topic, wild=True), self.template(*templates))

    def sink(self, topic: str, *templates: str) -> Sink | None:
        """A topic to publish on, or None when it is not given."""
        if topic not in self:
            return None
        where = _topic(self.text(topic), topic, wild=False)
        qos = int(self.number("qos", 0))
        if qos not in (0, 1, 2):
            raise BadAnnouncement("qos must be 0, 1 or 2")
        return Sink(where, self.template(*templates), qos, self.flag("retain"))

    def required_sink(self, topic: str, *templates: str) -> Sink:
        """A topic to publish on that this component can't do without."""
        found = self.sink(topic, *templates)
        if found is None:
            raise BadAnnouncement(f"{topic} is missing")
        return found

    def required_source(self, topic: str, *templates: str) -> Source:
        """A topic to listen to that this component can't do without."""
        found = self.source(topic, *templates)
        if found is None:
            raise BadAnnouncement(f"{topic} is missing")
        return found


def _topic(topic: str, key: str, *, wild: bool) -> str:
    if not topic or "\0" in topic or len(topic.encode()) > 65_535:
        raise BadAnnouncement(f"{key} is no topic")
    levels = topic.split("/")
    bad = any(("+" in level or "#" in level) and level not in ("+", "#") for level in levels)
    if bad or "#" in levels[:-1]:
        raise BadAnnouncement(f"{key} has a wildcard inside a level")
    if not wild and ("+" in topic or "#" in topic):
        raise BadAnnouncement(f"{key} may hold no wildcard")
    return topic
