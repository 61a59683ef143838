"""Where a conversation is kept between two starts: a file in the home's folder, or PostgreSQL by URL.

The door to both stores, each loaded only when it is used. It does not know what is said.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

from assistant.agent.stores.spec import Store, complaining, thread_of
from devices.errors import StorageError

KEPT_THREADS = 20
"""So many conversations are kept; the oldest are forgotten when a new one begins."""
OPENING = 15.0
_SQLITE, _POSTGRES = "assistant.agent.stores.sqlite", "assistant.agent.stores.postgres"


@dataclass(frozen=True, slots=True)
class Memory:
    """A place for one conversation; while it is open, no other process gets this `thread`."""

    saver: BaseCheckpointSaver[Any]
    thread: str


@asynccontextmanager
async def opened(place: Path | str, *, fresh: bool = False) -> AsyncIterator[Memory]:
    """Open what is kept in a folder, or at a postgresql:// URL, for one conversation.

    Args:
        place: the home's folder, or the URL.
        fresh: begin a new conversation; else the newest one goes on, unless another process is at it.

    Raises:
        StorageError: it can't be used; the text says why, without a password.
    """
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(OPENING):
                store = await stack.enter_async_context(_opening(place))
        except TimeoutError as error:
            raise StorageError(f"the conversation can't be kept: no answer in {OPENING:g} s") from error
        with complaining(*store.errors):
            thread = await _claimed(store, fresh=fresh)
            # tables of another version are found out now, not in the middle of a turn
            await store.saver.aget_tuple(RunnableConfig(configurable={"thread_id": thread}))
        yield Memory(Kept(store), thread)


def _opening(place: Path | str) -> AbstractAsyncContextManager[Store]:
    door = import_module(_SQLITE if isinstance(place, Path) else _POSTGRES)
    return cast("AbstractAsyncContextManager[Store]", door.opened(place))


async def _claimed(store: Store, *, fresh: bool) -> str:
    """Our conversation: the newest if it is free, or a new one; then the oldest are forgotten."""
    known = await store.known()
    newest = known[-1] if known else 0
    if not fresh and newest and await store.claim(newest):
        return thread_of(newest)
    number = newest + 1
    while not await store.claim(number):
        number += 1
    for old in known[: 1 - KEPT_THREADS]:
        if await store.claim(old):
            await store.forget(old)
    return thread_of(number)


class Kept(BaseCheckpointSaver[Any]):
    """A store's saver whose troubles are StorageErrors."""

    def __init__(self, store: Store) -> None:
        super().__init__(serde=store.saver.serde)
        self._store = store

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As the saver does."""
        with complaining(*self._store.errors):
            return await self._store.saver.aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """As the saver does."""
        with complaining(*self._store.errors):
            return await self._store.saver.aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As the saver does."""
        with complaining(*self._store.errors):
            await self._store.saver.aput_writes(config, writes, task_id, task_path)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep only the newest checkpoint of each; there is no other strategy here."""
        if strategy != "keep_latest":
            raise NotImplementedError(strategy)
        with complaining(*self._store.errors):
            for thread in thread_ids:
                await self._store.shorten(thread)

    def get_next_version(self, current: str | None, channel: None) -> str:
        """As the saver does; both make versions that sort."""
        version: str = self._store.saver.get_next_version(current, channel)
        return version
