"""In which stretches of a window a value was not known. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from devices.history.course.descent import Told
from devices.history.course.ground import Watched
from devices.history.known import SLIVER, merged

Span = tuple[int, int]


def gaps(parts: Sequence[Told], watched: Watched, start: int, end: int) -> tuple[Span, ...]:
    """What of [start, end) no part tells of; parts are in order and do not overlap.

    A rollup that does not tell of all its time has its gap where nobody watched, if that explains it; else
    beside a neighbour that is not known either; else somewhere in it: then it is a gap as a whole.
    """
    return holes(_spans(parts, watched), start, end)


def holes(known: Iterable[Span], start: int, end: int) -> tuple[Span, ...]:
    """What of a window these stretches leave open, in order, without slivers."""
    edges = [(start, start), *merged(span for span in known if span[1] > span[0]), (end, end)]
    return tuple((left[1], right[0]) for left, right in pairwise(edges) if right[0] - left[1] >= SLIVER)


def shared(one: Iterable[Span], other: Sequence[Span]) -> list[Span]:
    """What both of two sets of stretches cover."""
    return [span for start, end in one for span in _cut(other, start, end)]


def _spans(parts: Sequence[Told], watched: Watched) -> Iterator[Span]:
    for place, part in enumerate(parts):
        missing = part.end - part.start - part.known
        if missing < SLIVER:
            yield part.start, part.end
        elif abs(watched.known(part.start, part.end) - part.known) < SLIVER:
            yield from _cut(watched.within(part.start, part.end), part.start, part.end)
        else:
            follows = place > 0 and parts[place - 1].end == part.start
            followed = place + 1 < len(parts) and parts[place + 1].start == part.end
            if follows and not followed:
                yield part.start, part.start + part.known
            elif followed and not follows:
                yield part.end - part.known, part.end


def _cut(stretches: Iterable[Span], start: int, end: int) -> list[Span]:
    return [(max(a, start), min(b, end)) for a, b in stretches if a < end and b > start]
