"""One sentence with two rules: on when it is warm and off when it is cool, on at ten and off at eleven."""

import re
from dataclasses import replace

from assistant.models.offline.grammar.clause import clauses
from assistant.models.offline.grammar.reading import Span
from assistant.models.offline.turns.cut import CONDITIONS, TIMED, Role
from assistant.models.offline.turns.sentence import Part, Sentence
from tools.words.spec import Tag

_TIMES = TIMED | {"soon", "far_day", "then", "delay"}
_MOMENTS = ("clock", "sun")
_PAIRED = ("coco", "ococ")


_ORDERLY = re.compile(r"c*o+c*")
"""One rule: conditions before or behind its orders; an order on both sides may be for now."""


def tangled(sentence: Sentence) -> bool:
    """Whether its parts stand in an order from which no single rule follows."""
    return _ORDERLY.fullmatch(_shape(sentence)) is None


def _shape(sentence: Sentence) -> str:
    main = (part for part in _main(sentence) if part.role is not Role.ORDER or _does(part))
    shape = "".join(
        "o" if part.role is Role.ORDER else "u" if part.role is Role.UNTIL else "c" for part in main
    )
    # what stands behind an "until" is what is done at its end, unless no order came before it
    return re.sub("uo?", "", shape) if "o" in shape.partition("u")[0] else shape.replace("u", "")


def _main(sentence: Sentence) -> list[Part]:
    return [part for part in sentence.parts if part.role in (*CONDITIONS, Role.ORDER, Role.UNTIL)]


def _does(part: Part) -> bool:
    """Whether a part orders anything; times alone may stand before a condition."""
    return bool(part.content) or any(mark.kind not in _TIMES for mark in part.marks)


def apart(sentence: Sentence) -> list[Sentence]:
    """The rules of a sentence, each with its own parts; most sentences are one."""
    main = [
        part
        for part in _main(sentence)
        if part.role in CONDITIONS or (part.role is Role.ORDER and _does(part))
    ]
    kinds = "".join("o" if part.role is Role.ORDER else "c" for part in main)
    if kinds in _PAIRED:
        second = sentence.parts.index(main[2])
        return [
            replace(sentence, parts=sentence.parts[:second]),
            replace(sentence, parts=sentence.parts[second:]),
        ]
    return _by_clock(sentence) if kinds == "o" else [sentence]


def _by_clock(sentence: Sentence) -> list[Sentence]:
    """Two orders with a time each; the days that were said for one are those of both."""
    part = sentence.of(Role.ORDER)[0]
    starts = [clause.whole.spans[0].start for clause in clauses(part.reading) if clause.whole.spans]
    moments = part.of(*_MOMENTS)
    if len(starts) != 2 or len(moments) != 2:
        return [sentence]
    first, second = part.between(part.start, starts[1]), part.between(starts[1], part.end)
    if not (first.has(*_MOMENTS) and second.has(*_MOMENTS)):
        # "at 7 turn on the light, at 8 turn it off": each time stands before its order
        cut = moments[1].start
        first, second = part.between(part.start, cut), part.between(cut, part.end)
    days = tuple(mark for mark in first.marks if mark.kind in ("days", "part", "day"))
    again = second if second.has("days", "day") else replace(second, marks=(*days, *second.marks))
    behind = () if first.has("days", "day", "part") else second.of("days")
    first = replace(first, marks=(*behind, *first.marks))
    pair = [_with(sentence, part, first), _with(sentence, part, again)]
    again_and_again = part.has("sun") and not part.has("day")
    sun = next((mark for mark in moments if mark.kind == "sun"), moments[0])
    lasting = replace(sun, kind="lasting")
    return [replace(one, about=(*one.about, lasting)) for one in pair] if again_and_again else pair


def own_time(part: Part) -> str:
    """Things with a time of their own behind those of the order: "the hall light at 9, the fan at 10"."""
    moments = part.of(*_MOMENTS)
    if len(moments) < 2 or not any(_noun(s) for s in part.content if s.end <= moments[0].start):
        return ""
    between = [s for s in part.content if moments[0].end <= s.start and s.end <= moments[-1].start]
    nouns = [s for s in between if _noun(s)]
    return " ".join(part.text[nouns[0].start : nouns[-1].end].split()) if nouns else ""


def _noun(span: Span) -> bool:
    return span.named or not span.known or span.has(Tag.KIND, Tag.THING)


def _with(sentence: Sentence, old: Part, new: Part) -> Sentence:
    return replace(sentence, parts=tuple(new if part is old else part for part in sentence.parts))
