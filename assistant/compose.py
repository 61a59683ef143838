"""Puts a home together: site, database, devices, books, runner. Only this module starts the simulator.

It decides nothing about devices: every part is made by its own module and handed to the next.
"""

import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta, tzinfo
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from tzlocal import get_localzone

from assistant import arrival, place, presence
from assistant.config import Config, without_password
from assistant.kept import shelf as shelves
from assistant.kept.lived import relive
from assistant.kept.shelf import Shelf
from assistant.relay import Kind, Load, Relay
from assistant.rules import Rules
from assistant.runner import Duties, Runner, keeping, together
from assistant.runtime import Mode, Role, Runtime, Site
from devices.automation.almanac import Almanac
from devices.automation.books.book import RuleBook
from devices.automation.books.names import NameBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.books.scenes import SceneBook
from devices.automation.undo.journal import Journal
from devices.bus import Bus
from devices.clock import Clock, WallClock
from devices.errors import ConfigError, StorageError
from devices.history.analysis.use.tariff import BadTariff, Tariff, read_tariff
from devices.history.queries import History
from devices.history.recorder import Recorder
from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from devices.home import Home
from devices.mqtt.client import Client
from devices.registry import Names
from devices.storage.database import Database
from devices.storage.names import keep_names, stored_names
from devices.storage.settings import Settings
from devices.storage.turns import Turns
from simulator.address import AddressError
from simulator.fleet import simulate
from simulator.home import BuiltInHome, built_in_home
from simulator.house.storage import HouseFileError
from tools.context import House

log = logging.getLogger(__name__)

GLANCE = 0.05
LINGER = 10.0
"""Real seconds that a command which runs the built-in home stays for others that joined it."""
REOPENED = 3
"""Openings of one command when the home it joined closes in the same moment."""
NO_CONTROL = "this home is read-only until you allow control: --allow-control, or /allow in the app"
LONG_GONE = timedelta(hours=6)
"""A past longer than this takes long enough to be announced."""

Progress = Callable[[str], None]
Record = Callable[[], Awaitable[None]]


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
    for left in reversed(range(REOPENED)):
        async with AsyncExitStack() as stack:
            runtime = await _opened(stack, config, role, progress)
            if role is Role.ONE_SHOT:
                reached = await arrival.reached(runtime.house.home)
                if not reached and runtime.site.joined and left:
                    continue
                await arrival.settled(runtime.house.home, runtime.address)
            yield runtime
            return


async def _opened(stack: AsyncExitStack, config: Config, role: Role, progress: Progress) -> Runtime:
    """Put every part on the stack, in the order in which they may be closed again."""
    shelf = await stack.enter_async_context(shelves.opened(config, role.value))
    # given back only when the home is closed and its state kept: the next one starts from that
    await stack.enter_async_context(keeping(shelf.lease))
    site, built_in = await stack.enter_async_context(_site(config, role, shelf, progress))
    names = await _names(shelf.settings, built_in)
    roller = Roller(shelf.database, site.clock, zone_of(config), _kept(config))
    runtime, relay = await _assemble(config, role, site, shelf, names, roller)
    home = runtime.house.home.run(greet=_greets(runtime, role))
    await stack.enter_async_context(together(home=home, relay=relay.run()))
    stack.push_async_callback(relay.flush)
    await stack.enter_async_context(together(runner=runtime.runner.run()))
    if built_in is not None:
        record = partial(_record_past, built_in, shelf.database, names)
        if role is Role.ONE_SHOT:
            await _catch_up(built_in, record, progress)
        else:
            await stack.enter_async_context(together(past=_later(runtime.house.home, record, roller)))
    return runtime


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
async def _site(
    config: Config, role: Role, shelf: Shelf, progress: Progress
) -> AsyncIterator[tuple[Site, BuiltInHome | None]]:
    """Find the home: a real broker, a built-in home that runs already, or one that is started here."""
    if config.broker is not None:
        yield Site(Mode.BROKER, config.broker, without_password(config.broker), WallClock()), None
        return
    card = await _host(role, shelf, progress)
    if card is not None:
        notice = f"simulator: joined the built-in home that runs already at {card.url}"
        yield Site(Mode.SIMULATOR, card.url, card.url, card.clock(), joined=True, notices=(notice,)), None
        return
    try:
        async with built_in_home(shelf.folder, speed=config.sim_speed) as home:
            async with together(card=_invite(shelf.folder, home)):
                kept = "its state stays in the data folder" if shelf.stand_in is None else "a copy, for now"
                notice = f"simulator: started the built-in home; {kept}"
                yield Site(Mode.SIMULATOR, home.url, home.url, home.clock, home, notices=(notice,)), home
            presence.withdraw(shelf.folder)
            if role is Role.ONE_SHOT:
                await _see_off(home)
    except HouseFileError as error:
        raise StorageError(str(error)) from error
    finally:
        presence.withdraw(shelf.folder)


async def _host(role: Role, shelf: Shelf, progress: Progress) -> presence.Card | None:
    """Who runs the built-in home; None when it is ours to run."""
    if shelf.stand_in is not None:
        return await shelf.card()
    passing = "" if role is Role.ONE_SHOT else Role.ONE_SHOT.value
    return await presence.host(shelf.folder, shelf.lease, passing=passing, told=progress)


async def _invite(folder: Path, home: BuiltInHome) -> None:
    """Leave the card once every device has described itself: who joins earlier would miss some."""
    await home.ready()
    presence.leave(folder, home.url, home.clock, home.clock.speed)


async def _see_off(home: BuiltInHome) -> None:
    """Stay a little for commands that joined this home and are not through yet."""
    left = LINGER
    while left > 0 and any(client.startswith("hearth-") for client in home.broker.clients):
        await home.clock.patience(GLANCE)
        left -= GLANCE


