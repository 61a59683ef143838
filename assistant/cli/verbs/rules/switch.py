"""`hearth automations enable|disable|delete` and `hearth jobs cancel`, through the same tools as the chat."""

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.verbs.rules.flags import Cancel, Delete, Disable, Enable, Several
from assistant.cli.verbs.rules.hand import carried, context_of, told
from assistant.cli.verbs.rules.known import found
from assistant.config import Config
from devices.model import Json


def run(flags: Several) -> int:
    """Switch, delete or cancel all that were named, or nothing when one of them is unknown."""
    config = prepare(flags)
    return perform(lambda: _all(flags, config))


async def _all(flags: Several, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        rules = found(flags.ids, runtime.house)
        if rules is None:
            return Exit.NO_TARGET
        done = []
        for rule in rules:
            tool, arguments = _call(flags, rule.id)
            words = f"hearth {tool.replace('_', ' ')} {rule.id}"
            context = context_of(flags, config, runtime, words)
            done.append(await carried(flags, runtime, tool, arguments, context))
    return told(flags, *done)


def _call(flags: Several, rule_id: str) -> tuple[str, dict[str, Json]]:
    match flags:
        case Enable() | Disable():
            return "enable_automation", {"id": rule_id, "enabled": isinstance(flags, Enable)}
        case Delete():
            return "delete_automation", {"id": rule_id}
        case Cancel():
            return "cancel_job", {"id": rule_id}
        case _:
            raise TypeError(f"no such command: {type(flags).__name__}")
