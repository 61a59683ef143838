"""Reads a book again without losing sight of what this process wrote to it meanwhile. It keeps nothing."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from devices.storage.database import Database

Rows = TypeVar("Rows")


class Afresh:
    """One book's readings: what was read before a write of our own is read once more."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writes = 0
        self._turn = asyncio.Lock()

    def wrote(self) -> None:
        """Something was stored and is known here now."""
        self._writes += 1

    async def read(self, rows: Callable[[Connection], Rows]) -> Rows:
        """All of it, as new as what this process knows.

        Raises:
            StorageError: the database can't be read.
        """
        # one after the other: an older reading must not come to lie over a newer one
        async with self._turn:
            while True:
                mark = self._writes
                found = await self._database.read(rows)
                if mark == self._writes:
                    return found
