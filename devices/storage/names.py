"""What the user named in a home, kept among its settings: areas, floors, aliases, hidden entities."""

import json
from dataclasses import asdict

from devices.model import Area, Floor
from devices.storage.settings import Settings
from devices.view import Names

NAMES = "names"


def stored_names(settings: Settings) -> Names | None:
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
