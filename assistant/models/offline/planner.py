"""From a sentence to a plan: routes it, then lets the part of its kind plan. Pure; calls nothing."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from assistant.models.offline.choice import plan_choice, with_subject
from assistant.models.offline.command import plan_command
from assistant.models.offline.grammar.reading import Reading, read
from assistant.models.offline.ledger import about, plan_rules, plan_search, plan_talk, plan_undo
from assistant.models.offline.past.cause import plan_why
from assistant.models.offline.past.plan import plan_history
from assistant.models.offline.plan import Kind, Pending, Plan, PlannedCall
from assistant.models.offline.question import plan_question
from assistant.models.offline.router import asks, begs, foreign, greets, joins, orders, routed
from assistant.models.offline.rules.kept import keeps, plan_kept
from assistant.models.offline.rules.planning import plan_lasting
from assistant.models.offline.rules.scenes import plan_scene
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say

__all__ = ["Glance", "Kind", "Pending", "Plan", "PlannedCall", "glance", "plan"]

_RULE_ID = re.compile(r"[aj]\d+")
_RECENT: dict[tuple[str, str, str], tuple[View, Plan]] = {}
"""Plans just made, each with the very view it was made in: within a turn several ask for the same one."""
_MOST_RECENT = 8
_LONGEST = 400
"""A longer text is no single wish; planning stays quick whatever is pasted."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the words show: the kind of sentence, and its tone.

    Whether they ask, order, join what was said before, beg politely, come from a language that is not read
    here, or only greet.
    """

    kind: Kind
    asks: bool
    orders: bool
    joins: bool
    begs: bool
    foreign: bool
    greets: bool


def glance(text: str, language: str, view: View) -> Glance:
    """The kind of a sentence and its tone, by its words and the home's names: a "night light" is no time."""
    reading = read(text[:_LONGEST], view, language)
    kind, tones = routed(reading).kind, (asks, orders, joins, begs, foreign, greets)
    return Glance(kind, *(tone(reading) for tone in tones))


def plan(text: str, view: View, language: str, pending: Pending | None = None, subject: str = "") -> Plan:
    """What to do about a sentence in this home.

    Args:
        text: the user's words.
        view: the home as it is.
        language: "en", "zh" or "ru".
        pending: the question back of the turn before, if there was one.
        subject: the one entity, or the id of the one rule, that the turn before was about; what "it" means.
    """
    if len(text) > _LONGEST:
        return Plan(Kind.REFUSE, reply=say(language, "too_long"), reason="too-long")
    if pending is not None and (picked := plan_choice(read(text, view, language), view, pending)) is not None:
        return picked
    kept = _RECENT.get((text, language, subject))
    if kept is not None and kept[0] is view:
        return kept[1]
    planned = _planned(text, read(text, view, language), view, subject)
    if len(_RECENT) >= _MOST_RECENT:
        _RECENT.clear()
    _RECENT[text, language, subject] = (view, planned)
    return planned


def _planned(text: str, reading: Reading, view: View, subject: str) -> Plan:
    if _RULE_ID.fullmatch(subject) and (words := about(reading, subject)):
        reading = read(words, view, reading.code)
    kind = routed(reading).kind
    if keeps(reading) and kind is Kind.RULES:
        return plan_kept(reading, view, subject)
    if (kind in _ABOUT_HOME or kind in _LATER) and not view.snapshots and not reading.has(Tag.NOT):
        return Plan(kind, reply=say(reading.code, "home_empty"), reason="home_empty")
    spoken = subject if view.find(subject) is not None else ""
    if kind in _LATER:
        made = plan_lasting(text, view, reading.code, (spoken,) if spoken else ())
        return replace(made, later=kind is Kind.TIMER)
    if kind in _LEANING and spoken:
        return _ABOUT_HOME[kind](with_subject(reading, spoken), view)
    if kind in _ABOUT_HOME:
        return _ABOUT_HOME[kind](reading, view)
    return _ABOUT_HEARTH.get(kind, plan_talk)(reading)


_LATER = frozenset({Kind.RULE, Kind.TIMER})
"""Kinds of sentences that are not about now."""
_LEANING = frozenset({Kind.COMMAND, Kind.QUESTION, Kind.HISTORY, Kind.WHY})
"""Kinds of sentences in which a pronoun may be the subject of the turn before."""
_ABOUT_HOME: Mapping[Kind, Callable[[Reading, View], Plan]] = {
    Kind.COMMAND: plan_command,
    Kind.QUESTION: plan_question,
    Kind.HISTORY: plan_history,
    Kind.WHY: plan_why,
    Kind.SCENE: plan_scene,
}
_ABOUT_HEARTH: Mapping[Kind, Callable[[Reading], Plan]] = {
    Kind.RULES: plan_rules,
    Kind.UNDO: plan_undo,
    Kind.SEARCH: plan_search,
}
