"""All devices of a house on a broker: lets time pass, hears commands, sends reports, suffers faults."""

import asyncio
import heapq
from collections.abc import Callable
from functools import partial
from itertools import count

from simulator.address import Address, AddressError, parse
from simulator.broker import Broker
from simulator.clock import HomeClock
from simulator.faults import Fault, Faults, Once
from simulator.firmware.cadence import Cadence
from simulator.firmware.family import installed
from simulator.firmware.spec import BIRTH_TOPIC, Firmware, Heard
from simulator.house.first import first_house
from simulator.house.model import Device, House
from simulator.house.physics import advance
from simulator.link import Link
from simulator.message import Publish

_TICK = 0.25
_GLANCE = 0.02
_REBOOT_SECONDS = 3.0
_GARBAGE = b'\xff\xfe{"state": "ON", "bright'


class Fleet:
    """A house that lives on a broker: `run` it until cancelled, wait for `ready`.

    `obeyed` is set by every command that reached a device; who waits for it clears it.
    """

    def __init__(self, house: House, clock: HomeClock, address: Address) -> None:
        self.house = house
        self.faults = Faults(house)
        self.obeyed = asyncio.Event()
        self._clock = clock
        self._links = [Link(firmware, address, clock) for firmware in installed(house)]
        self._link_of = {device.id: link for link in self._links for device in link.firmware.devices}
        self._cadence = Cadence()
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._offline: set[str] = set()
        self.faults.listen(self._follow_faults)

    async def run(self) -> None:
        """Hold every connection and let time pass, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for link in self._links:
                fresh = partial(self._fresh, link)
                tasks.create_task(
                    link.run(partial(self._hear, link), fresh), name=f"link {link.firmware.name}"
                )
            tasks.create_task(self._live(), name="house lives")

    async def ready(self) -> None:
        """Wait until every connection published its discovery, availability and states once.

        Raises AddressError when the broker refuses us meanwhile, a wrong password for instance.
        """
        for link in self._links:
            while not link.announced.is_set():
                if link.refusal is not None:
                    raise AddressError(f"the broker refused the connection: {link.refusal}")
                await self._clock.patience(_GLANCE)

    async def _live(self) -> None:
        while True:
            self._catch_up()
            now = self.house.at
            while self._later and self._later[0][0] <= now:
                heapq.heappop(self._later)[2]()
            for device in self.house.devices:
                part = self.house.parts[device.id]
                if self._cadence.due(device.id, part, now):
                    self._report(device, full=False)
                elif self._cadence.alive(device.id, device.family, now):
                    self._report(device, full=True)
            await self._clock.patience(_TICK)

    def _catch_up(self) -> None:
        advance(self.house, self._clock.now().timestamp())

    def _hear(self, link: Link, topic: str, payload: bytes) -> None:
        if topic == BIRTH_TOPIC:
            if payload == b"online":
                link.send([*link.firmware.announce(), *self._present(link), *self._fresh(link)])
            return
        heard = link.firmware.receive(topic, payload)
        link.send(list(heard.answers))
        if heard.device is None or self.faults.amount(heard.device, Fault.OFFLINE):
            return
        if heard.wishes and self.faults.swallow(heard.device):
            return
        if delay := self.faults.amount(heard.device, Fault.LATE):
            self._schedule(delay, partial(self._obey, heard))
        else:
            self._obey(heard)

    def _obey(self, heard: Heard) -> None:
        if heard.device is None:
            return
        self._catch_up()
        if not self.faults.amount(heard.device, Fault.WRONG_ECHO):
            for wish in heard.wishes:
                self.house.apply(heard.device, wish)
                self.house.lit.discard(heard.device)
                self.obeyed.set()
        self._report(self.house.device(heard.device), full=True)

    def _report(self, device: Device, *, full: bool) -> None:
        link, part = self._link_of[device.id], self.house.parts[device.id]
        if device.id in self._offline or not link.up:
            return
        messages = link.firmware.report(device, part, full=full)
        link.send(messages * (1 + int(self.faults.amount(device.id, Fault.DUPLICATES))))
        self._cadence.spoke(device.id, part, self.house.at)

    def _fresh(self, link: Link) -> list[Publish]:
        """Every state that this connection has to tell."""
        out: list[Publish] = []
        for device in link.firmware.devices:
            if device.id not in self._offline:
                part = self.house.parts[device.id]
                out += link.firmware.report(device, part, full=True)
                self._cadence.spoke(device.id, part, self.house.at)
        return out

    def _present(self, link: Link) -> list[Publish]:
        gone = [device for device in link.firmware.devices if device.id in self._offline]
        absent = [message for device in gone for message in link.firmware.availability(device, online=False)]
        return [*link.firmware.birth(), *absent]

    def _follow_faults(self) -> None:
        for device in self.house.devices:
            offline = bool(self.faults.amount(device.id, Fault.OFFLINE))
            if offline != (device.id in self._offline):
                self._power(device, on=not offline)
        for name, event in self.faults.pending():
            device = self.house.device(name)
            match event:
                case Once.GARBAGE:
                    self._link_of[name].send(_garbled(self._link_of[name].firmware, device, self.house))
                case Once.REBOOT:
                    self._power(device, on=False)
                    self._schedule(_REBOOT_SECONDS, partial(self._power, device, on=True))

    def _power(self, device: Device, *, on: bool) -> None:
        link = self._link_of[device.id]
        alone = len(link.firmware.devices) == 1
        if on:
            self._offline.discard(device.id)
        else:
            self._offline.add(device.id)
        if alone:
            (link.plug if on else link.unplug)()
        else:
            link.send(link.firmware.availability(device, online=on))
            if on:
                self._report(device, full=True)

    def _schedule(self, seconds: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._later, (self.house.at + seconds, next(self._order), action))


async def simulate(
    url: str | None, started: Callable[[str], None], *, port: int = 0, speed: float = 1.0, seed: int = 1
) -> None:
    """Run the first house on the broker at `url`, or on an embedded one at `port`, until cancelled.

    `started` gets the address, without login, when every device is described. Raises AddressError.
    """
    clock = HomeClock(None, speed)
    house = first_house(clock.now(), seed)
    if url is not None:
        await _simulate(Fleet(house, clock, parse(url)), parse(url).url, started)
        return
    async with Broker(port=port) as broker:
        await _simulate(Fleet(house, clock, parse(broker.url)), broker.url, started)


async def _simulate(fleet: Fleet, url: str, started: Callable[[str], None]) -> None:
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(fleet.run(), name="fleet")
        try:
            await fleet.ready()
        except AddressError as error:
            running.cancel()
            refused = error
        else:
            started(url)
            return
    raise refused


def _garbled(firmware: Firmware, device: Device, house: House) -> list[Publish]:
    """Make the device's report with payloads cut and spoilt on the way."""
    report = firmware.report(device, house.parts[device.id], full=True)
    return [Publish(message.topic, _GARBAGE, retain=False) for message in report]
