"""What keys and commands can have done with a rule; each gives a sentence."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from devices.model import Json


@dataclass(frozen=True, slots=True)
class Deeds:
    """`act` runs a tool by name, `run` a rule's actions now, `export` writes a rule to a file.

    `change` goes to the prompt to say what shall be another.
    """

    act: Callable[[str, dict[str, Json]], Awaitable[str]]
    run: Callable[[str], Awaitable[str]]
    export: Callable[[str], str]
    change: Callable[[str], None]
