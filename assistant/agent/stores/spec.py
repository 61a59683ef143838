"""What every place for conversations offers, and how conversations are named. Opens nothing."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from devices.errors import StorageError

BUSY_SECONDS = 5
"""Real seconds that a connection, or another process's write, is waited for."""


class Store(Protocol):
    """A place for conversations, which are numbered from 1."""

    @property
    def saver(self) -> BaseCheckpointSaver[Any]:
        """LangGraph's saver for it."""
        ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What it raises when the place can't be used."""
        ...

    async def known(self) -> list[int]:
        """The conversations that something is kept of, in order."""
        ...

    async def claim(self, number: int) -> bool:
        """Have a conversation for ourselves until the store is closed or this process ends."""
        ...

    async def forget(self, number: int) -> None:
        """Drop all that is kept of a conversation."""
        ...

    async def shorten(self, thread: str) -> None:
        """Keep only the newest checkpoint: nobody goes back to older ones."""
        ...


def strict() -> JsonPlusSerializer:
    """Reads plain values and messages only: whoever can write to the store can't make us run code."""
    return JsonPlusSerializer(allowed_msgpack_modules=None)


def thread_of(number: int) -> str:
    """The name of a conversation."""
    return f"chat-{number}"


def numbers_of(threads: Iterable[str]) -> list[int]:
    """The numbers of conversations, in order; other threads are nothing of ours."""
    found = (thread.removeprefix("chat-") for thread in threads if thread.startswith("chat-"))
    return sorted(int(number) for number in found if number.isdecimal())


@contextmanager
def complaining(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into StorageError, in one line."""
    try:
        yield
    except errors as error:
        said = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise StorageError(f"the conversation can't be kept: {said}") from error
