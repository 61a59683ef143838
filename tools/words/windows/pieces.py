"""Time words cut out of a plain text as pieces, by a language's patterns. Combines nothing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from tools.words.packs import PACKS
from tools.words.spec import Pack

LONGEST = 600
"""So many signs of a text are looked at; a question about the past is shorter."""
_SLOT = re.compile("(?<!P)<([a-z]+2?)>")


@dataclass(frozen=True, slots=True)
class Piece:
    """One form of the language: its kind, its place in the plain text, and what its slots held."""

    kind: str
    start: int
    end: int
    slots: dict[str, str] = field(default_factory=dict)

    def has(self, slot: str) -> bool:
        """Whether the slot was said."""
        return slot in self.slots


def pieces(spoken: Pack, text: str) -> tuple[Piece, ...]:
    """The pieces of a plain text from left to right, the longest at each place."""
    found: list[Piece] = []
    place = 0
    while place < min(len(text), LONGEST):
        piece = _longest(spoken, text, place) if _may_begin(spoken, text, place) else None
        if piece is not None:
            found.append(piece)
        place = piece.end if piece else place + 1
    return tuple(found)


def grouped(spoken: Pack, text: str, found: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
    """The pieces that stand together, with nothing but the language's glue between them."""
    glue = re.compile(spoken.past.glue)
    groups: list[list[Piece]] = []
    for piece in found:
        if groups and glue.fullmatch(text[groups[-1][-1].end : piece.start]):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return tuple(tuple(group) for group in groups)


def left_over(spoken: Pack, text: str, found: tuple[Piece, ...]) -> bool:
    """Whether time is told outside the pieces as well: digits, units, days or months."""
    rest, place = "", 0
    for piece in found:
        rest, place = rest + text[place : piece.start] + "\n", piece.end
    return _telling(spoken.code).search(rest + text[place:]) is not None


def _may_begin(spoken: Pack, text: str, place: int) -> bool:
    here, before = text[place], text[place - 1] if place else " "
    if here.isdigit() and (
        before.isdigit() or (before in ".,:-" and place > 1 and text[place - 2].isdigit())
    ):
        return False
    inside = spoken.past.edge and here.isalnum() and (before.isalnum() or before in "_'")
    return not here.isspace() and not inside


def _longest(spoken: Pack, text: str, place: int) -> Piece | None:
    best: Piece | None = None
    for kind, pattern in _patterns(spoken.code):
        hit = pattern.match(text, place)
        if hit and hit.end() > place and (best is None or hit.end() > best.end):
            slots = {name: said for name, said in hit.groupdict().items() if said is not None}
            best = Piece(kind, place, hit.end(), slots)
    return best


@cache
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    spoken = PACKS[code]
    slots, edge = _slots(spoken), spoken.past.edge
    filled = [
        (kind, _SLOT.sub(lambda hit: slots[hit[1]], form))
        for kind, forms in spoken.past.forms.items()
        for form in forms
    ]
    return tuple((kind, re.compile(f"(?:{form}){edge}")) for kind, form in filled)


def _slots(spoken: Pack) -> dict[str, str]:
    past, marks = spoken.past, spoken.marks
    return {
        "n": f"(?P<n>{past.number})",
        "u": f"(?P<u>{_any(past.units)})",
        "l": f"(?P<l>{_any(past.lengths)})",
        "wd": f"(?P<wd>{_any(past.weekdays)})",
        "mon": f"(?P<mon>{_any(past.months)})",
        "p": f"(?P<p>{_any(past.parts)})",
        "c": f"(?P<c>{marks.clock})",
        "c2": f"(?P<c2>{marks.clock})",
        "x": f"(?P<c>{marks.sure})",
        "x2": f"(?P<c2>{marks.sure})",
        "y": r"(?P<y>(?:19|20)\d\d)",
        "who": r"(?P<who>[^\W\d_]+)",
    }


@cache
def _telling(code: str) -> re.Pattern[str]:
    past = PACKS[code].past
    words = _any((*past.units, *past.weekdays, *past.months))
    begin = r"(?<!\w)" if past.edge else ""
    return re.compile(rf"\d|{begin}(?:{words}){past.edge}")


def _any(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(patterns, key=len, reverse=True))})"
