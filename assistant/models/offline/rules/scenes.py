"""Sentences about scenes, and other names of things: save, apply, list, delete, call."""

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Reading, read
from assistant.models.offline.grammar.target import Choice, Found, Scope, aimed, groups
from assistant.models.offline.plan import HOLE, Kind, Plan, PlannedCall
from assistant.models.offline.turns.cut import CLOCKED
from assistant.models.offline.turns.mark import Mark, spot
from assistant.models.offline.turns.sentence import marked
from assistant.models.offline.watch.watched import unknown
from devices.kinds import KINDS
from devices.model import Json, Snapshot
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, say

_KINDS = ("save_scene", "drop_scene", "scenes", "run_scene", "alias")
_LATER = frozenset({*CLOCKED, "delay", "hold", "over", "day", "days", "part"})
"""What puts a scene off to another time, unless a part of the day is all that its name is."""
_HERE = (
    "this",
    "it",
    "that",
    "everything",
    "how it is",
    "how it is now",
    "это",
    "все",
    "как есть",
    "现在",
    "这个",
    "全部",
)


def about_scenes(reading: Reading) -> Mark | None:
    """What a sentence says of a scene or of a name; None if it is about none."""
    if reading.has(Tag.IF):
        return None
    found = spot(reading.text, reading.code, _KINDS)
    told = next((mark for kind in _KINDS for mark in found if mark.kind == kind), None)
    later = [mark for mark in marked(reading) if mark.kind in _LATER]
    named = told is not None and all(mark.kind == "part" and mark.text == _name(told) for mark in later)
    return told if named else None


def plan_scene(reading: Reading, view: View) -> Plan:
    """The call for such a sentence."""
    mark = about_scenes(reading)
    if mark is None or (reading.has(Tag.NOT) and mark.kind != "scenes"):
        return Plan(Kind.REFUSE, reply=say(reading.code, "negated"), reason="negated")
    name = _name(mark)
    match mark.kind:
        case "scenes":
            return Plan(Kind.SCENE, (PlannedCall("list_scenes"),), reason="list")
        case "save_scene":
            return _saved(mark, name, reading, view)
        case "alias":
            return _called(mark, name, reading, view)
        case _:
            tool = "delete_scene" if mark.kind == "drop_scene" else "apply_scene"
            return Plan(Kind.SCENE, (PlannedCall(tool, {"name": name}),), reason="scene")


def _name(mark: Mark) -> str:
    said = next((value for key, value in mark.said.items() if key.startswith("name")), "")
    return said.strip(" .!?。！'\"“”«»「」")


def _saved(mark: Mark, name: str, reading: Reading, view: View) -> Plan:
    """What is to be kept: the whole home only when that was said."""
    of = next((value.strip() for key, value in mark.said.items() if key.startswith("of")), "")
    arguments: dict[str, Json] = {"name": name} if name else {}
    if not of or of in _HERE:
        return Plan(Kind.SCENE, (PlannedCall("save_scene", arguments),), reason="scene")
    nouns = read(of, view, reading.code)
    areas = [area for span in nouns.spans for area in span.areas]
    things = any(s.entities or not s.known or s.has(Tag.KIND, Tag.THING) for s in nouns.spans)
    if areas and not things and len(areas) == 1:
        return Plan(Kind.SCENE, (PlannedCall("save_scene", {**arguments, "area": areas[0]}),), reason="scene")
    ids: list[Json] = []
    for group in groups(nouns):
        aim = aimed(group, Scope(view, _told))
        if not isinstance(aim, Found):
            problem = _unclear(aim.ids if isinstance(aim, Choice) else (), group.text, reading, view)
            call = PlannedCall("save_scene", {**arguments, "targets": [HOLE]}) if problem.choices else None
            return Plan(
                problem.kind,
                reply=problem.reply,
                choices=problem.choices,
                pending=call,
                reason=problem.reason,
            )
        ids += aim.ids
    call = PlannedCall("save_scene", {**arguments, "targets": list(dict.fromkeys(ids))})
    return Plan(Kind.SCENE, (call,), reason="scene")


def _called(mark: Mark, name: str, reading: Reading, view: View) -> Plan:
    of = next((value.strip() for key, value in mark.said.items() if key.startswith("of")), "")
    wanted = groups(read(of, view, reading.code))
    aim = aimed(wanted[0], Scope(view, lambda _snapshot: True)) if len(wanted) == 1 else None
    if isinstance(aim, Found) and len(aim.ids) == 1:
        return Plan(
            Kind.SCENE, (PlannedCall("set_alias", {"target": aim.ids[0], "alias": name}),), reason="alias"
        )
    problem = _unclear(aim.ids if isinstance(aim, Choice) else (), of, reading, view)
    pending = PlannedCall("set_alias", {"target": HOLE, "alias": name}) if problem.choices else None
    return Plan(
        problem.kind, reply=problem.reply, choices=problem.choices, pending=pending, reason=problem.reason
    )


def _told(snapshot: Snapshot) -> bool:
    """Whether a device can be told anything, and so brought back."""
    return bool(KINDS[snapshot.entity.domain].controls)


def _unclear(ids: tuple[str, ...], asked: str, reading: Reading, view: View) -> Problem:
    if ids:
        return Problem(Kind.CLARIFY, choice_question(reading.code, asked, ids, view), "ambiguous", ids)
    return unknown(reading.code, asked)
