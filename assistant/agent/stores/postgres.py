"""Conversations in PostgreSQL, in a schema of their own. Knows psycopg; what is said is not its business."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import ClassVar

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from assistant.agent.stores.spec import BUSY_SECONDS, complaining, numbers_of, strict, thread_of

SCHEMA = "hearth_chat"
STATEMENT_SECONDS = 10
_OPTIONS = f"-c search_path={SCHEMA} -c statement_timeout={STATEMENT_SECONDS}s"
LOCK = 7311
"""The first key of our advisory locks; the second is a conversation's number, 0 while the schema is made."""


@dataclass(frozen=True, slots=True)
class Postgres:
    """A schema in the home's database, and a lock a conversation, freed when our connection ends."""

    errors: ClassVar[tuple[type[Exception], ...]] = (psycopg.Error, OSError)
    saver: AsyncPostgresSaver
    connection: AsyncConnection[DictRow]

    async def known(self) -> list[int]:
        """The conversations that something is kept of."""
        found = await self.connection.execute("SELECT DISTINCT thread_id FROM checkpoints")
        return numbers_of([row["thread_id"] for row in await found.fetchall()])

    async def claim(self, number: int) -> bool:
        """Lock a conversation; False while anybody else has it."""
        got = await self.connection.execute("SELECT pg_try_advisory_lock(%s, %s) AS ours", (LOCK, number))
        row = await got.fetchone()
        return row is not None and bool(row["ours"])

    async def forget(self, number: int) -> None:
        """Drop a conversation."""
        await self.saver.adelete_thread(thread_of(number))

    async def shorten(self, thread: str) -> None:
        """Delete all checkpoints but the newest."""
        await self.saver.aprune([thread])


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Postgres]:
    """Open the schema at this postgresql:// URL, made when it is missing."""
    address = "postgresql://" + url.partition("://")[2]
    async with await _connected(address) as connection:
        await _prepared(connection)
        pool = AsyncConnectionPool(
            address,
            connection_class=AsyncConnection[DictRow],
            min_size=1,
            max_size=2,
            open=False,
            timeout=BUSY_SECONDS,
            kwargs={
                "autocommit": True,
                "prepare_threshold": 0,
                "row_factory": dict_row,
                "connect_timeout": BUSY_SECONDS,
                "options": _OPTIONS,
            },
            # a server that was restarted is found again at the next turn
            check=AsyncConnectionPool.check_connection,
        )
        async with pool:
            yield Postgres(AsyncPostgresSaver(pool, serde=strict()), connection)


async def _connected(address: str) -> AsyncConnection[DictRow]:
    # a password may stand in the address, and an address that can't be read is repeated in the error
    with complaining(psycopg.OperationalError, OSError):
        try:
            return await AsyncConnection.connect(
                address,
                autocommit=True,
                prepare_threshold=0,
                row_factory=dict_row,
                connect_timeout=BUSY_SECONDS,
                options=_OPTIONS,
            )
        except psycopg.ProgrammingError:
            raise OSError("the address is not one that can be used") from None


async def _prepared(connection: AsyncConnection[DictRow]) -> None:
    """Make the schema and its tables; processes that start together take turns."""
    with complaining(psycopg.Error):
        await connection.execute("SELECT pg_advisory_lock(%s, 0)", (LOCK,))
        try:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await AsyncPostgresSaver(connection).setup()
        finally:
            await connection.execute("SELECT pg_advisory_unlock(%s, 0)", (LOCK,))
