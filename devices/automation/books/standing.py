"""Where all stands that rules remember: triggers and runs, written in one transaction. Decides nothing."""

import logging
from collections.abc import Mapping

from sqlalchemy import Connection

from devices.automation.books.memories import Memories, put_memories
from devices.automation.books.runs import Runs, put_runs
from devices.automation.run.course import Run
from devices.automation.watch.spec import Kept, Place
from devices.errors import StorageError
from devices.storage.database import Database

log = logging.getLogger(__name__)


class Standing:
    """The memories and runs of a home, for whoever runs its rules: trouble is told once and stops no rule."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._memories: dict[Place, Kept | None] = {}
        self._runs: dict[str, Run | None] = {}
        self._said = False

    async def load(self) -> tuple[dict[Place, Kept], tuple[Run, ...]]:
        """All memories and all runs that are not over; nothing where they can't be read."""
        try:
            return await Memories(self._database).load(), await Runs(self._database).load()
        except StorageError as error:
            log.warning("the rules start without what they remembered: %s", error)
            return {}, ()

    async def memories(self) -> dict[Place, Kept]:
        """All memories; nothing where they can't be read."""
        try:
            return await Memories(self._database).load()
        except StorageError as error:
            log.warning("new rules begin with the home as it is: %s", error)
            return {}

    async def save(self, memories: Mapping[Place, Kept | None], runs: Mapping[str, Run | None]) -> None:
        """Store these changes, and what could not be stored before, all or nothing; None forgets."""
        self._memories |= memories
        self._runs |= runs
        if not (self._memories or self._runs):
            return
        try:
            await self._database.write(self._write)
        except StorageError as error:
            if not self._said:
                log.warning("rules go on in memory, a restart would forget where they stand: %s", error)
            self._said = True
            return
        if self._said:
            log.warning("where the rules stand is written down again")
        self._memories, self._runs, self._said = {}, {}, False

    def _write(self, connection: Connection) -> None:
        put_memories(connection, self._memories)
        put_runs(connection, self._runs)
