"""A sentence as spans: lexicon words, names of the home, numbers, and leftovers. Decides nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf

from assistant.models.offline.grammar.gazetteer import Gazetteer, Named, Word, gazetteer, lexicon
from devices.view import View
from tools.words.packs import pack
from tools.words.spec import Pack, Tag
from tools.words.token import Token, plain, tokens

_UNKNOWN, _RARE, _SPAN, _GOOD = 10.0, 3.0, 1.0, 0.9
_LONGEST_NUMBER = 6
_IDLE = (Tag.FILLER, Tag.POLITE, Tag.PRONOUN, Tag.THEN, Tag.HELP, Tag.GREETING, Tag.CREATE)
_STRONG = frozenset(
    {Tag.ACTION, Tag.IF, Tag.EXCEPT, Tag.NOT, Tag.ABOVE, Tag.BELOW, Tag.STAT, Tag.WINDOW, Tag.WHY}
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the sentence and everything it may mean; without meaning it is a leftover.

    `words` are lexicon readings; `entities`, `areas` and `floors` ids that bear this name; `number` a value.
    `several` tells that a noun was said in the plural, `kind` the kind word inside a longer name,
    `related` the entities whose names hold the same concept. `start` and `end` are places in the plain text.
    """

    text: str
    start: int
    end: int
    words: tuple[Word, ...] = ()
    entities: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    floors: tuple[str, ...] = ()
    number: float | None = None
    several: bool = False
    kind: str = ""
    related: tuple[str, ...] = ()

    def has(self, *tags: Tag) -> bool:
        """Whether it may be one of these."""
        return any(tag in tags for tag, _value in self.words)

    def value(self, tag: Tag) -> str:
        """What it stands for as this; empty if it can't be one."""
        return next((value for found, value in self.words if found is tag), "")

    def values(self, tag: Tag) -> tuple[str, ...]:
        """All it may stand for as this."""
        return tuple(value for found, value in self.words if found is tag)

    @property
    def known(self) -> bool:
        """Whether it means anything."""
        return bool(self.words or self.entities or self.areas or self.floors or self.number is not None)

    @property
    def named(self) -> bool:
        """Whether it names something of the home."""
        return bool(self.entities or self.areas or self.floors)


@dataclass(frozen=True)
class Reading:
    """A sentence read in one language: its plain text and its spans in order."""

    text: str
    code: str
    spans: tuple[Span, ...]

    @cached_property
    def _tags(self) -> frozenset[Tag]:
        return frozenset(tag for span in self.spans for tag, _value in span.words)

    @cached_property
    def content(self) -> tuple[Span, ...]:
        """The spans that carry meaning: without fillers and courtesies that mean nothing else."""
        return tuple(span for span in self.spans if not idle(span))

    def has(self, *tags: Tag) -> bool:
        """Whether some span may be one of these."""
        return not self._tags.isdisjoint(tags)

    def first(self, *tags: Tag) -> int:
        """The place of the first span that may be one of these, -1 if none."""
        return next((place for place, span in enumerate(self.spans) if span.has(*tags)), -1)

    def part(self, start: int, end: int) -> "Reading":
        """Some of its spans as a reading of their own."""
        return Reading(self.text, self.code, self.spans[start:end])

    def said(self, start: int, end: int) -> str:
        """The plain text from one span to before another."""
        spans = self.spans[start:end]
        return self.text[spans[0].start : spans[-1].end] if spans else ""


def idle(span: Span) -> bool:
    """Whether a span is only a filler or a courtesy."""
    if not span.words or span.named or span.number is not None:
        return False
    return all(tag in _IDLE for tag, _value in span.words) and not _greets(span)


def _greets(span: Span) -> bool:
    return span.has(Tag.HELP, Tag.GREETING) and not span.has(Tag.POLITE, Tag.FILLER, Tag.CREATE)


def read(text: str, view: View, language: str) -> Reading:
    """Read a sentence: as few leftovers as possible, then as few spans."""
    spoken = pack(language)
    return _read(plain(text), spoken, gazetteer(view, spoken.code))


