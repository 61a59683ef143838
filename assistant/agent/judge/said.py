"""What the user's words surely say: which way, what not, of which things, with which exceptions. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.agent.judge.wording import Order, orders, sentences
from assistant.agent.speech.about import meant
from assistant.agent.speech.sentences import unquoted
from assistant.models.offline.grammar.clause import clauses
from assistant.models.offline.grammar.reading import Reading, Span, idle, read
from assistant.models.offline.router import asks
from devices.view import View
from tools.words.spec import Tag
from tools.words.token import near, plain

_NOUNS = (Tag.KIND, Tag.THING, Tag.MEASURE, Tag.ROOM, Tag.FLOOR)
_WHOLE = (Tag.ALL, Tag.EVERYWHERE)
_STRANGE = 0.6
"""From this share of unknown letters on, the words are of a language that the grammar does not know."""
_LONGEST = 400
"""A longer text is no single wish; judging stays quick whatever is pasted."""


@dataclass(frozen=True)
class Said:
    """Some of the user's texts, read together; the first is the one of this turn, `own` its sentences.

    What stands in quotation marks is no wish of the speaker, unless nothing else was said.
    """

    texts: tuple[str, ...]
    view: View
    language: str

    @cached_property
    def own(self) -> tuple[Reading, ...]:
        """The sentences of this turn."""
        return tuple(self._read(self.texts[0]))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """All sentences."""
        return (*self.own, *(reading for text in self.texts[1:] for reading in self._read(text)))

    def _read(self, text: str) -> Iterator[Reading]:
        yield from (read(part, self.view, self.language) for part in sentences(unquoted(text[:_LONGEST])))

    @property
    def quotes(self) -> bool:
        """Whether words of somebody else were left out."""
        return any(unquoted(text) != text for text in self.texts)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """All spans of all sentences."""
        return tuple(span for reading in self.readings for span in reading.spans)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """Every way said, with what it is said of and whether a "don't" stands right before it."""
        return tuple(order for reading in self.readings for order in orders(reading, self.view))

    @property
    def denied(self) -> frozenset[str]:
        """The ways that are only said not to be gone."""
        wanted = {order.way for order in self.orders if not order.negated}
        return frozenset(order.way for order in self.orders if order.negated and order.way not in wanted)

    @property
    def wanted(self) -> frozenset[str]:
        """The ways that are asked for."""
        return frozenset(order.way for order in self.orders if not order.negated)

    def forbids(self, entity_id: str, way: str) -> bool:
        """Whether this thing by its name shall not go this way, whatever others shall."""
        said = [order for order in self.orders if order.way == way]
        wished = any(entity_id in order.of for order in said if not order.negated)
        return not wished and any(entity_id in order.of for order in said if order.negated)

    @property
    def only(self) -> bool:
        """Whether something is singled out: "not all of them, only this one"."""
        return any(span.value(Tag.FILLER) == "only" for span in self.spans)

    @cached_property
    def singled(self) -> frozenset[str]:
        """What is named behind an "only"."""
        spans = [span for reading in self.own for span in reading.spans]
        start = next((n for n, s in enumerate(spans) if s.value(Tag.FILLER) == "only"), len(spans))
        sets = [found for span in spans[start:] if (found := meant(span, self.view))]
        return frozenset.intersection(*sets) if sets else frozenset()

    @property
    def thanks(self) -> bool:
        """Whether the words only thank, greet or agree."""
        return self.idle and any(span.has(Tag.GREETING, Tag.POLITE) for span in self.spans)

    @property
    def foreign(self) -> bool:
        """Whether most of the words are unknown: then nothing is sure."""
        letters = sum(len(span.text) for span in self.spans)
        strange = [s.text for s in self.spans if not s.known]
        words = sum(len(span.text.split()) for span in self.spans)
        many = sum(map(len, strange)) > _STRANGE * letters
        return not letters or self._kana or (many and sum(len(s.split()) for s in strange) > _STRANGE * words)

    @property
    def unread(self) -> bool:
        """Whether more than one word is unknown: another language rather than small talk."""
        return self._kana or sum(len(span.text.split()) for span in self.spans if not span.known) > 1

    @property
    def _kana(self) -> bool:
        return any("ぁ" <= sign <= "ヿ" for text in self.texts for sign in text)

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
    def corrects(self) -> bool:
        """Whether the words begin with a no: then what was just done may be taken back."""
        spans = self.own[0].spans
        rather = any(span.value(Tag.FILLER) == "rather" for span in spans)
        return rather or any(span.has(Tag.NOT) and not span.has(Tag.EXCEPT) for span in spans[:2])

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
        """Whether all that is said in this turn asks, and no word of it could be an order."""
        told = [reading for reading in self.own if not all(map(idle, reading.spans))]
        return bool(told) and all(map(_asks, told))

    @property
    def wonders(self) -> bool:
        """Whether a measure, a list or a statistic is spoken of: to know it may be all that is wished."""
        return any(span.has(Tag.MEASURE, Tag.LIST, Tag.STAT) for span in self.spans)

    @property
    def unwanted(self) -> bool:
        """Whether a state is declined, no act: "I don't want the fan on"."""
        return bool(self.denied) and not any(span.has(Tag.ACTION, Tag.SET) for span in self.spans)

    @property
    def idle(self) -> bool:
        """Whether every word is understood and none of them wishes for anything: a greeting, thanks."""
        wishes = (Tag.ACTION, Tag.SET, Tag.RELATIVE, Tag.PARTICLE, Tag.UNDO, Tag.RULE, Tag.DELETE)
        every = all(span.known for span in self.spans)
        return every and not any(span.has(*wishes, Tag.ENABLE, Tag.DISABLE) for span in self.spans)

    @cached_property
    def outright(self) -> frozenset[str]:
        """What is named before an "and if", to which the condition does not belong."""
        spans = [span for reading in self.own for span in reading.spans]
        conditions = (n for n, s in enumerate(spans) if s.has(Tag.IF) and n and spans[n - 1].has(Tag.AND))
        before = spans[: next(conditions, 0)]
        return frozenset[str]().union(*(meant(span, self.view) for span in before))

    @cached_property
    def rooms(self) -> frozenset[str]:
        """The rooms that are named, one by one or by their floor."""
        areas = {i for span in self.spans for i in span.areas}
        storeys = {i for span in self.spans for i in span.floors}
        return frozenset(areas | {area.id for area in self.view.areas.values() if area.floor in storeys})

    @cached_property
    def places(self) -> frozenset[str]:
        """The rooms that are named, or in which something named stands."""
        near_to = map(self.view.find, (i for span in self.spans for i in span.entities))
        return self.rooms | {s.entity.area for s in near_to if s is not None and s.entity.area}

    @cached_property
    def things(self) -> frozenset[str]:
        """Every entity that some word may mean: of a kind and a room, what is both."""
        likely = frozenset(_alike(self.view, [s.text for s in self.spans if not s.known]))
        kinds, rooms, named = [], [likely] if likely else [], set[str]()
        for span in self.spans:
            sort = frozenset(meant(_sort(span), self.view))
            place = frozenset(meant(span, self.view)) - sort
            named |= {*span.entities, *span.related}
            kinds += [sort] if sort else []
            rooms += [place] if place and (span.areas or span.floors) else []
        inside = frozenset[str]().union(*rooms)
        both = [kind & inside or kind for kind in kinds]
        apart = [room for room in rooms if not any(room & kind for kind in kinds)]
        return frozenset(named).union(*both, *apart)

    @cached_property
    def excepted(self) -> frozenset[str]:
        """The entities that are to be left out."""
        told = (r for r in self.readings if not r.text.rstrip().endswith("?"))
        return frozenset(i for reading in told for i in _excepted(reading, self.view))


def _asks(reading: Reading) -> bool:
    plain_word = any(
        span.has(Tag.ASK) and span.value(Tag.ASK) != "any" and not span.has(Tag.FILLER)
        for span in reading.spans
    )
    strange = sum(len(span.text) for span in reading.spans if not span.known)
    marked = plain_word or (reading.text.rstrip().endswith("?") and strange <= _STRANGE * len(reading.text))
    wishing = reading.has(Tag.ACTION, Tag.SET, Tag.RELATIVE)
    polite = any("can" in span.values(Tag.POLITE) for span in reading.spans)
    return asks(reading) and marked and not wishing and not polite


def _sort(span: Span) -> Span:
    """The span as a mere kind or measure, its place and its name left out."""
    return Span(span.text, span.start, span.end, span.words)


def _excepted(reading: Reading, view: View) -> Iterable[str]:
    """What stands behind "except": a room's kind where both are said, else all that is named."""
    for part in clauses(reading):
        spans = [s for s in part.excluded.spans if s.named or s.has(*_NOUNS)]
        if not part.nouns.has(*_NOUNS) and not any(s.named for s in part.nouns.spans):
            # "not the bedroom, the bathroom": what comes last is the wish
            spans = spans[:1]
        sets = [meant(span, view) for span in spans]
        narrow = frozenset.intersection(*sets) if sets else frozenset()
        yield from narrow or frozenset().union(*sets)


def _alike(view: View, leftovers: Sequence[str]) -> Iterator[str]:
    """Entities with a word in name, alias or room that is like an unknown word: a slip, a foreign form."""
    unknown = {word for text in leftovers for word in text.split()}
    for snapshot in view.exposed() if unknown else ():
        names = (snapshot.entity.name, *snapshot.entity.aliases, view.area_name(snapshot.entity))
        if any(near(word, own) for name in names for own in plain(name).split() for word in unknown):
            yield snapshot.entity.id
