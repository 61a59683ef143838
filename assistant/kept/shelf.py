"""Opens what is kept of a home: its folder and database, or what stands in for a file that can't be used.

Says in one line what that means for a person. It runs nothing.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from assistant import place, presence
from assistant.config import Config
from assistant.runtime import Mode
from devices.errors import StorageError
from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.rescue.flaw import Flaw, UnusableFile
from devices.storage.rescue.standin import Copied, StandIn, standing_in
from devices.storage.settings import Settings

BROUGHT = ("house.json", "prompts.jsonl")
"""What of the home's folder goes into the private one: the simulated house, and what was typed."""

_WHAT = {
    Flaw.CORRUPT: "is damaged",
    Flaw.LOCKED: "is locked by another program",
    Flaw.READ_ONLY: "can't be written",
    Flaw.FULL: "has no room left on its disk",
    Flaw.BROKEN: "can't be used, its disk fails",
}
_KNOWN = {
    Copied.ALL: "",
    Copied.BOOKS: "The history in it is not at hand. ",
    Copied.NOTHING: "Automations, scenes, names and history in it are not known now. ",
}
_HELP = {
    Flaw.CORRUPT: "To begin anew, move it away",
    Flaw.LOCKED: "End that program",
    Flaw.READ_ONLY: "Make the file and its folder writable",
    Flaw.FULL: "Make room",
    Flaw.BROKEN: "Look after the disk",
}
_PAUSED = "Automations are paused: another Hearth may be running them. "


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is kept of a home: its folder, its database, the settings in it and the claim to run it.

    With a `stand_in`, `folder` is a private one that goes with it; `home` is where the home's own things lie.
    """

    folder: Path
    home: Path
    database: Database
    settings: Settings
    lease: Lease
    stand_in: StandIn | None = None

    def paused(self, mode: Mode) -> bool:
        """Whether rules must rest: somebody else may be running those of this real home."""
        return self.stand_in is not None and mode is Mode.BROKER and not self.stand_in.alone

    def trouble(self, mode: Mode) -> str:
        """What is wrong, what it means and what helps, for a person; empty while all is well."""
        instead = self.stand_in
        if instead is None:
            return ""
        return (
            f"{self.home / place.DATABASE} {_WHAT[instead.flaw]}: nothing of this session is kept, "
            f"and the file stays as it is. {_KNOWN[instead.copied]}{_PAUSED if self.paused(mode) else ''}"
            f"{_HELP[instead.flaw]}, then start again."
        )

    async def card(self) -> presence.Card | None:
        """The built-in home that another process runs; without one ours is a private copy, and leased."""
        card = presence.find(self.home)
        if card is not None and await presence.answers(card):
            return card
        await self.lease.take()
        return None


@asynccontextmanager
async def opened(config: Config, holder: str) -> AsyncIterator[Shelf]:
    """Open what is kept of the home that the configuration means.

    Raises:
        ConfigError: the folder can't be made, or the database is another home's.
        StorageError: the database can't be opened, and nothing can stand in for it.
    """
    home = place.folder(config)
    async with AsyncExitStack() as stack:
        folder, instead = home, None
        try:
            database = await _database(config.database or f"sqlite:///{home / place.DATABASE}")
        except UnusableFile as error:
            making = standing_in(home / place.DATABASE, error)
            instead = await stack.enter_async_context(_off_loop(making))
            folder, database = instead.folder, instead.database
            await asyncio.to_thread(_bring, home, folder)
        stack.push_async_callback(database.close)
        settings = Settings(database)
        await settings.load()
        await place.belong(settings, config)
        yield Shelf(folder, home, database, settings, Lease(database, holder), instead)


async def _database(url: str) -> Database:
    """Open it off the loop; one that is stopped meanwhile closes what it opened."""
    opening = asyncio.get_running_loop().run_in_executor(None, Database.open, url)
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(StorageError):
            await (await opening).close()
        raise


@asynccontextmanager
async def _off_loop(making: AbstractContextManager[StandIn]) -> AsyncIterator[StandIn]:
    """Copying takes its time; when it is stopped meanwhile, nothing stays behind."""
    entering = asyncio.get_running_loop().run_in_executor(None, making.__enter__)
    try:
        instead = await asyncio.shield(entering)
    except asyncio.CancelledError:
        with suppress(StorageError):
            await (await entering).database.close()
            await asyncio.to_thread(making.__exit__, None, None, None)
        raise
    try:
        yield instead
    finally:
        await asyncio.to_thread(making.__exit__, None, None, None)


def _bring(home: Path, folder: Path) -> None:
    for name in BROUGHT:
        with suppress(OSError):
            shutil.copyfile(home / name, folder / name)
