"""`hearth notices`: what rules told, newest first; what is shown here counts as seen."""

import json

from assistant.cli.exit import Exit
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, say
from assistant.cli.verbs.rules.flags import Notices
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.person.told import notice_text
from devices.automation.books.notices import Notice
from devices.model import Json
from tools.context import House


def run(flags: Notices) -> int:
    """Show the newest."""
    config = prepare(flags)
    return perform(lambda: _show(flags, config))


async def _show(flags: Notices, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        house, language = runtime.house, config.language or "en"
        shown = house.notices.listed()[: flags.count]
        if flags.json:
            found: list[Json] = [_document(notice, house, language) for notice in shown]
            say(json.dumps({"v": VERSION, "notices": found}, ensure_ascii=False))
        elif shown:
            say("\n".join(columns([_row(notice, house, language) for notice in shown])))
        elif not flags.quiet:
            note("no rule has told anything yet")
        if new := [notice.id for notice in shown if not notice.seen]:
            await house.notices.see(*new)
    return Exit.DONE


def _row(notice: Notice, house: House, language: str) -> tuple[str, ...]:
    at = f"{notice.at.astimezone(house.zone):%Y-%m-%d %H:%M}"
    return at, notice.rule_id, notice_text(notice, house, language), "" if notice.seen else "new"


def _document(notice: Notice, house: House, language: str) -> dict[str, Json]:
    return {
        "id": notice.id,
        "rule": notice.rule_id,
        "at": notice.at.isoformat(),
        "text": notice_text(notice, house, language),
        "topic": notice.topic,
        "seen": notice.seen,
    }
