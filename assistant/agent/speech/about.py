"""What of the home a sentence speaks of, by the names and words that the offline grammar knows. Pure."""

import re
from dataclasses import dataclass

from assistant.models.offline.grammar.reading import Reading, Span, read
from assistant.models.offline.grammar.target import is_kind, is_measure
from devices.model import Domain
from devices.view import View
from tools.words.packs import pack
from tools.words.spec import Tag
from tools.words.speech import detect
from tools.words.token import plain

_THINGS = (Tag.KIND, Tag.THING, Tag.RULE)
_INSIDE = (Tag.HERE, Tag.EVERYWHERE)
_PEOPLE = f"{Domain.DEVICE_TRACKER}."


@dataclass(frozen=True, slots=True)
class About:
    """One sentence's subject: its entities by name, its rooms, and how surely it is of this home."""

    entities: frozenset[str]
    rooms: frozenset[str]
    kinds: frozenset[str]
    thing: bool
    pronoun: bool

    @property
    def named(self) -> bool:
        """Whether it names something of this very home."""
        return bool(self.entities or self.rooms)

    @property
    def home(self) -> bool:
        """Whether it speaks of this home, be it by a mere kind of thing."""
        return self.named or self.thing


def about(sentence: str, view: View, language: str) -> About:
    """Read a sentence of a reply; it may be in another language than the turn."""
    code = detect(sentence, language)
    reading = read(sentence, view, code)
    thing = _of_this_home(reading, sentence, code)
    kinds = frozenset(k for span in reading.spans for k in span.values(Tag.KIND))
    named = _subjects(frozenset(i for span in reading.spans for i in span.entities), beside=bool(kinds))
    rooms = frozenset(i for span in reading.spans for i in (*span.areas, *span.floors))
    inside = any(span.has(*_INSIDE) for span in reading.spans)
    return About(
        entities=named,
        rooms=rooms | ({"here"} if inside else set()),
        kinds=kinds,
        thing=thing,
        pronoun=any(span.has(Tag.PRONOUN) for span in reading.spans),
    )


def _subjects(named: frozenset[str], *, beside: bool) -> frozenset[str]:
    """What is spoken of; a person beside a thing is who did it: "the door was unlocked by Ben"."""
    things = frozenset(i for i in named if not i.startswith(_PEOPLE))
    return things if things or beside else named


def asks_about_home(asked: str, view: View, language: str) -> bool:
    """Whether the words, all of them understood, name a thing, a measure or a place of the home."""
    reading = read(asked, view, language)
    if not asked.strip() or not all(span.known for span in reading.spans):
        return False
    nouns = (*_THINGS, *_INSIDE, Tag.MEASURE, Tag.ROOM, Tag.FLOOR)
    return any(span.named or span.has(*nouns) for span in reading.spans)


def meant(span: Span, view: View) -> frozenset[str]:
    """Every entity that a span may mean: by its name, its kind, its measure, its room or its floor."""
    areas = set(span.areas) | {a.id for a in view.areas.values() if a.floor in span.floors}
    kinds, measures = span.values(Tag.KIND), span.values(Tag.MEASURE)
    found = {*span.entities, *span.related}
    for snapshot in view.exposed():
        kind = any(is_kind(snapshot, k) for k in kinds) or any(is_measure(snapshot, m) for m in measures)
        if kind or snapshot.entity.area in areas:
            found.add(snapshot.entity.id)
    return frozenset(found)


def _of_this_home(reading: Reading, sentence: str, code: str) -> bool:
    """Whether a kind of thing is said as one of this home: by "the" or "your", where there are such words."""
    if not any(span.has(*_THINGS) for span in reading.spans):
        return False
    definite = pack(code).claims.definite
    return not definite or re.search(definite, plain(sentence)) is not None
