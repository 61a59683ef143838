"""`hearth history`: what was recorded of entities and rooms, from the records alone wherever they suffice."""

import shutil

from assistant.charts.gathered import Subject
from assistant.cli.exit import Exit
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, lines, note, say
from assistant.cli.verbs.history.answer import Question, answer
from assistant.cli.verbs.history.figures import wish
from assistant.cli.verbs.history.flags import History
from assistant.cli.verbs.history.past import Past, joined_past, recorded_past
from assistant.cli.verbs.history.whom import Unknown, subjects
from assistant.config import Config
from devices.errors import ConfigError, NotConnected

LANGUAGE = "en"
ONE_OF = "give only one of --chart, --csv and --json"


def run(flags: History) -> int:
    """Answer out of the records."""
    config = prepare(flags)
    if sum((flags.chart, flags.csv, flags.json)) > 1:
        raise ConfigError(ONE_OF)
    wish(flags.stat, flags.state, flags.by)
    return perform(lambda: _history(flags, config))


async def _history(flags: History, config: Config) -> Exit:
    """First by the records alone; the home is joined only for a name that they don't know."""
    unknown: Unknown | None = None
    async with recorded_past(config) as past:
        if past is not None:
            if not flags.what:
                return _listed(past)
            found = subjects(flags.what, past, flags.attr)
            if not isinstance(found, Unknown):
                return await _answered(flags, config, past, found)
            unknown = found
    try:
        async with joined_past(flags, config) as past:
            if not flags.what:
                return _listed(past)
            found = subjects(flags.what, past, flags.attr)
            if not isinstance(found, Unknown):
                return await _answered(flags, config, past, found)
            return _unknown(found)
    except NotConnected:
        if unknown is None:
            raise
        note("the home can't be reached, so what its devices and rooms are called is not known now")
        return _unknown(unknown)


async def _answered(flags: History, config: Config, past: Past, found: tuple[Subject, ...]) -> Exit:
    width, height = shutil.get_terminal_size((100, 30))
    room = (flags.width or width, flags.height or max(height - 4, 12))
    return await answer(Question(flags, found, config.language or LANGUAGE, room), past)


def _listed(past: Past) -> Exit:
    """Everything on record, a row a series."""
    rows = sorted((one.entity_id, one.attribute, one.unit) for one in past.recorded.series)
    if rows:
        say("\n".join(columns([("entity", "attribute", "unit"), *rows])))
    else:
        note("nothing is recorded yet; hearth run, or the app, records what devices report")
    return Exit.DONE


def _unknown(found: Unknown) -> Exit:
    why = (
        "means several things" if found.ambiguous else "is no entity, name or room that there are records of"
    )
    note(f'"{found.asked}" {why}' + ("; did you mean:" if found.near else "; hearth history lists them"))
    lines(f"  {candidate}" for candidate in found.near)
    return Exit.NO_TARGET
