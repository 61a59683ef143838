"""A sentence about later or always as a plan: a rule, a job, or a question where a part is unclear."""

from dataclasses import replace

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import idle, read
from assistant.models.offline.plan import Kind, Plan
from assistant.models.offline.rules.arguments import called, entities_of
from assistant.models.offline.rules.draft import Draft, drafted
from assistant.models.offline.rules.pairing import apart
from assistant.models.offline.turns.cut import PREDICATES
from assistant.models.offline.turns.mark import every
from assistant.models.offline.turns.sentence import Sentence, marked, parted
from assistant.models.offline.watch.watched import Ground
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say


def plan_lasting(text: str, view: View, code: str, subject: tuple[str, ...] = ()) -> Plan:
    """A plan for a sentence with a condition or a time; asks or refuses when a part of it is not clear."""
    sentence = parted(text, view, code)
    if _forbids(sentence):
        return Plan(Kind.REFUSE, reply=say(code, "negated"), reason="negated")
    ground, rules = Ground(view, code, subject=subject), apart(sentence)
    first = drafted(rules[0], ground)
    if len(rules) == 1 or isinstance(first, Problem):
        return _told(first, rules[0], alone=len(rules) == 1)
    sensors = tuple(str(i) for one in first.when for i in entities_of(one))
    second = drafted(rules[1], replace(ground, subject=(*sensors, *first.steps.targets)))
    if isinstance(second, Problem):
        return _told(second, rules[1], alone=False)
    if (one := _one_rule(first, second)) is not None:
        return called(one, rules[0])
    plans = [called(first, rules[0]), called(second, rules[1])]
    bad = next((plan for plan in plans if not plan.calls), None)
    if bad is not None:
        return replace(bad, choices=(), pending=None)
    return replace(plans[0], calls=tuple(call for plan in plans for call in plan.calls))


def _forbids(sentence: Sentence) -> bool:
    """Whether the sentence begins with a no: all of it is then unwanted."""
    reading = read(sentence.text, sentence.view, sentence.code)
    first = next((span for span in reading.spans if not idle(span)), None)
    inside = [*marked(reading), *every(sentence.text, sentence.code, PREDICATES)]
    return (
        first is not None
        and first.has(Tag.NOT)
        and not first.named
        and not any(mark.start <= first.start < mark.end for mark in inside)
    )


def _told(draft: Draft | Problem, sentence: Sentence, *, alone: bool) -> Plan:
    """The plan for what is all of a sentence, or the question about one of its two rules."""
    if not isinstance(draft, Problem):
        return called(draft, sentence)
    choices, pending = (draft.choices, draft.pending) if alone else ((), None)
    return Plan(draft.kind, reply=draft.reply, choices=choices, pending=pending, reason=draft.reason)


def _one_rule(first: Draft, second: Draft) -> Draft | None:
    """On above and off below, of one sensor and one thing, is a single rule with a gap between."""
    plain = all(len(d.when) == 1 and d.when[0]["kind"] == "threshold" for d in (first, second))
    bare = not any(
        (second.only_if, second.unless, second.at_end, second.more, first.at_end, first.asked, second.asked)
    )
    if (
        not plain
        or not bare
        or "for_seconds" in second.when[0]
        or first.steps.targets != second.steps.targets
    ):
        return None
    limit, back = first.when[0], second.when[0]
    for side, other in (("above", "below"), ("below", "above")):
        value, until = limit.get(side), back.get(other)
        single = other not in limit and side not in back and entities_of(limit) == entities_of(back)
        if single and isinstance(value, float) and isinstance(until, float):
            fits = until <= value if side == "above" else until >= value
            return (
                replace(first, when=({**limit, "until": until},), at_end=second.steps.then) if fits else None
            )
    return None
