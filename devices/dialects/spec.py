"""What a dialect does: messages in, neutral facts out; neutral fields in, messages out."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from devices.model import Entity, Fields
from devices.mqtt.transport import Message


@dataclass(frozen=True, slots=True)
class Announced:
    """A description of an entity, new or changed; `key` is the dialect's own stable name for it."""

    key: str
    entity: Entity
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The device took an entity back."""

    key: str


@dataclass(frozen=True, slots=True)
class Reported:
    """Neutral fields that one message says about an entity.

    `replayed` ones come from an earlier message that the dialect kept: they set state, like retained ones.
    """

    key: str
    fields: Fields
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Reachable:
    """Availability of an entity changed."""

    key: str
    online: bool


@dataclass(frozen=True, slots=True)
class Rejected:
    """A message that can't be used, with a short reason."""

    topic: str
    reason: str


Fact: TypeAlias = Announced | Withdrawn | Reported | Reachable | Rejected


class Dialect(Protocol):
    """One way of speaking; keeps only what it needs to read the next message.

    `filters` are the topics on which devices announce themselves; `greeting` makes those that keep
    nothing on the broker speak up.
    """

    name: str
    filters: tuple[str, ...]
    greeting: tuple[Message, ...]

    def read(self, message: Message) -> tuple[Fact, ...]:
        """What this message says; never raises for a bad payload."""
        ...

    def write(self, key: str, fields: Fields) -> tuple[Message, ...]:
        """The messages that ask for these fields, in the order to publish."""
        ...
