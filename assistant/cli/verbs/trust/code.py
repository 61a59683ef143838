"""`hearth questions code`: the code with which questions of rules may be answered over MQTT; kept hashed."""

import sys
from getpass import getpass

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import person, say
from assistant.cli.verbs.rules.flags import Code
from assistant.config import Config
from devices.automation.books.answer_code import LONGEST, AnswerCode


def run(flags: Code) -> int:
    """Take it from a person without showing it, or from stdin; or forget it."""
    config, code = prepare(flags), None if flags.forget else _code()
    return perform(lambda: _keep(flags, config, code))


def _code() -> str:
    text = getpass("Code for answers over MQTT (not shown): ") if person() else sys.stdin.read(LONGEST + 2)
    return text.strip()


async def _keep(flags: Code, config: Config, code: str | None) -> Exit:
    async with opened(flags, config) as runtime:
        await AnswerCode(runtime.settings).put(code)
    say("nobody can answer over MQTT" if code is None else "the code is kept; wrong ones lock it after five")
    return Exit.DONE
