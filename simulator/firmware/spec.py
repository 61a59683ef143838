"""What every firmware family offers to the fleet. Holds no dialect itself."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from simulator.house.model import Device, House
from simulator.house.part import Part
from simulator.house.wish import Wish
from simulator.message import Json, JsonObject, Publish

BIRTH_TOPIC = "homeassistant/status"
DISCOVERY = "homeassistant"


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message to a device meant: wishes in order, and answers that need no device.

    A device without a wish is only asked for its state.
    """

    device: str | None = None
    wishes: tuple[Wish, ...] = ()
    answers: tuple[Publish, ...] = ()


class Firmware(Protocol):
    """One thing with a connection of its own: a node or a gateway with its devices."""

    @property
    def name(self) -> str:
        """Unique in the fleet; also the MQTT client id's tail."""

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices that speak through this connection."""

    @property
    def will(self) -> Publish:
        """What the broker says when this connection breaks."""

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """Topics on which this firmware takes commands."""

    def announce(self) -> list[Publish]:
        """Describe every entity, retained."""

    def birth(self) -> list[Publish]:
        """Say that the connection and its devices are here, retained."""

    def availability(self, device: Device, *, online: bool) -> list[Publish]:
        """Say that one device came or went while the connection holds."""

    def report(self, device: Device, part: Part, *, full: bool) -> list[Publish]:
        """Tell the state; without `full` only what differs from what was told before."""

    def receive(self, topic: str, payload: bytes) -> Heard:
        """Read a message from one of `subscriptions`; junk means nothing and raises nothing."""


def dumps(value: JsonObject) -> bytes:
    """Compact JSON in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def loads(payload: bytes) -> Json:
    """JSON of a payload, or None when it is none."""
    try:
        value: Json = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return value


def number(value: object) -> float | None:
    """Read a finite number in a JSON value or a text, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | bytes):
        return None
    try:
        parsed = float(value)
    except ValueError:
        return None
    return parsed if abs(parsed) < 1e9 else None


def hardware_address(name: str, digits: int) -> str:
    """Make an address in hexadecimal that is always the same for the same device."""
    return hashlib.sha256(name.encode()).hexdigest()[:digits]


def area_names(house: House) -> Mapping[str, str]:
    """Room ids and the names people gave the rooms."""
    return {room.id: room.name for room in house.rooms}


def by_id(devices: Iterable[Device]) -> dict[str, Device]:
    """Devices by their id."""
    return {device.id: device for device in devices}
