"""`hearth automations add`: an automation from a crontab line, made by the same tool as in the chat."""

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.verbs.rules.flags import Add
from assistant.cli.verbs.rules.hand import carried, context_of, told
from assistant.config import Config
from devices.automation.crontab import from_crontab
from devices.automation.rule.trigger import At
from devices.errors import ConfigError
from devices.model import Json


def run(flags: Add) -> int:
    """Make it."""
    config = prepare(flags)
    arguments: dict[str, Json] = {
        "when": [_when(at) for at in from_crontab(flags.cron)],
        "then": [_then(text) for text in flags.do],
    }
    if flags.late is not None:
        arguments["late_seconds"] = flags.late
    return perform(lambda: _add(flags, config, arguments))


async def _add(flags: Add, config: Config, arguments: dict[str, Json]) -> Exit:
    async with opened(flags, config) as runtime:
        words = f'--cron "{flags.cron}" {" ".join(f"--do {text}" for text in flags.do)}'
        context = context_of(flags, config, runtime, f"hearth automations add {words}")
        return told(flags, await carried(flags, runtime, "create_automation", arguments, context))


def _when(at: At) -> Json:
    days: list[Json] = [day.value for day in at.days.weekdays]
    return {"kind": "time", "at": f"{at.time:%H:%M}", "days": days}


def _then(text: str) -> Json:
    """One step.

    Raises:
        ConfigError: it is not ENTITY=ACTION.
    """
    entity_id, equals, action = (part.strip() for part in text.partition("="))
    if not (equals and entity_id and action):
        raise ConfigError(f"--do {text}: write ENTITY=ACTION, such as light.kitchen=turn_on")
    return {"kind": "command", "targets": [entity_id], "action": action}
