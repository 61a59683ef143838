"""What the user's words surely say: which way, what not, of which things, with which exceptions. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assistant.agent.speech.about import meant
from assistant.models.offline.grammar.clause import clauses
from assistant.models.offline.grammar.reading import Reading, Span, idle, read
from assistant.models.offline.router import asks
from devices.view import View
from tools.words.spec import Tag
from tools.words.token import plain

UP = frozenset({"turn_on", "open", "unlock", "on_open"})
DOWN = frozenset({"turn_off", "close", "lock", "off_close"})
_NOUNS = (Tag.KIND, Tag.THING, Tag.MEASURE, Tag.ROOM, Tag.FLOOR)
_WHOLE = (Tag.ALL, Tag.EVERYWHERE)
_STRANGE = 0.6
"""From this share of unknown letters on, the words are of a language that the grammar does not know."""
_STEM = 4


def way(action: str) -> str:
    """Which way an action or a control goes: up (on, open, unlock), down, or neither (empty)."""
    bare = action.removesuffix("_cover")
    return "up" if bare in UP else "down" if bare in DOWN else ""


@dataclass(frozen=True)
class Said:
    """Some of the user's sentences, read together; the first is the one of this turn."""

    texts: tuple[str, ...]
    view: View
    language: str
    readings: tuple[Reading, ...] = field(init=False)

    def __post_init__(self) -> None:
        read_all = tuple(read(text, self.view, self.language) for text in self.texts)
        object.__setattr__(self, "readings", read_all)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """All spans of all sentences."""
        return tuple(span for reading in self.readings for span in reading.spans)

    @cached_property
    def verbs(self) -> tuple[tuple[str, bool], ...]:
        """The ways that are said, each with whether a "don't" stands right before it."""
        return tuple(verb for reading in self.readings for verb in _verbs(reading))

    @property
    def denied(self) -> frozenset[str]:
        """The ways that are only said not to be gone."""
        wanted = {one for one, negated in self.verbs if not negated}
        return frozenset(one for one, negated in self.verbs if negated and one not in wanted)

    @property
    def wanted(self) -> frozenset[str]:
        """The ways that are asked for."""
        return frozenset(one for one, negated in self.verbs if not negated)

    @property
    def foreign(self) -> bool:
        """Whether most of the words are unknown: then nothing is sure."""
        letters = sum(len(span.text) for span in self.spans)
        return not letters or sum(len(s.text) for s in self.spans if not s.known) > _STRANGE * letters

    @property
    def whole(self) -> bool:
        """Whether all of something is said: all, everywhere, a plural, or a mass noun."""
        several = any(span.several or span.has(*_WHOLE, Tag.MASS) for span in self.spans)
        return several or any("everything" in span.values(Tag.KIND) for span in self.spans)

    @property
    def bare(self) -> bool:
        """Whether no thing is named, or only a pronoun: then what was spoken of before is meant."""
        nouns = (s for s in self.spans if s.named or s.has(*_NOUNS))
        return not any(nouns)

    @property
    def leans(self) -> bool:
        """Whether a pronoun stands for what was spoken of before."""
        return any(span.has(Tag.PRONOUN) for span in self.spans)

    @property
    def anything(self) -> bool:
        """Whether the words reach over the whole home, or over a room that only the speaker knows."""
        kinds = any(span.has(Tag.KIND) and "everything" not in span.values(Tag.KIND) for span in self.spans)
        every = any("everything" in span.values(Tag.KIND) for span in self.spans)
        return every or any(s.has(Tag.HERE) or (s.has(*_WHOLE) and not kinds) for s in self.spans)

    @property
    def conditional(self) -> bool:
        """Whether a condition is said."""
        return any(span.has(Tag.IF) and not idle(span) for span in self.spans)

    @property
    def asks(self) -> bool:
        """Whether the first sentence asks, and no word of it could be an order."""
        reading = self.readings[0]
        plain_word = any(span.has(Tag.ASK) and not span.has(Tag.FILLER) for span in reading.spans)
        marked = self.texts[0].rstrip().endswith(("?", "？")) or plain_word
        wishing = reading.has(Tag.ACTION, Tag.SET, Tag.RELATIVE)
        polite = any("can" in span.values(Tag.POLITE) for span in reading.spans)
        return asks(reading) and marked and not wishing and not polite

    @property
    def names_only(self) -> bool:
        """Whether nothing but names is understood: no question, no state, no measure."""
        return not any(span.has(Tag.ASK, Tag.STATE, Tag.MEASURE, Tag.LIST, Tag.STAT) for span in self.spans)

    @property
    def idle(self) -> bool:
        """Whether every word is understood and none of them wishes for anything: a greeting, thanks."""
        wishes = (Tag.ACTION, Tag.SET, Tag.RELATIVE, Tag.PARTICLE, Tag.UNDO, Tag.RULE, Tag.DELETE)
        every = all(span.known for span in self.spans)
        return every and not any(span.has(*wishes, Tag.ENABLE, Tag.DISABLE) for span in self.spans)

    @cached_property
    def outright(self) -> frozenset[str]:
        """What is named before an "and if", to which the condition does not belong."""
        spans = self.readings[0].spans
        conditions = (n for n, s in enumerate(spans) if s.has(Tag.IF) and n and spans[n - 1].has(Tag.AND))
        before = spans[: next(conditions, 0)]
        return frozenset[str]().union(*(meant(span, self.view) for span in before))

    @cached_property
    def things(self) -> frozenset[str]:
        """Every entity that some word may mean."""
        named = frozenset[str]().union(*(meant(span, self.view) for span in self.spans))
        return named | frozenset(_alike(self.view, [s.text for s in self.spans if not s.known]))

    @cached_property
    def excepted(self) -> frozenset[str]:
        """The entities that are to be left out."""
        return frozenset(i for reading in self.readings for i in _excepted(reading, self.view))


