"""Puts a home together: site, database, devices, books, runner. Only this module starts the simulator.

It decides nothing about devices: every part is made by its own module and handed to the next.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from enum import StrEnum
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from tzlocal import get_localzone

from assistant import place, presence
from assistant.config import Config, without_password
from assistant.lived import relive
from assistant.relay import Relay
from assistant.runner import Duties, Runner, together
from devices.automation.book import RuleBook
from devices.automation.undo import Journal
from devices.bus import Bus
from devices.clock import Clock, WallClock
from devices.errors import ConfigError, HearthError, NotConnected, StorageError
from devices.history.queries import History
from devices.history.recorder import Recorder
from devices.home import Home
from devices.model import Area, Floor
from devices.mqtt.client import Client
from devices.registry import Names
from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.settings import Settings
from devices.storage.turns import Turns
from simulator.address import AddressError
from simulator.fleet import simulate
from simulator.home import BuiltInHome, built_in_home
from tools.context import House

log = logging.getLogger(__name__)

HOST_PATIENCE = 20.0
"""Real seconds for a home that is just starting, or for the lease of one that was killed to run out."""
CONNECT_PATIENCE = 8.0
NO_CONTROL = "this home is read-only until you allow control: --allow-control, or /allow in the app"
LONG_GONE = timedelta(hours=6)
"""A past longer than this takes long enough to be announced."""

Progress = Callable[[str], None]


class Mode(StrEnum):
    """What kind of home this is; data of the two never meet."""

    SIMULATOR = "simulator"
    BROKER = "broker"


class Role(StrEnum):
    """What opens the home: the app, the headless runner, or a command that lives for one sentence."""

    APP = "app"
    RUN = "run"
    ONE_SHOT = "one-shot"


@dataclass(frozen=True, slots=True)
class Site:
    """Where the home is. `built_in` only in the process that runs it; `joined` if another one does."""

    mode: Mode
    url: str
    address: str
    clock: Clock
    built_in: BuiltInHome | None = None
    joined: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is kept of a home: its folder, its database, the settings in it and the claim to run it."""

    folder: Path
    database: Database
    settings: Settings
    lease: Lease


@dataclass(frozen=True, slots=True)
class Runtime:
    """A running home, as the faces hold it."""

    house: House
    bus: Bus
    site: Site
    settings: Settings
    database: Database
    turns: Turns
    runner: Runner
    data: Path
    notices: tuple[str, ...]

    @property
    def mode(self) -> Mode:
        """Built-in home or real broker."""
        return self.site.mode

    @property
    def address(self) -> str:
        """Where the home is, fit for a screen: never a password."""
        return self.site.address

    @property
    def built_in(self) -> BuiltInHome | None:
        """The simulated home, in the process that runs it."""
        return self.site.built_in

    @property
    def lease_held(self) -> bool:
        """Whether rules and recorder run here."""
        return self.runner.active

    def set_speed(self, speed: float) -> None:
        """Let the built-in home live so many times faster, and tell those who joined it.

        Raises:
            ConfigError: not a simulated home of this process, or a speed outside 1 to 3600.
        """
        if self.built_in is None:
            raise ConfigError("only the window that runs the simulated home can change its speed")
        try:
            self.built_in.clock.set_speed(speed)
        except ValueError as error:
            raise ConfigError(f"the speed goes from 1 to 3600, not {speed:g}") from error
        presence.leave(self.data, self.site.url, self.built_in.clock, self.built_in.clock.speed)

    async def allow_control(self) -> None:
        """Allow commands to this real home from now on, also after a restart."""
        await self.settings.put(place.CONTROL, "yes")
        self.house.home.control_allowed = True


@asynccontextmanager
async def open_home(config: Config, *, role: Role, progress: Progress) -> AsyncIterator[Runtime]:
    """Open the home that the configuration names, for as long as the block runs.

    Args:
        config: where the home is and how it is treated.
        role: who opens it; a one-shot waits for devices and runs no rules.
        progress: told in one line what takes long.

    Raises:
        NotConnected: a one-shot could not reach the broker.
        HearthError: the data folder can't be used; the text says what to do.
    """
    async with AsyncExitStack() as stack:
        folder = place.folder(config)
        database = await asyncio.to_thread(Database.open, f"sqlite:///{folder / 'hearth.db'}")
        stack.push_async_callback(database.close)
        settings = Settings(database)
        await settings.load()
        lease = Lease(database, role.value)
        site = await stack.enter_async_context(_site(config, folder, lease, progress))
        shelf = Shelf(folder, database, settings, lease)
        runtime, relay = await _assemble(config, role, site, shelf)
        greet = _greets(runtime, role)
        await stack.enter_async_context(together(home=runtime.house.home.run(greet=greet), relay=relay.run()))
        stack.push_async_callback(relay.flush)
        await stack.enter_async_context(together(runner=runtime.runner.run()))
        await stack.enter_async_context(_past(runtime, role, progress))
        if role is Role.ONE_SHOT and not await runtime.house.home.settled(limit=CONNECT_PATIENCE):
            _insist_on_connection(runtime)
        yield runtime


async def put_on_broker(
    config: Config, started: Callable[[str], None], *, port: int, speed: float, seed: int
) -> None:
    """Run a simulated home on the configured broker, or on one of its own, until cancelled.

    Raises:
        ConfigError: the address is not one.
        OSError: the port is taken.
    """
    try:
        await simulate(config.broker, started, port=port, speed=speed, seed=seed)
    except AddressError as error:
        raise ConfigError(f"--broker: {error}") from error


