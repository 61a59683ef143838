"""The tools for scenes: keep how devices are now, and bring that about later. Only receipts are told."""

from collections.abc import Iterable
from dataclasses import replace

from pydantic import Field

from devices.automation.books.scenes import Scene, picture, scene_to_json, standing_so
from devices.automation.restore import can_be_told
from devices.automation.undo.changes import SceneRemoved, SceneSaved
from devices.command import Cause, Command, Origin
from devices.model import Json
from devices.resolve import Target, Unresolved
from devices.view import View
from tools.context import ToolContext
from tools.meaning.aim import Aim, Aimed, aim, missed
from tools.meaning.arguments import Flag, Names, Word
from tools.outcome import Ending, ToolResult
from tools.receipt import carried, receipt, remember, told
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import listed, say
from tools.words.undone import members_told


class SaveScene(Arguments):
    """What to keep under which name."""

    name: Word = Field(default=None, description="Name of the scene, as the user said it.")
    targets: Names = Field(default_factory=list, description="Devices to keep, by id or name.")
    area: Word = Field(default=None, description="Or the room whose devices to keep.")
    everything: Flag = Field(default=False, description="True only if the user said all or everything.")


class NamedScene(Arguments):
    """Which scene."""

    name: str = Field(description="Name of the scene; list_scenes tells which there are.")


class ListScenes(Arguments):
    """Nothing to say."""


async def save_scene(asked: SaveScene, context: ToolContext) -> ToolResult:
    """Keep how these devices are now; a scene of that name is replaced, and undo brings the old one back."""
    view, scenes, language = context.house.home.view(), context.house.scenes, context.language
    found = _meant(asked, view)
    if isinstance(found, Unresolved):
        return missed(found, context)
    members, left_out = picture(found.snapshots)
    if not members:
        return ToolResult(Ending.FATAL, say(language, "scene_empty"), stop=True, reason="nothing_to_keep")
    before = scenes.named(asked.name or "")
    draft = Scene(before.id if before else "", (asked.name or "").strip(), members)
    kept = await scenes.save(draft)
    change = SceneSaved(scene_to_json(kept), scene_to_json(before) if before else None)
    undo = await remember((), context, change)
    phrase = "scene_replaced" if before else "scene_saved"
    lines = [say(language, phrase, name=kept.name, states=members_told(language, kept, view))]
    if left_out:
        lines.append(say(language, "scene_left_out", names=listed(language, _names(left_out, view))))
    data: Json = {"id": kept.id, "name": kept.name, "members": [*members], "left_out": [*left_out]}
    return ToolResult(
        Ending.COMPLETED, told("\n".join(lines), undo, context), data=data, stop=True, undo=undo
    )


async def apply_scene(asked: NamedScene, context: ToolContext) -> ToolResult:
    """Give the commands that bring it about, and tell what the devices made of them."""
    scene, language = context.house.scenes.find(asked.name), context.language
    if scene is None:
        return _unknown(asked.name, context)
    view = context.house.home.view()
    commands = context.house.scenes.commands(scene.id, view) or ()
    if not commands:
        text = say(language, "scene_already", name=scene.name)
        return ToolResult(Ending.COMPLETED, text, stop=True, reason="already_applied")
    rested = standing_so(scene, view)
    cause = Cause(Origin.SCENE, scene.id, context.asked)
    outcomes = await carried(context.request(commands, cause), context)
    result = receipt(outcomes, context, await remember(outcomes, context))
    text = say(language, "scene_applied", name=scene.name, text=result.text)
    lines = (text, say(language, "scene_rest")) if rested else (text,)
    return replace(result, text="\n".join(lines))


async def list_scenes(_asked: ListScenes, context: ToolContext) -> ToolResult:
    """Every scene and what it keeps."""
    language, view = context.language, context.house.home.view()
    scenes = context.house.scenes.scenes()
    if not scenes:
        return ToolResult(Ending.COMPLETED, say(language, "scenes_none"), data=[], stop=True)
    lines = (
        say(language, "scene_line", name=scene.name, states=members_told(language, scene, view))
        for scene in scenes
    )
    data: list[Json] = [{"id": s.id, "name": s.name, "members": [*s.members]} for s in scenes]
    return ToolResult(Ending.COMPLETED, "\n".join(lines), data=data, stop=True)


