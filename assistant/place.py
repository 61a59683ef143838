"""Where a home is kept and what its owner named there: a folder a home, so that two never share a history."""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from assistant.config import Config
from devices.errors import ConfigError
from devices.model import Area, Floor
from devices.name import slug
from devices.registry import Names
from devices.storage.settings import Settings

BUILT_IN_FOLDER = "built-in"
DATABASE = "hearth.db"
NAMES = "names"
INSTALL = "install"
CONTROL = "control_allowed"
HOME = "home"


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


def names(settings: Settings) -> Names | None:
    """What the user owns of this home, or None when nothing was ever stored."""
    stored = settings.value(NAMES)
    if stored is None:
        return None
    kept = json.loads(stored)
    return Names(
        areas=tuple(Area(a["id"], a["name"], a["floor"], tuple(a["aliases"])) for a in kept["areas"]),
        floors=tuple(Floor(f["id"], f["name"], tuple(f["aliases"])) for f in kept["floors"]),
        aliases={entity: tuple(words) for entity, words in kept["aliases"].items()},
        entity_areas=dict(kept["entity_areas"]),
        hidden=frozenset(kept["hidden"]),
    )


def first_names(rooms: Iterable[tuple[str, str, str]]) -> Names:
    """What a new home brings along: rooms as id, name and floor name, in their order."""
    known = tuple(rooms)
    floors = {floor: Floor(slug(floor), floor) for _id, _name, floor in known}
    areas = tuple(Area(room_id, name, floors[floor].id) for room_id, name, floor in known)
    return Names(areas=areas, floors=tuple(floors.values()))


async def keep_names(settings: Settings, owned: Names) -> None:
    """Store what the user owns of this home."""
    document = {
        "areas": [asdict(area) for area in owned.areas],
        "floors": [asdict(floor) for floor in owned.floors],
        "aliases": dict(owned.aliases),
        "entity_areas": dict(owned.entity_areas),
        "hidden": sorted(owned.hidden),
    }
    await settings.put(NAMES, json.dumps(document, ensure_ascii=False))


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
