"""All parts of a sentence about later or always, understood; or why one of them is not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.models.offline.command import Problem
from assistant.models.offline.plan import HOLE, Kind
from assistant.models.offline.rules.ending import Ending, ending
from assistant.models.offline.rules.pairing import own_time, tangled
from assistant.models.offline.rules.segment import Step, Steps
from assistant.models.offline.rules.steps import steps_of
from assistant.models.offline.rules.trigger import find_trigger
from assistant.models.offline.turns.cut import CONDITIONS, TIMED, Role
from assistant.models.offline.turns.mark import Mark, every
from assistant.models.offline.turns.sentence import Part, Sentence
from assistant.models.offline.turns.timed import Times, days_hold, times_of
from assistant.models.offline.watch.conditions import conditions
from assistant.models.offline.watch.watched import Ground, Predicate, unknown
from devices.model import Json
from tools.words.speech import say


@dataclass(frozen=True, slots=True)
class Draft:
    """All that was understood of a rule or a job, before it becomes arguments."""

    steps: Steps
    times: Times
    when: tuple[Mapping[str, Json], ...] = ()
    only_if: tuple[Mapping[str, Json], ...] = ()
    unless: tuple[Mapping[str, Json], ...] = ()
    at_end: tuple[Step, ...] = ()
    any_of: bool = False
    once: bool = False
    asked: tuple[tuple[str, tuple[str, ...]], ...] = ()
    more: Mapping[str, Json] = field(default_factory=dict)


def drafted(sentence: Sentence, ground: Ground) -> Draft | Problem:
    """Every part of the sentence understood, or why one is not."""
    main = sentence.of(*CONDITIONS)
    read = _blocked(sentence, ground) or _conditions(main, ground)
    if isinstance(read, Problem):
        return read
    predicates, any_of = read
    orders = _orders(sentence, ground, predicates)
    if isinstance(orders, Problem):
        return orders
    if open_questions(predicates):
        near = _conditions(main, replace(ground, room=_area(orders.targets, ground)))
        predicates, any_of = read if isinstance(near, Problem) else near
    if _maybe_now(sentence, orders, predicates):
        return Problem(Kind.CLARIFY, say(ground.code, "rule_or_now"), "now-or-always")
    return _limited(sentence, ground, orders, predicates, any_of=any_of)


def _maybe_now(sentence: Sentence, orders: Steps, predicates: Sequence[Predicate]) -> bool:
    """For instance "if the light is on, turn it off": that may well be meant for this moment only."""
    parts = sentence.of(*CONDITIONS)
    if len(parts) != 1 or parts[0].role is not Role.IF or sentence.lasting or len(predicates) != 1:
        return False
    when = predicates[0].when or {}
    plain = when.get("kind") == "state" and "for_seconds" not in when and not orders.delay
    return plain and len(orders.then) == 1 and orders.targets == predicates[0].entities


def _blocked(sentence: Sentence, ground: Ground) -> Problem | None:
    """What no rule can hold: an "otherwise", a phone, a count, parts that are tangled."""
    odd = [
        mark.text for mark in (*sentence.turns("gadget"), *every(sentence.text, ground.code, ("counted",)))
    ]
    odd += [part.text.strip() or sentence.text for part in sentence.of(Role.ELSE)]
    odd += [words for part in sentence.of(Role.ORDER) if (words := own_time(part))]
    odd += [sentence.text] if tangled(sentence) and sentence.of(Role.ORDER) else []
    if odd:
        return unknown(ground.code, odd[0])
    vague = any(part.has("ensure") for part in sentence.parts)
    return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_limit"), "no-limit") if vague else None


def _orders(sentence: Sentence, ground: Ground, predicates: Sequence[Predicate]) -> Steps | Problem:
    """The steps of all orders but those at the end; a tie is broken by the room of the condition."""
    parts = sentence.of(Role.ORDER)
    until = sentence.of(Role.UNTIL)
    before = [part for part in parts if not until or part.start < until[0].start or part is parts[0]]
    spoken = tuple(i for one in predicates for i in one.entities if i != HOLE)
    near = replace(ground, room=_area(spoken, ground), subject=spoken or ground.subject)
    steps = steps_of(before, sentence.raw, near)
    if isinstance(steps, Problem) or steps.then:
        return steps
    return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_action"), "no-order")


def _limited(
    sentence: Sentence, ground: Ground, orders: Steps, predicates: tuple[Predicate, ...], *, any_of: bool
) -> Draft | Problem:
    """The draft with what limits it: only if, unless, until, and times."""
    marks = tuple(m for part in sentence.of(Role.ORDER, *CONDITIONS) for m in part.marks if _dated(m, orders))
    times = times_of(marks)
    if times.vague:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_time", asked=times.vague), "vague-time")
    set_off = find_trigger(times, (predicates, any_of), marks, ground, sentence.text)
    if isinstance(set_off, Problem):
        return set_off
    when, held = set_off
    spoken = tuple(i for one in predicates for i in one.entities if i != HOLE)
    only = _holding(sentence.of(Role.ONLY), replace(ground, subject=spoken))
    unless = _holding(sentence.of(Role.UNLESS), replace(ground, subject=spoken))
    if isinstance(only, Problem):
        return only
    if isinstance(unless, Problem):
        return unless
    draft = Draft(
        orders,
        times,
        when,
        (*held, *only[0]),
        unless[0],
        any_of=only[1] and not held,
        once=_once(sentence, orders, predicates, held or only[0] or unless[0]),
        asked=open_questions(predicates, orders),
        more=_more(sentence),
    )
    if only[1] and held:
        return unknown(ground.code, sentence.of(Role.ONLY)[0].text)
    return _ended(draft, sentence, replace(ground, subject=spoken))


def _dated(mark: Mark, orders: Steps) -> bool:
    """Whether a mark tells when; the interval of a repeated step does not."""
    return (mark.kind in TIMED or mark.kind in ("soon", "far_day")) and not (
        mark.kind == "interval" and orders.repeated
    )


def _conditions(parts: Sequence[Part], ground: Ground) -> tuple[tuple[Predicate, ...], bool] | Problem:
    found: list[Predicate] = []
    any_of = False
    for part in parts:
        read = conditions(part, ground)
        if isinstance(read, Problem):
            return read
        any_of = any_of or read.any_of
        found += read.predicates
        ground = replace(
            ground, subject=tuple(i for one in found for i in one.entities if i != HOLE) or ground.subject
        )
    return tuple(found), any_of


def _holding(parts: Sequence[Part], ground: Ground) -> tuple[tuple[Mapping[str, Json], ...], bool] | Problem:
    """Parts that only limit, as conditions."""
    held: list[Mapping[str, Json]] = []
    any_of = False
    for part in parts:
        read = conditions(part, ground)
        if isinstance(read, Problem):
            return read
        times = times_of(part.marks)
        dated = times.days.days or times.days.holidays
        if times.clocks or times.suns or times.every or times.vague or (times.days.once and not dated):
            return unknown(part.code, " ".join(mark.text for mark in part.marks))
        states = [one.holds for one in read.predicates]
        if any(one is None for one in states) or open_questions(read.predicates):
            return unknown(part.code, part.text)
        held += [one for one in states if one is not None]
        held += [*times.holds, *([days_hold(times.days)] if dated else [])]
        any_of = any_of or read.any_of
    return tuple(held), any_of


def open_questions(
    predicates: Sequence[Predicate], orders: Steps | None = None
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The questions that are open, each with what it offers."""
    open_ones = [(one.question, one.choices) for one in predicates if one.choices]
    return (
        *open_ones,
        *(((orders.question, orders.choices),) if orders is not None and orders.choices else ()),
    )