def _verbs(reading: Reading) -> Iterator[tuple[str, bool]]:
    """Every way said, by a verb or by a verb with its "on" or "off"; an adjective gives none."""
    spans = reading.spans
    for place, span in enumerate(spans):
        if span.named or (span.has(Tag.KIND, Tag.THING) and _as_noun(reading, place)):
            continue
        ways = {way(action) for action in span.values(Tag.ACTION)} - {""}
        if not ways and span.has(Tag.PARTICLE) and any(s.has(Tag.SET) for s in spans[:place]):
            ways = {"up" if span.value(Tag.PARTICLE) == "on" else "down"}
        if len(ways) == 1:
            yield next(iter(ways)), _negated(reading, place)


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
        turned = [n for n, s in enumerate(before) if s.has(Tag.SET)]
        before = before[: turned[-1]] if turned else before
    asked = any(span.has(Tag.WHY) for span in before)
    if not before or not before[-1].has(Tag.NOT) or before[-1].has(Tag.EXCEPT):
        return False
    following = spans[spans.index(before[-1]) + 1]
    return not asked and not _parted(reading, before[-1], following)


def _excepted(reading: Reading, view: View) -> Iterable[str]:
    """What stands behind "except": a room's kind where both are said, else all that is named."""
    for part in clauses(reading):
        spans = [s for s in part.excluded.spans if s.named or s.has(*_NOUNS)]
        sets = [meant(span, view) for span in spans]
        narrow = frozenset.intersection(*sets) if sets else frozenset()
        yield from narrow or frozenset().union(*sets)


def _alike(view: View, leftovers: Sequence[str]) -> Iterator[str]:
    """Entities with a word in name, alias or room that begins like an unknown word."""
    stems = {word[:_STEM] for text in leftovers for word in text.split() if len(word) >= _STEM}
    for snapshot in view.exposed() if stems else ():
        names = (snapshot.entity.name, *snapshot.entity.aliases, view.area_name(snapshot.entity))
        words = {word[:_STEM] for name in names for word in plain(name).split() if len(word) >= _STEM}
        if stems & words:
            yield snapshot.entity.id
