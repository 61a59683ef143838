"""`hearth jobs`: what is to happen once, and when."""

from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.verbs.rules.listing import shown
from assistant.cli.verbs.rules.seen import sight_of
from assistant.config import Config

FIRST = 'no jobs; for instance: hearth ask "turn off the lights in 5 minutes"'


def run(flags: Listing) -> int:
    """List the jobs."""
    config = prepare(flags)
    return perform(lambda: _list(flags, config))


async def _list(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        shown(flags, runtime.house.book.jobs(), await sight_of(runtime, config), "jobs", FIRST)
    return Exit.DONE
