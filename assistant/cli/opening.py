"""Opens the home for one command and says on stderr which home it is. The composition does the work."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from assistant.cli.flags import Common
from assistant.cli.terminal import note
from assistant.compose import Role, Runtime, open_home
from assistant.config import Config


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
        for notice in runtime.notices:
            tell(notice)
        yield runtime
