"""`hearth why`: what caused a device to be as it is, or was at a time, through the same tool as the chat."""

import json

from assistant.cli.exit import Exit
from assistant.cli.flags import Why
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import note, say
from assistant.cli.verdict import VERSION
from assistant.config import Config
from devices.command import Cause, Origin
from tools.context import ToolContext
from tools.insight.why import WHY
from tools.outcome import Ending, ToolResult


def run(flags: Why) -> int:
    """Print the chain of causes."""
    config = prepare(flags)
    return perform(lambda: _why(flags, config))


async def _why(flags: Why, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        context = ToolContext(runtime.house, Cause(Origin.CLI, words="hearth why"), config.language or "en")
        asked = WHY.arguments.model_validate({"target": flags.entity, "at": flags.at or ""})
        result: ToolResult = WHY.check(asked, context) or await WHY.run(asked, context)
    if result.ending is not Ending.COMPLETED:
        note(result.text)
        return Exit.USAGE if result.reason == "time_unclear" else Exit.NO_TARGET
    if flags.json:
        say(json.dumps({"v": VERSION, "answer": result.text, "why": result.data}, ensure_ascii=False))
    else:
        say(result.text)
    return Exit.DONE
