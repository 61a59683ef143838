"""Sentences about rules that exist, undo and tools, as calls. Makes no rule."""

import re

from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from tools.words.spec import Tag
from tools.words.speech import say

_RULE_ID = re.compile(r"\ba\s?(\d+)\b|(?<![\w])a(\d+)", re.ASCII)


_BARE_ID = re.compile(r"(?<![\w.])a\d{1,6}(?![\w.])", re.ASCII)
_SWITCHES = (Tag.DELETE, Tag.ENABLE, Tag.DISABLE)


def switches(reading: Reading) -> bool:
    """Whether it only deletes or switches one rule by its id: "delete a1"."""
    ids = list(_BARE_ID.finditer(reading.text))
    if len(ids) != 1:
        return False
    left = [s for s in reading.spans if not (ids[0].start() <= s.start and s.end <= ids[0].end())]
    verbs = [s for s in left if not idle(s) and not s.has(Tag.RULE)]
    return bool(verbs) and all(s.has(*_SWITCHES) and not s.named for s in verbs)


def about(reading: Reading, rule_id: str) -> str:
    """The words with the id of the rule that was spoken of for "it": "delete it"; else empty."""
    said = [s for s in reading.spans if not idle(s) and not s.has(Tag.PRONOUN)]
    pronoun = next((s for s in reading.spans if s.has(Tag.PRONOUN) and not s.named), None)
    if pronoun is None or len(said) != 1 or not _of_rules(said[0], rule_id):
        return ""
    return f"{reading.text[: pronoun.start]} {rule_id} {reading.text[pronoun.end :]}".strip()


def _of_rules(span: Span, rule_id: str) -> bool:
    """Whether a verb is said of rules rather than of devices: "disable", not "turn off"."""
    if span.has(Tag.DELETE) or (rule_id.startswith("j") and span.has(Tag.UNDO)):
        return True
    return "rule" in (span.value(Tag.ENABLE), span.value(Tag.DISABLE))


def plan_rules(reading: Reading) -> Plan:
    """List, delete, enable or disable; without an id the list is shown, so that one can be named."""
    rule_id = _rule_id(reading)
    verbs = [s for s in reading.spans if not s.has(Tag.RULE) and not s.named]
    change = next((s for s in verbs if s.has(Tag.DELETE, Tag.ENABLE, Tag.DISABLE)), None)
    if change is None or not rule_id or reading.has(Tag.NOT):
        return Plan(
            Kind.RULES, (PlannedCall("list_automations"),), reason="list" if change is None else "which-rule"
        )
    if change.has(Tag.DELETE):
        return Plan(Kind.RULES, (PlannedCall("delete_automation", {"id": rule_id}),), reason="delete")
    enabled = change.has(Tag.ENABLE) and not change.has(Tag.DISABLE)
    call = PlannedCall("enable_automation", {"id": rule_id, "enabled": enabled})
    return Plan(Kind.RULES, (call,), reason="enable" if enabled else "disable")


def plan_undo(reading: Reading) -> Plan:
    """Undo the last change, or as many as were said."""
    count = next((span.number for span in reading.spans if span.number is not None), None)
    arguments = {"count": int(count)} if count is not None and 1 < count <= 20 and count == int(count) else {}
    return Plan(Kind.UNDO, (PlannedCall("undo", dict(arguments)),), reason="undo")


def plan_search(reading: Reading) -> Plan:
    """Look for tools by the words that are left."""
    asked = (
        " ".join(
            span.text for span in reading.spans if not idle(span) and not span.has(Tag.SEARCH, Tag.FILLER)
        )
        or reading.text.strip()
    )
    return Plan(Kind.SEARCH, (PlannedCall("search_tools", {"query": asked}),), reason="search")


def plan_talk(reading: Reading) -> Plan:
    """Greetings, thanks, help and free talk: words only, and what can be done."""
    said, greets = reading.code, [s.value(Tag.GREETING) for s in reading.spans if s.has(Tag.GREETING)]
    helped = say(said, "help")
    if greets and len(greets) == sum(1 for span in reading.spans if span.known and not span.has(Tag.FILLER)):
        phrase = greets[0]
        return Plan(Kind.CHAT, reply=say(said, phrase, help=helped), reason=phrase)
    if any(span.has(Tag.HELP) for span in reading.spans):
        return Plan(Kind.HELP, reply=helped, reason="help")
    if not reading.spans:
        return Plan(Kind.CHAT, reply=helped, reason="empty")
    return Plan(Kind.CHAT, reply=say(said, "chat_offline", help=helped), reason="free-talk")


def _rule_id(reading: Reading) -> str:
    found = _RULE_ID.search(reading.text)
    if found:
        return f"a{found[1] or found[2]}"
    numbers = [span.number for span in reading.spans if span.number is not None]
    return f"a{int(numbers[0])}" if len(numbers) == 1 and numbers[0] == int(numbers[0]) else ""
