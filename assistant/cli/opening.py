"""Opens the home, or only its records, for one command and says on stderr which home it is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from assistant import place
from assistant.cli.flags import Common
from assistant.cli.terminal import note
from assistant.compose import open_home
from assistant.config import Config
from assistant.runtime import Role, Runtime
from devices.storage.database import Database
from devices.storage.turns import Turns


@asynccontextmanager
async def opened(flags: Common, config: Config, role: Role = Role.ONE_SHOT) -> AsyncIterator[Runtime]:
    """Open the home of this configuration for as long as the block runs.

    Raises:
        NotConnected: its broker can't be reached.
    """

    def tell(text: str) -> None:
        if not flags.quiet:
            note(text)

    async with open_home(config, role=role, progress=tell) as runtime:
        if runtime.trouble:  # said to the quiet as well: what they do now is not kept
            note(runtime.trouble)
        for notice in runtime.notices:
            tell(notice)
        yield runtime


@asynccontextmanager
async def records(config: Config) -> AsyncIterator[Turns | None]:
    """Open only what was written down of this home's turns; None when nothing ever was.

    Raises:
        StorageError: the database can't be read.
    """
    async with stored(config) as database:
        yield None if database is None else Turns(database)


@asynccontextmanager
async def stored(config: Config) -> AsyncIterator[Database | None]:
    """Open only the database of this home, no device and no broker; None when there is none yet.

    Raises:
        StorageError: it can't be read.
    """
    file = place.folder(config) / place.DATABASE
    if config.database is None and not file.is_file():
        yield None
        return
    database = await asyncio.to_thread(Database.open, config.database or f"sqlite:///{file}")
    try:
        yield database
    finally:
        await database.close()
