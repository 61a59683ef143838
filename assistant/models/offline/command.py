"""Orders for devices as calls of control_device; asks or refuses wherever a word was not understood."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from assistant.models.offline.grammar.clause import Clause, Wish, clauses
from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.grammar.target import (
    Aim,
    Choice,
    Fits,
    Found,
    Group,
    Missing,
    Scope,
    aimed,
    groups,
    own_words,
)
from assistant.models.offline.grammar.value import Order, order_for
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from devices.kinds import KINDS
from devices.model import Domain, Json, Snapshot
from devices.resolve import NoMatch, Unresolved
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, listed, say, there_is, unresolved_sentence

CONTROL = "control_device"
_CLOSING = frozenset({"close", "off_close", "turn_off"})
_PER_DOMAIN = {"on_open": ("open", "turn_on"), "off_close": ("close", "turn_off")}
_DEFAULTS = {"speed": "fan", "position": "cover", "target": "climate"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a clause can't be followed: the words to say, and a choice if only the one meant was unclear."""

    kind: Kind
    reply: str
    reason: str
    choices: tuple[str, ...] = ()
    pending: PlannedCall | None = None
    unknown: str = ""
    action: str = ""


Solved: TypeAlias = tuple[PlannedCall, ...] | Problem


def plan_command(reading: Reading, view: View, room: str = "") -> Plan:
    """Plan every clause, or none: one that isn't understood stops the sentence. `room` breaks ties only."""
    said = reading.code
    if reading.has(Tag.NOT) and any(
        s.has(Tag.NOT) and not s.has(Tag.EXCEPT) and not s.named for s in reading.spans
    ):
        return Plan(Kind.REFUSE, reply=say(said, "negated"), reason="negated")
    parts = clauses(reading)
    solved = [_solved(part, view, room) for part in parts]
    problem = next((one for one in solved if isinstance(one, Problem)), None)
    if problem is None:
        calls = tuple(call for one in solved if not isinstance(one, Problem) for call in one)
        return Plan(Kind.COMMAND, calls, reason="understood") if calls else _nothing(reading)
    if problem.unknown and len(parts) == 1:
        call = PlannedCall(CONTROL, {"targets": [problem.unknown], "action": problem.action or "turn_on"})
        return Plan(Kind.COMMAND, (call,), reason=problem.reason)
    alone = len(parts) == 1
    return Plan(
        problem.kind,
        reply=problem.reply,
        choices=problem.choices if alone else (),
        pending=problem.pending if alone else None,
        reason=problem.reason,
    )


def _nothing(reading: Reading) -> Plan:
    asked = own_words(reading) or reading.text
    return Plan(Kind.REFUSE, reply=say(reading.code, "not_understood", asked=asked), reason="nothing-found")


def _solved(part: Clause, view: View, room: str) -> Solved:
    said, wish = part.whole.code, part.wish
    unclear = _unclear(part)
    if unclear is not None:
        return unclear
    if len(wish.amounts) > 1:
        return _valued_twice(part, view, room)
    if not wish.action and not wish.amounts:
        return _without_order(part, view, room)
    wanted = _groups(part)
    if not wanted:
        return Problem(Kind.CLARIFY, say(said, "empty"), "no-target")
    return _calls(part, wanted, Scope(view, _fits(wish), room))


def _unclear(part: Clause) -> Problem | None:
    """What keeps an order from being read one way only, whatever the home holds."""
    said, wish = part.whole.code, part.wish
    other = next((s for s in part.whole.spans if s.value(Tag.ALL) == "other" and not s.named), None)
    if other is not None and not part.excluded.spans:
        return Problem(Kind.REFUSE, say(said, "not_understood_part", asked=other.text), "other-than-what")
    if part.stray:
        return Problem(Kind.REFUSE, say(said, "not_understood_part", asked=part.stray), "stray-word")
    if wish.clash:
        first, second = wish.clash
        return Problem(Kind.CLARIFY, say(said, "conflict", first=first, second=second), "two-verbs")
    if wish.amounts and wish.action in ("close", "off_close") and wish.amounts[0].unit != "level":
        name = " ".join(group.text for group in groups(part.nouns)) or own_words(part.nouns)
        return Problem(Kind.CLARIFY, say(said, "needs_value", name=name), "close-by-how-much")
    return None


