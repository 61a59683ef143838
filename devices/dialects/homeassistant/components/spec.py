"""What every component file makes of its configuration, and the readings that several share."""

from collections.abc import Callable
from dataclasses import dataclass

from devices.dialects.homeassistant.config import Source
from devices.errors import BadPayload
from devices.kinds.field import finite
from devices.model import Features, Fields, Scalar
from devices.mqtt.payload import Payload
from devices.mqtt.transport import Message

NONE = "None"
"""What Python's templates print for null: reset to unknown."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One topic of an entity; `read` gives neutral fields, none when the message is not meant for it.

    `read` raises BadPayload when the message is meant for it but unusable.
    """

    topic: str
    read: Callable[[Payload], Fields]


def _mute(_fields: Fields) -> tuple[Message, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Component:
    """An entity's wire side: what it listens to, and how neutral fields are written."""

    features: Features
    readings: tuple[Reading, ...]
    write: Callable[[Fields], tuple[Message, ...]] = _mute


def reading(
    source: Source | None, name: str, value: Callable[[str], Scalar | tuple[Scalar, ...]]
) -> tuple[Reading, ...]:
    """A reading of one field: nothing changes on an empty text, `None` resets, `value` makes of the rest.

    `value` raises BadPayload for what it can't use. Without a source there is no reading.
    """
    if source is None:
        return ()

    def read(payload: Payload) -> Fields:
        said = source.text(payload)
        if not said:
            return {}
        return {name: None if said == NONE else value(said)}

    return (Reading(source.topic, read),)


def choice(words: dict[str, str]) -> Callable[[str], str]:
    """Turn the words of the wire into ours; BadPayload for any other."""

    def value(said: str) -> str:
        if said not in words:
            raise BadPayload(f"{said[:40]!r} is none of {', '.join(words)}")
        return words[said]

    return value


def listed(words: tuple[str, ...]) -> Callable[[str], str]:
    """Take only these words, which are spelled alike here and there."""
    return choice({word: word for word in words})


def number(said: str) -> float:
    """A finite number; BadPayload otherwise."""
    return finite(said, "value")
