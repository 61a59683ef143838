"""`hearth automations` and `hearth jobs`: the rules of the home as sentences, and how each stands."""

import json
from collections.abc import Sequence

from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, lines, note, say
from assistant.cli.verbs.rules.seen import document, sight_of
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.person.ran import ending
from assistant.person.standing import Sight, brief, careful, sentence, stands
from devices.automation.rule.rule import Rule
from devices.model import Json

FIRST = 'no automations yet; for instance: hearth ask "if it gets warmer than 26 turn on the fan"'
COMPARED = 200
"""So many rules are held against each other in a list; of one rule among more, `show` tells."""


def run(flags: Listing) -> int:
    """List the automations."""
    config = prepare(flags)
    return perform(lambda: _list(flags, config))


async def _list(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        sight = await sight_of(runtime, config)
        rules = runtime.house.book.rules()
        for rule_id, reason in runtime.house.book.broken.items():
            note(f"{rule_id} can't be read and does nothing: {reason}")
        shown(flags, rules, sight, "automations", FIRST)
    return Exit.DONE


def shown(flags: Listing, rules: Sequence[Rule], sight: Sight, kind: str, none: str) -> None:
    """Print them: as JSON, or a row each."""
    if flags.json:
        found: list[Json] = [document(rule, sight) for rule in rules]
        say(json.dumps({"v": VERSION, kind: found}, ensure_ascii=False))
    elif rules:
        say("\n".join(columns([_row(rule, sight) for rule in rules])))
        looked_at = rules if len(rules) <= COMPARED else ()
        lines(f"{rule.id}: {line}" for rule in looked_at for line in careful(rule, sight))
    elif not flags.quiet:
        note(none)


def _row(rule: Rule, sight: Sight) -> tuple[str, ...]:
    state = ("blind" if stands(rule, sight).blind else "on") if rule.enabled else "off"
    told = (rule.id, state, sentence(rule, sight), brief(rule, sight))
    return told if rule.once else (*told, _ran(rule, sight))


def _ran(rule: Rule, sight: Sight) -> str:
    """When it last fired and what came of it."""
    last = next(iter(sight.house.book.last_runs(rule.id)), None)
    if last is None:
        return "never ran"
    return f"last {last.at.astimezone(sight.house.zone):%Y-%m-%d %H:%M} {ending(last)}"
