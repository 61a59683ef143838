"""The orders of a part one by one, and the steps that they come to; as values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.models.offline.grammar.clause import clauses
from assistant.models.offline.grammar.reading import Reading, idle, read
from assistant.models.offline.turns.mark import Mark
from assistant.models.offline.turns.sentence import Part
from devices.model import Json
from tools.words.spec import Tag

TELLING = ("tell", "notify", "remind", "ring", "speak", "timer")


Step = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps in order, and how a question about them would be asked; `targets` are all that is commanded.

    `once` tells that the words were those of a single notice ("tell me"). `delay` is the wait before all.
    """

    then: tuple[Step, ...]
    targets: tuple[str, ...] = ()
    question: str = ""
    choices: tuple[str, ...] = ()
    once: bool = False
    delay: float = 0.0
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """One order: its reading, its words as they were said, and its marks."""

    reading: Reading
    said: str
    start: int
    marks: tuple[Mark, ...]

    def seconds(self, *kinds: str) -> float:
        """The time that its marks of these meanings tell."""
        return sum(mark.seconds for mark in self.marks if mark.kind in kinds)

    def of(self, *kinds: str) -> Mark | None:
        """Its first mark of these meanings."""
        return next((mark for mark in self.marks if mark.kind in kinds), None)


def segments_of(part: Part, said: str) -> list[Segment]:
    """The orders of a part; a notice begins one of its own."""
    starts = [clause.whole.spans[0].start for clause in clauses(part.reading) if clause.whole.spans]
    told = [mark for mark in part.marks if mark.kind in (*TELLING, "put_back", "then")]
    cuts = sorted({part.start, *starts[1:], *(mark.start for mark in told)})
    made: list[Segment] = []
    for start, end in zip(cuts, [*cuts[1:], part.end], strict=True):
        piece = part.between(start, end)
        marks = tuple(m for m in part.marks if start <= m.start < end)
        segment = Segment(read(piece.text, part.view, part.code), said[start:end], start, marks)
        if any(not idle(s) and not s.has(Tag.AND) for s in segment.reading.spans) or marks:
            made.append(segment)
    return _gathered(made)


def _gathered(made: list[Segment]) -> list[Segment]:
    """A stretch of times alone belongs to its neighbour: "at 7, turn on the light"."""
    kept: list[Segment] = []
    waiting: tuple[Mark, ...] = ()
    for segment in made:
        bare = not any(not idle(s) and not s.has(Tag.AND) for s in segment.reading.spans)
        if bare and not segment.of(*TELLING, "put_back", "scene"):
            if kept:
                kept[-1] = replace(kept[-1], marks=(*kept[-1].marks, *segment.marks))
            else:
                waiting += segment.marks
        else:
            kept.append(replace(segment, marks=(*waiting, *segment.marks)))
            waiting = ()
    return kept
