"""`hearth automations run`: what a rule does, done now, through the same gate as a sentence."""

import json
from functools import partial

from assistant.cli.approval import approvals, pair
from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import lines, note, say
from assistant.cli.verbs.rules.flags import RunNow
from assistant.cli.verbs.rules.hand import asker_of
from assistant.cli.verbs.rules.known import found
from assistant.cli.verdict import VERSION, worst_of
from assistant.config import Config
from assistant.kept.record import action
from assistant.person.ran import ending
from assistant.person.run_now import Hand, run_now
from assistant.runtime import Runtime
from devices.command import Cause, Origin, Outcome, Reason
from devices.events import RuleRan
from devices.model import Json
from tools.words.speech import outcomes_sentence


def run(flags: RunNow) -> int:
    """Do it."""
    config, _allowed = prepare(flags), approvals(flags.confirm)
    return perform(lambda: _run(flags, config))


async def _run(flags: RunNow, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        rules = found((flags.id,), runtime.house)
        if rules is None:
            return Exit.NO_TARGET
        cause = Cause(Origin.CLI, words=f"hearth automations run {rules[0].id}")
        hand = Hand(
            cause, asker_of(flags, runtime), approvals(flags.confirm), partial(_waits, quiet=flags.quiet)
        )
        ran = await run_now(rules[0], runtime.house, runtime.bus, hand)
        return _tell(flags, ran, runtime, config.language or "en")


def _waits(seconds: float, *, quiet: bool) -> None:
    if not quiet:
        note(f"waiting, at first {seconds:.0f} s of the home's time; ctrl+c ends it here")


def _tell(flags: RunNow, ran: RuleRan, runtime: Runtime, language: str) -> Exit:
    code = worst_of(ran.outcomes)
    if flags.json:
        document: dict[str, Json] = {
            "v": VERSION,
            "ok": code is Exit.DONE,
            "rule": ran.rule_id,
            "answer": _text(ran, runtime, language),
            "actions": [action(outcome) for outcome in ran.outcomes],
        }
        say(json.dumps(document, ensure_ascii=False))
    else:
        say(_text(ran, runtime, language))
    if waiting := [outcome for outcome in ran.outcomes if outcome.reason is Reason.NOT_APPROVED]:
        lines(("To allow it, add:", *(f"  --confirm {one}" for one in _pairs(waiting))))
    return code


def _text(ran: RuleRan, runtime: Runtime, language: str) -> str:
    if ran.outcomes:
        return outcomes_sentence(language, ran.outcomes, runtime.house.home.view())
    return f"{ran.rule_id} {ending(ran)}"


def _pairs(waiting: list[Outcome]) -> list[str]:
    return list(dict.fromkeys(pair(o.command.entity_id, o.command.control) for o in waiting))
