"""From the course of a number to a line of a chart, with its figures. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from assistant.charts.chart import MARKERS, Figures, Line
from assistant.charts.records.condensed import points
from assistant.charts.scale import digits
from devices.history.analysis.numbers import mean
from devices.history.course.course import Course


def lined(course: Course, label: str, slots: int) -> Line:
    """The line of a course, in about so many points."""
    return Line(
        course.entity_id,
        course.attribute,
        label,
        course.unit,
        MARKERS[0],
        points(course, slots),
        course.gaps,
        _figures(course),
        digits(tuple(value for part in course.parts for value in (part.low, part.high))),
        sum(part.count for part in course.parts),
        course.since,
    )


def marked(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with a marker each, another one for each that shares an axis."""
    seen: Counter[str] = Counter()
    found = []
    for line in lines:
        found.append(replace(line, marker=MARKERS[seen[line.unit] % len(MARKERS)]))
        seen[line.unit] += 1
    return tuple(found)


def _figures(course: Course) -> Figures:
    if not course.parts:
        return Figures()
    low = min(course.parts, key=lambda part: part.low)
    high = max(course.parts, key=lambda part: part.high)
    return Figures(course.parts[-1].last, low.low, low.low_at, high.high, high.high_at, mean(course.parts))
