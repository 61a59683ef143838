"""Where every trigger of every rule stands, kept over a restart. What a latch means is match's business."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import Connection, delete, select

from devices.automation.match import Latch, Phase
from devices.automation.rule import Threshold, threshold_to_json
from devices.storage.database import Database
from devices.storage.tables import LATCH, instant, millis
from devices.storage.upsert import upsert

Place: TypeAlias = tuple[str, int]
"""A rule's id and the number of the trigger in it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A latch and the trigger it belongs to."""

    threshold: Threshold
    latch: Latch


class Latches:
    """The stored latches of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, triggers: Mapping[Place, Threshold]) -> dict[Place, Latch]:
        """The latches of these triggers; one whose trigger was changed since is left out."""

        def rows(connection: Connection) -> dict[Place, Latch]:
            return {
                (row.rule_id, row.trigger): Latch(
                    Phase(row.phase),
                    None if row.since is None else instant(row.since),
                    restored=row.phase == Phase.WAITING,
                )
                for row in connection.execute(select(LATCH))
                if (place := (row.rule_id, row.trigger)) in triggers
                and row.fingerprint == fingerprint(triggers[place])
            }

        return await self._database.read(rows)

    async def save(self, changed: Mapping[Place, Kept | None]) -> None:
        """Store what changed; None forgets a latch."""

        def work(connection: Connection) -> None:
            for place in (place for place, kept in changed.items() if kept is None):
                here = (LATCH.c.rule_id == place[0]) & (LATCH.c.trigger == place[1])
                connection.execute(delete(LATCH).where(here))
            upsert(
                connection, LATCH, [_row(place, kept) for place, kept in changed.items() if kept is not None]
            )

        await self._database.write(work)


def fingerprint(threshold: Threshold) -> str:
    """A text that is equal for equal triggers only."""
    return json.dumps(threshold_to_json(threshold), sort_keys=True)


def _row(place: Place, kept: Kept) -> dict[str, str | int | None]:
    since = kept.latch.since
    return {
        "rule_id": place[0],
        "trigger": place[1],
        "fingerprint": fingerprint(kept.threshold),
        "phase": kept.latch.phase.value,
        "since": None if since is None else millis(since),
    }