def _area(ids: tuple[str, ...], ground: Ground) -> str:
    """The room that all of these stand in."""
    rooms = {s.entity.area or "" for i in ids if (s := ground.view.find(i)) is not None}
    return rooms.pop() if len(rooms) == 1 else ""


def _once(sentence: Sentence, orders: Steps, predicates: Sequence[Predicate], limits: object) -> bool:
    """Whether one notice is all that is wished: "tell me when it is closed"."""
    told = orders.once and all(step["kind"] == "notify" for step in orders.then)
    parts = sentence.of(*CONDITIONS)
    single = len(parts) == 1 and parts[0].role is Role.WHEN and not parts[0].each and len(predicates) == 1
    return told and single and not limits and not sentence.lasting


def _more(sentence: Sentence) -> dict[str, Json]:
    """What the sentence says of the rule as a whole."""
    more: dict[str, Json] = {}
    if sentence.turns("also_now"):
        more["run_now_if_true"] = True
    if rest := sentence.turns("cooldown"):
        more["cooldown_seconds"] = rest[0].seconds
    return more


def _ended(draft: Draft, sentence: Sentence, ground: Ground) -> Draft | Problem:
    """What is done when it is over."""
    parts = sentence.of(Role.UNTIL)
    if sentence.of(Role.WHILE) and not parts:
        return unknown(ground.code, sentence.of(Role.WHILE)[0].text)
    if not parts:
        return draft
    last = [part for part in sentence.of(Role.ORDER)[1:] if part.start > parts[-1].start]
    steps = steps_of(last, sentence.raw, replace(ground, subject=draft.steps.targets)) if last else None
    if isinstance(steps, Problem):
        return steps
    found = ending(parts, draft.when, draft.steps, steps, ground)
    match found:
        case Problem():
            return found
        case Ending(until=None):
            steps = replace(draft.steps, then=found.then or draft.steps.then)
            return replace(draft, steps=steps, at_end=found.at_end)
        case Ending():
            limit: dict[str, Json] = {**draft.when[0], "until": found.until}
            return replace(draft, when=(limit, *draft.when[1:]), at_end=found.at_end)
