"""The seam to whoever answers: words in, signs out. The agent is loaded here, late, in a thread."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from assistant.agent.turn import Sign, Turn
from assistant.config import Config
from assistant.kept.accounts import allowance
from assistant.runtime import Runtime
from devices.errors import StorageError

AGENT = "assistant.agent.session"
MEMORY = "assistant.agent.memory"
MIND = "assistant.mind"


class Talk(Protocol):
    """One conversation: one turn at a time, each a stream of signs that ends with Finished."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The finished turns, oldest first."""
        ...

    def ask(self, text: str, *, language: str | None = None) -> AsyncGenerator[Sign, None]:
        """Say something; cancelling the task that iterates stops the turn."""
        ...

    def go_offline(self) -> None:
        """Wait for no model any longer in the turn that runs."""
        ...


GOES_ON = "This goes on from what was said before; /new begins afresh."


async def _nothing() -> None:
    """There is nothing to let go of."""


@dataclass(frozen=True, slots=True)
class Company:
    """A conversation, the name of its brain, and the seconds in which that must not be asked.

    `dropped` is the turn that was open when the program ended last time, refused by now; `notes` is what
    should be said of the conversation. `close` lets go of where it is kept.
    """

    talk: Talk
    model: str
    rests: Callable[[], float] = lambda: 0.0
    dropped: Turn | None = None
    notes: tuple[str, ...] = ()
    close: Callable[[], Awaitable[None]] = _nothing


Loader = Callable[[Runtime], Awaitable[Company]]
"""Makes a conversation with this home: at first the one that was left, later a new one each time."""


def loader(config: Config) -> Loader:
    """The real agent with the brain of this configuration; importing it takes a second or two."""
    made = 0

    async def load(runtime: Runtime) -> Company:
        nonlocal made
        mind, session = await asyncio.to_thread(lambda: (import_module(MIND), import_module(AGENT)))
        # in a thread as well: a keyring may take its time
        brain = await asyncio.to_thread(mind.brain_for, config, runtime)
        number = max((_number(kept.id) for kept in await runtime.turns.last(1)), default=0)
        made += 1
        async with AsyncExitStack() as stack:
            kept, notes = await _memory(stack, config, runtime, fresh=made > 1)
            talk = session.Session(
                runtime.house,
                brain,
                number=number,
                seconds=config.timeout,
                stop_mode=config.stop_mode,
                dependency=config.dependency,
                allowance=allowance(config.daily_tokens, runtime.turns),
                **kept,
            )
            dropped = await talk.drop()
            if await talk.remembers():
                notes = (*notes, GOES_ON)
            return Company(
                cast("Talk", talk), str(brain.name), brain.rest.left, dropped, notes, stack.pop_all().aclose
            )

    return load


async def _memory(
    stack: AsyncExitStack, config: Config, runtime: Runtime, *, fresh: bool
) -> tuple[dict[str, object], tuple[str, ...]]:
    """Where the conversation is kept, as the session wants it; without such a place it is just not kept."""
    memory = await asyncio.to_thread(import_module, MEMORY)
    try:
        kept = await stack.enter_async_context(memory.opened(config.database or runtime.data, fresh=fresh))
    except StorageError as error:
        return {}, (f"{error}; it will be forgotten when the app ends",)
    return {"checkpointer": kept.saver, "thread": kept.thread}, ()


def _number(turn_id: str) -> int:
    digits = turn_id.lstrip("t")
    return int(digits) if digits.isdigit() else 0
