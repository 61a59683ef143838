"""`hearth scenes`: saved pictures of devices: list, save, apply, delete."""

import json

from assistant.cli.exit import Exit
from assistant.cli.flags import Listing
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, say
from assistant.cli.verbs.rules.flags import ApplyScene, DeleteScene, SaveScene
from assistant.cli.verbs.rules.hand import carried, context_of, told
from assistant.cli.verbs.rules.known import missing
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.person.saving import saving
from assistant.runtime import Runtime
from devices.automation.books.scenes import Scene
from devices.model import Json
from devices.view import View


def run(flags: Listing) -> int:
    """List, save, apply or delete."""
    config = prepare(flags)
    return perform(lambda: _scenes(flags, config))


async def _scenes(flags: Listing, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        match flags:
            case SaveScene():
                arguments = saving(flags.name, flags.targets, runtime.house.home.view())
                context = context_of(flags, config, runtime, f"hearth scenes save {flags.name}")
                return told(flags, await carried(flags, runtime, "save_scene", arguments, context))
            case ApplyScene() | DeleteScene():
                return await _one(flags, config, runtime)
            case _:
                return _list(flags, runtime)


async def _one(flags: ApplyScene | DeleteScene, config: Config, runtime: Runtime) -> Exit:
    scenes = runtime.house.scenes
    if scenes.find(flags.name) is None:
        missing(f"scene {flags.name}", [scene.name for scene in scenes.scenes()])
        return Exit.NO_TARGET
    tool = "apply_scene" if isinstance(flags, ApplyScene) else "delete_scene"
    context = context_of(flags, config, runtime, f"hearth {tool.replace('_', ' ')} {flags.name}")
    return told(flags, await carried(flags, runtime, tool, {"name": flags.name}, context))


def _list(flags: Listing, runtime: Runtime) -> Exit:
    scenes, view = runtime.house.scenes.scenes(), runtime.house.home.view()
    if flags.json:
        say(json.dumps({"v": VERSION, "scenes": [_document(scene) for scene in scenes]}, ensure_ascii=False))
    elif scenes:
        say("\n".join(columns([(scene.id, scene.name, _members(scene, view)) for scene in scenes])))
    elif not flags.quiet:
        note("no scenes yet; for instance: hearth scenes save evening light.kitchen light.hall")
    return Exit.DONE


def _members(scene: Scene, view: View) -> str:
    named = ((view.find(entity_id), entity_id, member) for entity_id, member in scene.members.items())
    return ", ".join(
        f"{snapshot.entity.name if snapshot else entity_id} {member.word}"
        for snapshot, entity_id, member in named
    )


def _document(scene: Scene) -> dict[str, Json]:
    return {
        "id": scene.id,
        "name": scene.name,
        "created_at": scene.created_at.isoformat() if scene.created_at else None,
        "members": {entity_id: member.word for entity_id, member in scene.members.items()},
    }
