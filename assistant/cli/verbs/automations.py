"""`hearth automations`: the rules of the home as sentences."""

import json

from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.listing import VERSION
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, say
from assistant.config import Config
from devices.automation.rule import Rule, rule_to_json
from devices.events import RuleRan
from devices.model import Json
from tools.context import House
from tools.words.speech import rule_sentence


def run(flags: Listing) -> int:
    """List the automations."""
    config = prepare(flags)
    return perform(lambda: _list(flags, config))


async def _list(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        house, language = runtime.house, config.language or "en"
        rules = house.book.rules()
        if flags.json:
            found = [_document(rule, house, language) for rule in rules]
            say(json.dumps({"v": VERSION, "automations": found}, ensure_ascii=False))
        elif rules:
            say("\n".join(columns([_row(rule, house, language) for rule in rules])))
        elif not flags.quiet:
            note('no automations yet; for instance: hearth ask "if it gets warmer than 26 turn on the fan"')
    return Exit.DONE


def _row(rule: Rule, house: House, language: str) -> tuple[str, ...]:
    last = _last(rule, house)
    ran = f"last {last.at.astimezone(house.zone):%Y-%m-%d %H:%M}" if last else "never ran"
    return (
        rule.id,
        "on" if rule.enabled else "off",
        rule_sentence(language, rule, house.home.view()),
        ran + (f" (skipped: {last.skipped})" if last and last.skipped else ""),
    )


def _document(rule: Rule, house: House, language: str) -> dict[str, Json]:
    last = _last(rule, house)
    return {
        "id": rule.id,
        "enabled": rule.enabled,
        "sentence": rule_sentence(language, rule, house.home.view()),
        "rule": dict(rule_to_json(rule)),
        "last_run": last.at.isoformat() if last else None,
        "last_skipped": last.skipped if last else "",
    }


def _last(rule: Rule, house: House) -> RuleRan | None:
    return next(iter(house.book.last_runs(rule.id)), None)
