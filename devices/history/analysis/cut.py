"""A course or states cut at given instants. Pure; computes nothing else.

A reading is cut exactly. A part that is rolled up and crosses an edge is shared out by length: an extreme
stays where it was, the other pieces know only the mean. So ask for records no coarser than the edges.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter, itemgetter

from devices.history.course.course import Course, Held, Part, States, Tally
from devices.history.rollup.level import Level

_STARTS, _ENDS = attrgetter("start"), attrgetter("end")


def within(course: Course, start: int, end: int) -> Course:
    """The course over [start, end)."""
    first = bisect_left(course.parts, start, key=_ENDS)
    last = bisect_left(course.parts, end, lo=first, key=_STARTS)
    met = (part for part in course.parts[first:last] if belongs(part.start, part.end, start, end))
    gaps = _clipped(course.gaps, start, end)
    return replace(
        course, start=start, end=end, parts=tuple(piece(part, start, end) for part in met), gaps=gaps
    )


def sliced(course: Course, edges: Sequence[int]) -> Iterator[Course]:
    """The course between each two neighbouring edges."""
    return (within(course, start, end) for start, end in pairwise(edges))


def within_states(states: States, start: int, end: int) -> States:
    """The states over [start, end).

    A word that was the last one known before, and ended before, stays as a span without length, so that what
    comes next is known to have begun.
    """
    first = bisect_right(states.spans, start, key=_ENDS)
    last = bisect_left(states.spans, end, key=_STARTS)
    before = [Held(held.word, start, start, began=False) for held in states.spans[:first][-1:]]
    spans = before + [_span(held, start, end) for held in states.spans[first:last]]
    early = bisect_right(states.tallies, start, key=_ENDS)
    late = bisect_left(states.tallies, end, lo=early, key=_STARTS)
    tallies = tuple(_tally(one, start, end) for one in states.tallies[early:late])
    gaps = _clipped(states.gaps, start, end)
    return replace(states, start=start, end=end, spans=tuple(spans), tallies=tallies, gaps=gaps)


def sliced_states(states: States, edges: Sequence[int]) -> Iterator[States]:
    """The states between each two neighbouring edges."""
    return (within_states(states, start, end) for start, end in pairwise(edges))


def belongs(start: int, end: int, since: int, until: int) -> bool:
    """Whether a stretch has a share in [since, until); one without length belongs where it stands."""
    return (start < until and end > since) or (start == end and since <= start < until)


def piece(part: Part, start: int, end: int) -> Part:
    """What of a part lies in [start, end)."""
    since, until = max(part.start, start), min(part.end, end)
    if (since, until) == (part.start, part.end):
        return part
    if part.level is not Level.RAW:
        return _share(part, since, until)
    read = since == part.start
    return replace(
        part,
        start=since,
        end=until,
        known=until - since,
        low_at=since,
        high_at=since,
        count=part.count if read else 0,
        rise=part.rise if read else 0.0,
    )


def _share(part: Part, since: int, until: int) -> Part:
    length = part.end - part.start
    low = since <= part.low_at < until
    high = since <= part.high_at < until
    return replace(
        part,
        start=since,
        end=until,
        known=_portion(part.known, part.start, length, since, until),
        low=part.low if low else part.mean,
        low_at=part.low_at if low else since,
        high=part.high if high else part.mean,
        high_at=part.high_at if high else since,
        last=part.last if until == part.end else part.mean,
        count=_portion(part.count, part.start, length, since, until),
        rise=part.rise * (until - since) / length,
    )


def _portion(whole: int, start: int, length: int, since: int, until: int) -> int:
    """A whole number shared out by length so that the portions add up to it."""
    return whole * (until - start) // length - whole * (since - start) // length


def _span(held: Held, start: int, end: int) -> Held:
    began = held.began and held.start >= start
    return Held(held.word, max(held.start, start), min(held.end, end), began)


def _tally(tally: Tally, start: int, end: int) -> Tally:
    since, until = max(tally.start, start), min(tally.end, end)
    if (since, until) == (tally.start, tally.end):
        return tally
    place = tally.start, tally.end - tally.start, since, until
    held = {word: _portion(length, *place) for word, length in tally.held.items()}
    return Tally(since, until, held, {word: _portion(count, *place) for word, count in tally.began.items()})


def _clipped(gaps: Sequence[tuple[int, int]], start: int, end: int) -> tuple[tuple[int, int], ...]:
    first = bisect_right(gaps, start, key=itemgetter(1))
    last = bisect_left(gaps, end, lo=first, key=itemgetter(0))
    return tuple((max(a, start), min(b, end)) for a, b in gaps[first:last])
