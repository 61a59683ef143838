"""Russian word forms by the dictionary: lemmas, counted nouns, agreement in gender. The door of pymorphy3."""

import importlib
import re
from functools import cache, lru_cache
from typing import Protocol

from tools.words.spec import SEAM

_CYRILLIC = re.compile("[а-я]")
_FINITE, _PARTICIPLE = "~", "+"
_GENDERS = {"masc": 0, "femn": 1, "neut": 2}


class _Tag(Protocol):
    POS: str | None
    mood: str | None
    case: str | None
    gender: str | None
    number: str | None


class _Parse(Protocol):
    tag: _Tag
    normal_form: str
    score: float


class _Analyzer(Protocol):
    def parse(self, word: str) -> list[_Parse]: ...


@lru_cache(maxsize=20_000)
def keys(word: str) -> tuple[str, ...]:
    """The word and its lemmas, likeliest first.

    An order (imperative, infinitive) has the plain lemma; a told verb has it with `~` and a participle with
    `+`, so that "is switched on" is never taken for "switch on".
    """
    if not _CYRILLIC.search(word):
        bare = word.removesuffix("s")
        return (word, bare) if len(bare) > 2 and bare != word else (word,)
    found = [word]
    for parse in _parses(word):
        lemma = parse.normal_form.replace("ё", "е") + _mark(parse.tag)
        if lemma not in found:
            found.append(lemma)
    return tuple(found)


def counted(text: str, value: float, forms: tuple[str, ...]) -> str:
    """For instance "1 правило", "3 правила", "5 правил", "1,5 правила"."""
    return f"{text} {forms[_row(value)]}"


def agree(name: str, text: str) -> str:
    """Pick from `masculine|feminine|neuter|plural` by the name's head noun; neuter for foreign names."""
    forms = text.split("|")
    return text if len(forms) == 1 else forms[_gender(name)]


def spaced(text: str) -> str:
    """Russian sentences come with their spaces."""
    return text.replace(SEAM, "")


def plural(word: str) -> bool:
    """Whether the word is a noun in the plural, by its likeliest reading as subject or object."""
    nouns = [p.tag for p in _parses(word) if p.tag.POS == "NOUN"]
    direct = [tag for tag in nouns if tag.case in ("nomn", "accs")] or nouns
    return bool(direct) and all(tag.number == "plur" for tag in direct)


def _row(value: float) -> int:
    if value != int(value):
        return 1
    ones, tens = abs(int(value)) % 10, abs(int(value)) % 100
    if ones == 1 and tens != 11:
        return 0
    return 1 if 2 <= ones <= 4 and not 12 <= tens <= 14 else 2


@lru_cache(maxsize=2_000)
def _gender(name: str) -> int:
    for word in re.findall("[а-яё]+", name.lower()):
        for parse in _parses(word):
            if parse.tag.POS == "NOUN" and parse.tag.case == "nomn":
                return 3 if parse.tag.number == "plur" else _GENDERS.get(parse.tag.gender or "", 2)
    return 2


def _parses(word: str) -> list[_Parse]:
    ranked = _analyzer().parse(word)
    return [parse for parse in ranked if parse.score >= 0.05] or ranked[:1]


def _mark(tag: _Tag) -> str:
    match tag.POS:
        case "VERB":
            return "" if tag.mood == "impr" else _FINITE
        case "PRTS" | "PRTF":
            return _PARTICIPLE
        case _:
            return ""


@cache
def _analyzer() -> _Analyzer:
    """The dictionary, loaded at the first Russian word only: no other language should wait for it."""
    library = importlib.import_module("pymorphy3")
    analyzer: _Analyzer = library.MorphAnalyzer()
    return analyzer
