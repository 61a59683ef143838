"""The seam to whoever answers: words in, signs out. The agent is loaded here, late, in a thread."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from assistant.agent.turn import Sign, Turn
from assistant.config import Config
from assistant.runtime import Runtime

AGENT = "assistant.agent.session"
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


@dataclass(frozen=True, slots=True)
class Company:
    """A conversation and the name of its brain, for instance `offline`."""

    talk: Talk
    model: str


Loader = Callable[[Runtime], Awaitable[Company]]
"""Makes a new conversation with this home."""


def loader(config: Config) -> Loader:
    """The real agent with the brain of this configuration; importing it takes a second or two."""

    async def load(runtime: Runtime) -> Company:
        mind, session = await asyncio.to_thread(lambda: (import_module(MIND), import_module(AGENT)))
        brain = mind.brain_for(config, runtime)
        number = max((_number(kept.id) for kept in await runtime.turns.last(1)), default=0)
        talk = session.Session(
            runtime.house,
            brain,
            number=number,
            seconds=config.timeout,
            stop_mode=config.stop_mode,
            dependency=config.dependency,
        )
        return Company(cast("Talk", talk), str(brain.name))

    return load


def _number(turn_id: str) -> int:
    digits = turn_id.lstrip("t")
    return int(digits) if digits.isdigit() else 0
