"""`hearth simulate`: the simulated home on any broker, for as long as it is left alone."""

import asyncio

from assistant.cli.exit import Exit
from assistant.cli.flags import Simulate
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note, say
from assistant.compose import put_on_broker
from assistant.config import Config, without_password
from devices.errors import HearthError, NotConnected

PATIENCE = 15.0
"""Real seconds for the broker to answer and take the first announcements."""


def run(flags: Simulate) -> int:
    """Run the home until it is told to stop."""
    config = prepare(flags)
    if config.broker and not flags.quiet:
        note(f"putting the simulated home on {without_password(config.broker)}")
    return perform(lambda: _live(flags, config))


async def _live(flags: Simulate, config: Config) -> Exit:
    speed = config.sim_speed if flags.speed is None else flags.speed
    try:
        async with asyncio.timeout(PATIENCE) as limit:

            def started(address: str) -> None:
                limit.reschedule(None)
                say(address)
                if not flags.quiet:
                    note(f"the home is moving; use it with --broker {address}; ctrl+c ends it")

            await put_on_broker(config, started, port=flags.port, speed=speed, seed=flags.seed)
    except TimeoutError as error:
        raise NotConnected(f"no broker answers at {without_password(config.broker or '')}") from error
    except OSError as error:
        raise HearthError(f"port {flags.port} can't be used: {error.strerror}") from error
    return Exit.DONE
