"""A number passing a limit: above, below, between, outside, averages. Plans nothing else."""

from dataclasses import dataclass

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.grammar.value import celsius, unit_beside
from assistant.models.offline.plan import Kind
from assistant.models.offline.watch.watched import (
    Ground,
    Piece,
    Predicate,
    Seen,
    lasting,
    measured,
    number_pool,
    seen,
    unknown,
)
from devices.kinds import KINDS
from devices.model import Domain, Json
from tools.words.spec import Tag
from tools.words.speech import say

_IMPLIED = {
    "celsius": "temperature",
    "fahrenheit": "temperature",
    "ppm": "carbon_dioxide",
    "lux": "illuminance",
    "watt": "power",
    "kilowatt": "power",
    "kwh": "energy",
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit as said: the values, their unit word, and what the words imply is measured."""

    above: float | None
    below: float | None
    unit: str = ""
    measure: str = ""
    outside: bool = False


def threshold(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """The limit of a condition and the sensor; None when it has no limit."""
    limit = limit_of(piece, ground)
    if limit is None or isinstance(limit, Problem):
        return limit
    spans = tuple(s for s in piece.nouns.spans if s.named or not (_beside(s) or s.number is not None))
    nouns = Reading(piece.nouns.text, piece.nouns.code, spans)
    measure = _measure(nouns, limit)
    pool = number_pool(piece)
    source = _source(Piece(nouns, piece.marks, piece.said, piece.whole), measure, ground, several=bool(pool))
    if isinstance(source, Problem):
        return source
    entry = _entry(limit, source, pool, ground)
    hold = lasting(piece)
    if hold:
        entry["for_seconds"] = hold
    return Predicate(entry, entry, source.ids, source.question, source.choices)


def limit_of(piece: Piece, ground: Ground) -> Limit | Problem | None:
    """What was said of the value, whatever it is of."""
    spans = piece.nouns.spans
    sides = [n for n, s in enumerate(spans) if s.has(Tag.ABOVE, Tag.BELOW) and not s.named]
    values = [n for n, s in enumerate(spans) if s.number is not None and not s.named]
    band = piece.of("band", "beyond")
    if band:
        low, high = sorted(band[0].numbers)
        unit = _unit_after(piece)
        outside = band[0].kind == "beyond"
        whole = Limit(high if outside else low, low if outside else high, unit, outside=outside)
        return whole if not sides and not values else unknown(ground.code, piece.said)
    if not sides:
        return None
    if any(s.has(Tag.NOT) and not s.named for s in spans):
        return unknown(ground.code, piece.said)
    if not values:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_limit"), "no-limit")
    if len(values) != len(sides) or len(sides) > 2:
        return unknown(ground.code, piece.said)
    return _sided(piece, sides, values, ground)


def _sided(piece: Piece, sides: list[int], values: list[int], ground: Ground) -> Limit | Problem:
    """One side with its number, or two as a band."""
    spans, told = piece.nouns.spans, dict[str, float]()
    unit, measure = "", ""
    for side, value in zip(sides, values, strict=True):
        way = "above" if spans[side].has(Tag.ABOVE) else "below"
        if way in told:
            return unknown(ground.code, piece.said)
        told[way] = spans[value].number or 0.0
        unit = unit_beside(piece.nouns, value) or unit
        measure = (spans[side].value(Tag.ABOVE) or spans[side].value(Tag.BELOW)).partition(".")[2] or measure
    above, below = told.get("above"), told.get("below")
    outside = above is not None and below is not None and above > below
    return Limit(above, below, unit, measure, outside)


def _unit_after(piece: Piece) -> str:
    """The unit word in or behind a band."""
    units = [unit for s in (*piece.nouns.spans, *piece.whole.spans) for unit in s.values(Tag.UNIT)]
    return "fahrenheit" if "fahrenheit" in units else units[0] if units else ""


def _beside(span: Span) -> bool:
    """Whether a span is part of the limit rather than of the sensor's name."""
    return span.has(Tag.ABOVE, Tag.BELOW, Tag.UNIT, Tag.HOLD) and not span.has(
        Tag.MEASURE, Tag.KIND, Tag.ROOM
    )


def _measure(nouns: Reading, limit: Limit) -> str:
    named = next((s.value(Tag.MEASURE) for s in nouns.spans if s.has(Tag.MEASURE) and not s.entities), "")
    return named or limit.measure or _IMPLIED.get(limit.unit, "")


def _source(piece: Piece, measure: str, ground: Ground, *, several: bool) -> Seen | Problem:
    """The sensor's id, or only what it measures when nothing else was said."""
    heads = [
        s
        for s in piece.nouns.spans
        if s.named or not s.known or s.has(Tag.KIND, Tag.THING, Tag.ROOM, Tag.FLOOR)
    ]
    if not heads and measure and not several:
        return _of_measure(measure, ground)
    if not heads and not measure:
        leaning = [i for i in ground.subject if (s := ground.view.find(i)) is not None and measured(s, "")]
        asked = Problem(Kind.CLARIFY, say(ground.code, "rule_needs_sensor"), "no-sensor")
        return Seen((leaning[0],)) if len(leaning) == 1 else asked
    named = any(s.entities for s in piece.nouns.spans)
    if not measure and not named:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_sensor"), "no-sensor")
    spans = piece.nouns.spans
    if not any(s.has(Tag.MEASURE) or s.entities for s in spans):
        spans = (*spans, Span("", 0, 0, ((Tag.MEASURE, measure),)))
    nouns = Reading(piece.nouns.text, piece.nouns.code, spans)
    told = Piece(nouns, piece.marks, piece.said, piece.whole)
    return seen(told, lambda snapshot: measured(snapshot, measure), ground, several=several)


def _of_measure(measure: str, ground: Ground) -> Seen | Problem:
    """Only what is measured was said: of what was spoken of, or there; else in the room of the targets."""
    spoken = [s for i in ground.subject if (s := ground.view.find(i)) is not None]
    leaning = [s.entity.id for s in spoken if measured(s, measure)]
    if len(leaning) == 1:
        return Seen((leaning[0],))
    rooms = {s.entity.area for s in spoken if s.entity.area and not KINDS[s.entity.domain].controls}
    if not rooms:
        return Seen((measure,))
    near = [
        s.entity.id for s in ground.view.of(Domain.SENSOR) if s.entity.area in rooms and measured(s, measure)
    ]
    asked = Problem(Kind.CLARIFY, say(ground.code, "rule_needs_sensor"), "no-sensor")
    return Seen((near[0],)) if len(near) == 1 else asked


def threshold_source(piece: Piece, units: list[str], ground: Ground) -> Seen | Problem:
    """The sensor of a condition about a number that names no limit."""
    named = next(
        (s.value(Tag.MEASURE) for s in piece.nouns.spans if s.has(Tag.MEASURE) and not s.entities), ""
    )
    measure = named or (_IMPLIED.get(units[0], "") if units else "")
    return _source(piece, measure, ground, several=bool(number_pool(piece)))


def _entry(limit: Limit, source: Seen, pool: str, ground: Ground) -> dict[str, Json]:
    entry: dict[str, Json] = {"kind": "threshold", "entities": list(source.ids)}
    for side, value in (("above", limit.above), ("below", limit.below)):
        if value is not None:
            entry[side] = in_unit(value, limit.unit, source.ids, ground)
    if limit.outside:
        entry["outside"] = True
    if pool and len(source.ids) > 1:
        entry["pool"] = pool
    return entry


def in_unit(value: float, unit: str, ids: tuple[str, ...], ground: Ground) -> float:
    """The value in the unit of the sensor: degrees Celsius and watts unless it says otherwise."""
    first = ground.view.find(ids[0]) if ids else None
    own = first.entity.unit if first is not None else None
    number = value if own == "°F" else celsius(value, unit)
    if unit == "kilowatt" and own != "kW":
        number *= 1000.0
    return number
