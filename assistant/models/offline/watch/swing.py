"""A number moving by an amount within a time: "drops by 3 degrees within an hour"."""

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Reading
from assistant.models.offline.plan import Kind
from assistant.models.offline.watch.threshold import threshold_source
from assistant.models.offline.watch.watched import Ground, Piece, Predicate
from devices.model import Json
from tools.words.spec import Tag
from tools.words.speech import say

_WAYS = {"swing_up": "up", "swing_down": "down", "swing": "either"}
_FAHRENHEIT = 1.8


def swing(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """By how much, which way and how fast; None when no such move is told."""
    told = piece.of(*_WAYS)
    if not told:
        return None
    seconds = sum(mark.seconds for mark in piece.of("over", "delay", "hold"))
    if not seconds:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_window"), "no-window")
    units = [unit for span in piece.nouns.spans for unit in span.values(Tag.UNIT)]
    spans = tuple(s for s in piece.nouns.spans if s.named or not s.has(Tag.UNIT) or s.has(Tag.MEASURE))
    nouns = Reading(piece.nouns.text, piece.nouns.code, spans)
    source = threshold_source(Piece(nouns, piece.marks, piece.said, piece.whole), units[:1], ground)
    if isinstance(source, Problem):
        return source
    by = abs(told[0].numbers[0])
    first = ground.view.find(source.ids[0]) if source.ids else None
    if "fahrenheit" in units and (first is None or first.entity.unit != "°F"):
        by = round(by / _FAHRENHEIT, 2)
    when: dict[str, Json] = {
        "kind": "swing",
        "entities": list(source.ids),
        "by": by,
        "within_seconds": seconds,
        "way": _WAYS[told[0].kind],
    }
    return Predicate(when, None, source.ids, source.question, source.choices)
