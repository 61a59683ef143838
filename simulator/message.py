"""What crosses the wire: one MQTT message and the JSON inside it. No device knowledge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

Scalar = str | int | float | bool | None
Json = Scalar | Sequence["Json"] | Mapping[str, "Json"]
JsonObject = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Publish:
    """A message a device sends now: topic, payload bytes, retain flag."""

    topic: str
    payload: bytes
    retain: bool = False


@dataclass(frozen=True, slots=True)
class WireMessage:
    """A message together with the home time (UTC) it was sent at."""

    at: datetime
    topic: str
    payload: bytes
    retain: bool = False
