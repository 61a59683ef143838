"""The conditions of a part of a sentence, one by one, and how they are joined."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Span, read
from assistant.models.offline.plan import Kind
from assistant.models.offline.turns.cut import PEOPLE, PREDICATES, TIMED
from assistant.models.offline.turns.mark import SOFT, Mark, every, spot
from assistant.models.offline.turns.sentence import Part, blanked
from assistant.models.offline.watch.happening import event, reach
from assistant.models.offline.watch.presence import presence
from assistant.models.offline.watch.state import STATES, state
from assistant.models.offline.watch.swing import swing
from assistant.models.offline.watch.threshold import threshold
from assistant.models.offline.watch.watched import Ground, Piece, Predicate, unknown
from devices.model import Json
from tools.words.spec import Tag
from tools.words.speech import say

KINDS: tuple[Callable[[Piece, Ground], Predicate | Problem | None], ...] = (
    presence,
    reach,
    event,
    swing,
    threshold,
    state,
)
"""One file each; the first that knows a condition reads it."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a part says must be so; `any_of` tells that one of several is enough."""

    predicates: tuple[Predicate, ...]
    any_of: bool = False


def conditions(part: Part, ground: Ground) -> Conditions | Problem:
    """Every condition of a part; times among them are read elsewhere, from the marks of the part."""
    pieces, any_of = _pieces(part)
    if pieces is None:
        return unknown(part.code, part.text)
    found: list[Predicate] = []
    for piece in pieces:
        if not _says(piece):
            continue
        one = _read(piece, ground)
        if isinstance(one, Problem):
            return one
        found.append(one)
        ground = replace(ground, subject=one.entities or ground.subject)
    kept = _banded(found) if not any_of else found
    return Conditions(tuple(kept), any_of and len(kept) > 1)


def _banded(found: list[Predicate]) -> list[Predicate]:
    """Above one and below another limit of the same sensor is one band: "> 26 and < 30"."""
    if len(found) != 2 or any(one.when is None or one.when["kind"] != "threshold" for one in found):
        return found
    both: dict[str, Json] = {}
    for one in found:
        both |= one.when or {}
    low, high = both.get("above"), both.get("below")
    same = found[0].entities == found[1].entities and "for_seconds" not in (found[0].when or {})
    if not same or not isinstance(low, float) or not isinstance(high, float) or low >= high:
        return found
    return [replace(found[0], when=both, holds=both)]


def _read(piece: Piece, ground: Ground) -> Predicate | Problem:
    odd = piece.of("delay", "times", "scene", "slowly", "until_clock")
    if odd and not piece.of("swing", "swing_up", "swing_down"):
        return unknown(ground.code, odd[0].text)
    for kind in (state,) if piece.of("deny") else KINDS:
        found = kind(piece, ground)
        if found is not None:
            return found
    if piece.of("vague"):
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_limit"), "no-limit")
    measured = any(s.has(Tag.MEASURE) for s in piece.nouns.spans)
    if measured and not any(s.number is not None for s in piece.nouns.spans):
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_limit"), "no-limit")
    return unknown(ground.code, piece.said)


def _says(piece: Piece) -> bool:
    """Whether anything but times is said in it."""
    marks = any(mark.kind not in TIMED and mark.kind not in ("any", "every", "mean") for mark in piece.marks)
    return marks or any(s.named or not s.known or not s.has(*_JOINTS) for s in piece.nouns.spans)


_JOINTS = (Tag.AND, Tag.FILLER, Tag.POLITE, Tag.THEN, Tag.IF, Tag.PRONOUN, Tag.ALL)


def _pieces(part: Part) -> tuple[tuple[Piece, ...] | None, bool]:
    """The part cut at each "and" or "or" that has something told on both sides; None if both are mixed."""
    spans, cuts, words = part.reading.spans, [part.start], set[str]()
    ends: list[int] = []
    for span in spans:
        word = _joint(span)
        if word and _told(part, cuts[-1], span.start) and _told(part, span.end, part.end):
            words.add(word)
            ends.append(span.start)
            cuts.append(span.end)
    ends.append(part.end)
    if len(words) > 1:
        return None, False
    pieces = tuple(_piece(part.between(start, end)) for start, end in zip(cuts, ends, strict=True))
    return pieces, "or" in words


def _joint(span: Span) -> str:
    if span.named:
        return ""
    if span.value(Tag.ASK) == "or":
        return "or"
    return "and" if span.has(Tag.AND) and span.value(Tag.AND) != "take" else ""


def _told(part: Part, start: int, end: int) -> bool:
    """Whether a stretch says that something is so."""
    if any(m.kind in TIMED or m.kind in PEOPLE for m in part.marks if m.start >= start and m.end <= end):
        return True
    if any(m.start >= start and m.end <= end for m in every(part.text, part.code, PREDICATES)):
        return True
    here = [s for s in part.reading.spans if s.start >= start and s.end <= end and not s.named]
    return any(s.has(Tag.ABOVE, Tag.BELOW) for s in here) and any(s.number is not None for s in here)


def _piece(part: Part) -> Piece:
    """The stretch with what is only meant inside conditions taken out of its nouns."""
    soft = spot(part.text, part.code, SOFT)
    names = [s for s in part.reading.spans if s.named]
    soft = tuple(m for m in soft if not any(_within(m, s) for s in names))
    states = [m for m in soft if m.kind in STATES]
    others = [
        m
        for m in every(part.text, part.code, STATES)
        if any(m.start < s.end and s.start < m.end and m != s for s in states)
        and not any(_within(m, s) for s in names)
    ]
    text = blanked(part.text, *((m.start, m.end) for m in (*soft, *others)))
    nouns = read(text, part.view, part.code)
    return Piece(nouns, (*part.marks, *soft, *others), " ".join(part.text.split()), part.reading)


def _within(mark: Mark, span: Span) -> bool:
    """Whether a state word is only part of a name: "the open shelf light"."""
    return span.start <= mark.start and mark.end <= span.end and bool(span.entities or span.areas)
