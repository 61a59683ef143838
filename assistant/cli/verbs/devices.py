"""`hearth devices`: what there is and what it reports, by room."""

import json
from itertools import groupby

from assistant.cli.exit import Exit
from assistant.cli.flags import Devices
from assistant.cli.listing import VERSION, document, row
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, heading, lines, note, say, screen
from assistant.config import Config
from devices.model import Snapshot
from devices.name import folded
from devices.view import View
from tools.words.speech import say as words


def run(flags: Devices) -> int:
    """List the devices."""
    config = prepare(flags)
    return perform(lambda: _list(flags, config))


async def _list(flags: Devices, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        view = runtime.house.home.view()
        shown = _chosen(flags, view)
        if not view.snapshots:
            note(words("en", "home_empty"))
        if flags.room is not None and not _rooms(flags.room, view):
            if view.areas:
                note(f"no room is called {flags.room}; there are:")
                lines(sorted(f"  {area.name}" for area in view.areas.values()))
            return Exit.NO_TARGET
        if flags.json:
            found = [document(snapshot, view) for snapshot in shown]
            say(json.dumps({"v": VERSION, "devices": found}, ensure_ascii=False))
        elif screen():
            _by_room(shown, view)
        elif shown:
            say("\n".join(columns([row(snapshot, view) for snapshot in shown])))
    return Exit.DONE


def _chosen(flags: Devices, view: View) -> list[Snapshot]:
    """Pick what was asked for, in the order of rooms; technical entities stay out."""
    found = [s for s in view.exposed() if not s.entity.category]
    if flags.room is not None:
        rooms = _rooms(flags.room, view)
        found = [s for s in found if s.entity.area in rooms]
    if flags.state is not None:
        found = [s for s in found if folded(s.word) == folded(flags.state)]
    return sorted(found, key=lambda s: (view.area_name(s.entity), s.entity.id))


def _rooms(name: str, view: View) -> set[str]:
    """Find the areas that go by this name, by id, name or alias."""
    return {
        area.id
        for area in view.areas.values()
        if folded(name) in {folded(word) for word in (area.id, area.name, *area.aliases)}
    }


def _by_room(shown: list[Snapshot], view: View) -> None:
    rows = [row(snapshot, view) for snapshot in shown]
    laid = iter(columns([(f"  {name}", state, more, entity_id) for entity_id, name, _, state, more in rows]))
    for room, members in groupby(rows, key=lambda cells: cells[2]):
        heading(room or "No room")
        for _ in members:
            say(next(laid))
