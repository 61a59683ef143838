"""Where all stands that rules remember: triggers and runs, written in one transaction. Decides nothing."""

from collections.abc import Mapping

from sqlalchemy import Connection

from devices.automation.books.memories import Memories, put_memories
from devices.automation.books.runs import Runs, put_runs
from devices.automation.run.course import Run
from devices.automation.watch.spec import Kept, Place
from devices.storage.database import Database


async def load_standing(database: Database) -> tuple[dict[Place, Kept], tuple[Run, ...]]:
    """All memories and all runs that are not over.

    Raises:
        StorageError: the database can't be read.
    """
    return await Memories(database).load(), await Runs(database).load()


async def save_standing(
    database: Database, memories: Mapping[Place, Kept | None], runs: Mapping[str, Run | None]
) -> None:
    """Store what changed, all of it or nothing; None forgets.

    Raises:
        StorageError: the database takes none.
    """

    def work(connection: Connection) -> None:
        put_memories(connection, memories)
        put_runs(connection, runs)

    await database.write(work)
