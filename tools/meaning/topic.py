"""Which topics words touch, in any of the languages. Exact phrases in any word form; guesses nothing."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tools.words.packs import PACKS
from tools.words.spec import Tag, Topic
from tools.words.token import Phrases, plain, tokens

_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(r"[a-z]"),
    "zh": re.compile(r"[㐀-䶿一-鿿]"),
    "ru": re.compile(r"[а-я]"),
}
_EMPTY = (Tag.FILLER, Tag.POLITE, Tag.AND, Tag.ALL, Tag.PRONOUN)


def topics(text: str) -> frozenset[Topic]:
    """The topics that a text touches; one in several scripts is read in each of their languages."""
    said = plain(text)
    return frozenset(topic for code in scripts(said) for topic in _touched(said, code, _phrases(code)))


def hints(text: str) -> frozenset[Topic]:
    """What would help in the plight that a text tells of: light where it is dark."""
    said = plain(text)
    return frozenset(topic for code in scripts(said) for topic in _touched(said, code, _hints(code)))


def scripts(said: str) -> tuple[str, ...]:
    """The languages by whose letters a plain text is written."""
    return tuple(code for code, letters in _SCRIPTS.items() if letters.search(said))


def stems(said: str, code: str) -> frozenset[str]:
    """The words of a plain text that carry meaning, each in all its forms."""
    words = tokens(said, _folding(code))
    return frozenset(form for token in words if token.text not in _fillers(code) for form in token.keys)


def _touched(said: str, code: str, known: Phrases[Topic]) -> Iterator[Topic]:
    sentence = tokens(said, _folding(code))
    for start in range(len(sentence)):
        yield from known.longest(sentence, start)[1]


def _folding(code: str) -> Callable[[str], tuple[str, ...]]:
    """The forms of a word without the marks of told verbs: what a tool is for has no mood."""
    keys = PACKS[code].keys
    return lambda word: tuple(form.rstrip("~+") for form in keys(word))


@cache
def _phrases(code: str) -> Phrases[Topic]:
    """The topic words of a language; a dictionary is opened only for a sentence that needs it."""
    return _filed(PACKS[code].topics, code)


@cache
def _hints(code: str) -> Phrases[Topic]:
    return _filed(PACKS[code].hints, code)


def _filed(words: Mapping[Topic, tuple[str, ...]], code: str) -> Phrases[Topic]:
    found = Phrases[Topic]()
    for topic, said in words.items():
        for phrase in said:
            found.add(tokens(plain(phrase), _folding(code)), topic)
    return found


@cache
def _fillers(code: str) -> frozenset[str]:
    """The single words that mean nothing by themselves."""
    said = [lexicon.get(tag, {}) for lexicon in PACKS[code].lexicons for tag in _EMPTY]
    words = (plain(phrase) for values in said for spoken in values.values() for phrase in spoken)
    return frozenset(word for word in words if " " not in word)
