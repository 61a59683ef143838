"""What a tool is: a name, typed arguments, and pure checks before anything happens."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from devices.command import Command
from devices.kinds.spec import Risk
from tools.context import ToolContext
from tools.outcome import ToolResult
from tools.words.spec import Topic


class Group(StrEnum):
    """The groups that routing activates together."""

    DEVICES = "devices"
    AUTOMATIONS = "automations"
    SCHEDULE = "schedule"
    HISTORY = "history"
    SCENES = "scenes"
    NAMES = "names"
    SEARCH = "search"


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown keys are refused, strings stripped."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Question(BaseModel):
    """What a person must allow before a call may run; plain JSON, since it waits in a checkpoint.

    `targets` names all entities, `after` what they will be; where that is not the same for all, `each` says
    it target by target. `lasting` says that a yes makes something that stays (a rule), not one act. `text`
    is the whole question in the user's language where action and targets alone would not tell it.
    """

    model_config = ConfigDict(frozen=True)

    call_id: str = ""
    risk: Risk
    action: str
    targets: tuple[str, ...]
    now: str = ""
    after: str = ""
    each: tuple[str, ...] = ()
    rule: str = ""
    lasting: bool = False
    text: str = ""


OVERWRITE = "overwrite"
"""Allowed of an id: undo what a person changed since."""
KEEP = "keep"
"""Allowed of an id: let a rule with a security action stand again."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a tool needs a yes for although the gate asks for nothing.

    `consent` names what is allowed (the id of an entity, rule or scene with OVERWRITE or KEEP); no device is
    ever given it.
    """

    consent: Command
    question: Question


async def _nothing_new(_context: ToolContext) -> None:
    """What is known needs no second look."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    check: pure; None when the call may run, else the result that answers it (unknown name, out of range).
    asks: pure; the commands that the call would give, which the gate judges before the confirm node.
    doubts: pure; what must be asked beyond that. Such a call runs whatever is answered: it tells the rest.
    refresh: reads again what `asks` and `doubts` look at and another process may have changed.
    run: does it; may raise only for broken promises.
    keywords: words in any language by which search_tools finds it.
    tags: the topics it is for, by which sentences of every language find it; empty: its description tells.
    """

    name: str
    group: Group
    description: str
    arguments: type[Arguments]
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]]
    check: Callable[[Any, ToolContext], ToolResult | None] = lambda _arguments, _context: None
    asks: Callable[[Any, ToolContext], tuple[Command, ...]] = lambda _arguments, _context: ()
    doubts: Callable[[Any, ToolContext], tuple[Doubt, ...]] = lambda _arguments, _context: ()
    refresh: Callable[[ToolContext], Awaitable[None]] = _nothing_new
    writes: bool = False
    stops: bool = False
    lasting: bool = False
    keywords: tuple[str, ...] = ()
    tags: tuple[Topic, ...] = ()
