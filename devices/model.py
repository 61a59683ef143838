"""What a home consists of: floors, areas, devices, entities and their states. Values only, no behaviour."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Json: TypeAlias = "Scalar | list[Json] | dict[str, Json]"
Fields: TypeAlias = Mapping[str, Scalar | tuple[Scalar, ...]]
"""Neutral values between a dialect and a kind, by Home Assistant's attribute names."""


class Domain(StrEnum):
    """The kinds of entity, in Home Assistant's words."""

    LIGHT = "light"
    SWITCH = "switch"
    FAN = "fan"
    COVER = "cover"
    LOCK = "lock"
    CLIMATE = "climate"
    SENSOR = "sensor"
    BINARY_SENSOR = "binary_sensor"
    EVENT = "event"
    DEVICE_TRACKER = "device_tracker"


class KindState(Protocol):
    """What every kind's State offers: Home Assistant's state word and attributes."""

    @property
    def word(self) -> str:
        """The state as Home Assistant spells it: on, locked, 21.5, unknown."""
        ...

    def attributes(self) -> Fields:
        """Everything beyond the word, by Home Assistant's attribute names; unset ones left out."""
        ...


@dataclass(frozen=True, slots=True)
class Floor:
    """A storey of the home."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A room, or any named part of the home."""

    id: str
    name: str
    floor: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Device:
    """One physical thing, which may carry several entities."""

    id: str
    name: str
    manufacturer: str = ""
    model: str = ""
    identifiers: tuple[str, ...] = ()
    suggested_area: str | None = None


@dataclass(frozen=True, slots=True)
class Features:
    """What an entity can do beyond its kind: numbers in Home Assistant's units.

    `controls` are the services and the values it takes (all of its kind when empty); `modes` are hvac modes,
    a sensor's options or the types of an event; `presets` preset names; `effects` light effects; temperatures
    in `unit`. `step` is degrees, or percent between two speeds of a fan.
    `optimistic` means that no report ever follows a command.
    """

    controls: frozenset[str] = frozenset()
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    modes: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    color_modes: tuple[str, ...] = ()
    min_kelvin: int | None = None
    max_kelvin: int | None = None
    optimistic: bool = False


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing that can be read or told something; its id is Home Assistant's."""

    id: str
    domain: Domain
    name: str
    unique_id: str = ""
    device: Device | None = None
    area: str | None = None
    aliases: tuple[str, ...] = ()
    device_class: str | None = None
    unit: str | None = None
    category: str | None = None
    enabled: bool = True
    exposed: bool = True
    dialect: str = ""
    features: Features = field(default_factory=Features)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An entity and the last thing known of it.

    `state` is None until the first report. `reported_at` is the last report of any kind, `changed_at`
    the last change of the word, both home time; `live` tells that a report came after the broker's
    retained replay, so the value is the device's own word of this session.
    """

    entity: Entity
    state: KindState | None = None
    available: bool = True
    reported_at: datetime | None = None
    changed_at: datetime | None = None
    live: bool = False

    @property
    def word(self) -> str:
        """Home Assistant's state word; `unavailable` and `unknown` included."""
        if not self.available:
            return "unavailable"
        return self.state.word if self.state is not None else "unknown"

    def attributes(self) -> Fields:
        """Attributes of the last known state, also while unavailable."""
        return self.state.attributes() if self.state is not None else {}
