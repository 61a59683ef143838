"""The built-in house on a broker in memory: its own firmware answers, the lamps at once; the agent's big test home."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from langchain_core.messages import AIMessage

from assistant.agent.session import Session
from assistant.models.provider import Brain
from assistant.place import first_names
from devices.bus import Bus
from devices.home import Home
from devices.mqtt.transport import Message
from devices.storage.database import Database
from simulator.firmware.family import installed
from simulator.firmware.spec import Firmware
from simulator.house.first import first_house
from simulator.house.model import House as Building
from simulator.house.physics import advance
from simulator.message import Publish
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock
from tests.fakes.model import ScriptedModel
from tools.context import House

_SETTLING = 30.0
"""Seconds of the house after a command: until then every blind and lock has moved."""


@dataclass(frozen=True)
class Dwelling:
    """The running house of 26 devices, and the wire under it."""

    house: House
    broker: FakeBroker

    def session(self, *lines: AIMessage, stop_mode: str = "hard") -> tuple[Session, ScriptedModel]:
        """A session whose model says these lines."""
        model = ScriptedModel(lines=list(lines))
        brain = Brain("scripted", model)
        return Session(self.house, brain, stop_mode=stop_mode, seconds=120.0), model


@asynccontextmanager
async def dwelling(folder: Path) -> AsyncIterator[Dwelling]:
    """The house, running, until the block ends."""
    broker, bus, clock = FakeBroker(), Bus(), FakeClock(hasty=True)
    building = first_house(clock.now())
    database = Database.open(f"sqlite:///{folder / 'home.db'}")
    for firmware in installed(building):
        _move_in(broker, building, firmware)
    rooms = ((room.id, room.name, room.floor) for room in building.rooms)
    named = first_names(rooms)
    home = Home(broker, bus, clock, names=named)
    house = housed(home, database, bus, clock, names=named)
    running = asyncio.create_task(home.run(), name="home")
    try:
        assert await home.settled(quiet=0.05)
        yield Dwelling(house, broker)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await database.close()


def _move_in(broker: FakeBroker, building: Building, firmware: Firmware) -> None:
    """Announce what hangs on one connection, and let it take commands."""
    first = [*firmware.announce(), *firmware.birth()]
    for device in firmware.devices:
        first += firmware.report(device, building.parts[device.id], full=True)
    for told in map(_message, first):
        broker.retained[told.topic] = Message(told.topic, told.payload, retain=True)

    def answer(message: Message) -> list[Message]:
        heard = firmware.receive(message.topic, message.payload)
        if heard.device is None:
            return [_message(told) for told in heard.answers]
        for wish in heard.wishes:
            building.apply(heard.device, wish)
        for _second in range(int(_SETTLING)):
            advance(building, building.at + 1)
        device = building.device(heard.device)
        reported = firmware.report(device, building.parts[device.id], full=True)
        return [_message(told) for told in (*heard.answers, *reported)]

    for topic in firmware.subscriptions:
        broker.answer_with(topic, answer)


def _message(told: Publish) -> Message:
    return Message(told.topic, told.payload, told.retain)
