"""Which fonts can write a text, by their own tables: no name may become boxes unnoticed."""

from functools import cache

from matplotlib.font_manager import fontManager
from matplotlib.ft2font import FT2Font

FAMILIES = (
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "SimHei",
    "Arial Unicode MS",
)
"""The first one writes what it can, the others what it can't."""


@cache
def families() -> tuple[str, ...]:
    """Those of them that are installed here."""
    return tuple(name for name in FAMILIES if name in _files())


def missing(text: str) -> str:
    """The letters that none of these fonts has, each once."""
    letters = {letter for letter in text if not letter.isspace()}
    for name in families():
        letters = {letter for letter in letters if ord(letter) not in _letters(name)}
    return "".join(sorted(letters))


@cache
def _files() -> dict[str, str]:
    return {font.name: str(font.fname) for font in fontManager.ttflist if font.style == "normal"}


@cache
def _letters(name: str) -> frozenset[int]:
    return frozenset(FT2Font(_files()[name]).get_charmap())
