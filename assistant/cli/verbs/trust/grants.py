"""`hearth grant`, `revoke`, `grants`: lasting permissions, given here and nowhere in a talk."""

import json

from assistant.cli.approval import pair
from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, say
from assistant.cli.verbs.rules.flags import Grant, Revoke
from assistant.cli.verbs.rules.known import found
from assistant.cli.verdict import VERSION
from assistant.config import Config
from devices.automation.books.permissions import Permission
from devices.errors import ConfigError
from devices.model import Json
from tools.context import House

BY = "cli"


def run(flags: Listing) -> int:
    """Give, take back or list."""
    config = prepare(flags)
    return perform(lambda: _permissions(flags, config))


async def _permissions(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        house = runtime.house
        match flags:
            case Grant():
                return await _give(flags, house)
            case Revoke():
                return await _take(flags, house)
            case _:
                return _list(flags, house)


async def _give(flags: Grant, house: House) -> Exit:
    rules, (entity_id, control) = found((flags.rule,), house), _wanted(flags.what)
    if rules is None:
        return Exit.NO_TARGET
    given = await house.permissions.give(rules[0], entity_id, control, BY)
    what = pair(given.entity_id, given.control)
    text = f"{given.rule_id} may {what} without asking, until it is changed or this is revoked"
    return _told(flags, text, (given,))


async def _take(flags: Revoke, house: House) -> Exit:
    entity_id, control = _wanted(flags.what) if flags.what else ("", "")
    gone = await house.permissions.take(flags.rule.strip().lower(), entity_id, control)
    if not gone:
        note(f"{flags.rule} has no such permission; hearth grants lists them")
        return Exit.NO_TARGET
    text = "\n".join(f"{g.rule_id} asks again before {pair(g.entity_id, g.control)}" for g in gone)
    return _told(flags, text, gone)


def _list(flags: Listing, house: House) -> Exit:
    permissions = house.permissions.listed()
    if flags.json:
        return _told(flags, "", permissions)
    rows = [
        (p.rule_id, pair(p.entity_id, p.control), f"since {p.at.astimezone(house.zone):%Y-%m-%d %H:%M}")
        for p in permissions
    ]
    if rows:
        say("\n".join(columns(rows)))
    elif not flags.quiet:
        note("no lasting permissions; every risky thing of a rule asks")
    return Exit.DONE


def _told(flags: Listing, text: str, permissions: tuple[Permission, ...]) -> Exit:
    if flags.json:
        found: list[Json] = [_document(permission) for permission in permissions]
        say(json.dumps({"v": VERSION, "permissions": found}, ensure_ascii=False))
    else:
        say(text)
    return Exit.DONE


def _wanted(text: str) -> tuple[str, str]:
    """Entity and control; a permission is for exactly one of each, so that no pattern is taken.

    Raises:
        ConfigError: it is not ENTITY=ACTION.
    """
    entity_id, equals, control = (part.strip() for part in text.partition("="))
    if not (equals and control and "." in entity_id) or "*" in text:
        raise ConfigError(f"{text}: write ENTITY=ACTION, such as lock.front_door=unlock")
    return entity_id, control


def _document(permission: Permission) -> dict[str, Json]:
    return {
        "rule": permission.rule_id,
        "entity": permission.entity_id,
        "action": permission.control,
        "given_by": permission.given_by,
        "at": permission.at.isoformat(),
    }