async def delete_scene(asked: NamedScene, context: ToolContext) -> ToolResult:
    """Delete a scene, say which rules still apply it; undo brings it back."""
    scene, language = context.house.scenes.find(asked.name), context.language
    if scene is None:
        return _unknown(asked.name, context)
    await context.house.scenes.remove(scene.id)
    undo = await remember((), context, SceneRemoved(scene_to_json(scene)))
    lines = [say(language, "scene_deleted", name=scene.name)]
    users = [rule.id for rule in context.house.book.rules() if scene.id in rule.scenes]
    if users:
        lines.append(say(language, "scene_in_use", ids=listed(language, users)))
    data: Json = {"id": scene.id, "name": scene.name, "used_by": [*users]}
    return ToolResult(
        Ending.COMPLETED, told("\n".join(lines), undo, context), data=data, stop=True, undo=undo
    )


def _meant(asked: SaveScene, view: View) -> Aimed:
    """Named ones whatever they are; of a room only what takes commands: the rest has no state to set."""
    areas = (asked.area,) if asked.area else ()
    whole = not asked.targets
    target = Target(names=tuple(asked.targets), areas=areas, everything=whole)
    return aim(Aim(target, lambda snapshot: not whole or can_be_told(snapshot)), view)


def _check_save(asked: SaveScene, context: ToolContext) -> ToolResult | None:
    language = context.language
    if not (asked.name and any(letter.isalnum() for letter in asked.name)):
        text = say(language, "scene_needs_name")
        return ToolResult(Ending.FATAL, text, error="name is needed", stop=True, reason="needs_name")
    if not (asked.targets or asked.area or asked.everything):
        text = say(language, "scene_needs_targets", name=asked.name)
        return ToolResult(
            Ending.FATAL, text, error="targets or area is needed", stop=True, reason="needs_targets"
        )
    found = _meant(asked, context.house.home.view())
    return missed(found, context) if isinstance(found, Unresolved) else None


def _check_named(asked: NamedScene, context: ToolContext) -> ToolResult | None:
    return None if context.house.scenes.find(asked.name) else _unknown(asked.name, context)


def _asks_apply(asked: NamedScene, context: ToolContext) -> tuple[Command, ...]:
    scene = context.house.scenes.find(asked.name)
    if scene is None:
        return ()
    return context.house.scenes.commands(scene.id, context.house.home.view()) or ()


def _unknown(name: str, context: ToolContext) -> ToolResult:
    """The result for a name that no scene has: it says which there are."""
    language, known = context.language, [scene.name for scene in context.house.scenes.scenes()]
    there = say(language, "scenes_there", names=listed(language, known)) if known else ""
    text = say(language, "scene_unknown", name=name, there_is=there or say(language, "scenes_none"))
    data: Json = {"names": [*known]}
    return ToolResult(Ending.FATAL, text, data=data, error="unknown scene", stop=True, reason="unknown_scene")


def _names(ids: Iterable[str], view: View) -> list[str]:
    return [found.entity.name if (found := view.find(one)) else one for one in ids]


SAVE_SCENE = Tool(
    name="save_scene",
    group=Group.SCENES,
    description="Keep how devices or a room are now as a scene with a name, to bring it about later.",
    arguments=SaveScene,
    run=save_scene,
    check=_check_save,
    writes=True,
    stops=True,
    tags=(Topic.SCENE,),
    keywords=(
        *("scene", "save", "remember", "mood", "场景", "保存", "记住"),
        *("сцена", "сохрани", "запомни"),
    ),
)
APPLY_SCENE = Tool(
    name="apply_scene",
    group=Group.SCENES,
    description="Bring a saved scene about.",
    arguments=NamedScene,
    run=apply_scene,
    check=_check_named,
    asks=_asks_apply,
    writes=True,
    stops=True,
    tags=(Topic.SCENE,),
    keywords=("scene", "apply", "activate", "场景", "应用", "启用", "сцена", "включи", "примени"),
)
LIST_SCENES = Tool(
    name="list_scenes",
    group=Group.SCENES,
    description="List the saved scenes and what each keeps.",
    arguments=ListScenes,
    run=list_scenes,
    stops=True,
    tags=(Topic.SCENE,),
    keywords=("scenes", "list", "which", "场景", "列出", "сцены", "список"),
)
DELETE_SCENE = Tool(
    name="delete_scene",
    group=Group.SCENES,
    description="Delete a saved scene; it changes no device.",
    arguments=NamedScene,
    run=delete_scene,
    check=_check_named,
    writes=True,
    stops=True,
    tags=(Topic.SCENE,),
    keywords=("scene", "delete", "remove", "场景", "删除", "сцена", "удали"),
)
