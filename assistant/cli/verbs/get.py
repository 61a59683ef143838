"""`hearth get`: the state of one device, or one attribute, and nothing else on stdout."""

import json

from assistant.cli.exit import Exit
from assistant.cli.flags import Get
from assistant.cli.listing import VERSION, document, text
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import lines, note, say
from assistant.config import Config
from devices.model import Snapshot
from devices.resolve import Resolved, Target, Unresolved, resolve
from devices.view import View
from tools.words.speech import unresolved_sentence

_SHORT = {
    "target": "temperature",
    "current": "current_temperature",
    "position": "current_position",
    "mode": "hvac_mode",
}
"""Words people use for Home Assistant's attribute names."""


def run(flags: Get) -> int:
    """Print one state."""
    config = prepare(flags)
    return perform(lambda: _get(flags, config))


async def _get(flags: Get, config: Config) -> Exit:
    async with opened(flags, config) as runtime:
        view = runtime.house.home.view()
        found = _find(flags.entity, view)
        if isinstance(found, Unresolved):
            note(unresolved_sentence(config.language or "en", found, view))
            lines(f"  {candidate}" for candidate in found.candidates)
            return Exit.NO_TARGET
        return _print(flags, found, view)


def _find(name: str, view: View) -> Snapshot | Unresolved:
    exact = view.find(name)
    if exact is not None:
        return exact
    match resolve(Target(names=(name,)), view):
        case Resolved(snapshots):
            return snapshots[0]
        case unresolved:
            return unresolved


def _print(flags: Get, snapshot: Snapshot, view: View) -> Exit:
    if flags.attr is None:
        say(json.dumps({"v": VERSION, **document(snapshot, view)}) if flags.json else snapshot.word)
        return Exit.DONE
    known = {"state": snapshot.word, **snapshot.attributes()}
    name = flags.attr if flags.attr in known else _SHORT.get(flags.attr, flags.attr)
    if name not in known:
        note(f"{snapshot.entity.id} has no attribute {flags.attr} now; it has:")
        lines(f"  {attribute}" for attribute in known)
        return Exit.NO_TARGET
    value = known[name]
    say(json.dumps(value, ensure_ascii=False) if flags.json else text(value))
    return Exit.DONE
