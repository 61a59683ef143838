"""`hearth automations rehearse`: how an automation would have run, from the records; it changes nothing."""

import json
from datetime import tzinfo

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, progress, say
from assistant.cli.verbs.rules.flags import Rehearse
from assistant.cli.verdict import VERSION
from assistant.config import Config
from devices.automation.rehearsal.finding import Rehearsal, Rehearsed
from devices.command import Cause, Origin
from devices.errors import StorageError
from tools.automations.kept import find, unknown
from tools.automations.telling import spoken
from tools.context import ToolContext
from tools.insight.rehearsal import document
from tools.insight.rehearsing import rehearsed
from tools.insight.telling import name_of, rehearsal_text


def run(flags: Rehearse) -> int:
    """Play it through and print what came of it."""
    config = prepare(flags)
    return perform(lambda: _rehearse(flags, config))


async def _rehearse(flags: Rehearse, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        context = ToolContext(runtime.house, Cause(Origin.CLI), config.language or "en")
        rule = find(flags.id, context)
        if rule is None:
            note(unknown(flags.id, context).text)
            return Exit.NO_TARGET
        try:
            with progress("rehearsing") as share:
                found = await rehearsed(rule, context, flags.days, share)
        except StorageError as error:
            note(str(error))
            return Exit.FAILED
        if flags.json:
            told = {"v": VERSION, "id": rule.id, "rehearsal": document(found)}
            say(json.dumps(told, ensure_ascii=False))
            return Exit.DONE
        say(spoken(rule, context))
        say(rehearsal_text(found, context))
        _table(found, context)
    return Exit.DONE


def _table(found: Rehearsal, context: ToolContext) -> None:
    """Every firing in a row, those that were none with their reason."""
    fired = sorted((*found.runs, *found.skipped), key=lambda run: run.at)
    if fired:
        zone = context.house.zone
        say("\n".join(columns([_row(run, zone, context) for run in fired])))


def _row(run: Rehearsed, zone: tzinfo, context: ToolContext) -> tuple[str, ...]:
    value = run.word if run.value is None else f"{run.value:g}"
    until = f"until {run.until.astimezone(zone):%m-%d %H:%M}" if run.until else ""
    by = f"set off by {run.set_off_by}" if run.set_off_by else ""
    what = f"{name_of(run.entity_id, context)} {value}".strip() if run.entity_id else ""
    ended = f"skipped: {run.skipped}" if run.skipped else until
    return (f"{run.at.astimezone(zone):%Y-%m-%d %H:%M:%S}", what, ended, by)
