"""`hearth run`: automations and records without a screen, for a service unit. Runs until told to stop."""

import asyncio
from collections.abc import Callable

from assistant.cli.exit import Exit
from assistant.cli.flags import Common
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note
from assistant.config import Config
from assistant.runtime import Role, Runtime
from devices.events import ConnectionChanged, Event, RuleRan

SETTLE = 0.5
"""Real seconds after which it is known whether the rules run here."""


def run(flags: Common) -> int:
    """Keep the home going."""
    config = prepare(flags)
    return perform(lambda: _stand(flags, config))


async def _stand(flags: Common, config: Config) -> Exit:
    async with opened(flags, config, Role.RUN) as runtime:
        await runtime.house.clock.patience(SETTLE)
        if not flags.quiet:
            note(_standing(runtime))
        home = runtime.house.home
        if not home.connected:
            note(f"no connection yet: {home.trouble or 'the broker does not answer'}")
        forget = runtime.bus.listen(_teller(connected=home.connected, quiet=flags.quiet))
        try:
            await asyncio.Event().wait()  # until ctrl+c or SIGTERM, which is how a service ends
        finally:
            forget()
    return Exit.DONE


def _standing(runtime: Runtime) -> str:
    count = len(runtime.house.book.rules())
    role = "running" if runtime.lease_held else "following another process that runs"
    return f"{role} {count} automation{'s' * (count != 1)} on {runtime.address}; ctrl+c ends it"


def _teller(*, connected: bool, quiet: bool) -> Callable[[Event], None]:
    stands = connected

    def tell(event: Event) -> None:
        nonlocal stands
        match event:
            case ConnectionChanged(connected=now, reason=reason):
                if now is not stands:  # each attempt fails for itself; only a change is news
                    stands = now
                    note("broker connected" if now else f"broker lost: {reason}")
            case RuleRan() if not quiet:
                what = f"skipped: {event.skipped}" if event.skipped else _endings(event)
                note(f"automation {event.rule_id} {what}")
            case _:
                pass

    return tell


def _endings(event: RuleRan) -> str:
    ended = (f"{outcome.command.entity_id} {outcome.status.value}" for outcome in event.outcomes)
    return "ran: " + ", ".join(ended)
