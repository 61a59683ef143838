"""An order to devices as steps: commands, ramps, repeats, and what is put back after a while."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.models.offline.choice import with_subject
from assistant.models.offline.command import Problem, plan_command
from assistant.models.offline.grammar.clause import clauses
from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.grammar.target import groups, own_words
from assistant.models.offline.plan import HOLE, Kind, Plan, PlannedCall
from assistant.models.offline.rules.segment import Segment, Step, Steps
from assistant.models.offline.watch.watched import Ground, unknown
from devices.kinds import KINDS
from devices.model import Json
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say

_ABRUPT = frozenset({"targets", "everything", "domain", "excluding"})


_RAMPED = ("brightness_pct", "position", "percentage", "temperature")


_BACK = {"turn_on": "turn_off", "turn_off": "turn_on", "open": "close", "close": "open", "lock": "unlock"}


_NOUNS = (Tag.KIND, Tag.THING, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.ALL, Tag.EVERYWHERE)


def commanded(
    segment: Segment, delay: float, ground: Ground, *, single: bool, after: Segment | None
) -> Steps | Problem:
    """The steps of one order to devices; `single` tells that it is the only one of the sentence."""
    reading, several = _leaning(segment.reading, ground)
    wish = plan_command(reading, ground.view, room=ground.room)
    found = _calls(wish, several, reading, ground)
    if isinstance(found, Problem):
        return found
    then: list[Step] = [{"kind": "command", **call.arguments} for call in found.calls]
    over = segment.seconds("over")
    if segment.of("slowly") or over:
        ramped = _ramped(then, over, ground)
        if isinstance(ramped, Problem):
            return ramped
        then = ramped
    targets = tuple(str(i) for call in found.calls for i in _ids(call) if i != HOLE)
    hold = segment.seconds("hold")
    ended = _held(then, hold, single=single, after=after, ground=ground) if hold else ()
    if isinstance(ended, Problem):
        return ended
    again = _repeated(segment)
    return Steps(
        (*then, *again, *ended), targets, found.question, found.choices, delay=delay, repeated=bool(again)
    )


def _repeated(segment: Segment) -> tuple[Step, ...]:
    """So many times, with the time between."""
    times = segment.of("times")
    if times is None:
        return ()
    number = times.numbers[0] if times.numbers else 2.0 if times.said.get("two") else 3.0
    every = segment.seconds("interval")
    return ({"kind": "repeat", "times": int(number), **({"every_seconds": every} if every else {})},)


def _leaning(reading: Reading, ground: Ground) -> tuple[Reading, tuple[str, ...]]:
    """An order without nouns of its own is about what was spoken of: "turn it off", "turn off at 11"."""
    able = tuple(
        i
        for i in ground.subject
        if (s := ground.view.find(i)) is not None and KINDS[s.entity.domain].controls
    )
    leans = reading.has(Tag.PRONOUN)
    nouns = any(
        s.named or not s.known or (s.has(*_NOUNS) and not (leans and s.has(Tag.ACTION)))
        for s in reading.spans
    )
    if nouns or not able:
        return reading, ()
    if not reading.has(Tag.PRONOUN):
        it = Span("it", len(reading.text), len(reading.text), ((Tag.PRONOUN, "it"),))
        reading = replace(reading, spans=(*reading.spans, it))
    spans = tuple(
        replace(s, words=((Tag.PRONOUN, "it"),)) if s.has(Tag.PRONOUN) and not s.named else _verb_only(s)
        for s in reading.spans
    )
    return with_subject(replace(reading, spans=spans), able[0]), able


def _verb_only(span: Span) -> Span:
    """A word that may be verb or noun ("lock it") as the verb."""
    verbs = tuple(word for word in span.words if word[0] is Tag.ACTION)
    return replace(span, words=verbs) if verbs and span.has(*_NOUNS) else span


@dataclass(frozen=True, slots=True)
class _Calls:
    calls: tuple[PlannedCall, ...]
    question: str = ""
    choices: tuple[str, ...] = ()


def _calls(wish: Plan, several: tuple[str, ...], reading: Reading, ground: Ground) -> _Calls | Problem:
    """The calls of an order; one that is ambiguous has a HOLE for what will be chosen."""
    if wish.reason == "unknown-name" and sum(len(groups(clause.nouns)) for clause in clauses(reading)) != 1:
        return unknown(ground.code, own_words(reading))  # the other things would be forgotten
    if wish.kind is Kind.COMMAND and wish.calls and wish.reason in ("understood", "unknown-name"):
        calls = tuple(_spread(call, ground.view) for call in wish.calls)
        if len(several) > 1:
            calls = tuple(PlannedCall(c.tool, {**c.arguments, "targets": list(several)}) for c in calls)
        return _Calls(calls)
    if wish.pending is not None and "action" in wish.pending.arguments:
        call = PlannedCall(wish.pending.tool, {"targets": [HOLE], **wish.pending.arguments})
        return _Calls((call,), wish.reply, wish.choices)
    if wish.reason in ("nothing-known", "nothing-found", "no-order"):
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_action"), "no-order")
    return Problem(wish.kind, wish.reply, wish.reason)


def _spread(call: PlannedCall, view: View) -> PlannedCall:
    """The ids behind an `everything` call: a rule names its targets one by one."""
    arguments = {key: value for key, value in call.arguments.items() if key not in _ABRUPT}
    return PlannedCall(
        call.tool, {"targets": call.arguments.get("targets") or _whole(call, view), **arguments}
    )


def _whole(call: PlannedCall, view: View) -> Json:
    gone = call.arguments.get("excluding") or []
    excluded = gone if isinstance(gone, list) else []
    same = (
        s for s in view.exposed() if s.entity.domain == call.arguments.get("domain") and not s.entity.category
    )
    return [s.entity.id for s in same if s.entity.id not in excluded]


def _ids(call: PlannedCall) -> list[Json]:
    targets = call.arguments.get("targets")
    return targets if isinstance(targets, list) else []


def _ramped(then: list[Step], over: float, ground: Ground) -> list[Step] | Problem:
    """A value that is reached bit by bit."""
    if not over:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_window"), "no-window")
    done: list[Step] = []
    for step in then:
        value = next((name for name in _RAMPED if name in step), "")
        if not value or len(then) > 1:
            return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_value"), "no-value")
        done.append(
            {
                "kind": "ramp",
                "targets": step["targets"],
                "value": value,
                "to": step[value],
                "over_seconds": over,
            }
        )
    return done


def _held(
    then: Sequence[Step], seconds: float, *, single: bool, after: Segment | None, ground: Ground
) -> tuple[Step, ...] | Problem:
    """For so long, then back: as it was when it is all there is, else by the opposite order."""
    wait: Step = {"kind": "wait", "seconds": seconds}
    if after is not None and _same_thing(after):
        return (wait,)
    if single:
        return (wait, {"kind": "put_back"})
    ends = opposite(then)
    if ends is None:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_end"), "no-end")
    return ({**wait, "later": True}, *({**step, "later": True} for step in ends))


def _same_thing(after: Segment) -> bool:
    """Whether the next order takes back this one by itself: "... and then turn it off"."""
    verbs = after.reading.has(Tag.ACTION, Tag.SET, Tag.PARTICLE) or after.of("put_back") is not None
    nouns = any(s.named or not s.known or s.has(*_NOUNS) for s in after.reading.spans)
    return verbs and not nouns


def opposite(then: Sequence[Step]) -> tuple[Step, ...] | None:
    """The orders that undo these; None where that can't be said."""
    ends: list[Step] = []
    for step in then:
        back = _BACK.get(str(step.get("action")))
        if step["kind"] != "command" or back is None or step["action"] == "turn_off":
            return None
        ends.append({"kind": "command", "targets": step["targets"], "action": back})
    return tuple(ends)