@asynccontextmanager
async def _site(config: Config, folder: Path, lease: Lease, progress: Progress) -> AsyncIterator[Site]:
    """Find the home: a real broker, a built-in home that runs already, or one that is started here."""
    if config.broker is not None:
        yield Site(Mode.BROKER, config.broker, without_password(config.broker), WallClock())
        return
    card = await _host(folder, lease, progress)
    if card is not None:
        notice = f"simulator: joined the built-in home that runs already at {card.url}"
        yield Site(Mode.SIMULATOR, card.url, card.url, card.clock(), joined=True, notices=(notice,))
        return
    async with built_in_home(folder, speed=config.sim_speed) as home:
        presence.leave(folder, home.url, home.clock, home.clock.speed)
        try:
            notice = "simulator: started the built-in home; its state stays in the data folder"
            yield Site(Mode.SIMULATOR, home.url, home.url, home.clock, home, notices=(notice,))
        finally:
            presence.withdraw(folder)


async def _host(folder: Path, lease: Lease, progress: Progress) -> presence.Card | None:
    """Who runs the built-in home: the card of a host that answers, or None when it is ours to run now.

    A host that was killed holds its lease a few seconds longer, so that much is waited for.
    """
    step, wall = 0.25, WallClock()
    for attempt in range(int(HOST_PATIENCE / step)):
        if await lease.take():
            return None
        card = presence.find(folder)
        if card is not None and await presence.answers(card):
            return card
        if attempt == int(1 / step):
            progress("simulator: waiting for another Hearth that holds this home")
        await wall.patience(step)
    holder = await lease.other()
    raise HearthError(
        f"another Hearth ({holder}) holds this home but does not answer; close it, or use --data-dir"
    )


async def _assemble(config: Config, role: Role, site: Site, shelf: Shelf) -> tuple[Runtime, Relay]:
    """Make every part of the device layer and hand each what it needs."""
    settings, database = shelf.settings, shelf.database
    install = await place.install(settings)
    suffix = install if role is not Role.ONE_SHOT else f"{install}-{os.getpid()}"
    control = site.mode is Mode.SIMULATOR or config.allow_control or settings.value(place.CONTROL) == "yes"
    bus, clock = Bus(), site.clock
    home = Home(
        Client(site.url, clock, suffix=suffix),
        bus,
        clock,
        names=await _names(settings, site.built_in),
        control_allowed=control,
    )
    book = RuleBook(database, bus, clock)
    await book.load()
    journal = Journal(database, clock)
    await journal.load()
    house = House(home, book, journal, History(database, clock), clock, _zone(config))
    recorder = partial(Recorder, database, bus, clock)
    duties = Duties(home, book, recorder, bus, clock, rules=role is not Role.ONE_SHOT)
    runner = Runner(shelf.lease, duties, stands_by=not site.joined)
    relay = Relay(home, book, bus, install, me=f"{role.value}-{os.getpid()}")
    notices = site.notices if control else (*site.notices, NO_CONTROL)
    runtime = Runtime(house, bus, site, settings, database, Turns(database), runner, shelf.folder, notices)
    return runtime, relay


async def _names(settings: Settings, built_in: BuiltInHome | None) -> Names:
    """What the owner named; a new built-in home brings its rooms and floors along."""
    known = place.names(settings)
    if known is not None or built_in is None:
        return known or Names()
    floors = {room.floor: Floor(_slug(room.floor), room.floor) for room in built_in.house.rooms}
    areas = tuple(Area(room.id, room.name, floors[room.floor].id) for room in built_in.house.rooms)
    names = Names(areas=areas, floors=tuple(floors.values()))
    await place.keep_names(settings, names)
    return names


def _slug(name: str) -> str:
    return name.lower().replace(" ", "_")


def _zone(config: Config) -> tzinfo:
    return ZoneInfo(config.timezone) if config.timezone else get_localzone()


def _greets(runtime: Runtime, role: Role) -> bool:
    """Whether devices are asked to say their states again; a real home that is only read is left alone."""
    if runtime.mode is Mode.SIMULATOR:
        return True
    return role is not Role.ONE_SHOT and runtime.house.home.control_allowed


@asynccontextmanager
async def _past(runtime: Runtime, role: Role, progress: Progress) -> AsyncIterator[None]:
    """Record what the built-in home lived while nobody recorded: at once for one sentence, else beside it."""
    if runtime.built_in is None:
        yield
        return
    work = _record_past(runtime, runtime.built_in)
    if role is Role.ONE_SHOT:
        if runtime.built_in.started - runtime.built_in.earlier.now > LONG_GONE:
            progress("simulator: recording the time this home lived by itself")
        await work
        yield
        return
    async with together(past=work):
        yield


async def _record_past(runtime: Runtime, built_in: BuiltInHome) -> None:
    names = await _names(runtime.settings, built_in)
    try:
        await relive(built_in.past(), runtime.database, names)
    except StorageError as error:
        log.warning("the past was not recorded: %s", error)


def _insist_on_connection(runtime: Runtime) -> None:
    """A one-shot without a broker ends here; devices that are merely still talking are no reason to."""
    if not runtime.house.home.connected:
        raise NotConnected(
            f"no broker answers at {runtime.address}; is it running, and is the address right?"
        )
