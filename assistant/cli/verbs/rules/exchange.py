"""`hearth automations export` and `import`: rules as a file, all of it or nothing."""

import sys
from collections.abc import Sequence
from pathlib import Path

from assistant.cli.approval import pair
from assistant.cli.exit import Exit
from assistant.cli.flags import Common
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import lines, note, say
from assistant.cli.verbs.rules.flags import Export, Import
from assistant.cli.verbs.rules.hand import asker_of, context_of, told
from assistant.cli.verbs.rules.known import found
from assistant.config import Config
from assistant.person.shared import taken_in, written
from assistant.runtime import Runtime
from devices.automation.rule.rule import Rule
from devices.command import Cause, Origin
from devices.errors import ConfigError, HearthError
from tools.automations.exchange import import_rules, look_through
from tools.automations.weighing import weighed
from tools.context import ToolContext
from tools.teller import rule_told

LARGEST = 10_000_000
"""Bytes of a file; something else that was named by mistake is refused."""


def run(flags: Common) -> int:
    """Write or read."""
    config = prepare(flags)
    match flags:
        case Export():
            return perform(lambda: _export(flags, config))
        case Import():
            text = _read(flags.file)
            return perform(lambda: _import(flags, config, text))
        case _:
            raise TypeError(f"no such command: {type(flags).__name__}")


async def _export(flags: Export, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        house = runtime.house
        rules: Sequence[Rule] | None = found(flags.ids, house) if flags.ids else house.book.rules()
        if rules is None:
            return Exit.NO_TARGET
        text = written(rules, ToolContext(house, Cause(Origin.CLI, words="export"), config.language or "en"))
        if flags.output is None:
            say(text.rstrip("\n"))
            return Exit.DONE
        _write(Path(flags.output), text)
        if not flags.quiet:
            note(f"{len(rules)} written to {flags.output}")
    return Exit.DONE


async def _import(flags: Import, config: Config, text: str) -> Exit:
    async with opened(flags, config) as runtime:
        context = context_of(flags, config, runtime, f"hearth automations import {flags.file}")
        if flags.dry_run:
            return await _rehearsed(flags, text, context, runtime)
        return told(flags, await taken_in(text, context, asker_of(flags, runtime)))


async def _rehearsed(flags: Import, text: str, context: ToolContext, runtime: Runtime) -> Exit:
    """Say what would come of it: every rule as a sentence, or all that is missing."""
    read = look_through(text, context)
    if read.faults:
        return told(flags, await import_rules(text, context))  # with something missing it takes nothing
    house = runtime.house
    sentences = [rule_told(context.language, rule, house) for rule in read.rules]
    if not flags.quiet:
        note(f"{len(sentences)} could be taken; nothing was changed")
    for sentence in sentences:
        say(sentence)
    judged = house.home.judge(context.request(weighed(read.rules, context)))
    asked = dict.fromkeys(pair(v.command.entity_id, v.command.control) for v in judged if not v.allowed)
    if asked:
        lines(("To take them, add:", *(f"  --confirm {one}" for one in asked)))
    return Exit.DONE


def _read(name: str) -> str:
    """The text of the file, or of stdin.

    Raises:
        ConfigError: it can't be read as text.
    """
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if name == "-" else _bytes(Path(name))
        text = raw.decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{name} can't be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is no text") from error
    if len(raw) > LARGEST:
        raise ConfigError(f"{name} is larger than {LARGEST // 1_000_000} MB")
    return text


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HearthError(f"{path} can't be written: {error.strerror or error}") from error