def _valued_twice(part: Clause, view: View, room: str) -> Solved:
    """Two values fit one order only as brightness and tone of a light."""
    lights = [order_for(Domain.LIGHT, amount) for amount in part.wish.amounts]
    orders = [order for order in lights if order is not None and order.values]
    keys = [key for order in orders for key in order.values]
    wanted = _groups(part)
    if len(orders) != 2 or len(set(keys)) != 2 or not wanted:
        asked = own_words(part.whole)
        return Problem(Kind.REFUSE, say(part.whole.code, "not_understood_part", asked=asked), "two-values")
    ids: list[str] = []
    scope = Scope(view, lambda snapshot: snapshot.entity.domain is Domain.LIGHT, room)
    values = {**orders[0].values, **orders[1].values}
    for group in wanted:
        aim = aimed(group, scope)
        if not isinstance(aim, Found):
            return _problem(part, aim, view, Order("turn_on", values))
        ids += aim.ids
    return (PlannedCall(CONTROL, {"targets": list(dict.fromkeys(ids)), "action": "turn_on", **values}),)


def _without_order(part: Clause, view: View, room: str) -> Problem:
    said, wanted = part.whole.code, groups(part.nouns)
    if part.wish.relative and not wanted:
        return Problem(Kind.CLARIFY, say(said, "relative_declined"), "no-value")
    nouns = own_words(part.nouns) or own_words(part.whole)
    found = [aimed(group, Scope(view, lambda _snapshot: True, room)) for group in wanted]
    unknown = next((aim for aim in found if isinstance(aim, Missing)), None)
    if unknown is not None or not found:
        return Problem(Kind.REFUSE, say(said, "not_understood", asked=own_words(part.whole)), "nothing-known")
    ids = tuple(i for aim in found if isinstance(aim, Found) for i in aim.ids)
    if part.wish.relative or part.whole.has(Tag.SET):
        names = [view.snapshots[i].entity.name for i in ids] if len(found) == 1 else []
        if not names or part.excluded.spans:
            return Problem(Kind.CLARIFY, say(said, "needs_value", name=nouns), "no-value")
        reply = say(said, "needs_value", name=listed(said, names))
        return Problem(Kind.CLARIFY, reply, "no-value", ids, PlannedCall(CONTROL, {"targets": list(ids)}))
    return Problem(Kind.CLARIFY, say(said, "no_action", name=nouns), "no-order")


def _groups(part: Clause) -> tuple[Group, ...]:
    """The nouns of a clause; a place or a value without a noun gets the kind that takes such a value."""
    wish = part.wish
    setting = bool(wish.amounts)
    nouns = [s for s in part.nouns.spans if not (setting and _names_value(s))]
    found = groups(Reading(part.nouns.text, part.nouns.code, tuple(nouns)))
    kind = _default_kind(part) if setting else ""
    if not found and part.nouns.has(Tag.ALL) and part.wish.action in ("turn_off", "off_close"):
        return (Group((Span("", 0, 0, ((Tag.KIND, "everything"),)),), own_words(part.whole)),)
    if not kind:
        return found
    head = Span("", 0, 0, ((Tag.KIND, kind),), several=bool(found) and kind == "light")
    if not found:
        sure = kind == "climate" or part.whole.has(Tag.BRIGHTNESS)
        return (Group((head,), own_words(part.whole)),) if sure else ()
    return tuple(g if g.heads else Group((*g.spans, head), g.text) for g in found)


def _names_value(span: Span) -> bool:
    """The temperature of "set the temperature to 21", the brightness of "lamp brightness 50 %"."""
    return span.has(Tag.MEASURE, Tag.BRIGHTNESS) and not span.entities and not span.has(Tag.KIND, Tag.THING)


