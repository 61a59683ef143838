"""The built-in home in one call: broker, house, clock and fleet, kept in a folder. Knows no assistant."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from simulator.address import parse
from simulator.broker import Broker
from simulator.clock import HomeClock
from simulator.faults import Faults
from simulator.fleet import Fleet
from simulator.house.first import first_house
from simulator.house.model import House
from simulator.house.storage import HouseFileError, load, save
from simulator.message import WireMessage
from simulator.past import live_through, lived_until

_LIVED_DAYS = 7.0
_DAY = 86_400
_SAVE_SECONDS = 5.0
_AFTERGLOW = 0.2
_FILE = "house.json"


@dataclass(frozen=True, slots=True)
class BuiltInHome:
    """A running home. Everything in it lives by `clock`; `started` is when it took over from its past.

    `earlier` is the house as the past finds it: a week ago at the first start, else as it was closed.
    """

    url: str
    clock: HomeClock
    house: House
    faults: Faults
    fleet: Fleet
    broker: Broker
    started: datetime
    earlier: House

    async def ready(self) -> None:
        """Wait until every device described itself and told its state once."""
        await self.fleet.ready()

    def past(self, days: float = _LIVED_DAYS) -> Iterator[WireMessage]:
        """Tell what the house said before this start, discovery first, at most so many days of it.

        It is a computation of its own: may be consumed slowly, in a thread, and more than once.
        """
        house = deepcopy(self.earlier)
        end = self.started.timestamp()
        if house.at < end - days * _DAY:
            live_through(house, end - days * _DAY)
        return lived_until(house, end)

    async def restart_broker(self, pause: float = 0.5) -> None:
        """Let the broker vanish for so many real seconds and come back on the same port."""
        await self.broker.stop()
        await self.clock.patience(pause)
        await self.broker.start()


@asynccontextmanager
async def built_in_home(
    folder: Path | None,
    *,
    speed: float = 1.0,
    port: int = 0,
    seed: int = 1,
    start: datetime | None = None,
) -> AsyncIterator[BuiltInHome]:
    """Run a home in this loop: from `folder`/house.json when it is there, else a new one with a lived week.

    Saved after every command, every few seconds and at the end; without a folder nothing is kept. `start`
    replaces the wall's time. Raises HouseFileError for a file that cannot be read or written, OSError for a
    port that is taken.
    """
    path = folder / _FILE if folder is not None else None
    wall = start or HomeClock(None).now()
    earlier = _found(path) or _newcomer(wall, seed)
    started = max(wall, earlier.now)
    # Longer than a week away is not lived through: the house wakes up a week ago.
    earlier.at = max(earlier.at, started.timestamp() - _LIVED_DAYS * _DAY)
    house = deepcopy(earlier)
    # a week takes most of a second, in which the loop has other things to do
    await asyncio.to_thread(live_through, house, started.timestamp())
    clock = HomeClock(started, speed)
    async with Broker(port=port) as broker:
        fleet = Fleet(house, clock, parse(broker.url))
        with _kept(house, path):
            async with asyncio.TaskGroup() as tasks:
                running = [tasks.create_task(fleet.run(), name="fleet")]
                if path is not None:
                    running.append(tasks.create_task(_keep(fleet, path, clock), name="house is kept"))
                try:
                    yield BuiltInHome(broker.url, clock, house, fleet.faults, fleet, broker, started, earlier)
                finally:
                    for task in running:
                        task.cancel()


def _newcomer(wall: datetime, seed: int) -> House:
    return first_house(datetime.fromtimestamp(wall.timestamp() - _LIVED_DAYS * _DAY, UTC), seed)


def _found(path: Path | None) -> House | None:
    with suppress(FileNotFoundError):
        return load(path) if path is not None else None
    return None


@contextmanager
def _kept(house: House, path: Path | None) -> Iterator[None]:
    """Save at the beginning, so that a folder that takes nothing is told at once, and at the end."""
    if path is None:
        yield
        return
    _save(house, path, durable=False)
    try:
        yield
    finally:
        _save(house, path, durable=True)


def _save(house: House, path: Path, *, durable: bool) -> None:
    try:
        save(house, path, durable=durable)
    except OSError as error:
        raise HouseFileError(f"{path} can't be written: {error.strerror or error}") from error


async def _keep(fleet: Fleet, path: Path, clock: HomeClock) -> None:
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(_SAVE_SECONDS):
                await fleet.obeyed.wait()
        # commands come in bunches
        await clock.patience(_AFTERGLOW)
        fleet.obeyed.clear()
        # A full disk must not stop the home; the save at the end tells.
        with suppress(OSError):
            save(fleet.house, path)
