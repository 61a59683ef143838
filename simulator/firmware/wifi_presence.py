"""An access point that tells which phones are in its network, as the wifi-presence daemon does."""

from simulator.firmware.spec import DISCOVERY, Heard, by_id, dumps, hardware_address
from simulator.house.model import Device
from simulator.house.part import Part, Phone
from simulator.message import JsonObject, Publish

BASE = "wifi-presence"
_POINT = "home-ap"


class WifiPresence:
    """One access point and the phones it was told to look for; it takes no commands."""

    def __init__(self, devices: tuple[Device, ...]) -> None:
        self._devices = by_id(devices)
        self._said: dict[str, bytes] = {}

    @property
    def name(self) -> str:
        """The base topic."""
        return BASE

    @property
    def devices(self) -> tuple[Device, ...]:
        """The phones it looks for."""
        return tuple(self._devices.values())

    @property
    def will(self) -> Publish:
        """Offline, when the connection breaks."""
        return _status(online=False)

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """Nothing: it only tells."""
        return ()

    def announce(self) -> list[Publish]:
        """One retained discovery message a phone."""
        return [
            Publish(
                f"{DISCOVERY}/device_tracker/{_POINT}/{_hex(device)}/config",
                dumps(_config(device)),
                retain=True,
            )
            for device in self.devices
        ]

    def birth(self) -> list[Publish]:
        """The access point is here."""
        return [_status(online=True)]

    def availability(self, device: Device, *, online: bool) -> list[Publish]:
        """A phone that is switched off looks like one that went: nothing says more."""
        return [] if online else [Publish(_topic(device), b"not_connected", retain=True)]

    def report(self, device: Device, part: Part, *, full: bool) -> list[Publish]:
        """Whether the phone is in the network."""
        joined = isinstance(part, Phone) and part.joined
        payload = b"connected" if joined else b"not_connected"
        if not full and self._said.get(device.id) == payload:
            return []
        self._said[device.id] = payload
        return [Publish(_topic(device), payload, retain=True)]

    def receive(self, _topic: str, _payload: bytes) -> Heard:
        """Nothing is meant for it."""
        return Heard()


def _config(device: Device) -> JsonObject:
    address = _address(device)
    return {
        "availability_topic": f"{BASE}/{_POINT}/status",
        "default_entity_id": f"device_tracker.{device.slug}",
        "device": {
            "connections": [["mac", address]],
            "name": device.name,
            "via_device": f"{BASE}_{_POINT}",
        },
        "json_attributes_topic": f"{_station(device)}/attrs",
        "name": None,
        "object_id": device.slug,
        "payload_available": "online",
        "payload_home": "connected",
        "payload_not_available": "offline",
        "payload_not_home": "not_connected",
        "source_type": "router",
        "state_topic": _topic(device),
        "unique_id": f"{BASE}-{_hex(device)}",
    }


def _status(*, online: bool) -> Publish:
    return Publish(f"{BASE}/{_POINT}/status", b"online" if online else b"offline", retain=True)


def _topic(device: Device) -> str:
    return f"{_station(device)}/state"


def _station(device: Device) -> str:
    return f"{BASE}/{_POINT}/station/{_address(device)}"


def _hex(device: Device) -> str:
    # the second digit marks an address that a phone made up for this network
    return f"a6{hardware_address(device.id, 10)}"


def _address(device: Device) -> str:
    digits = _hex(device)
    return ":".join(digits[place : place + 2] for place in range(0, 12, 2))
