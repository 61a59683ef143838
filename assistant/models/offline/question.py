"""Questions about how the home is now, as calls of read_state and list_devices. Changes nothing."""

from collections.abc import Sequence

from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.grammar.target import (
    Choice,
    Fits,
    Found,
    Group,
    Scope,
    aimed,
    groups,
    is_measure,
    own_words,
)
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from devices.model import Domain, Json, Snapshot
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import say, there_is

READ, LIST = "read_state", "list_devices"
_OPENINGS = frozenset({"door", "window", "garage_door", "opening", "garage", "gate"})
_BOLTED = frozenset({Domain.LOCK})
_BOLTS = ("locked", "unlocked")
_LEAVES = ("open", "closed")
_POWERS = ("on", "off")
_EITHER = {"on_open": ("on", "open"), "off_closed": ("off", "closed")}


def plan_question(reading: Reading, view: View) -> Plan:
    """A plan for a question about states."""
    states = state_words(reading)
    wanted = groups(_nouns(reading))
    heads = [span for group in wanted for span in group.heads]
    vague = all(_vague(span) for span in heads)
    if vague and ("ought" in states or (_asks_any(reading) and "open" in states and not _placed(wanted))):
        bolts = "ought" in states
        ids = (s.entity.id for s in view.exposed() if _opens(s) and (bolts or s.entity.domain not in _BOLTED))
        return _read(tuple(ids), reading, "open")
    if not wanted or vague:
        return _overview(reading, wanted, states)
    if _of_many(reading, wanted):
        listed = _list(wanted[0], states, reading)
        if listed is not None:
            return Plan(Kind.QUESTION, (listed,), reason="list")
    return _about(reading, wanted, view, states)


def _nouns(reading: Reading) -> Reading:
    """Without what only asks or tells a state, so that nouns alone are left."""
    spans = tuple(s for s in reading.spans if not _asks_only(s))
    return Reading(reading.text, reading.code, spans)


def _asks_only(span: Span) -> bool:
    other = (Tag.ASK, Tag.STATE, Tag.PARTICLE, Tag.LIST, Tag.STAT, Tag.WHY, Tag.ACTION, Tag.WINDOW, Tag.NOT)
    return span.has(*other) and not span.named and not span.has(Tag.KIND, Tag.MEASURE, Tag.THING, Tag.ROOM)


def state_words(reading: Reading) -> tuple[str, ...]:
    """The states a sentence names, by Home Assistant's words; a word for two kinds gives both."""
    found: list[str] = []
    for span in reading.spans:
        if span.named or span.has(Tag.MEASURE):
            continue
        for state in (*span.values(Tag.STATE), *span.values(Tag.PARTICLE)):
            found += _EITHER.get(state, (state,))
    return tuple(dict.fromkeys(found))


def _vague(span: Span) -> bool:
    return span.value(Tag.KIND) == "everything"


def _opens(snapshot: Snapshot) -> bool:
    entity = snapshot.entity
    return entity.domain is Domain.LOCK or (entity.device_class or "") in _OPENINGS


def _overview(reading: Reading, wanted: Sequence[Group], states: Sequence[str]) -> Plan:
    """About everything, or everything in a room."""
    areas = [area for group in wanted for span in group.places for area in span.areas]
    unknown = next((s.text for g in wanted for s in g.places if not s.areas and not s.floors), "")
    if unknown:
        return Plan(Kind.QUESTION, (PlannedCall(READ, {"targets": [unknown]}),), reason="unknown-place")
    if not areas and not states and not any(_vague(s) for g in wanted for s in g.heads):
        asked = own_words(reading) or reading.text.strip()
        return Plan(Kind.CHAT, reply=say(reading.code, "not_understood", asked=asked), reason="about-nothing")
    if areas and not states:
        return Plan(Kind.QUESTION, (PlannedCall(READ, {"targets": [], "area": areas[0]}),), reason="room")
    place = {"area": areas[0]} if areas else {}
    state = {"state": states[0]} if states and not reading.has(Tag.NOT) else {}
    return Plan(Kind.QUESTION, (PlannedCall(LIST, {**place, **state}),), reason="overview")


def _of_many(reading: Reading, wanted: Sequence[Group]) -> bool:
    asked = {value for span in reading.spans for value in span.values(Tag.ASK)}
    plural = any(span.several for span in wanted[0].heads) or wanted[0].whole
    return len(wanted) == 1 and bool(asked & {"which", "count", "any"} or plural)


def _asks_any(reading: Reading) -> bool:
    """Whether it asks if there is any, not which ones or how many."""
    asked = {value for span in reading.spans for value in span.values(Tag.ASK)}
    return "any" in asked and not asked & {"which", "count", "what"} and not reading.has(Tag.NOT)


