"""The tool by which people give devices names of their own. It changes no device."""

from functools import cache

from pydantic import Field

from devices.automation.undo.changes import AliasesChanged
from devices.model import Json, Snapshot
from devices.name import folded
from devices.resolve import Target, Unresolved
from tools.context import ToolContext
from tools.meaning.aim import Aim, Aimed, aim, missed
from tools.meaning.arguments import Flag
from tools.meaning.concept import area_of, sort_of
from tools.outcome import Ending, ToolResult
from tools.receipt import remember, told
from tools.tool import Arguments, Group, Tool
from tools.words.packs import PACKS
from tools.words.spec import Tag, Topic
from tools.words.speech import say

LONGEST = 60


class SetAlias(Arguments):
    """Which device gets, or loses, which other name."""

    target: str = Field(description="The device, by its id or a name it has.")
    alias: str = Field(description="The other name, exactly as the user said it.")
    remove: Flag = Field(default=False, description="True takes the name away again.")


async def set_alias(asked: SetAlias, context: ToolContext) -> ToolResult:
    """Give or take away a name; undo brings the names back as they were."""
    snapshot = _one(asked, context)
    if isinstance(snapshot, Unresolved):
        return missed(snapshot, context)
    names, entity, alias = context.house.names, snapshot.entity, asked.alias.strip()
    before = names.aliases(entity.id)
    given = any(folded(known) == folded(alias) for known in before)
    if asked.remove is not given:
        return _already(asked, snapshot, context)
    left = tuple(known for known in before if folded(known) != folded(alias))
    after = left if asked.remove else (*before, alias)
    await names.set_aliases(entity.id, after)
    undo = await remember((), context, AliasesChanged(entity.id, before, after))
    phrase = "alias_removed" if asked.remove else "alias_set"
    text = told(say(context.language, phrase, name=entity.name, alias=alias), undo, context)
    data: Json = {"entity_id": entity.id, "aliases": [*after]}
    return ToolResult(Ending.COMPLETED, text, data=data, stop=True, undo=undo)


def _one(asked: SetAlias, context: ToolContext) -> Snapshot | Unresolved:
    found: Aimed = aim(Aim(Target((asked.target,))), context.house.home.view())
    return found if isinstance(found, Unresolved) else found.snapshots[0]


def _already(asked: SetAlias, snapshot: Snapshot, context: ToolContext) -> ToolResult:
    """It has this name already, or was never given it."""
    phrase = "alias_not_given" if asked.remove else "alias_already"
    text = say(context.language, phrase, name=snapshot.entity.name, alias=asked.alias)
    return ToolResult(Ending.COMPLETED, text, stop=True, reason="already_applied")


def _check(asked: SetAlias, context: ToolContext) -> ToolResult | None:
    """Refuse a name that is none, that names something else, or that means a kind, a room or everything."""
    snapshot = _one(asked, context)
    if isinstance(snapshot, Unresolved):
        return missed(snapshot, context)
    if asked.remove:
        return None
    alias = asked.alias
    if not 0 < len(folded(alias)) <= LONGEST or "." in alias.strip(".") or _means_more(alias, context):
        text = say(context.language, "alias_bad", alias=alias)
        return ToolResult(Ending.FATAL, text, error="not a name", stop=True, reason="bad_alias")
    taken = [s for s in _called(alias, context) if s.entity.id != snapshot.entity.id]
    if taken:
        text = say(context.language, "alias_taken", alias=alias, name=taken[0].entity.name)
        return ToolResult(
            Ending.FATAL, text, error="it names another device", stop=True, reason="alias_taken"
        )
    return None


def _means_more(alias: str, context: ToolContext) -> bool:
    """Whether it names a room, a whole kind, or is a word of commands: such words keep their meaning."""
    if area_of(alias, context.house.home.view()) is not None or sort_of(alias) is not None:
        return True
    return folded(alias) in _words_of_commands()


@cache
def _words_of_commands() -> frozenset[str]:
    """Every phrase by which commands are understood, in any language, but for the names of things."""
    return frozenset(
        folded(phrase)
        for pack in PACKS.values()
        for lexicon in pack.lexicons
        for tag, values in lexicon.items()
        if tag is not Tag.THING
        for said in values.values()
        for phrase in said
    )


def _called(alias: str, context: ToolContext) -> tuple[Snapshot, ...]:
    """Whatever bears exactly this name already."""
    wanted = folded(alias)
    return tuple(
        s
        for s in context.house.home.view().exposed()
        if wanted in (folded(s.entity.name), folded(s.entity.id), *map(folded, s.entity.aliases))
    )


SET_ALIAS = Tool(
    name="set_alias",
    group=Group.NAMES,
    description="Give a device another name by which people call it, or take such a name away.",
    arguments=SetAlias,
    run=set_alias,
    check=_check,
    writes=True,
    stops=True,
    tags=(Topic.NAMING,),
    keywords=("name", "call", "alias", "rename", "名字", "叫", "别名", "имя", "назови", "называй"),
)