def _default_kind(part: Clause) -> str:
    amount = part.wish.amounts[0]
    named = next((s.value(Tag.BRIGHTNESS) for s in part.whole.spans if s.has(Tag.BRIGHTNESS)), "")
    if named in _DEFAULTS:
        return _DEFAULTS[named]
    heat = any("temperature" in s.values(Tag.MEASURE) for s in part.whole.spans)
    if amount.mode or amount.unit in ("celsius", "fahrenheit") or (heat and amount.unit == ""):
        return "climate"
    return "light" if amount.unit in ("percent", "level", "kelvin") or named else ""


def _fits(wish: Wish) -> Fits:
    """Whether an entity can be told this at all."""

    def fits(snapshot: Snapshot) -> bool:
        return _order(snapshot.entity.domain, wish) is not None

    return fits


def _order(domain: Domain, wish: Wish) -> Order | None:
    """What the wish means for this kind of entity."""
    if wish.amounts:
        amount = wish.amounts[0]
        if domain is Domain.CLIMATE and wish.action in _CLOSING:
            return None
        return order_for(domain, amount, opening=wish.action not in _CLOSING)
    action = wish.action
    if action in _PER_DOMAIN:
        action = _PER_DOMAIN[action][0 if domain is Domain.COVER else 1]
    if domain is Domain.FAN and action == "stop":
        action = "turn_off"
    if domain is Domain.LOCK and action not in ("lock", "unlock"):
        return None
    return Order(action, {}) if KINDS[domain].control(action) is not None else None


def _calls(part: Clause, wanted: Sequence[Group], scope: Scope) -> Solved:
    """The calls for all nouns of a clause: one for each different action."""
    ids: list[str] = []
    for group in wanted:
        aim = aimed(group, scope)
        if not isinstance(aim, Found):
            return _problem(part, aim, scope.view, _likely(part.wish, aim, scope.view))
        ids += aim.ids
    left = _without(part, tuple(dict.fromkeys(ids)), scope)
    if isinstance(left, Problem):
        return left
    domain = _whole_domain(part, wanted)
    if domain and len(ids) > 1:
        order = _order(domain, part.wish)
        gone = [entity_id for entity_id in dict.fromkeys(ids) if entity_id not in left]
        return (_everything(domain, order, gone),) if order else ()
    return tuple(
        PlannedCall(CONTROL, {"targets": list(targets), "action": order.action, **order.values})
        for order, targets in _by_order(left, part.wish, scope.view)
    )


def _everything(domain: Domain, order: Order, gone: Sequence[str]) -> PlannedCall:
    arguments: dict[str, Json] = {
        "targets": [],
        "everything": True,
        "domain": domain.value,
        "action": order.action,
    }
    arguments |= order.values
    if gone:
        arguments["excluding"] = list(gone)
    return PlannedCall(CONTROL, arguments)


def _whole_domain(part: Clause, wanted: Sequence[Group]) -> Domain | None:
    """The domain, when all of one kind in the whole home are meant."""
    group = wanted[0]
    kinds = {span.value(Tag.KIND) for span in group.heads}
    if len(wanted) != 1 or not group.whole or group.places or len(kinds) != 1 or part.wish.clash:
        return None
    return next((domain for domain in Domain if domain.value in kinds), None)


def _by_order(ids: Sequence[str], wish: Wish, view: View) -> list[tuple[Order, tuple[str, ...]]]:
    grouped: dict[str, tuple[Order, tuple[str, ...]]] = {}
    for entity_id in ids:
        order = _order(view.snapshots[entity_id].entity.domain, wish)
        if order is not None:
            known = grouped.get(order.action, (order, ()))
            grouped[order.action] = (order, (*known[1], entity_id))
    return list(grouped.values())


