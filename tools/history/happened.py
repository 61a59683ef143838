"""The tool that tells what happened: commands and their outcome, changes, rules, devices lost and back."""

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from devices.history.course.course import Wanted
from devices.history.reading import Activity, ActivityKind
from devices.model import Json
from devices.name import folded
from devices.resolve import Unresolved
from tools.context import ToolContext
from tools.history.ask.period import period, understood
from tools.history.ask.subject import EVERYWHERE, Sought, subjects
from tools.history.tell.echo import period as told_period
from tools.history.tell.records import iso
from tools.history.work.digest import document, grouped, lines_of, lost_and_back, told_of
from tools.meaning.aim import missed
from tools.meaning.arguments import Names, Word, blank
from tools.meaning.sensor import NotNumeric
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import listed, say

MOST_LINES = 5_000
_WINDOW = "last 24 hours"


class Only(StrEnum):
    """What alone is told."""

    COMMANDS = "commands"
    CHANGES = "changes"
    RULES = "rules"
    LOST = "lost"


_SPELLINGS = {"command": "commands", "change": "changes", "rule": "rules", "availability": "lost"}


def _only(raw: object) -> object:
    word = folded(raw).replace(" ", "_") if isinstance(raw, str) else raw
    return blank(_SPELLINGS.get(word, word) if isinstance(word, str) else word)


class WhatHappened(Arguments):
    """Of which time and which things."""

    window: Word = Field(default=None, description="The time in the user's words: today, while I was away.")
    targets: Names = Field(default_factory=list, description="Ids, names or kinds; none: everything.")
    area: str = Field(default="", description="Room or floor.")
    only: Annotated[Only | None, BeforeValidator(_only)] = Field(
        default=None, description="commands, changes, rules, or lost: devices out of reach."
    )


async def what_happened(asked: WhatHappened, context: ToolContext) -> ToolResult:
    """A short digest of the records, what matters first, with its causes."""
    ids = _ids(asked, context)
    if isinstance(ids, ToolResult):
        return ids
    window = await period(asked.window or _WINDOW, context)
    if isinstance(window, ToolResult):
        return window
    history, view = context.house.history, context.house.home.view()
    lines = await history.activity(window.start, window.end, MOST_LINES)
    events = told_of([line for line in lines if _wanted(line, asked, ids)], context)
    if asked.only in (None, Only.LOST):
        watched = [i for i in (ids or [s.entity.id for s in view.exposed()]) if view.find(i) is not None]
        states = await history.states([Wanted(i, "") for i in watched], window.start, window.end)
        events += lost_and_back(states, context)
    rows = grouped(events)
    told: dict[str, Json] = {
        "computation": {"op": "events", "entities": list(ids), **told_period(window)},
        "window": window.label,
        "start": iso(window.start, context),
        "end": iso(window.end, context),
        "events": document(rows, context),
        "of": len(events),
    }
    text = _text(asked, ids, window.label, lines_of(rows, context), context)
    return ToolResult(Ending.COMPLETED, text, data=told, stop=True, reason="" if rows else "no_data")


def _check(asked: WhatHappened, context: ToolContext) -> ToolResult | None:
    ids = _ids(asked, context)
    return ids if isinstance(ids, ToolResult) else understood(asked.window or _WINDOW, context)


def _ids(asked: WhatHappened, context: ToolContext) -> tuple[str, ...] | ToolResult:
    """The entities that are asked about; none where everything is."""
    if not asked.targets and (not asked.area or folded(asked.area) in EVERYWHERE):
        return ()
    found = subjects(Sought(tuple(asked.targets), asked.area), context.house.home.view())
    if isinstance(found, NotNumeric):
        return (found.snapshot.entity.id,)
    return missed(found, context) if isinstance(found, Unresolved) else tuple(s.id for s in found)


def _wanted(line: Activity, asked: WhatHappened, ids: tuple[str, ...]) -> bool:
    if ids and line.entity_id not in ids:
        return False
    match asked.only:
        case Only.COMMANDS:
            return line.kind is ActivityKind.COMMAND
        case Only.CHANGES:
            return line.kind is ActivityKind.CHANGE
        case Only.RULES:
            return line.kind is ActivityKind.RULE
        case Only.LOST:
            return False
        case _:
            return True


def _text(
    asked: WhatHappened, ids: tuple[str, ...], label: str, lines: list[str], context: ToolContext
) -> str:
    language = context.language
    if not lines:
        if not asked.targets:
            return say(language, "happened_nothing", window=label)
        view = context.house.home.view()
        names = listed(language, [view.snapshots[i].entity.name for i in ids[:5]])
        return say(language, "happened_nothing_of", name=names, window=label)
    head = say(language, "happened_head", window=label)
    return "\n".join([head[:1].upper() + head[1:], *lines])


WHAT_HAPPENED = Tool(
    name="what_happened",
    group=Group.HISTORY,
    description=(
        "Tell what happened over a time, or with some devices: commands and their outcome, changes, rules "
        "that ran or did not, devices lost and back, each with its cause."
    ),
    arguments=WhatHappened,
    run=what_happened,
    check=_check,
    stops=True,
    tags=(Topic.HISTORY,),
    keywords=(
        *("what happened", "activity", "log", "events", "while I was away", "anyone", "who", "digest"),
        *("发生了什么", "活动", "日志", "事件", "我不在的时候", "有人"),
        *("что было", "что случилось", "что происходило", "события", "журнал", "пока меня не было"),
    ),
)
