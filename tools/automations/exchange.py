"""Rules as a document for another home or for keeping; what it names must be there, or nothing is taken."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from devices.automation.rule.action import Action, ApplyScene, Repeat, WaitUntil, steps
from devices.automation.rule.condition import AllOf, AnyOf, Condition, NotOf, Someone, Stands
from devices.automation.rule.read import rule_from_json
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleAdded
from devices.command import Command
from devices.errors import ConfigError
from devices.kinds import KINDS
from devices.model import Json
from devices.storage.form import form_of
from tools.automations.advice import conflict_lines
from tools.automations.weighing import weighed, withheld
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt, remember, told
from tools.teller import scene_name
from tools.words.speech import listed, say

VERSION = 1
FORMAT = "hearth-automations"
_OWN = ("id", "created_at", "enabled", "grants")
"""What belongs to one home alone: it is not written, and not taken from what another one wrote."""


class Lacks(StrEnum):
    """Why a document can't be taken."""

    BROKEN = "broken"
    ENTITY = "entity"
    CONTROL = "control"
    SCENE = "scene"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is missing; `rule` counts from 0, `name` is an id, a scene's name or what is wrong."""

    rule: int
    lacks: Lacks
    name: str


@dataclass(frozen=True, slots=True)
class Import:
    """A document as it was read: all its rules, without ids, or all that is missing."""

    rules: tuple[Rule, ...] = ()
    faults: tuple[Fault, ...] = ()


def exported(rules: Sequence[Rule], context: ToolContext) -> Json:
    """Rules as one JSON document; scenes go by their names, ids and permissions stay here."""
    scenes: dict[str, Json] = {
        scene_id: scene_name(scene_id, context.house) for rule in rules for scene_id in rule.scenes
    }
    documents: list[Json] = [
        {key: value for key, value in rule_to_json(rule).items() if key not in _OWN} for rule in rules
    ]
    return {"format": FORMAT, "v": VERSION, "scenes": scenes, "rules": documents}


def look_through(document: Json, context: ToolContext) -> Import:
    """Read a document (or its text) and check everything that it names against this home."""
    try:
        form = form_of(document, "file")
        if form.text("format", "") != FORMAT or form.number("v") != VERSION:
            return Import(faults=(Fault(0, Lacks.BROKEN, f"file: no {FORMAT} of version {VERSION}"),))
        if not _writable(form.fields):
            return Import(faults=(Fault(0, Lacks.BROKEN, "file: half a letter, in a text"),))
        names = {key: str(name) for key, name in form.object("scenes").items()}
        found = [rule.fields for rule in form.forms("rules")]
    except ConfigError as error:
        return Import(faults=(Fault(0, Lacks.BROKEN, str(error)),))
    rules: list[Rule] = []
    faults: list[Fault] = []
    for place, fields in enumerate(found):
        try:
            rule = rule_from_json({key: value for key, value in fields.items() if key not in _OWN})
        except ConfigError as error:
            faults.append(Fault(place, Lacks.BROKEN, str(error)))
            continue
        faults += _faults(place, rule, names, context)
        rules.append(_with_own_scenes(rule, names, context))
    return Import((), tuple(dict.fromkeys(faults))) if faults else Import(tuple(rules))


