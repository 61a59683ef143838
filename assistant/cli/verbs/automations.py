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
from devices.automation.explain import standing
from devices.automation.rule import Rule, rule_to_json
from devices.command import Outcome, Status
from devices.events import RuleRan
from devices.model import Json
from tools.context import House
from tools.words.speech import rule_sentence

_WELL = frozenset({Status.CONFIRMED, Status.ALREADY})


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
    view = house.home.view()
    blind = rule.enabled and standing(rule, view).blind
    return (
        rule.id,
        ("blind" if blind else "on") if rule.enabled else "off",
        rule_sentence(language, rule, view),
        _ran(_last(rule, house), house),
    )


def _ran(last: RuleRan | None, house: House) -> str:
    """When it last ran and what did not come of it."""
    if last is None:
        return "never ran"
    words = [f"{e.command.entity_id} {e.status.value}" for e in last.outcomes if e.status not in _WELL]
    told = ", ".join([f"skipped: {last.skipped}"] * bool(last.skipped) or words)
    return f"last {last.at.astimezone(house.zone):%Y-%m-%d %H:%M}" + (f" ({told})" if told else "")


def _document(rule: Rule, house: House, language: str) -> dict[str, Json]:
    last = _last(rule, house)
    return {
        "id": rule.id,
        "enabled": rule.enabled,
        "sentence": rule_sentence(language, rule, house.home.view()),
        "rule": dict(rule_to_json(rule)),
        "last_run": last.at.isoformat() if last else None,
        "last_skipped": last.skipped if last else "",
        "last_outcomes": [_outcome(outcome) for outcome in last.outcomes] if last else [],
        "blind": standing(rule, house.home.view()).blind,
    }


def _outcome(outcome: Outcome) -> dict[str, Json]:
    command = outcome.command
    return {
        "entity_id": command.entity_id,
        "action": command.control,
        "status": outcome.status.value,
        "reason": outcome.reason.value,
    }


def _last(rule: Rule, house: House) -> RuleRan | None:
    return next(iter(house.book.last_runs(rule.id)), None)
