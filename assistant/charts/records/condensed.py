"""From the course of a number to the points of a line: no more than a width can show. Pure.

Extremes keep their instants however much is put together; what was not known stays out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from assistant.charts.chart import Point, Stretch
from devices.history.course.course import Course, Part


def points(course: Course, slots: int) -> tuple[Point, ...]:
    """The points of a course, about `slots` at most, and a few more where gaps divide them."""
    found = [point for part in course.parts for point in _known(part, course.gaps)]
    if len(found) <= 2 * slots or course.end <= course.start:
        return tuple(found)
    return tuple(_together(found, course.start, (course.end - course.start) / slots))


def _known(part: Part, gaps: Sequence[Stretch]) -> Iterator[Point]:
    """The part without the gaps in it; an extreme stands in the piece that holds its instant."""
    whole = Point(
        part.start, part.end, part.mean, part.low, part.low_at, part.high, part.high_at, part.last, part.count
    )
    holes = [gap for gap in gaps if gap[0] < part.end and gap[1] > part.start] if part.known else []
    if not holes:
        yield whole
        return
    edges = [part.start, *(edge for gap in holes for edge in gap), part.end]
    pieces = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b > a]
    for number, (start, end) in enumerate(pieces):
        is_last = number == len(pieces) - 1
        plain = replace(
            whole, start=start, end=end, low=part.mean, low_at=start, high=part.mean, high_at=start, count=0
        )
        if number == _nearest(pieces, part.low_at):
            plain = replace(plain, low=part.low, low_at=min(max(part.low_at, start), end))
        if number == _nearest(pieces, part.high_at):
            plain = replace(plain, high=part.high, high_at=min(max(part.high_at, start), end))
        yield replace(plain, last=part.last if is_last else part.mean, count=part.count if is_last else 0)


def _nearest(pieces: Sequence[Stretch], at: int) -> int:
    return min(range(len(pieces)), key=lambda n: max(pieces[n][0] - at, at - pieces[n][1], 0))


def _together(found: Iterable[Point], start: int, slot: float) -> Iterator[Point]:
    """Neighbours that touch and begin in the same slot become one."""
    waiting: list[Point] = []
    for point in found:
        if waiting and (
            point.start != waiting[-1].end
            or int((point.start - start) / slot) != int((waiting[0].start - start) / slot)
        ):
            yield _one(waiting)
            waiting = []
        waiting.append(point)
    if waiting:
        yield _one(waiting)


def _one(many: Sequence[Point]) -> Point:
    low, high = min(many, key=lambda p: p.low), max(many, key=lambda p: p.high)
    length = sum(p.end - p.start for p in many)
    mean = (
        sum(p.mean * (p.end - p.start) for p in many) / length
        if length
        else sum(p.mean for p in many) / len(many)
    )
    return Point(
        many[0].start,
        many[-1].end,
        mean,
        low.low,
        low.low_at,
        high.high,
        high.high_at,
        many[-1].last,
        sum(p.count for p in many),
    )
