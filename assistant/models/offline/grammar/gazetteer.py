"""The names of one home as phrases of one language, and the concepts in them. Understands no sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from devices.model import Area, Entity, Floor
from devices.view import View
from tools.words.packs import PACKS
from tools.words.spec import Pack, Tag
from tools.words.token import Phrases, Token, plain, tokens

_NOUNS = (Tag.KIND, Tag.MEASURE, Tag.ROOM, Tag.FLOOR, Tag.THING)
_PEOPLE = ("device_tracker", "person")
_OWNED = re.compile(r"(.{2,40}?)(?:['’]s? |的)")
Word = tuple[Tag, str]
"""A tag and its value: what a phrase of the lexicon stands for."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a name in the home stands for: `what` is entity, area or floor."""

    what: str
    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The nameable parts of a view; equal when the very same objects are in it."""

    entities: tuple[Entity, ...]
    areas: tuple[Area, ...]
    floors: tuple[Floor, ...]

    def __hash__(self) -> int:
        return hash(self._marks())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parts) and self._marks() == other._marks()

    def _marks(self) -> tuple[int, ...]:
        return tuple(id(part) for part in (*self.entities, *self.areas, *self.floors))


class Gazetteer:
    """Names of the home by phrase and by concept, for one language."""

    def __init__(self, home: Parts, code: str) -> None:
        self.names: Phrases[Named] = Phrases()
        self.exact: set[str] = set()
        self.rooms: dict[str, list[str]] = {}
        self.storeys: dict[str, list[str]] = {}
        self.things: dict[str, list[str]] = {}
        self._pack = PACKS[code]
        for area in home.areas:
            self._place("area", area, self.rooms, Tag.ROOM)
        for floor in home.floors:
            self._place("floor", floor, self.storeys, Tag.FLOOR)
        rooms = {area.id: area.name for area in home.areas}
        for entity in home.entities:
            self._entity(entity, rooms.get(entity.area or "", ""))

    def _place(self, what: str, place: Area | Floor, concepts: dict[str, list[str]], tag: Tag) -> None:
        for name in (place.name, *place.aliases):
            self._add(name, Named(what, place.id))
            for found, concept in _whole(name):
                if found is tag and place.id not in concepts.setdefault(concept, []):
                    concepts[concept].append(place.id)

    def _entity(self, entity: Entity, room: str) -> None:
        named = Named("entity", entity.id)
        self._add(entity.id, named)
        for name in (entity.name, *entity.aliases):
            self._add(name, named)
            bare = plain(name).removeprefix(plain(room)).strip() if room else ""
            if bare and bare != plain(name) and len(tokens(bare, self._pack.keys)) > 1:
                self._add(bare, named)
            for concept in things_of(name):
                if entity.id not in self.things.setdefault(concept, []):
                    self.things[concept].append(entity.id)
            if (short := _without_kind(name)) is not None:
                self._add(short, named)
            if entity.domain.value in _PEOPLE and (owner := _owner(name)):
                self._add(owner, named)

    def _add(self, name: str, named: Named) -> None:
        phrase = tokens(plain(name), self._pack.keys)
        if phrase:
            self.names.add(phrase, named)
            self.exact.add(plain(name))


def _owner(name: str) -> str:
    """Whose phone it is: Ada of "Ada's phone"; empty where the name would be a word of another meaning."""
    found = _OWNED.match(plain(name))
    if found is None:
        return ""
    sentence, phrases = _tokens(found[1]), lexicon(_script(name))
    spoken = any(True for place in range(len(sentence)) for _hit in phrases.each(sentence, place))
    return "" if spoken else found[1]


def gazetteer(view: View, code: str) -> Gazetteer:
    """The names of what may be spoken of in this view; kept while the home's parts stay the same."""
    entities = tuple(s.entity for s in view.snapshots.values() if s.entity.exposed and s.entity.enabled)
    return _built(Parts(entities, tuple(view.areas.values()), tuple(view.floors.values())), code)


@lru_cache(maxsize=6)
def _built(home: Parts, code: str) -> Gazetteer:
    return Gazetteer(home, code)


@cache
def lexicon(code: str) -> Phrases[Word]:
    """All phrases of a language: its lexicons and its time windows."""
    spoken, phrases = PACKS[code], Phrases[Word]()
    for words in spoken.lexicons:
        for tag, values in words.items():
            for value, said in values.items():
                _file(spoken, phrases, said, (tag, value))
    for name, said in spoken.windows.items():
        _file(spoken, phrases, said, (Tag.WINDOW, name))
    return phrases


def _file(spoken: Pack, phrases: Phrases[Word], said: tuple[str, ...], word: Word) -> None:
    for phrase in said:
        phrases.add(tokens(plain(phrase), spoken.keys), word)


@lru_cache(maxsize=20_000)
def things_of(name: str) -> tuple[str, ...]:
    """The THING concepts in a name of any language: "TV plug" has tv."""
    return tuple(value for words in _concepts(name) for tag, value in words if tag is Tag.THING)


@lru_cache(maxsize=5_000)
def bears_word(name: str, word: str) -> bool:
    """Whether a name holds this very word, in any form; Chinese words as they stand."""
    if _script(word) == "zh" or _script(name) == "zh":
        return plain(word) in plain(name)
    known = {key for token in _tokens(name) for key in token.keys}
    return all(not known.isdisjoint(token.keys) for token in _tokens(word))


def _whole(name: str) -> tuple[Word, ...]:
    """What a whole name stands for, if it is one phrase."""
    parts = list(_concepts(name))
    return parts[0] if len(parts) == 1 else ()


def _concepts(name: str) -> Iterator[tuple[Word, ...]]:
    """The noun concepts of a name from left to right, longest first; an unknown word gives ()."""
    sentence = _tokens(name)
    phrases, place = lexicon(_script(name)), 0
    while place < len(sentence):
        found = [(n, w) for n, words in phrases.each(sentence, place) if (w := _nouns(words))]
        length, words = found[-1] if found else (1, ())
        yield words
        place += length


def _without_kind(name: str) -> str | None:
    """A name without its last or first kind word ("Aquarium plug": "aquarium"), if something is left."""
    parts = list(_concepts(name))
    kinds = [n for n, words in enumerate(parts) if any(tag is Tag.KIND for tag, _value in words)]
    sentence = _tokens(name)
    if (
        len(parts) != len(sentence)
        or len(parts) < 2
        or len(kinds) != 1
        or kinds[0] not in (0, len(parts) - 1)
    ):
        return None
    rest = [token for n, token in enumerate(sentence) if n != kinds[0]]
    own = [words for n, words in enumerate(parts) if n != kinds[0]]
    if any(words for words in own) or any(token.number is not None or len(token.text) < 3 for token in rest):
        return None
    return " ".join(token.text for token in rest)


def _nouns(words: tuple[Word, ...]) -> tuple[Word, ...]:
    return tuple(word for word in words if word[0] in _NOUNS)


def _tokens(name: str) -> tuple[Token, ...]:
    return tokens(plain(name), PACKS[_script(name)].keys)


def _script(name: str) -> str:
    if any("一" <= sign <= "鿿" for sign in name):
        return "zh"
    return "ru" if any("Ѐ" <= sign <= "ӿ" for sign in name) else "en"
