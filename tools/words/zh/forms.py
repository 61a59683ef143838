"""Chinese word forms: none to fold; traditional signs of common words are listed in the lexicon."""

import re
from datetime import datetime

from tools.words.spec import SEAM

_BORDER = re.compile(f"(?<=[A-Za-z0-9%]){SEAM}+(?=[一-鿿])|(?<=[一-鿿]){SEAM}+(?=[A-Za-z0-9])")


def keys(word: str) -> tuple[str, ...]:
    """The character or word itself; Latin words in a Chinese sentence stay as they are."""
    bare = word.removesuffix("s")
    return (word, bare) if word.isascii() and len(bare) > 2 and bare != word else (word,)


def counted(text: str, _value: float, forms: tuple[str, ...]) -> str:
    """The number and its measure word: "3 条规则"."""
    return f"{text} {forms[0]}"


def agree(_name: str, text: str) -> str:
    """Chinese words don't agree."""
    return text


def spaced(text: str) -> str:
    """A space at a seam between Latin letters or digits and Chinese characters; names stay as they are."""
    return _BORDER.sub(" ", text).replace(SEAM, "")


def dated(local: datetime) -> str:
    """A day of about this year and its time: "1月5日 18:19"."""
    return f"{local.month}月{local.day}日 {local:%H:%M}"


def plural(word: str) -> bool:
    """Chinese nouns don't show their number."""
    return word.endswith("们")