async def _assemble(
    config: Config, role: Role, site: Site, shelf: Shelf, names: Names, roller: Roller
) -> tuple[Runtime, Relay]:
    """Make every part of the device layer and hand each what it needs."""
    settings, database = shelf.settings, shelf.database
    install = await place.install(settings)
    suffix = install if await _leads(role, site, shelf) else f"{install}-{os.getpid()}"
    control = site.mode is Mode.SIMULATOR or config.allow_control or settings.value(place.CONTROL) == "yes"
    bus, clock = Bus(), site.clock
    home = Home(
        Client(site.url, clock, suffix=suffix),
        bus,
        clock,
        names=names,
        control_allowed=control,
    )
    house = replace(_house(home, shelf, bus, clock, names, _almanac(config)), tariff=tariff_of(config))
    kinds = books(house)
    for load in kinds.values():
        await load()
    recorder = partial(Recorder, database, bus, clock)
    idle = role is Role.ONE_SHOT or shelf.paused(site.mode)
    rules = None if idle else Rules(house, bus, database, settings, install)
    stays = None if role is Role.ONE_SHOT else roller.run
    duties = Duties(home, house.book, recorder, clock, rules, stays)
    runner = Runner(shelf.lease, duties, stands_by=not site.joined)
    relay = Relay(home, kinds, bus, install, me=f"{role.value}-{os.getpid()}")
    notices = site.notices if control else (*site.notices, NO_CONTROL)
    runtime = Runtime(
        house,
        bus,
        site,
        settings,
        database,
        Turns(database),
        runner,
        shelf.folder,
        notices,
        trouble=shelf.trouble(site.mode),
        paused=shelf.paused(site.mode),
    )
    return runtime, relay


async def _leads(role: Role, site: Site, shelf: Shelf) -> bool:
    """Whether this process is the one that stays, and so the one that bears the installation's own name.

    Brokers throw out the older of two clients with one name: whoever follows needs another.
    """
    if role is Role.ONE_SHOT or site.joined or shelf.paused(site.mode):
        return False
    return await shelf.lease.take()


async def _names(settings: Settings, built_in: BuiltInHome | None) -> Names:
    """What the owner named; a new built-in home brings its rooms and floors along."""
    known = stored_names(settings)
    if known is not None or built_in is None:
        return known or Names()
    names = place.first_names((room.id, room.name, room.floor) for room in built_in.house.rooms)
    await keep_names(settings, names)
    return names


def zone_of(config: Config) -> tzinfo:
    """The time zone of the home: as it was told, or else that of this machine."""
    return ZoneInfo(config.timezone) if config.timezone else get_localzone()


def _almanac(config: Config) -> Almanac:
    return place.almanac(config, zone_of(config))


def _kept(config: Config) -> Kept:
    """For how long what is recorded stays."""
    days = (
        config.keep_readings_days,
        config.keep_states_days,
        config.keep_activity_days,
        config.keep_five_minutes_days,
    )
    return Kept(*(timedelta(days=number) if number else None for number in days))


def tariff_of(config: Config) -> Tariff | None:
    """What energy costs here; ConfigError for a text that is none."""
    try:
        return read_tariff(config.tariff) if config.tariff else None
    except BadTariff as error:
        raise ConfigError(f"tariff: {error}") from error


def _house(home: Home, shelf: Shelf, bus: Bus, clock: Clock, names: Names, almanac: Almanac) -> House:
    """Everything that tools use, its books not read yet."""
    database = shelf.database
    scenes = SceneBook(database, bus, clock)
    return House(
        home=home,
        book=RuleBook(database, bus, clock),
        journal=Journal(database, clock, bus),
        history=History(database, clock, almanac.zone),
        clock=clock,
        almanac=almanac,
        scenes=scenes,
        names=NameBook(shelf.settings, home, bus, clock, first=names),
        permissions=Permissions(
            database, bus, clock, lambda scene: scenes.may_give(scene, home.view()), scenes.text, home.find
        ),
        questions=Questions(database, bus, clock),
        notices=Notices(database, bus, clock),
        turns=Turns(database),
    )


def books(house: House) -> dict[Kind, Load]:
    """How each kind of thing is read, and read again when another process changed it."""
    return {
        Kind.PERMISSIONS: house.permissions.load,
        Kind.QUESTIONS: house.questions.load,
        Kind.NOTICES: house.notices.load,
        Kind.RULES: house.book.load,
        Kind.SCENES: house.scenes.load,
        Kind.NAMES: house.names.load,
        Kind.JOURNAL: house.journal.load,
    }


def _greets(runtime: Runtime, role: Role) -> bool:
    """Whether devices are asked to say their states again; a real home that is only read is left alone."""
    if runtime.mode is Mode.SIMULATOR:
        return True
    return role is not Role.ONE_SHOT and runtime.house.home.control_allowed


async def _catch_up(built_in: BuiltInHome, record: Record, progress: Progress) -> None:
    """Record what the built-in home lived while nobody recorded, before the one sentence is answered."""
    if built_in.started - built_in.earlier.now > LONG_GONE:
        progress("simulator: recording the time this home lived by itself")
    await record()
    await built_in.ready()


async def _later(home: Home, record: Record, roller: Roller) -> None:
    """Record it when the screen has its devices: both at once would keep the person waiting."""
    # rolled up only when all of it is there: what comes late would be rolled up twice
    async with roller.resting():
        await home.settled(limit=arrival.PATIENCE)
        await record()


async def _record_past(built_in: BuiltInHome, database: Database, names: Names) -> None:
    try:
        await relive(built_in.past(), database, names)
    except StorageError as error:
        log.warning("the past was not recorded: %s", error)
