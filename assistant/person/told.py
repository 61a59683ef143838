"""What rules say by themselves, in short chrome words: why one runs, and what a notice tells. Pure."""

from collections.abc import Mapping

from devices.automation.rule.rule import Rule
from devices.view import View
from tools.words.speech import rule_sentence


def because(facts: Mapping[str, str], view: View) -> str:
    """What set a rule off: "Hall motion is on", "Temperature is 27.5 °C"; its time where no entity did."""
    entity_id = facts.get("entity_id", "")
    snapshot = view.find(entity_id)
    name = snapshot.entity.name if snapshot else entity_id
    if not name:
        return "its time came"
    if "value" in facts:
        unit = (snapshot.entity.unit if snapshot else None) or ""
        return f"{name} is {facts['value']} {unit}".rstrip()
    word = facts.get("word", "")
    return f"{name} is {word.replace('_', ' ')}" if word else name


def asker(rule_id: str, facts: Mapping[str, str], view: View) -> str:
    """Who asks, and why: "rule a3, because Hall motion is on"."""
    kind = "job" if rule_id.startswith("j") else "rule"
    return f"{kind} {rule_id}, because {because(facts, view)}"


def notice_text(message: str, rule: Rule | None, facts: Mapping[str, str], view: View, language: str) -> str:
    """A notice's own words, else the sentence of its rule and what set it off."""
    if message:
        return message
    why = because(facts, view)
    why = f"{why[:1].upper()}{why[1:]}."
    return f"{rule_sentence(language, rule, view)} {why}" if rule is not None else why