@lru_cache(maxsize=4)
def _read(said: str, spoken: Pack, names: Gazetteer) -> Reading:
    """The reading of a plain text; kept for a moment, since within a turn several look at the same words."""
    sentence = tokens(said, spoken.keys)
    best: list[tuple[float, tuple[Span, ...]]] = [
        (0.0 if n == 0 else inf, ()) for n in range(len(sentence) + 1)
    ]
    for start in range(len(sentence)):
        cost, before = best[start]
        for length, span in _spans(sentence, start, names, spoken, said).items():
            price = _UNKNOWN if not span.known else _price(span, length, exact=span.text in names.exact)
            if cost + price < best[start + length][0] - 1e-9:
                best[start + length] = (cost + price, (*before, span))
    return Reading(said, spoken.code, _joined(best[-1][1], said))


def _spans(
    sentence: tuple[Token, ...], start: int, names: Gazetteer, spoken: Pack, said: str
) -> Mapping[int, Span]:
    found: dict[int, tuple[list[Word], list[Named], float | None]] = {1: ([], [], sentence[start].number)}
    for length, said_words in lexicon(spoken.code).each(sentence, start):
        found.setdefault(length, ([], [], None))[0].extend(said_words)
    for length, bearers in names.names.each(sentence, start):
        found.setdefault(length, ([], [], None))[1].extend(bearers)
    for length, number in _numbers(sentence, start, spoken):
        known_words, known_names, _old = found.get(length, ([], [], None))
        found[length] = (known_words, known_names, number)
    return {
        length: _span(
            sentence[start : start + length], words, _all_named(named, words, names), value, spoken, said
        )
        for length, (words, named, value) in found.items()
    }


def _all_named(named: list[Named], words: list[Word], names: Gazetteer) -> list[Named]:
    """Names as they stand, else those of the same concept in another language."""
    if not words:
        return named
    concepts = (
        ("area", Tag.ROOM, names.rooms),
        ("floor", Tag.FLOOR, names.storeys),
        ("entity", Tag.THING, names.things),
    )
    more = list(named) + [
        Named("related", i) for tag, value in words if tag is Tag.THING for i in names.things.get(value, ())
    ]
    for what, tag, known in concepts:
        if not any(name.what == what for name in named):
            more += [Named(what, i) for found, value in words if found is tag for i in known.get(value, ())]
    return more


def _span(
    part: tuple[Token, ...],
    words: list[Word],
    named: list[Named],
    number: float | None,
    spoken: Pack,
    said: str,
) -> Span:
    def ids(what: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name.id for name in named if name.what == what)) if named else ()

    start, end, entities = part[0].start, part[-1].end, ids("entity")
    noun = bool(entities) or any(tag in (Tag.KIND, Tag.THING) for tag, _value in words)
    several = noun and any(spoken.plural(token.text) for token in part)
    return Span(
        said[start:end],
        start,
        end,
        tuple(dict.fromkeys(words)),
        entities,
        ids("area"),
        ids("floor"),
        number,
        several,
        _inner_kind(part, spoken) if entities and len(part) > 1 else "",
        ids("related"),
    )


def _inner_kind(part: tuple[Token, ...], spoken: Pack) -> str:
    """The kind that a longer name ends with, or begins with: light for "Kitchen light"."""
    phrases = lexicon(spoken.code)
    for place in (len(part) - 1, 0):
        _length, words = phrases.longest(part[place : place + 1], 0)
        kinds = [value for tag, value in words if tag is Tag.KIND]
        if kinds:
            return kinds[0]
    return ""


def _numbers(sentence: tuple[Token, ...], start: int, spoken: Pack) -> Iterator[tuple[int, float]]:
    if sentence[start].text not in spoken.numerals:
        return
    joint = "" if spoken.code == "zh" else " "
    for end in range(start + 1, min(len(sentence), start + _LONGEST_NUMBER) + 1):
        value = spoken.number(joint.join(token.text for token in sentence[start:end]))
        if value is not None:
            yield end - start, value


def _price(span: Span, length: int, *, exact: bool) -> float:
    """What a span costs; "kitchen lights" is rather lights in the kitchen than the "Kitchen light"."""
    if span.entities and span.several and not exact:
        return length + 0.1
    if span.named:
        return _GOOD - 0.05
    if all(tag is Tag.ORDINAL for tag, _value in span.words) and span.words:
        return _RARE
    return _GOOD if span.has(*_STRONG) or span.number is not None else _SPAN


def _joined(spans: tuple[Span, ...], said: str) -> tuple[Span, ...]:
    """Leftovers that stand together become one."""
    joined: list[Span] = []
    for span in spans:
        if joined and not span.known and not joined[-1].known:
            first = joined.pop()
            joined.append(Span(said[first.start : span.end], first.start, span.end))
        else:
            joined.append(span)
    return tuple(joined)