def _writable(document: Json) -> bool:
    """Whether its texts can be shown and sent: half of a surrogate pair can be neither."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


async def import_rules(document: Json, context: ToolContext) -> ToolResult:
    """Take all rules of a document or none; what a person must allow of a new rule is asked here too."""
    read = look_through(document, context)
    language = context.language
    if read.faults:
        text = say(language, "import_none", why="\n".join(_told(read.faults, context)))
        data: list[Json] = [{"rule": f.rule, "lacks": f.lacks.value, "name": f.name} for f in read.faults]
        return ToolResult(Ending.FATAL, text, data=data, error="something is missing", reason="missing")
    judged = context.house.home.judge(context.request(weighed(read.rules, context)))
    if not all(verdict.allowed for verdict in judged):
        return receipt(withheld(judged), context)
    now = context.house.clock.now()
    made = [await context.house.book.add(replace(rule, created_at=now)) for rule in read.rules]
    undo = await remember((), context, *(RuleAdded(rule.id, rule_to_json(rule)) for rule in made))
    lines = [say(language, "import_done", count=len(made))]
    lines += [
        say(language, "rule_line", id=rule.id, rule=line)
        for rule in made
        for line in conflict_lines(rule, context)
    ]
    text = told("\n".join(lines), undo, context)
    return ToolResult(Ending.COMPLETED, text, data={"ids": [rule.id for rule in made]}, undo=undo)


def _faults(place: int, rule: Rule, names: dict[str, str], context: ToolContext) -> Iterable[Fault]:
    view = context.house.home.view()
    for entity_id in entities_of(rule):
        if view.find(entity_id) is None:
            yield Fault(place, Lacks.ENTITY, entity_id)
    for command in rule.commands:
        if not _can(command, context):
            yield Fault(place, Lacks.CONTROL, f"{command.entity_id}={command.control}")
    for scene_id in rule.scenes:
        if context.house.scenes.find(names.get(scene_id, scene_id)) is None:
            yield Fault(place, Lacks.SCENE, names.get(scene_id, scene_id))


def entities_of(rule: Rule) -> tuple[str, ...]:
    """Every entity that a rule watches, looks at or commands, each once."""
    found: dict[str, None] = {}
    for trigger in rule.triggers:
        found |= dict.fromkeys(getattr(trigger, "entities", ()))
    for condition in _conditions(rule):
        found |= dict.fromkeys(_looked_at(condition))
    return tuple(found | dict.fromkeys(command.entity_id for command in rule.commands))


def _conditions(rule: Rule) -> Iterable[Condition]:
    yield from rule.conditions
    for action in steps((*rule.actions, *rule.until)):
        if isinstance(action, WaitUntil):
            yield action.condition
        elif isinstance(action, Repeat) and action.until is not None:
            yield action.until


def _looked_at(condition: Condition) -> Iterable[str]:
    match condition:
        case Threshold() | Stands() | Someone():
            yield from condition.entities
        case AllOf(of=parts) | AnyOf(of=parts) | NotOf(of=parts):
            for part in parts:
                yield from _looked_at(part)
        case _:
            return


def _can(command: Command, context: ToolContext) -> bool:
    """Whether the entity, if it is here, can be told this."""
    snapshot = context.house.home.view().find(command.entity_id)
    return snapshot is None or KINDS[snapshot.entity.domain].control(command.control) is not None


def _with_own_scenes(rule: Rule, names: dict[str, str], context: ToolContext) -> Rule:
    """The same rule with the ids that its scenes have here."""
    actions, until = (
        tuple(_scene_here(action, names, context) for action in part) for part in (rule.actions, rule.until)
    )
    return replace(rule, actions=actions, until=until)


def _scene_here(action: Action, names: dict[str, str], context: ToolContext) -> Action:
    match action:
        case ApplyScene(scene_id=scene_id):
            scene = context.house.scenes.find(names.get(scene_id, scene_id))
            return action if scene is None else ApplyScene(scene.id)
        case Repeat():
            inner = tuple(_scene_here(one, names, context) for one in action.actions)
            return replace(action, actions=inner)
        case _:
            return action


def _told(faults: Sequence[Fault], context: ToolContext) -> list[str]:
    """All that is missing, one line a kind."""
    language, lines = context.language, list[str]()
    lines += [say(language, "import_broken", path=f.name) for f in faults if f.lacks is Lacks.BROKEN]
    for lacks, phrase in _PHRASES.items():
        names = list(dict.fromkeys(fault.name for fault in faults if fault.lacks is lacks))
        if names:
            lines.append(say(language, phrase, names=listed(language, names)))
    return lines


_PHRASES = {
    Lacks.ENTITY: "import_missing",
    Lacks.CONTROL: "import_cant",
    Lacks.SCENE: "import_scenes",
}
