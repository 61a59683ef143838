"""Where a home is kept and what its owner named there: a folder a home, so that two never share a history."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from assistant.config import Config
from devices.automation.almanac import Almanac
from devices.errors import ConfigError
from devices.model import Area, Floor
from devices.name import slug
from devices.registry import Names
from devices.storage.settings import Settings

BUILT_IN_FOLDER = "built-in"
DATABASE = "hearth.db"
INSTALL = "install"
CONTROL = "control_allowed"
HOME = "home"
BUILT_IN_LATITUDE = 50.0
"""Where days are as long as in the simulated home: 8 hours in winter, 16 in summer."""


def folder(config: Config) -> Path:
    """The folder of the home that this configuration means; made when it is missing.

    Raises:
        ConfigError: it can't be made there.
    """
    place = config.data_dir / _home(config)
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(
            f"the data folder {place} can't be made: {error.strerror or error}; name another with --data-dir"
        ) from error
    return place


def first_names(rooms: Iterable[tuple[str, str, str]]) -> Names:
    """What a new home brings along: rooms as id, name and floor name, in their order."""
    known = tuple(rooms)
    floors = {floor: Floor(slug(floor), floor) for _id, _name, floor in known}
    areas = tuple(Area(room_id, name, floors[floor].id) for room_id, name, floor in known)
    return Names(areas=areas, floors=tuple(floors.values()))


async def belong(settings: Settings, config: Config) -> None:
    """Note whose database this is; simulated and real homes, or two real ones, never share one.

    Raises:
        ConfigError: it is another home's.
    """
    ours, known = _home(config), settings.value(HOME)
    if known is None:
        await settings.put(HOME, ours)
    elif known != ours and config.database is not None:
        # a file lies in its home's folder, so only an address can point to another home's
        raise ConfigError(
            f"the database belongs to the home {known}, not to {ours}; name another with --database"
        )


def _home(config: Config) -> str:
    return BUILT_IN_FOLDER if config.broker is None else _of_broker(config.broker)


async def install(settings: Settings) -> str:
    """The id of this installation, made once; short enough for a client id of MQTT 3.1."""
    known = settings.value(INSTALL)
    if known is None:
        known = uuid4().hex[:8]
        await settings.put(INSTALL, known)
    return known


def _of_broker(url: str) -> str:
    parts = urlsplit(url)
    return re.sub(r"[^a-z0-9.-]+", "_", f"{parts.hostname or 'broker'}-{parts.port or 'default'}".lower())


def almanac(config: Config, zone: tzinfo) -> Almanac:
    """The calendar of the home: where it was not told, the built-in home lies under its simulated sun."""
    latitude, longitude = config.latitude, config.longitude
    if config.broker is None and latitude is None:
        latitude, longitude = BUILT_IN_LATITUDE, _built_in_longitude(zone)
    return Almanac(zone, latitude, longitude, config.country)


def _built_in_longitude(zone: tzinfo) -> float:
    """The middle of the zone: the simulated sun is highest at half past twelve, summer time or not."""
    leads = [datetime(2026, month, 1, tzinfo=UTC).astimezone(zone).utcoffset() for month in (1, 7)]
    hours = min(lead or timedelta() for lead in leads) / timedelta(hours=1)
    return (hours * 15.0 + 180.0) % 360.0 - 180.0
