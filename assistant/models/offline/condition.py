"""Rules with one limit: the condition and the order of a sentence as arguments of create_automation."""

from dataclasses import dataclass

from assistant.models.offline.command import CONTROL, plan_command
from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.grammar.target import Choice, Found, Missing, Scope, aimed, groups, is_measure
from assistant.models.offline.grammar.value import celsius, unit_beside
from assistant.models.offline.plan import Kind, Plan, PlannedCall
from devices.model import Domain, Json, Snapshot
from devices.resolve import NoMatch
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, say, there_is

CREATE = "create_automation"
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_IMPLIED = {
    "celsius": "temperature",
    "fahrenheit": "temperature",
    "ppm": "carbon_dioxide",
    "lux": "illuminance",
    "watt": "power",
    "kwh": "energy",
}
_CONDITION = frozenset(
    {
        Tag.IF,
        Tag.THEN,
        Tag.ABOVE,
        Tag.BELOW,
        Tag.MEASURE,
        Tag.KIND,
        Tag.THING,
        Tag.ROOM,
        Tag.FLOOR,
        Tag.UNIT,
        Tag.SPAN,
        Tag.HOLD,
        Tag.FILLER,
        Tag.POLITE,
        Tag.CREATE,
        Tag.RULE,
        Tag.BRIGHTNESS,
    }
)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit as said: which side, the number with its unit word, how long it must hold, what it implies."""

    side: str
    number: float
    unit: str
    seconds: float
    measure: str = ""


@dataclass(frozen=True, slots=True)
class _Parted:
    """A sentence cut into its condition, the places of limit and number in it, and its order."""

    condition: Reading
    order: Reading


def plan_rule(reading: Reading, view: View) -> Plan:
    """A plan for a rule sentence; asks when the limit, the sensor or the order is missing."""
    said = reading.code
    if any(span.value(Tag.IF) == "unless" and not span.named for span in reading.spans):
        return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="turned-round")
    sides = [
        n
        for n, s in enumerate(reading.spans)
        if s.has(Tag.ABOVE, Tag.BELOW) and not s.named and not _span_after(reading, n)
    ]
    if not sides:
        return _without_limit(reading)
    parted = _parted(reading, sides[0])
    if parted is None:
        return Plan(Kind.CLARIFY, reply=say(said, "rule_needs_limit"), reason="no-limit")
    limit = _limit(parted.condition)
    stray = _stray(parted.condition)
    if limit is None or len(sides) > 1 or stray:
        return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="not-one-limit")
    return _made(parted, limit, view)


def _without_limit(reading: Reading) -> Plan:
    said = reading.code
    measured = reading.has(Tag.MEASURE) and reading.has(Tag.ACTION)
    numbered = any(span.number is not None for span in reading.spans)
    if measured and not numbered:
        return Plan(Kind.CLARIFY, reply=say(said, "rule_needs_limit"), reason="no-limit")
    return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="not-one-limit")


def _made(parted: _Parted, limit: Limit, view: View) -> Plan:
    said = parted.condition.code
    sensor = _sensor(parted.condition, limit, view)
    if isinstance(sensor, Plan):
        return sensor
    if parted.order.has(Tag.SPAN, Tag.TIMED):
        return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="delayed-order")
    wish = plan_command(parted.order, view, room=_room(parted.condition, view.find(sensor)))
    arguments = _arguments(sensor, limit, view)
    if wish.kind is not Kind.COMMAND or len(wish.calls) != 1 or wish.reason != "understood":
        return _unclear(wish, arguments, said, parted.order)
    call = wish.calls[0]
    targets = call.arguments.get("targets") or _whole(call, view)
    action = {key: value for key, value in call.arguments.items() if key not in _SELECTION}
    return Plan(
        Kind.RULE, (PlannedCall(CREATE, {**arguments, "targets": targets, **action}),), reason="one-limit"
    )


_SELECTION = frozenset({"targets", "everything", "domain", "excluding"})


def _whole(call: PlannedCall, view: View) -> Json:
    """The ids behind an `everything` call: a rule names its targets one by one."""
    gone = call.arguments.get("excluding") or []
    excluded = gone if isinstance(gone, list) else []
    return [
        s.entity.id
        for s in view.exposed()
        if s.entity.domain == call.arguments.get("domain")
        and not s.entity.category
        and s.entity.id not in excluded
    ]


def _unclear(wish: Plan, arguments: dict[str, Json], said: str, order: Reading) -> Plan:
    """The order was not understood: ask which, or say what is unknown; a rule is never half made."""
    if wish.pending is not None:
        pending = PlannedCall(CREATE, {**arguments, **wish.pending.arguments})
        return Plan(Kind.CLARIFY, reply=wish.reply, choices=wish.choices, pending=pending, reason=wish.reason)
    if wish.reason == "unknown-name" and wish.calls:
        return Plan(
            Kind.RULE, (PlannedCall(CREATE, {**arguments, **wish.calls[0].arguments}),), reason=wish.reason
        )
    if not order.spans or wish.reason in ("nothing-known", "nothing-found"):
        return Plan(Kind.CLARIFY, reply=say(said, "rule_needs_action"), reason="no-order")
    if len(wish.calls) > 1:
        return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="two-orders")
    return Plan(Kind.REFUSE if not wish.reply else wish.kind, reply=wish.reply, reason=wish.reason)


def _arguments(sensor: str, limit: Limit, view: View) -> dict[str, Json]:
    snapshot = view.find(sensor)
    fahrenheit = snapshot is not None and snapshot.entity.unit == "°F"
    number = limit.number if fahrenheit else celsius(limit.number, limit.unit)
    if limit.unit == "kilowatt":
        number *= 1000.0 if snapshot is None or snapshot.entity.unit != "kW" else 1.0
    arguments: dict[str, Json] = {"sensor": sensor, limit.side: number}
    if limit.seconds:
        arguments["for_seconds"] = limit.seconds
    return arguments


def _parted(reading: Reading, side: int) -> _Parted | None:
    """Cut at the limit: what leads to it is the condition, the rest the order."""
    spans = reading.spans
    number = next((n for n in range(side + 1, len(spans)) if spans[n].number is not None), -1)
    if number < 0 or any(spans[n].has(Tag.ACTION) for n in range(side, number)):
        number = next((n for n in range(side - 1, -1, -1) if spans[n].number is not None), -1)
    if number < 0:
        return None
    end = _end(reading, max(side, number) + 1)
    start = max((n for n in range(side + 1) if spans[n].has(Tag.IF)), default=-1)
    start = start if start >= 0 and _orders(spans[:start]) else 0
    before, after = _trimmed(spans[:start]), _trimmed(spans[end:])
    if not _orders(before):
        start, before = 0, ()
    if before and all(idle(span) or _place(span) for span in spans[end:]):
        end = len(spans)
    elif before and any(not idle(span) for span in after):
        return None
    order = before or after
    return _Parted(reading.part(start, end), Reading(reading.text, reading.code, order))


def _place(span: Span) -> bool:
    """Whether a span only says where: "... above 30 degrees in the office"."""
    return not span.entities and (bool(span.areas or span.floors) or span.has(Tag.ROOM, Tag.FLOOR))


def _orders(spans: tuple[Span, ...]) -> bool:
    return any(span.has(Tag.ACTION, Tag.SET, Tag.PARTICLE) for span in spans)


def _trimmed(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Without the joints at its edges and the "automation" it may be called."""
    kept = [s for s in spans if not s.has(Tag.RULE)]
    joints = {Tag.IF, Tag.THEN, Tag.AND} | (
        {Tag.CREATE, Tag.POLITE, Tag.FILLER} if len(kept) < len(spans) else set()
    )
    while kept and _joint(kept[0], joints):
        kept.pop(0)
    while kept and kept[-1].has(Tag.IF, Tag.THEN, Tag.AND, Tag.CREATE):
        kept.pop()
    return tuple(kept)


