"""Questions about the past and about causes, as calls of analyze_history and why. Computes nothing."""

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

HISTORY, WHY = "analyze_history", "why"
_DAY = "last 24 hours"
_WINDOWS = {"when": "last 7 days"}
_RECENT = frozenset({"today", "last_night", "this_morning", "this_afternoon", "this_evening"})
_NUMERIC = ("min", "max", "mean")
_NOUNS = (Tag.KIND, Tag.MEASURE, Tag.THING, Tag.ROOM)
_WORDS = {
    Domain.LOCK: ("locked", "unlocked"),
    Domain.COVER: ("open", "closed"),
}
_SAME = {
    Domain.LOCK: {"open": "unlocked", "closed": "locked"},
    Domain.BINARY_SENSOR: {"open": "on", "closed": "off", "wet": "on", "motion": "on"},
}
_LEAVES = frozenset({"door", "window", "garage_door", "opening"})


def plan_history(reading: Reading, view: View) -> Plan:
    """A plan for a question about the past: one thing, one stretch of time, one measure."""
    stats = _stats(reading)
    aim = _aim(reading, view, _recorded(reading, stats))
    measure = _measure(stats, reading)
    call = PlannedCall(
        HISTORY, {"measure": measure, "window": window_words(reading) or _WINDOWS.get(measure, _DAY)}
    )
    if isinstance(aim, Found) and len(aim.ids) == 1:
        return Plan(Kind.HISTORY, (_stated(call.on(aim.ids), reading, view),), reason="one-thing")
    if isinstance(aim, Missing):
        if not aim.asked:
            return Plan(Kind.CLARIFY, reply=say(reading.code, "empty"), reason="about-nothing")
        return Plan(Kind.HISTORY, (call.on((aim.asked,)),), reason="unknown-name")
    return _which(reading, aim.ids, _stated(call, reading, view, aim.ids), view)


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
    return _which(reading, aim.ids, call, view)


def _moment(reading: Reading) -> dict[str, Json]:
    """The time of day that a cause is asked for; of another day than the last it can't be told."""
    windows = {value for span in reading.spans for value in span.values(Tag.WINDOW) if not span.named}
    clocks = times_of(spot(reading.text, reading.code)).clocks
    return {"at": clocks[0]} if len(clocks) == 1 and windows <= _RECENT else {}


def window_words(reading: Reading) -> str:
    """The words of the time that is asked about, as they were said; empty if none."""
    places = [n for n, span in enumerate(reading.spans) if span.has(Tag.WINDOW) and not span.named]
    if places:
        return reading.spans[places[0]].text
    for place, span in enumerate(reading.spans):
        if span.has(Tag.LAST) and not span.named:
            for end in range(place + 1, min(len(reading.spans), place + 4)):
                if reading.spans[end].has(Tag.SPAN):
                    return reading.said(place, end + 1)
    return ""


def _aim(reading: Reading, view: View, fits: Fits) -> Found | Choice | Missing:
    spans = tuple(span for span in reading.spans if span.named or _noun(span))
    wanted = groups(Reading(reading.text, reading.code, spans))
    if not wanted:
        return Missing(NoMatch.EMPTY, "")
    first = aimed(wanted[0], Scope(view, fits))
    if isinstance(first, Missing):
        first = aimed(wanted[0], Scope(view, _anything))
    return Found(first.ids) if isinstance(first, Choice) and len(first.ids) == 1 else first


def _stats(reading: Reading) -> set[str]:
    """The statistics that are asked for; the "min" of "30 min" is none."""
    spans = reading.spans
    asked = [
        s for n, s in enumerate(spans) if not (s.has(Tag.SPAN) and n and spans[n - 1].number is not None)
    ]
    return {value for span in asked if not span.named for value in span.values(Tag.STAT)}


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
    return span.has(*_NOUNS) or (span.number is None and not span.has(*other))


def _anything(_snapshot: Snapshot) -> bool:
    return True


_ONLY_READ = frozenset({Domain.SENSOR, Domain.BINARY_SENSOR, Domain.EVENT, Domain.DEVICE_TRACKER})


def _stateful(snapshot: Snapshot) -> bool:
    return snapshot.entity.domain not in _ONLY_READ


def _recorded(reading: Reading, stats: set[str]) -> Fits:
    """Numbers come from sensors, states from what has them."""
    states = state_words(reading)
    numeric = bool(stats & set(_NUMERIC)) or (reading.has(Tag.MEASURE) and not states)
    leaves = bool(set(states) & {"open", "closed"})

    def fits(snapshot: Snapshot) -> bool:
        entity = snapshot.entity
        if numeric:
            return entity.domain is Domain.SENSOR
        if leaves and not set(states) & {"on", "off"}:
            return entity.domain is Domain.COVER or (entity.device_class or "") in _LEAVES
        return entity.domain is not Domain.SENSOR and (
            entity.domain is not Domain.BINARY_SENSOR or not states
        )

    return fits


def _measure(stats: set[str], reading: Reading) -> str:
    for stat in ("duration", "count", "mean"):
        if stat in stats:
            return stat
    extremes = stats & {"min", "max"}
    if len(extremes) == 1:
        return next(iter(extremes))
    if extremes or (reading.has(Tag.MEASURE) and "changes" not in stats and not state_words(reading)):
        return "min_max_mean"
    return "when" if "when" in stats or state_words(reading) else "changes"


def _stated(call: PlannedCall, reading: Reading, view: View, ids: tuple[str, ...] = ()) -> PlannedCall:
    """The call with the state it is about, in the words of the entity's kind."""
    if call.arguments["measure"] not in ("when", "duration", "count"):
        return call
    target = call.arguments.get("target") or (ids[0] if ids else "")
    snapshot = view.find(str(target))
    if snapshot is None:
        return call
    words = _WORDS.get(snapshot.entity.domain, ("on", "off"))
    same = _SAME.get(snapshot.entity.domain, {})
    said = [same.get(word, word) for word in state_words(reading)]
    state = next((word for word in said if word in words), words[0])
    return PlannedCall(call.tool, {**call.arguments, "state": state})


def _which(reading: Reading, ids: tuple[str, ...], call: PlannedCall, view: View) -> Plan:
    asked = own_words(
        Reading(reading.text, reading.code, tuple(s for s in reading.spans if s.has(*_NOUNS) or s.named))
    )
    reply = choice_question(reading.code, asked, ids, view)
    return Plan(Kind.CLARIFY, reply=reply, choices=ids, pending=call, reason="ambiguous")
