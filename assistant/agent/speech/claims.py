"""Whether words claim an act or a state that nothing bears out. Pure; knows patterns by language only."""

import re
from collections.abc import Iterable

from assistant.agent.speech import states
from assistant.agent.speech.about import About, about
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import clauses, compiled, is_question, sentences
from assistant.models.offline.grammar.target import is_kind
from tools.words.packs import pack
from tools.words.spec import Claims
from tools.words.speech import detect
from tools.words.token import plain

ACT = "an act was claimed that nobody reported"
UNSEEN = "a state was claimed that nobody looked up"
AGAINST = "a state was claimed against the result"
_BARE_MARKS = " .!…。！,，*\"'"


def unfounded(text: str, facts: Facts) -> str:
    """The rule that a text breaks by claiming what nothing bears out; empty when it may be said."""
    if facts.question and not facts.completed and _answers(text, facts):
        return "a question about the home was answered without a look at it"
    if facts.question and _answers(text, facts) and states.wrong_answer(facts, agrees=_agrees(text, facts)):
        return AGAINST
    return next((rule for s in sentences(text) if (rule := claimed(s, facts))), "")


def claimed(sentence: str, facts: Facts) -> str:
    """The same of one sentence."""
    if is_question(sentence):
        return ""
    language = detect(sentence, facts.language)
    words = pack(language).claims
    parts = [plain(part).strip(_BARE_MARKS) for part in (sentence, *clauses(sentence))]
    if any(_says(words.bare, part, whole=True) for part in parts) and (facts.acts or not facts.before):
        return ACT
    unseen = not facts.completed and not facts.before
    if unseen and any(_says(words.verbless, part, whole=True) for part in parts):
        return UNSEEN
    subject = about(sentence, facts.view, facts.language)
    spared = False
    for clause in map(plain, clauses(sentence)):
        # "I can switch lights, set the heating": what is only possible goes on to be
        listed = spared and not _says(words.mine[:1], clause) and not _says(words.stands, clause)
        if not listed and (rule := _clause(clause, words, subject, facts)):
            return rule
        spared = spared or _says(words.spared, clause)
    return ""


def _clause(clause: str, words: Claims, subject: About, facts: Facts) -> str:
    if _says(words.spared, clause):
        return ""
    denied = _says(words.denied, clause)
    if not denied and _says(words.mine, clause) and (subject.home or subject.pronoun or _told_of(facts)):
        return "" if _earlier(subject, facts) else ACT
    stands = _says(words.stands, clause)
    if not stands and not denied and _says(words.passed, clause) and subject.home:
        founded = facts.completed or _earlier(subject, facts)
        if not founded:
            return ACT
        return AGAINST if states.current(facts) and _contradicts(clause, subject, facts, denied=False) else ""
    if stands and (subject.home or (subject.pronoun and (facts.question or facts.told))):
        return _standing(clause, subject, facts, denied=denied)
    return ""


def _told_of(facts: Facts) -> bool:
    """Whether things were looked up: in a language without pronouns "I locked already" speaks of them."""
    return bool(facts.told) and not pack(facts.language).claims.definite


def _standing(clause: str, subject: About, facts: Facts, *, denied: bool) -> str:
    """A state must be in a result of this turn, and not the other way round."""
    if not facts.completed:
        return UNSEEN
    if subject.entities and not subject.entities & facts.told.keys() and facts.told:
        return "a state was claimed of a device that no result speaks of"
    if not denied and states.missed(states.said(clause, facts, denied=False), facts):
        return AGAINST
    return AGAINST if _contradicts(clause, subject, facts, denied=denied) else ""


def _contradicts(clause: str, subject: About, facts: Facts, *, denied: bool) -> bool:
    """Whether all that is meant is told in the opposite state; a denial turns the words round."""
    known: set[str] | frozenset[str] = subject.entities & facts.told.keys()
    if not subject.entities:
        known = _of_kinds(subject, facts)
    if not subject.home and len(facts.told) == 1:
        known = set(facts.told)
    return states.against(states.said(clause, facts, denied=denied), known, facts)


def _of_kinds(subject: About, facts: Facts) -> set[str]:
    """The told entities of the kinds that are named, where no single thing is."""
    found = ((i, facts.view.find(i)) for i in facts.told)
    return {i for i, s in found if s is not None and any(is_kind(s, kind) for kind in subject.kinds)}


def _earlier(subject: About, facts: Facts) -> bool:
    """Whether it is told of acts of earlier turns, which had their receipts."""
    if facts.acts or not facts.before:
        return False
    return subject.entities <= facts.before if subject.entities else not subject.rooms


def _answers(text: str, facts: Facts) -> bool:
    """Whether the text begins with a yes or a no."""
    words = pack(detect(text, facts.language)).claims
    return any(re.match(pattern, plain(text).lstrip(_BARE_MARKS)) for pattern in words.answers)


def _agrees(text: str, facts: Facts) -> bool:
    """Whether the yes or no at the beginning is a yes."""
    language = detect(text, facts.language)
    first = re.split(r"[^\w]+", plain(text).lstrip(_BARE_MARKS), maxsplit=1)[0]
    known = {plain(word) for word in pack(language).answers["yes"]}
    return first in known


def _says(patterns: Iterable[str], clause: str, *, whole: bool = False) -> bool:
    found = (compiled(pattern) for pattern in patterns)
    return any(p.fullmatch(clause) if whole else p.search(clause) for p in found)