def _placed(wanted: Sequence[Group]) -> bool:
    return any(group.places for group in wanted)


def _list(group: Group, states: Sequence[str], reading: Reading) -> PlannedCall | None:
    """A list of one domain, if the question is about one."""
    kinds = {span.value(Tag.KIND) for span in group.heads}
    areas = [span.areas[0] for span in group.places if len(span.areas) == 1]
    if len(kinds) != 1 or len(areas) != len(group.places) or len(areas) > 1:
        return None
    domain = next((domain for domain in Domain if domain.value in kinds), None)
    if domain is None or any(span.has(Tag.MEASURE) for span in group.heads):
        return None
    state = [word for word in states if word in _words_of(domain)]
    arguments: dict[str, Json] = {"domain": domain.value}
    if areas:
        arguments["area"] = areas[0]
    if state and _asks_any(reading):
        return PlannedCall(READ, {"targets": [], **arguments, "any_in": state[0]})
    if state and not reading.has(Tag.NOT):
        arguments["state"] = state[0]
    if any("count" in span.values(Tag.ASK) for span in reading.spans):
        arguments["count"] = True
    return PlannedCall(LIST, arguments)


def _words_of(domain: Domain) -> tuple[str, ...]:
    return _BOLTS if domain is Domain.LOCK else _LEAVES if domain is Domain.COVER else _POWERS


def _about(reading: Reading, wanted: Sequence[Group], view: View, states: Sequence[str]) -> Plan:
    """About certain things: the ones that can be in such a state, else whatever bears the name."""
    ids: list[str] = []
    for group in wanted:
        found = _found(group, view, states)
        if not found:
            return _not_there(reading, group, view)
        ids += found
    leaves = any(_opens(view.snapshots[i]) or view.snapshots[i].entity.domain is Domain.COVER for i in ids)
    known = _BOLTS + _LEAVES + _POWERS if leaves else _POWERS + _LEAVES
    asked = next((state for state in known if state in states), "")
    return _read(tuple(dict.fromkeys(ids)), reading, asked if _asks_any(reading) else "")


def _found(group: Group, view: View, states: Sequence[str]) -> tuple[str, ...]:
    for fits in (_able(states), _anything):
        aim = aimed(group, Scope(view, fits))
        if isinstance(aim, Found | Choice):
            return aim.ids
    if any("temperature" in span.values(Tag.MEASURE) for span in group.heads) and group.places:
        rooms = {area for span in group.places for area in span.areas}
        return tuple(s.entity.id for s in view.of(Domain.CLIMATE) if s.entity.area in rooms)
    return ()


def _able(states: Sequence[str]) -> Fits:
    """Whether an entity can be in one of these states."""

    def fits(snapshot: Snapshot) -> bool:
        entity = snapshot.entity
        if any(state in _BOLTS for state in states) and entity.domain is Domain.LOCK:
            return True
        if any(state in _LEAVES for state in states):
            leaf = (
                entity.domain in (Domain.COVER, Domain.BINARY_SENSOR)
                and (entity.device_class or "") in _OPENINGS
            )
            if leaf or entity.domain is Domain.COVER:
                return True
        if any(state in _POWERS for state in states):
            return entity.domain in (Domain.LIGHT, Domain.SWITCH, Domain.FAN, Domain.CLIMATE)
        return not states

    return fits


def _anything(_snapshot: Snapshot) -> bool:
    return True


def _not_there(reading: Reading, group: Group, view: View) -> Plan:
    measures = {value for span in group.heads for value in span.values(Tag.MEASURE)}
    if measures and not any(not span.known for span in group.spans):
        same = [s.entity.name for s in view.exposed() if any(is_measure(s, measure) for measure in measures)]
        reply = say(reading.code, "nothing_such", asked=group.text, there_is=there_is(reading.code, same))
        return Plan(Kind.QUESTION, reply=reply, reason="no-such-sensor")
    asked = group.text or own_words(reading)
    return Plan(Kind.QUESTION, (PlannedCall(READ, {"targets": [asked]}),), reason="unknown-name")


def _read(ids: tuple[str, ...], reading: Reading, state: str = "") -> Plan:
    if not ids:
        asked = own_words(reading) or reading.text
        return Plan(
            Kind.QUESTION, reply=say(reading.code, "nothing_such", asked=asked, there_is=""), reason="nothing"
        )
    arguments: dict[str, Json] = {"targets": list(ids)}
    if state:
        arguments["any_in"] = state
    return Plan(Kind.QUESTION, (PlannedCall(READ, arguments),), reason="read")