def _joint(span: Span, joints: set[Tag]) -> bool:
    """Whether a leading span only joins; a verb and the Chinese sign before an object don't."""
    return span.has(*joints) and not span.has(Tag.ACTION) and span.value(Tag.AND) != "take"


def _end(reading: Reading, place: int) -> int:
    """Where the condition ends: behind its unit and the time it must hold."""
    spans = reading.spans
    while place < len(spans) and spans[place].has(Tag.UNIT) and spans[place].number is None:
        place += 1
    ahead = place
    while ahead < len(spans) and (idle(spans[ahead]) or spans[ahead].has(Tag.HOLD, Tag.ABOVE, Tag.AND)):
        ahead += 1
    held = ahead + 1 < len(spans) and spans[ahead].number is not None and spans[ahead + 1].has(Tag.SPAN)
    if (held and any(s.has(Tag.HOLD, Tag.ABOVE) for s in spans[place:ahead])) or (held and ahead == place):
        place = ahead + 2
    while (
        place < len(spans)
        and spans[place].has(Tag.IF, Tag.THEN, Tag.HOLD)
        and not spans[place].has(Tag.ACTION)
    ):
        place += 1
    return place


def _span_after(reading: Reading, place: int) -> bool:
    """For instance "超过 10 分钟": the comparison is with a time."""
    after = reading.spans[place + 1 : place + 3]
    return len(after) == 2 and after[0].number is not None and after[1].has(Tag.SPAN)


