"""Questions about a cause, as calls of why. Finds no cause."""

from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.grammar.target import (
    Choice,
    Fits,
    Found,
    Missing,
    Scope,
    aimed,
    groups,
    own_words,
)
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from assistant.models.offline.question import state_words
from assistant.models.offline.turns.mark import spot
from assistant.models.offline.turns.timed import times_of
from devices.model import Domain, Json, Snapshot
from devices.resolve import NoMatch
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, say

WHY = "why"
NOUNS = (Tag.KIND, Tag.MEASURE, Tag.THING, Tag.ROOM)
_RECENT = frozenset({"today", "last_night", "this_morning", "this_afternoon", "this_evening"})
_ONLY_READ = frozenset({Domain.SENSOR, Domain.BINARY_SENSOR, Domain.EVENT, Domain.DEVICE_TRACKER})


def plan_why(reading: Reading, view: View) -> Plan:
    """A plan for a question about a cause."""
    aim = _aim(reading, view, _stateful)
    call = PlannedCall(WHY, _moment(reading))
    if isinstance(aim, Found) and len(aim.ids) == 1:
        return Plan(Kind.WHY, (call.on(aim.ids),), reason="one-thing")
    if isinstance(aim, Missing):
        if not aim.asked:
            return Plan(Kind.CLARIFY, reply=say(reading.code, "empty"), reason="about-nothing")
        return Plan(Kind.WHY, (call.on((aim.asked,)),), reason="unknown-name")
    shining = tuple(i for i in aim.ids if view.snapshots[i].word in state_words(reading))
    if len(shining) == 1:
        return Plan(Kind.WHY, (call.on(shining),), reason="the-one-in-that-state")
    return which(reading, aim.ids, call, view)


def _moment(reading: Reading) -> dict[str, Json]:
    """The time of day that a cause is asked for; of another day than the last it can't be told."""
    windows = {value for span in reading.spans for value in span.values(Tag.WINDOW) if not span.named}
    clocks = times_of(spot(reading.text, reading.code)).clocks
    return {"at": clocks[0]} if len(clocks) == 1 and windows <= _RECENT else {}


def _aim(reading: Reading, view: View, fits: Fits) -> Found | Choice | Missing:
    spans = tuple(span for span in reading.spans if span.named or _noun(span))
    wanted = groups(Reading(reading.text, reading.code, spans))
    if not wanted:
        return Missing(NoMatch.EMPTY, "")
    first = aimed(wanted[0], Scope(view, fits))
    if isinstance(first, Missing):
        first = aimed(wanted[0], Scope(view, _anything))
    return Found(first.ids) if isinstance(first, Choice) and len(first.ids) == 1 else first


def _noun(span: Span) -> bool:
    """Names, nouns and leftovers; what only asks, tells a time or a state is none."""
    if not span.known:
        return True
    other = (
        Tag.ASK,
        Tag.STAT,
        Tag.WINDOW,
        Tag.LAST,
        Tag.SPAN,
        Tag.STATE,
        Tag.PARTICLE,
        Tag.WHY,
        Tag.ACTION,
        Tag.RELATIVE,
    )
    return span.has(*NOUNS) or (span.number is None and not span.has(*other))


def _anything(_snapshot: Snapshot) -> bool:
    return True


def _stateful(snapshot: Snapshot) -> bool:
    return snapshot.entity.domain not in _ONLY_READ


def which(reading: Reading, ids: tuple[str, ...], call: PlannedCall, view: View) -> Plan:
    """A question back which of these is meant, with the call that waits for it."""
    asked = own_words(
        Reading(reading.text, reading.code, tuple(s for s in reading.spans if s.has(*NOUNS) or s.named))
    )
    reply = choice_question(reading.code, asked, ids, view)
    return Plan(Kind.CLARIFY, reply=reply, choices=ids, pending=call, reason="ambiguous")