def _without(part: Clause, ids: tuple[str, ...], scope: Scope) -> tuple[str, ...] | Problem:
    """Leave out what was excepted; an exception that names none of them stops everything."""
    said = part.whole.code
    if not part.excluded.spans:
        excepting = any(s.has(Tag.EXCEPT) and not s.named and not idle_except(s) for s in part.whole.spans)
        return (
            Problem(Kind.REFUSE, say(said, "not_understood", asked=part.whole.text), "empty-exception")
            if excepting
            else ids
        )
    inside = Scope(scope.view, lambda snapshot: snapshot.entity.id in ids)
    gone: set[str] = set()
    for group in groups(part.excluded):
        aim = _excepted(group, ids, inside)
        if isinstance(aim, Missing) and isinstance(
            _excepted(group, ids, Scope(scope.view, _anything)), Found
        ):
            continue  # "the kitchen light but not the hall light": it was not among them anyway
        if not isinstance(aim, Found):
            return _problem(part, aim, scope.view, None)
        gone |= set(aim.ids)
    left = tuple(entity_id for entity_id in ids if entity_id not in gone)
    return left or Problem(Kind.REFUSE, say(said, "empty"), "all-excepted")


def idle_except(span: Span) -> bool:
    """Whether an exception word may also be a mere joint."""
    return span.has(Tag.FILLER, Tag.AND)


def _anything(_snapshot: Snapshot) -> bool:
    return True


def _excepted(group: Group, ids: tuple[str, ...], inside: Scope) -> Aim:
    if group.heads:
        plural = any(span.several for span in group.heads)
        whole = Group((*group.spans, Span("", 0, 0, ((Tag.ALL, "all"),))), group.text)
        return aimed(whole if plural else group, inside)
    rooms = {room for span in group.places for room in span.areas} | {
        area.id
        for span in group.places
        for floor in span.floors
        for area in inside.view.areas.values()
        if area.floor == floor
    }
    found = tuple(i for i in ids if inside.view.snapshots[i].entity.area in rooms)
    return Found(found, several=True) if found else Missing(NoMatch.UNKNOWN_AREA, group.text)


def _likely(wish: Wish, aim: Aim, view: View) -> Order | None:
    """The order as the offered entities would take it, if they all take it alike."""
    if not isinstance(aim, Choice):
        return _order(Domain.LIGHT, wish) or _order(Domain.COVER, wish) or Order(wish.action or "turn_on", {})
    orders = [order for order, _ids in _by_order(aim.ids, wish, view)]
    return orders[0] if len(orders) == 1 else None


def _problem(part: Clause, aim: Choice | Missing, view: View, order: Order | None) -> Problem:
    said = part.whole.code
    if isinstance(aim, Choice):
        pending = PlannedCall(CONTROL, {"action": order.action, **order.values}) if order else None
        reply = choice_question(said, aim.asked, aim.ids, view)
        # an answer would forget what was excepted
        pending = None if any(s.has(Tag.EXCEPT) and not idle_except(s) for s in part.whole.spans) else pending
        return Problem(Kind.CLARIFY, reply, "ambiguous", aim.ids if pending else (), pending)
    if aim.reason is NoMatch.UNKNOWN_NAME and not part.excluded.spans and order is not None:
        reply = unresolved_sentence(said, Unresolved(aim.reason, aim.asked, aim.candidates), view)
        return Problem(Kind.REFUSE, reply, "unknown-name", unknown=aim.asked, action=order.action)
    if aim.reason is NoMatch.EMPTY or not aim.asked:
        names = sorted(area.name for area in view.areas.values())
        return Problem(Kind.CLARIFY, f"{there_is(said, names)} {say(said, 'empty')}".strip(), "no-target")
    asked = aim.asked
    if aim.reason is NoMatch.WRONG_KIND:
        entities = [view.snapshots[i].entity for i in aim.candidates]
        # a contact or a meter can never be told anything: it is not what was meant
        able = [e for e in entities if KINDS[e.domain].controls] or entities
        if len(able) == 1:
            asked = able[0].name
            if able[0].domain is Domain.LOCK:
                return Problem(Kind.CLARIFY, say(said, "lock_or_unlock", name=asked), aim.reason)
    reply = unresolved_sentence(said, Unresolved(aim.reason, asked, aim.candidates), view)
    return Problem(Kind.REFUSE, reply, aim.reason.value)
