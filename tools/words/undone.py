"""What undo asks and tells, one sentence a thing. Says only what it is given; takes nothing back."""

from dataclasses import replace

from devices.automation.books.scenes import Scene
from devices.automation.rule.rule import Rule
from devices.automation.undo.plan import (
    Course,
    DropRule,
    DropScene,
    PutRule,
    PutScene,
    SetAliases,
)
from devices.automation.undo.standing import Sort, Stand, State
from devices.command import Command
from devices.view import View
from tools.words.catalogue import listed, say, state_label
from tools.words.packs import pack
from tools.words.ruling import rule_sentence
from tools.words.sentence import action_text, state_text
from tools.words.telling.scribe import Scribe


def state_told(course: Course, state: State, scribe: Scribe) -> str:
    """How a thing stands, or would stand, in a few words; empty when it isn't there."""
    language, view = scribe.language, scribe.view
    match state:
        case Stand():
            now = view.find(course.about)
            return state_text(language, replace(now, state=state), now.entity.name) if now else state.word
        case Rule():
            return _rule_told(state, scribe)
        case Scene():
            return members_told(language, state, view)
        case tuple():
            return listed(language, state)
        case _:
            return ""


def members_told(language: str, scene: Scene, view: View, most: int = 8) -> str:
    """What a scene holds: "Floor lamp on at 40 %, Blinds closed", and how many more."""
    parts: list[str] = []
    for entity_id, member in list(scene.members.items())[:most]:
        now = view.find(entity_id)
        name = now.entity.name if now else entity_id
        kept = Stand(member.word, member.attributes)
        state = state_text(language, replace(now, state=kept), name) if now else member.word
        parts.append(say(language, "scene_part", name=name, state=state))
    if len(scene.members) > most:
        parts.append(say(language, "scene_more", count=len(scene.members) - most))
    return pack(language).comma.join(parts)


def doubt_told(course: Course, scribe: Scribe) -> str:
    """The question whether to take back what somebody changed since."""
    language, view = scribe.language, scribe.view
    now, then = (state_told(course, state, scribe) for state in (course.now, course.beyond))
    match course.sort:
        case Sort.DEVICE:
            return say(
                language, "undo_ask_device", name=name_of(language, course, view), state=now, before=then
            )
        case Sort.RULE:
            phrase = "undo_ask_rule" if then else "undo_ask_rule_drop"
            return say(language, phrase, id=course.about, rule=then)
        case Sort.SCENE:
            phrase = "undo_ask_scene" if then else "undo_ask_scene_drop"
            return say(language, phrase, name=name_of(language, course, view), states=then)
        case Sort.ALIASES:
            phrase = "undo_ask_names" if then else "undo_ask_names_drop"
            return say(language, phrase, name=name_of(language, course, view), names=then)


def keep_told(language: str, rule: Rule, risky: tuple[Command, ...], view: View) -> str:
    """The question whether a rule that may do something risky shall stand again."""
    actions = [action_text(language, command, _named(command.entity_id, view)) for command in risky]
    return say(language, "undo_ask_keep", id=rule.id, action=listed(language, actions))


def step_told(step: PutRule | DropRule | PutScene | DropScene | SetAliases, scribe: Scribe) -> str:
    """What was taken back of a rule, a scene or the names of an entity."""
    language = scribe.language
    match step:
        case DropRule(rule=rule):
            text = say(language, "undone_rule_added", id=rule.id)
        case PutRule(rule=rule, replaced=None):
            text = say(language, "undone_rule_removed", id=rule.id)
        case PutRule(rule=rule, replaced=now) if now == replace(rule, enabled=not rule.enabled):
            state = state_label(language, "on" if rule.enabled else "off")
            text = say(language, "undone_rule_switched", id=rule.id, state=state)
        case PutRule(rule=rule):
            text = say(language, "undone_rule_changed", id=rule.id, rule=_rule_told(rule, scribe))
        case PutScene(scene=scene):
            text = say(language, "undone_scene_back", name=scene.name)
        case DropScene(scene=scene):
            text = say(language, "undone_scene_gone", name=scene.name)
        case SetAliases(entity_id=entity_id, aliases=names):
            phrase = "undone_names" if names else "undone_names_none"
            text = say(language, phrase, name=_named(entity_id, scribe.view), names=listed(language, names))
    return text


def left_told(language: str, course: Course, view: View) -> str:
    """That a thing stays as somebody made it."""
    return say(language, "undo_left", name=name_of(language, course, view))


def name_of(language: str, course: Course, view: View) -> str:
    """What a thing is called."""
    if course.sort is Sort.RULE:
        return say(language, "undo_rule", id=course.about)
    for state in (course.now, course.goal, course.beyond):
        if isinstance(state, Scene):
            return state.name
    return _named(course.about, view)


def _named(entity_id: str, view: View) -> str:
    found = view.find(entity_id)
    return found.entity.name if found else entity_id


def _rule_told(rule: Rule, scribe: Scribe) -> str:
    return rule_sentence(scribe.language, rule, scribe.view, zone=scribe.zone, scene=scribe.scene)
