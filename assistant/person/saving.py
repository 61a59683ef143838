"""What a person wants kept as a scene, as the tool takes it: devices, one room, or everything. Pure."""

from collections.abc import Sequence

from devices.model import Json
from devices.name import folded
from devices.view import View

ALL = frozenset({"all", "everything"})


def saving(name: str, targets: Sequence[str], view: View) -> dict[str, Json]:
    """The arguments of save_scene; `@` before a name, as the prompt writes it, is passed over."""
    bare = [target.removeprefix("@") for target in targets]
    if len(bare) == 1 and folded(bare[0]) in ALL:
        return {"name": name, "everything": True}
    if len(bare) == 1 and view.find(bare[0]) is None and (room := _room(bare[0], view)):
        return {"name": name, "area": room}
    return {"name": name, "targets": [*bare]}


def _room(text: str, view: View) -> str:
    """The id of the room of that name; empty when it is none."""
    wanted = folded(text)
    rooms = view.areas.values()
    found = (a.id for a in rooms if wanted in {folded(word) for word in (a.id, a.name, *a.aliases)})
    return next(found, "")
