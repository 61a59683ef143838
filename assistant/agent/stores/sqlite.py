"""Conversations in a file of the home's folder. Knows SQLite; what is said is not its business."""

import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import aiosqlite
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from assistant.agent.stores.spec import BUSY_SECONDS, complaining, numbers_of, strict, thread_of

FILE = "chat.db"
_OLD_WRITES = """DELETE FROM writes WHERE thread_id = ?1 AND checkpoint_id <
    (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = ?1)"""
_OLD_CHECKPOINTS = """DELETE FROM checkpoints WHERE thread_id = ?1 AND checkpoint_id <
    (SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = ?1)"""


@dataclass(frozen=True, slots=True)
class Sqlite:
    """One file, and beside it a lock a conversation, which the system frees when this process ends."""

    errors: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error, OSError, ValueError)
    saver: AsyncSqliteSaver
    folder: Path
    held: ExitStack

    async def known(self) -> list[int]:
        """The conversations that something is kept of."""
        async with self.saver.conn.execute("SELECT DISTINCT thread_id FROM checkpoints") as found:
            return numbers_of([row[0] async for row in found])

    async def claim(self, number: int) -> bool:
        """Lock a conversation; False while anybody else has it."""
        lock = os.open(self._lock(number), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return False
        self.held.callback(os.close, lock)
        return True

    async def forget(self, number: int) -> None:
        """Drop a conversation and its lock."""
        await self.saver.adelete_thread(thread_of(number))
        self._lock(number).unlink(missing_ok=True)

    async def shorten(self, thread: str) -> None:
        """Delete all checkpoints but the newest, in one transaction."""
        async with self.saver.lock:
            await self.saver.conn.execute(_OLD_WRITES, (thread,))
            await self.saver.conn.execute(_OLD_CHECKPOINTS, (thread,))
            await self.saver.conn.commit()
            # the log behind the file holds what was deleted until it is emptied
            await self.saver.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _lock(self, number: int) -> Path:
        return self.folder / f"{FILE}.{number}.lock"


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Sqlite]:
    """Open the file of this folder, made when it is missing, for its owner alone."""
    path = folder / FILE
    with ExitStack() as held:
        with complaining(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        async with aiosqlite.connect(path, timeout=BUSY_SECONDS) as connection:
            saver = AsyncSqliteSaver(connection, serde=strict())
            with complaining(*Sqlite.errors):
                # a yes that was used up stays so after a power cut: every commit reaches the disk
                await connection.execute("PRAGMA synchronous=FULL")
                # what is taken out of a conversation leaves the file too
                await connection.execute("PRAGMA secure_delete=ON")
                await saver.setup()
            yield Sqlite(saver, folder, held)
