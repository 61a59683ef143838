"""The house: rooms, devices, people and their state at one moment. Moves nothing; physics and people do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from simulator.house.part import Part
from simulator.house.wish import Wish, granted

OUTDOORS = "away"


class Family(StrEnum):
    """Which firmware a device runs, and so which dialect it speaks."""

    ESPHOME = "esphome"
    ZIGBEE2MQTT = "zigbee2mqtt"
    WIFI_PRESENCE = "wifi_presence"


@dataclass(frozen=True, slots=True)
class Room:
    """A room's place and its heat. Rates are degrees an hour, `leak` and `doors` per degree of difference.

    `heating` is what the radiator gives, `sun` what full sunshine gives through the windows.
    """

    id: str
    name: str
    floor: str
    leak: float
    heating: float
    sun: float
    doors: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Device:
    """One piece of hardware. `slug` is the object id that its main entity asks for."""

    id: str
    slug: str
    name: str
    room: str
    family: Family


@dataclass(slots=True)
class Climate:
    """The true air of a room. Mutable: physics moves it at every step."""

    temperature: float = 20.0
    humidity: float = 45.0


@dataclass(slots=True)
class House:
    """A home at the moment `at` (UTC timestamp). Mutable: it is the one live thing of the simulation.

    `where` tells each person's room, `lit` the lamps people switched on themselves, `moved` when each
    room last saw somebody move.
    """

    seed: int
    at: float
    rooms: tuple[Room, ...]
    devices: tuple[Device, ...]
    parts: dict[str, Part]
    air: dict[str, Climate]
    where: dict[str, str]
    asleep: set[str] = field(default_factory=set)
    lit: set[str] = field(default_factory=set)
    moved: dict[str, float] = field(default_factory=dict)
    steam: dict[str, float] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        """The moment the house has lived up to, UTC."""
        return datetime.fromtimestamp(self.at, UTC)

    def apply(self, device: str, wish: Wish) -> bool:
        """Do what was asked of a device; tells whether anything changed. Raises KeyError."""
        before = self.parts[device]
        after = self.parts[device] = granted(before, wish)
        return after != before

    def device(self, name: str) -> Device:
        """Find the device with this id; raises KeyError."""
        for device in self.devices:
            if device.id == name:
                return device
        raise KeyError(name)
