"""The records of a home with what is known of its names: by themselves, or with the home joined to them.

Names and rooms that devices bring along are known only while the home is open; what a person named, and the
ids, stand in the records.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from assistant import place, presence
from assistant.cli.flags import Common
from assistant.cli.opening import opened, stored
from assistant.compose import zone_of
from assistant.config import Config
from devices.clock import AnchoredClock, Clock, WallClock
from devices.history.queries import History
from devices.history.recorded import Recorded
from devices.model import Domain, Entity, Snapshot
from devices.storage.database import Database
from devices.storage.names import stored_names
from devices.storage.settings import Settings
from devices.view import Names, View

_DOMAINS = {domain.value: domain for domain in Domain}


@dataclass(frozen=True, slots=True)
class Past:
    """What can be asked: the history, of what there are records, by which names, and what time it is.

    `joined` tells that the view is the home's own; else names are as far as the records know them.
    """

    history: History
    recorded: Recorded
    view: View
    zone: tzinfo
    now: datetime
    joined: bool

    def label(self, entity_id: str) -> str:
        """The name of an entity, or its id where the home's names are not at hand."""
        found = self.view.find(entity_id) if self.joined else None
        return found.entity.name if found else entity_id


@asynccontextmanager
async def recorded_past(config: Config) -> AsyncIterator[Past | None]:
    """The records alone; None when there are none yet.

    Raises:
        StorageError: the database can't be read.
    """
    async with stored(config) as database:
        yield None if database is None else await _past(config, database)


@asynccontextmanager
async def joined_past(flags: Common, config: Config) -> AsyncIterator[Past]:
    """The records with the home's own names.

    Raises:
        NotConnected: its broker can't be reached.
    """
    async with opened(flags, config) as runtime:
        house = runtime.house
        recorded = await house.history.recorded()
        yield Past(house.history, recorded, house.home.view(), house.zone, house.clock.now(), joined=True)


async def _past(config: Config, database: Database) -> Past:
    zone, clock = zone_of(config), _clock(config)
    recorded = await History(database, clock, zone).recorded()
    if recorded.until is not None and recorded.until > clock.now():
        # a simulated home may have lived faster than the wall clock
        clock = AnchoredClock(recorded.until, WallClock().now(), 1.0)
    settings = Settings(database)
    await settings.load()
    view = as_view(recorded, stored_names(settings) or Names())
    return Past(History(database, clock, zone), recorded, view, zone, clock.now(), joined=False)


def _clock(config: Config) -> Clock:
    """The home's clock: that of a built-in home that runs, else real time."""
    card = presence.find(place.folder(config)) if config.broker is None else None
    return WallClock() if card is None else card.clock()


def as_view(recorded: Recorded, names: Names) -> View:
    """What is recorded as entities, by their ids and by what a person called them.

    No rooms: only the home knows all that is in one.
    """
    units = {one.entity_id: one.unit for one in recorded.series if not one.attribute}
    found: dict[str, Snapshot] = {}
    for entity_id in recorded.entities:
        kind = entity_id.partition(".")[0]
        if kind in _DOMAINS:
            entity = Entity(entity_id, _DOMAINS[kind], entity_id, unit=units.get(entity_id))
            found[entity_id] = Snapshot(replace(entity, aliases=names.aliases.get(entity_id, ())))
    return View(found)
