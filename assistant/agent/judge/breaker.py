"""When a turn must end because it gets nowhere: limits, and calls that only repeat. Pure."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum

from devices.command import Command
from devices.model import Json
from tools.tool import Tool

FAILED_ROUNDS = 2
MOST_CALLS = 10


class Repeat(StrEnum):
    """Why a call is not run again."""

    DONE = "already_done_this_turn"
    READ = "already_read_this_turn"
    FAILED = "just_failed"


def signature(tool: Tool, args: Mapping[str, Json], commands: Sequence[Command], *, loose: bool) -> str:
    """What makes two calls the same: what they would command, else their arguments.

    `loose` compares a lasting wish by commands and numbers only: another brain, which took over within
    the turn, may spell the rest differently.
    """
    told: list[Json] = [[c.entity_id, c.control, dict(c.values)] for c in commands]
    numbers: dict[str, Json] = {k: v for k, v in args.items() if isinstance(v, int | float)}
    shown: Json = dict(args) if not commands or (tool.lasting and not loose) else None
    if tool.lasting and loose:
        shown = numbers
    text = json.dumps([tool.name, told, shown], sort_keys=True, ensure_ascii=False)
    return ("w:" if tool.writes else "r:") + text


def undone(commands: Sequence[Command], ran: Sequence[str]) -> tuple[Command, ...]:
    """The commands that their entities were not told last in this turn, by the signatures of calls that ran.

    Another brain that takes over may put into one call what the first had begun in several.
    """
    last: dict[str, Json] = {}
    for sign in ran:
        _name, told, shown = json.loads(sign[2:])
        # what lasts also has arguments in its signature, and has commanded nothing yet
        if sign.startswith("w:") and shown is None:
            last.update({command[0]: command for command in told})
    return tuple(c for c in commands if last.get(c.entity_id) != [c.entity_id, c.control, dict(c.values)])


def commanded(signs: Sequence[str]) -> frozenset[str]:
    """The entities that calls with these signatures were about."""
    return frozenset(str(command[0]) for sign in signs for command in json.loads(sign[2:])[1])


def repeated(tool: Tool, sign: str, ran: Sequence[str], failed: Sequence[str]) -> Repeat | None:
    """Whether a call would only do again what this turn has done, read, or failed at for good."""
    if sign in failed:
        return Repeat.FAILED
    if sign in ran:
        return Repeat.DONE if tool.writes else Repeat.READ
    return None


def remembered(ran: Sequence[str], new: Sequence[str]) -> list[str]:
    """The calls that ran, after a round: a write makes earlier reads worth repeating."""
    kept = [s for s in ran if s.startswith("w:")] if any(s.startswith("w:") for s in new) else [*ran]
    return kept + [s for s in new if s not in kept]
