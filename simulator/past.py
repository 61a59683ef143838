"""Days already lived: the messages a house would have sent, computed without waiting. Sends nothing."""

from collections.abc import Iterator
from datetime import UTC, datetime

from simulator.firmware.cadence import Cadence
from simulator.firmware.family import installed
from simulator.firmware.spec import Firmware
from simulator.house.model import Device, House
from simulator.house.physics import advance
from simulator.message import Publish, WireMessage

_CHUNK = 3600.0


def lived(house: House, days: float = 7.0) -> Iterator[WireMessage]:
    """Let a house live from its moment on and yield what it says, discovery first, in order of time.

    The house is left at the end of the last day. The same house yields the same messages.
    """
    yield from lived_until(house, house.at + days * 86_400)


def lived_until(house: House, end: float) -> Iterator[WireMessage]:
    """Do the same up to a UTC timestamp."""
    diary = _Diary(house)
    yield from diary.opening()
    while house.at < end:
        advance(house, min(house.at + _CHUNK, end), seen=diary.look)
        yield from diary.taken()


def live_through(house: House, end: float) -> None:
    """Let a house live up to a UTC timestamp unheard; it ends exactly as if it had been listened to."""
    while house.at < end:
        advance(house, min(house.at + _CHUNK, end), seen=_unheard)


def _unheard() -> None:
    """Nobody listens, yet the steps are the same."""


class _Diary:
    """Collects what the devices say while the house moves on."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._cadence = Cadence()
        self._pages: list[WireMessage] = []
        self._firmware = installed(house)
        self._speakers: list[tuple[Device, Firmware]] = [
            (device, firmware) for firmware in self._firmware for device in firmware.devices
        ]

    def opening(self) -> Iterator[WireMessage]:
        """Discovery, availability and the first state of everything."""
        for firmware in self._firmware:
            self._note([*firmware.announce(), *firmware.birth()], self._house.now)
        self.look()
        yield from self.taken()

    def look(self) -> None:
        """Write down what is due at the house's moment."""
        house, cadence, at = self._house, self._cadence, self._house.at
        for device, firmware in self._speakers:
            part = house.parts[device.id]
            if cadence.due(device.id, part, at):
                full = False
            elif cadence.alive(device.id, device.family, at):
                full = True
            else:
                continue
            self._note(firmware.report(device, part, full=full), datetime.fromtimestamp(at, UTC))
            cadence.spoke(device.id, part, at)

    def taken(self) -> list[WireMessage]:
        """Take the pages written since the last call."""
        pages, self._pages = self._pages, []
        return pages

    def _note(self, messages: list[Publish], at: datetime) -> None:
        self._pages += [WireMessage(at, m.topic, m.payload, m.retain) for m in messages]
