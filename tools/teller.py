"""Rules and scenes in the words of this home: its zone and its names. Makes no words of its own."""

from datetime import datetime

from devices.automation.rule.rule import Rule
from tools.context import House
from tools.words.speech import rule_sentence
from tools.words.telling.scribe import Scribe


def rule_told(language: str, rule: Rule, house: House) -> str:
    """A rule as a sentence, marked when it is off."""
    scribe = scribe_of(language, house)
    return rule_sentence(language, rule, scribe.view, zone=scribe.zone, scene=scribe.scene)


def scribe_of(language: str, house: House, near: datetime | None = None) -> Scribe:
    """For the parts of a rule's sentence; `near` is when the rule was made."""

    def named(scene_id: str) -> str:
        return scene_name(scene_id, house)

    return Scribe(language, house.home.view(), house.zone, named, near)


def scene_name(scene_id: str, house: House) -> str:
    """The name of a scene, or its id when it is gone."""
    scene = house.scenes.scene(scene_id)
    return scene.name if scene is not None else scene_id