def _limit(condition: Reading) -> Limit | None:
    spans = condition.spans
    side = next(
        (s for n, s in enumerate(spans) if s.has(Tag.ABOVE, Tag.BELOW) and not _span_after(condition, n)),
        None,
    )
    numbers = [n for n, s in enumerate(spans) if s.number is not None and not s.named]
    held = [
        n
        for n in numbers
        if n + 1 < len(spans) and spans[n + 1].has(Tag.SPAN) and not spans[n + 1].has(Tag.UNIT)
    ]
    limits = [n for n in numbers if n not in held]
    if side is None or len(limits) != 1 or len(held) > 1:
        return None
    number = spans[limits[0]].number
    seconds = (spans[held[0]].number or 0.0) * _SECONDS[spans[held[0] + 1].value(Tag.SPAN)] if held else 0.0
    which = "above" if side.has(Tag.ABOVE) else "below"
    measure = (side.value(Tag.ABOVE) or side.value(Tag.BELOW)).partition(".")[2]
    return Limit(
        which, number if number is not None else 0.0, unit_beside(condition, limits[0]), seconds, measure
    )


def _stray(condition: Reading) -> bool:
    return any(
        not (
            span.named
            or span.number is not None
            or not span.known
            or any(tag in _CONDITION for tag, _v in span.words)
        )
        for span in condition.spans
    )


def _sensor(condition: Reading, limit: Limit, view: View) -> str | Plan:
    """The sensor's id, or a device class word when only that was said; a plan when it must be asked for."""
    said = condition.code
    nouns = tuple(
        s for s in condition.spans if not s.has(Tag.IF, Tag.ABOVE, Tag.BELOW, Tag.RULE) and s.number is None
    )
    wanted = groups(Reading(condition.text, said, nouns))
    if len(wanted) > 1:
        return Plan(Kind.REFUSE, reply=say(said, "rule_declined"), reason="two-sensors")
    measure = _measure(nouns, limit)
    if not wanted or (not wanted[0].places and not any(s.entities or not s.known for s in wanted[0].heads)):
        asked = Plan(Kind.CLARIFY, reply=say(said, "rule_needs_sensor"), reason="no-sensor")
        return measure or asked
    group = wanted[0]
    if not measure and not any(span.entities for span in group.heads):
        return Plan(Kind.CLARIFY, reply=say(said, "rule_needs_sensor"), reason="no-sensor")
    if not group.heads:
        group = type(group)((*group.spans, Span("", 0, 0, ((Tag.MEASURE, measure),))), group.text)
    aim = aimed(group, Scope(view, lambda snapshot: _measures(snapshot, measure)))
    match aim:
        case Found(ids=(only,)):
            return only
        case Found() | Choice():
            return Plan(
                Kind.CLARIFY,
                reply=choice_question(said, aim_text(aim, group.text), aim.ids, view),
                reason="ambiguous",
            )
        case Missing():
            return _no_sensor(said, group.text, measure, view)


def aim_text(aim: Found | Choice, asked: str) -> str:
    """How a question names what was asked for."""
    return aim.asked if isinstance(aim, Choice) else asked


def _no_sensor(said: str, asked: str, measure: str, view: View) -> Plan:
    same = [s.entity.name for s in view.of(Domain.SENSOR) if not measure or is_measure(s, measure)]
    reply = say(said, "nothing_of_kind", asked=asked, there_is=there_is(said, same))
    return Plan(Kind.REFUSE, reply=reply, reason=NoMatch.NOTHING_OF_KIND_IN_AREA.value)


def _measures(snapshot: Snapshot, measure: str) -> bool:
    numeric = snapshot.entity.domain is Domain.SENSOR
    return numeric and (not measure or is_measure(snapshot, measure))


def _measure(nouns: tuple[Span, ...], limit: Limit) -> str:
    named = next((s.value(Tag.MEASURE) for s in nouns if s.has(Tag.MEASURE) and not s.entities), "")
    return named or limit.measure or _IMPLIED.get(limit.unit, "")


def _room(condition: Reading, sensor: Snapshot | None) -> str:
    """The room a rule is about: its sensor's, else the one that was said."""
    if sensor is not None and sensor.entity.area:
        return sensor.entity.area
    return next((span.areas[0] for span in condition.spans if len(span.areas) == 1), "")


__all__ = ["CONTROL", "CREATE", "Limit", "plan_rule"]
