"""The one page of what the rest of Hearth may ask of languages. Knows no words itself."""

import re

from tools.words.catalogue import age, amount, day, duration, listed, moment, say, state_label
from tools.words.packs import PACKS, pack
from tools.words.ruling import rule_sentence
from tools.words.sentence import (
    action_text,
    choice_question,
    describe,
    distinct_names,
    outcome_sentence,
    outcomes_sentence,
    state_sentence,
    state_text,
    there_is,
    unresolved_sentence,
)
from tools.words.windows.find import against, before, meant, settled, window, windows_in
from tools.words.windows.window import Anchor, Event, Found, Whose, Window

__all__ = [
    "LANGUAGES",
    "Anchor",
    "Event",
    "Found",
    "Whose",
    "Window",
    "action_text",
    "against",
    "age",
    "amount",
    "assent",
    "before",
    "choice_question",
    "day",
    "describe",
    "detect",
    "distinct_names",
    "duration",
    "listed",
    "meant",
    "moment",
    "number",
    "outcome_sentence",
    "outcomes_sentence",
    "rule_sentence",
    "say",
    "settled",
    "state_label",
    "state_sentence",
    "state_text",
    "there_is",
    "unresolved_sentence",
    "window",
    "windows_in",
]

LANGUAGES: tuple[str, ...] = tuple(PACKS)
_CHINESE = re.compile(r"[㐀-䶿一-鿿]")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_ENTITY_ID = re.compile(r"\b[a-z_]+\.[a-z0-9_]+\b")
_MARKS = re.compile(r"[^\w']+")
_DIGITS = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


def detect(text: str, before: str = "en") -> str:
    """The language of a sentence by its script: "en", "zh" or "ru"; `before` when it has no letters.

    A foreign device name inside a sentence does not turn it: any Chinese sign means Chinese, and Cyrillic
    wins over Latin unless it is the lesser part by far.
    """
    words = _ENTITY_ID.sub(" ", text)
    chinese, cyrillic, latin = (len(script.findall(words)) for script in (_CHINESE, _CYRILLIC, _LATIN))
    if not chinese and not cyrillic and not latin:
        return before if before in PACKS else "en"
    if chinese and chinese * 4 >= cyrillic:
        return "zh"
    return "ru" if cyrillic and cyrillic * 4 >= latin else "en"


def assent(text: str) -> bool | None:
    """Whether an answer is a clear yes or a clear no, in whichever language; None when it is neither."""
    if "?" in text or "？" in text:
        return None
    said = " ".join(_MARKS.sub(" ", text.casefold().replace("’", "'")).split())
    meant = {wish for one in PACKS.values() for wish, known in one.answers.items() if said in known}
    return None if len(meant) != 1 else "yes" in meant


def number(language: str, words: str) -> float | None:
    """The value of a number in digits or in words of this language; None if it is none."""
    said = words.strip().casefold()
    if _DIGITS.fullmatch(said):
        return float(said.replace(",", "."))
    return pack(language).number(said)
