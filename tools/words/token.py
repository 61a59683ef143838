"""Sentences as tokens with the forms each may stand for, and phrases found in them. Knows no meaning."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from typing import Generic, TypeVar

_TOKEN = re.compile(
    r"[a-z_]+\.[a-z0-9_]+(?![\w.])"  # an entity id
    r"|(?:(?<![\w%°.,)])[-−])?\d+(?:[.,]\d+)?"
    r"|[㐀-䶿一-鿿豈-﫿]"  # one Chinese character
    r"|[^\W\d_㐀-䶿一-鿿豈-﫿]+(?:['’][^\W\d_㐀-䶿一-鿿豈-﫿]+)*"
    r"|[%°℃℉><≥≤&+]",
)
_LOOSE = re.compile(r"[-_/\s]+")
_STEM, _SLIP = 4, 0.75
"""So many letters tell a word; from this likeness on, another one is a slip of it."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, sign or Chinese character; `start` and `end` are places in the plain text."""

    text: str
    start: int
    end: int
    keys: tuple[str, ...]

    @property
    def number(self) -> float | None:
        """Its value if it is written in digits."""
        if not self.text[-1].isdigit():
            return None
        try:
            return float(self.text.replace(",", ".").replace("−", "-"))
        except ValueError:
            return None


def plain(text: str) -> str:
    """Lower case, compatibility forms folded, one kind of apostrophe and yo; the basis of all matching."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFC", folded).replace("ё", "е").replace("’", "'")


def tokens(text: str, keys: Callable[[str], tuple[str, ...]]) -> tuple[Token, ...]:
    """The tokens of an already plain text, each with its forms by `keys`."""
    return tuple(
        Token(found[0], found.start(), found.end(), _forms(found[0], keys)) for found in _TOKEN.finditer(text)
    )


def same(first: str, second: str) -> bool:
    """Whether two names are the same but for case, composition and separators."""
    return _LOOSE.sub(" ", plain(first)).strip() == _LOOSE.sub(" ", plain(second)).strip()


class Phrases(Generic[T]):
    """Phrases by their words' forms, each carrying values; the longest match wins."""

    def __init__(self) -> None:
        self._root: dict[str, _Node[T]] = {}

    def add(self, phrase: Sequence[Token], value: T) -> None:
        """File a value under every spelling of the phrase by its first two forms a word."""
        for spelling in product(*(dict.fromkeys(token.keys[:2]) for token in phrase[:8])):
            level, node = self._root, None
            for word in spelling:
                node = level.setdefault(word, _Node({}, []))
                level = node.next
            if node is not None and value not in node.values:
                node.values.append(value)

    def longest(self, sentence: Sequence[Token], start: int) -> tuple[int, tuple[T, ...]]:
        """How many tokens from `start` the longest phrase takes, and its values; (0, ()) if none."""
        best: tuple[int, tuple[T, ...]] = (0, ())
        for length, values in self.each(sentence, start):
            best = (length, values)
        return best

    def each(self, sentence: Sequence[Token], start: int) -> Iterator[tuple[int, tuple[T, ...]]]:
        """Every phrase that begins at `start`, shortest first."""
        levels = [self._root]
        for length, token in enumerate(sentence[start:], 1):
            nodes = [level[key] for level in levels for key in token.keys if key in level]
            if not nodes:
                return
            values = tuple(dict.fromkeys(value for node in nodes for value in node.values))
            if values:
                yield length, values
            levels = [node.next for node in nodes]


@dataclass(frozen=True, slots=True)
class _Node(Generic[T]):
    next: "dict[str, _Node[T]]"
    values: list[T]


def _forms(word: str, keys: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    return keys(word) if word[0].isalpha() else (word,)


def near(first: str, second: str) -> bool:
    """Whether two words are one but for a slip of a letter or two, or begin alike."""
    if first == second or (min(len(first), len(second)) >= _STEM and first[:_STEM] == second[:_STEM]):
        return True
    if min(len(first), len(second)) < _STEM:
        return False
    return SequenceMatcher(None, first, second).ratio() >= _SLIP
