"""The grain of a text: its sentences without quotations, and the orders in each. Pure; judges nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.agent.speech.about import meant
from assistant.agent.speech.sentences import sentences as _cut
from assistant.models.offline.grammar.reading import Reading, Span
from assistant.models.offline.router import asks
from devices.view import View
from tools.words.spec import Tag

UP = frozenset({"turn_on", "open", "unlock", "on_open"})
DOWN = frozenset({"turn_off", "close", "lock", "off_close"})


@dataclass(frozen=True, slots=True)
class Order:
    """One way said: up (on, open, unlock) or down; of what, and whether not.

    `plain`: nothing before it makes it a question, a denial or a tale.
    """

    way: str
    negated: bool
    of: frozenset[str] = frozenset()
    plain: bool = True


def way(action: str) -> str:
    """Which way an action or a control goes: up (on, open, unlock), down, or neither (empty)."""
    bare = action.removesuffix("_cover")
    return "up" if bare in UP else "down" if bare in DOWN else ""


def sentences(text: str) -> list[str]:
    """The sentences of a text; at least one."""
    return [part for part in _cut(text) if part.strip()] or [text]


def orders(reading: Reading, view: View) -> Iterator[Order]:
    """Every way said, by a verb or by a verb with its "on" or "off"; an adjective gives none."""
    found = list(_ways(reading))
    for n, (place, said) in enumerate(found):
        start = found[n - 1][0] + 1 if n else 0
        end = found[n + 1][0] if n + 1 < len(found) else len(reading.spans)
        negated = _negated(reading, place)
        behind = _objects(reading, place + 1, end, view, only=negated)
        of = behind or _objects(reading, start, place, view, only=False)
        yield Order(said, negated, of, not negated and _plain(reading, place))


def _plain(reading: Reading, place: int) -> bool:
    """Whether a verb is an order beyond doubt: unasked, undenied, at most one unknown word before it."""
    before = reading.spans[:place]
    strange = sum(len(span.text.split()) for span in before if not span.known)
    denied = any(
        _wished(span) and not _parted(reading, span, reading.spans[n + 1]) for n, span in enumerate(before)
    )
    return strange <= 1 and not denied and not asks(reading)


def _ways(reading: Reading) -> Iterator[tuple[int, str]]:
    spans = reading.spans
    for place, span in enumerate(spans):
        if span.named or (span.has(Tag.KIND, Tag.THING) and _as_noun(reading, place)):
            continue
        ways = {way(action) for action in span.values(Tag.ACTION)} - {""}
        turned = any(s.has(Tag.SET) or _wished(s) for s in spans[:place])
        if not ways and span.has(Tag.PARTICLE) and turned:
            ways = {"up" if span.value(Tag.PARTICLE) == "on" else "down"}
        if len(ways) == 1:
            yield place, next(iter(ways))


def _wished(span: Span) -> bool:
    """For instance the "don't" of "I don't want the fan on"."""
    return span.has(Tag.NOT) and not span.has(Tag.EXCEPT)


def _objects(reading: Reading, start: int, end: int, view: View, *, only: bool) -> frozenset[str]:
    """What some spans name together: of a kind and a room what is both; up to an "only" where wanted."""
    spans = reading.spans[start:end]
    if only:
        stop = next((n for n, s in enumerate(spans) if s.value(Tag.FILLER) == "only"), len(spans))
        spans = spans[:stop]
    sets = [found for span in spans if (found := meant(span, view))]
    narrow = frozenset.intersection(*sets) if sets else frozenset[str]()
    return narrow or frozenset[str]().union(*sets)


def _as_noun(reading: Reading, place: int) -> bool:
    """Whether a verb that may be a noun ("lock") is one here: an article, name or verb leads to it."""
    before = reading.spans[place - 1] if place else None
    if before is None or _parted(reading, before, reading.spans[place]):
        return False
    return before.named or before.has(Tag.FILLER, Tag.ACTION, Tag.SET)


def _parted(reading: Reading, first: Span, second: Span) -> bool:
    """Whether a mark stands between two spans."""
    return any(mark in reading.text[first.end : second.start] for mark in ",.;!?，。；！？、")


def _negated(reading: Reading, place: int) -> bool:
    """Whether a "don't" stands right before; that of "why don't you" and "no, ..." is none."""
    spans = reading.spans
    before = [s for s in spans[:place] if not (s.has(Tag.POLITE) or s.text in ("even", "ever", "just"))]
    if spans[place].has(Tag.PARTICLE) and not spans[place].has(Tag.ACTION):
        turned = [n for n, s in enumerate(before) if s.has(Tag.SET) or _wished(s)]
        before = before[: turned[-1] + int(_wished(before[turned[-1]]))] if turned else before
    asked = any(span.has(Tag.WHY) for span in before)
    if not before or not before[-1].has(Tag.NOT) or before[-1].has(Tag.EXCEPT):
        return False
    following = spans[spans.index(before[-1]) + 1]
    return not asked and not _parted(reading, before[-1], following)
