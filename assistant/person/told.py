"""What rules say by themselves, in short chrome words: why one runs, and what a notice tells. Pure."""

from collections.abc import Mapping

from devices.automation.books.notices import Notice
from devices.events import NoticePosted
from devices.view import View
from tools.context import House
from tools.teller import rule_told


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


def notice_text(notice: Notice | NoticePosted, house: House, language: str) -> str:
    """A notice's own words, else the sentence of its rule and what set it off."""
    if notice.message:
        return notice.message
    why = because(notice.facts, house.home.view())
    why = f"{why[:1].upper()}{why[1:]}."
    rule = house.book.rule(notice.rule_id)
    return f"{rule_told(language, rule, house)} {why}" if rule is not None else why
