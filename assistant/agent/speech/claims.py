"""Whether words claim an act or a state that nothing bears out. Pure; knows patterns by language only."""

import re
from collections.abc import Iterable
from functools import cache

from assistant.agent.speech.about import About, about
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import clauses, sentences
from assistant.models.offline.grammar.reading import read
from assistant.models.offline.grammar.target import is_kind
from tools.words.packs import pack
from tools.words.spec import Claims, Tag
from tools.words.speech import detect
from tools.words.token import plain

ACT = "an act was claimed that nobody reported"
_OPPOSITES = {"on": "off", "open": "closed", "locked": "unlocked"} | {
    "off": "on",
    "closed": "open",
    "unlocked": "locked",
}
_OF_LOCKS = {"open": "unlocked", "closed": "locked"}
_BARE_MARKS = " .!…。！,，*\"'"


def unfounded(text: str, facts: Facts) -> str:
    """The rule that a text breaks by claiming what nothing bears out; empty when it may be said."""
    if facts.question and not facts.completed and _answers(text, facts):
        return "a question about the home was answered without a look at it"
    return next((rule for s in sentences(text) if (rule := claimed(s, facts))), "")


def claimed(sentence: str, facts: Facts) -> str:
    """The same of one sentence."""
    if sentence.rstrip(" \"'»”)*\n").endswith(("?", "？")):
        return ""
    language = detect(sentence, facts.language)
    words = pack(language).claims
    parts = [sentence, *clauses(sentence)]
    bare = any(_says(words.bare, plain(part).strip(_BARE_MARKS), whole=True) for part in parts)
    if bare and (facts.acts or not facts.before):
        return ACT
    subject = about(sentence, facts.view, facts.language)
    return next((rule for c in clauses(sentence) if (rule := _clause(plain(c), words, subject, facts))), "")


def _clause(clause: str, words: Claims, subject: About, facts: Facts) -> str:
    if _says(words.spared, clause):
        return ""
    denied = _says(words.denied, clause)
    if not denied and _says(words.mine, clause) and (subject.home or subject.pronoun):
        return "" if _earlier(subject, facts) else ACT
    stands = _says(words.stands, clause)
    if not stands and not denied and _says(words.passed, clause) and subject.home:
        founded = facts.completed or _earlier(subject, facts)
        return "" if founded else ACT
    if stands and subject.home:
        return _standing(clause, subject, facts)
    return ""


def _standing(clause: str, subject: About, facts: Facts) -> str:
    """A state must be in a result of this turn, and not the other way round."""
    if not facts.completed:
        return "a state was claimed that nobody looked up"
    if subject.entities and not subject.entities & facts.told.keys() and facts.told:
        return "a state was claimed of a device that no result speaks of"
    return "a state was claimed against the result" if _contradicts(clause, subject, facts) else ""


def _contradicts(clause: str, subject: About, facts: Facts) -> bool:
    """Whether all that is meant is told in the opposite state; a denial turns the words round."""
    known = (subject.entities & facts.told.keys()) or (
        set() if subject.entities else _of_kinds(subject, facts)
    )
    language = detect(clause, facts.language)
    reported = {state for entity_id in known for state in facts.told[entity_id]}
    if not reported or _says(pack(language).claims.denied, clause):
        return False
    loose = [s for s in read(clause, facts.view, language).spans if not s.named]
    said = {s for span in loose for tag in (Tag.STATE, Tag.PARTICLE) for s in span.values(tag)}
    said &= _OPPOSITES.keys()
    meant = said | {_OF_LOCKS[state] for state in said & _OF_LOCKS.keys()}
    return len(said) == 1 and reported <= {_OPPOSITES[state] for state in meant}


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


def _says(patterns: Iterable[str], clause: str, *, whole: bool = False) -> bool:
    found = (_compiled(pattern) for pattern in patterns)
    return any(p.fullmatch(clause) if whole else p.search(clause) for p in found)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
