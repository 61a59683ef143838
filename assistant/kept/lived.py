"""Records what a built-in home lived while nobody listened, through the device layer that live traffic takes.

Gives way to the event loop all along; commands and rules have no part in the past.
"""

import asyncio
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from devices.bus import Bus
from devices.clock import WallClock
from devices.errors import StorageError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.mqtt.transport import Message, Receiver
from devices.registry import Names
from devices.storage.database import Database

SLICE = 100
"""Messages between two looks at the event loop: a few milliseconds."""
FLUSH = 5000


class PastMessage(Protocol):
    """A message that was published once, as the simulator yields it."""

    @property
    def at(self) -> datetime:
        """When, aware."""
        ...

    @property
    def topic(self) -> str:
        """Where to."""
        ...

    @property
    def payload(self) -> bytes:
        """What."""
        ...


class PastClock:
    """The time of the message being read; nothing in the past is waited for."""

    def __init__(self) -> None:
        self.at = WallClock().now()

    def now(self) -> datetime:
        """Time of the message being read, aware, in UTC."""
        return self.at

    async def sleep(self, seconds: float) -> None:
        """Give way to others."""
        await WallClock().sleep(min(0.0, seconds))

    async def patience(self, seconds: float) -> None:
        """Give way to others."""
        await WallClock().sleep(min(0.0, seconds))


class PastTransport:
    """Delivers recorded messages once, as if they arrived just then; nothing can be published."""

    def __init__(self, past: Iterable[PastMessage], clock: PastClock, recorder: Recorder) -> None:
        self._past, self._clock, self._recorder = past, clock, recorder
        self.over = asyncio.Event()

    async def run(self, receiver: Receiver) -> None:
        """Deliver everything, then stay connected until cancelled."""
        for count, message in enumerate(self._past):
            self._clock.at = message.at
            if count == 0:
                receiver.connected()
            receiver.received(Message(message.topic, message.payload))
            if count % SLICE == 0:
                await self._clock.patience(0)
            if count % FLUSH == FLUSH - 1:
                await self._recorder.flush()
        self.over.set()
        await asyncio.Event().wait()

    async def subscribe(self, filters: Iterable[str]) -> None:
        """Everything is delivered anyway."""

    async def publish(self, message: Message) -> None:
        """Refuse: the past can't be changed."""
        raise RuntimeError(f"{message.topic}: the past takes no commands")


async def relive(past: Iterator[PastMessage], database: Database, names: Names) -> None:
    """Write a past into the history of a home.

    Raises:
        StorageError: the database took no more of it.
    """
    clock, bus = PastClock(), Bus()
    recorder = Recorder(database, bus, clock)
    transport = PastTransport(past, clock, recorder)
    home = Home(transport, bus, clock, names=names)
    async with asyncio.TaskGroup() as group:
        living = group.create_task(home.run(), name="past")
        over = group.create_task(transport.over.wait(), name="past is over")
        await asyncio.wait((living, over), return_when=asyncio.FIRST_COMPLETED)
        living.cancel()
        over.cancel()
    await recorder.flush()
    if recorder.trouble:
        raise StorageError(recorder.trouble)
