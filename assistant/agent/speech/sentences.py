"""A text as its sentences, joined again without loss; a sentence as its clauses. Pure; judges none."""

import re
from functools import cache

from tools.words.packs import PACKS

_END = re.compile(r"[.!?…]+[\"'»”)\]]*(?=\s|$)\s*|[。！？；]+[\"'»”）]*\s*|\n+\s*")
_MARKS = r"[.!?…;:\n。！？；：，,]+(?=\s|$|[^\x00-\x7f])"
_SPELT = re.compile(r"\s*(?:```\w*\s*)?(?:<function|<tool_call|<\||\{\s*\"|\[\s*\{)", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_SEVERAL_WORDS = re.compile(r"\w\W+\w|[一-鿿]{4}")


def looks_spelt(text: str) -> bool:
    """Whether a text is a call written out, not words for a person."""
    return _SPELT.match(text) is not None


def sentences(text: str) -> list[str]:
    """The sentences in order, each with its mark and the blank behind it: joined they are the text."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return [*found, text[start:]] if start < len(text) else found


def whole(text: str) -> tuple[str, str]:
    """What of a growing text are whole sentences already, and the rest that may still go on."""
    ends = [found.end() for found in _END.finditer(text)]
    # a mark at the very end may be the point of a number that goes on
    last = max(
        (end for end in ends if end < len(text) or text.endswith((" ", "\n", "。", "！", "？"))), default=0
    )
    return text[:last], text[last:]


def clauses(sentence: str) -> list[str]:
    """Its parts between marks and joining words, without the blanks around them."""
    return [part.strip() for part in _parted().split(sentence) if part and part.strip(" \"'«»“”()*-")]


def unquoted(text: str) -> str:
    """The text without what it quotes; a single word in quotation marks is a name, not a quotation."""
    left = _QUOTED.sub(lambda found: " " if _SEVERAL_WORDS.search(found[0]) else found[0], text)
    return left if re.search(r"\w", left) else text


def is_question(text: str) -> bool:
    """Whether the words end by asking something back."""
    return text.rstrip("\"'»”)* \n").endswith(("?", "？"))


@cache
def _parted() -> re.Pattern[str]:
    """What stands between clauses: marks, and the joining words of every language."""
    return re.compile("|".join([_MARKS, *(pack.claims.joins for pack in PACKS.values())]))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a language's folder, read once."""
    return re.compile(pattern)
