"""A sentence cut into what sets off, what must hold, what ends and what is done. Resolves no names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from assistant.models.offline.grammar.reading import Reading, Span, idle, read
from assistant.models.offline.turns.cut import ABOUT_ALL, PREDICATES, Cut, Role
from assistant.models.offline.turns.mark import Mark, every, spot
from devices.view import View
from tools.words.packs import pack
from tools.words.spec import Tag
from tools.words.token import plain


@dataclass(frozen=True)
class Part:
    """One part: its role, its place, the marks in it, and the text with all else and every mark blanked."""

    role: Role
    text: str
    start: int
    end: int
    marks: tuple[Mark, ...]
    view: View
    code: str
    each: bool = False

    @cached_property
    def reading(self) -> Reading:
        """The part as spans."""
        return read(self.text, self.view, self.code)

    @property
    def content(self) -> tuple[Span, ...]:
        """The spans that carry meaning."""
        return tuple(s for s in self.reading.spans if not idle(s) and not s.has(Tag.AND, Tag.IF, Tag.THEN))

    @property
    def empty(self) -> bool:
        """Whether nothing is said in it."""
        return all(mark.kind == "then" for mark in self.marks) and not self.content

    def has(self, *kinds: str) -> bool:
        """Whether it has a mark of one of these meanings."""
        return any(mark.kind in kinds for mark in self.marks)

    def of(self, *kinds: str) -> tuple[Mark, ...]:
        """Its marks of these meanings."""
        return tuple(mark for mark in self.marks if mark.kind in kinds)

    def between(self, start: int, end: int) -> "Part":
        """A stretch of it as a part of its own."""
        marks = tuple(m for m in self.marks if m.start >= start and m.end <= end)
        return Part(
            self.role, masked(self.text, start, end), start, end, marks, self.view, self.code, self.each
        )


@dataclass(frozen=True)
class Sentence:
    """A plain sentence in parts, and the turns that are about all of it."""

    text: str
    code: str
    view: View
    parts: tuple[Part, ...]
    about: tuple[Mark, ...]
    raw: str = ""

    def of(self, *roles: Role) -> tuple[Part, ...]:
        """The parts of these roles, in order."""
        return tuple(part for part in self.parts if part.role in roles)

    def turns(self, kind: str) -> tuple[Mark, ...]:
        """The turns of one meaning about the whole sentence."""
        return tuple(mark for mark in self.about if mark.kind == kind)

    @property
    def lasting(self) -> bool:
        """Whether it says that it shall be so always, or that a rule is wished."""
        return bool(self.turns("lasting") or self.turns("rule_word")) or any(part.each for part in self.parts)


def rewritten(text: str, code: str) -> str:
    """A plain text with a few forms put as the rest of the grammar expects them."""
    said = plain(text)
    for pattern, better in pack(code).marks.rewrites:
        said = re.sub(pattern, better, said)
    return said


def marked(reading: Reading) -> tuple[Mark, ...]:
    """The marks of a sentence that has been read; none lies inside a name of the home."""
    marks = _shielded(spot(reading.text, reading.code), reading.spans)
    return tuple(mark for mark in marks if not _of_value(mark, reading))


def _of_value(mark: Mark, reading: Reading) -> bool:
    """Whether "between 20 and 24" stands right behind what is measured: then it is no time of day."""
    if mark.kind != "stretch" or any(clock.half or clock.minute for clock in mark.clocks):
        return False
    before = [s for s in reading.spans if s.end <= mark.start and not idle(s) and not s.has(Tag.ASK)]
    if not before or before[-1].has(Tag.ACTION):
        return False
    sensor = any(entity.startswith("sensor.") for entity in before[-1].entities)
    return sensor or before[-1].has(Tag.MEASURE, Tag.ROOM, Tag.KIND)


def parted(text: str, view: View, code: str) -> Sentence:
    """The sentence in parts."""
    said = rewritten(text, code)
    marks = marked(read(said, view, code))
    blank = _blanked(said, marks)
    reading = read(blank, view, code)
    about = tuple(mark for mark in marks if mark.kind in ABOUT_ALL)
    inside = [mark for mark in marks if mark.kind not in ABOUT_ALL]
    cut = Cut(reading, tuple(every(blank, code, PREDICATES)))
    atoms: list[Mark | Span] = [*inside, *reading.spans]
    for atom in sorted(atoms, key=lambda one: (one.start, one.end)):
        cut.take(atom)
    cut.close(len(said))
    parts = (
        Part(role, masked(blank, start, end), start, end, tuple(held), view, code, each)
        for role, start, end, held, each in cut.done
    )
    raw = text if len(text) == len(said) else said
    return Sentence(said, code, view, tuple(part for part in parts if not part.empty), about, raw)


def masked(text: str, start: int, end: int) -> str:
    """The text with everything outside a stretch blanked, so that places stay the same."""
    return " " * start + text[start:end] + " " * (len(text) - end)


def _blanked(text: str, marks: Iterable[Mark]) -> str:
    for mark in marks:
        text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text


def blanked(text: str, *places: tuple[int, int]) -> str:
    """The text with these stretches blanked."""
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


@lru_cache(maxsize=8)
def _shielded(marks: tuple[Mark, ...], spans: tuple[Span, ...]) -> tuple[Mark, ...]:
    names = [s for s in spans if s.entities or s.areas or s.floors]
    return tuple(m for m in marks if not any(_inside(m, s) for s in names))


def _inside(mark: Mark, span: Span) -> bool:
    """Whether a mark cuts into a name; one that holds the whole name may still be meant."""
    overlap = mark.start < span.end and span.start < mark.end
    return overlap and not (
        mark.start <= span.start and mark.end >= span.end and len(mark.text) > len(span.text)
    )
