"""`hearth automations show`: one rule or job: its sentence, what it waits for, its last runs."""

import json

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import say
from assistant.cli.verbs.rules.flags import One
from assistant.cli.verbs.rules.known import found
from assistant.cli.verbs.rules.seen import document, run_document, sight_of
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.person.ran import ending
from assistant.person.standing import Sight, brief, careful, rows, sentence
from devices.automation.rule.rule import Rule
from devices.model import Json

HEAD = 9


def run(flags: One) -> int:
    """Show it."""
    config = prepare(flags)
    return perform(lambda: _show(flags, config))


async def _show(flags: One, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        rules = found((flags.id,), runtime.house)
        if rules is None:
            return Exit.NO_TARGET
        sight = await sight_of(runtime, config)
        if flags.json:
            runs: list[Json] = [run_document(ran) for ran in runtime.house.book.last_runs(rules[0].id)]
            one = {
                "v": VERSION,
                "automation": {
                    **document(rules[0], sight),
                    "runs": runs,
                    "careful": [*careful(rules[0], sight)],
                },
            }
            say(json.dumps(one, ensure_ascii=False))
        else:
            say("\n".join(_lines(rules[0], sight)))
    return Exit.DONE


def _lines(rule: Rule, sight: Sight) -> list[str]:
    lines = [f"{rule.id}  {sentence(rule, sight)}", f"{'State':<{HEAD}}{brief(rule, sight)}"]
    lines += [f"{head:<{HEAD}}{text}" for head, text in rows(rule, sight)]
    lines += [f"{'Wrong':<{HEAD}}{text}" for text in careful(rule, sight)]
    zone = sight.house.zone
    runs = [
        f"{ran.at.astimezone(zone):%Y-%m-%d %H:%M}  {ending(ran)}"
        for ran in sight.house.book.last_runs(rule.id)
    ]
    return [
        *lines,
        *(f"{'Runs' if n == 0 else '':<{HEAD}}{text}" for n, text in enumerate(runs or ["never ran"])),
    ]
