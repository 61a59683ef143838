"""From the points of a line to strokes: broken at gaps, a value holding until the next. Pure."""

from collections.abc import Iterator, Sequence

from assistant.charts.chart import Point
from assistant.charts.text.canvas import TOUCH


def runs(points: Sequence[Point]) -> Iterator[list[Point]]:
    """Points that follow one another without a gap."""
    run: list[Point] = []
    for point in points:
        if run and point.start - run[-1].end >= TOUCH:
            yield run
            run = []
        run.append(point)
    if run:
        yield run


def segments(points: Sequence[Point]) -> Iterator[tuple[list[int], list[float]]]:
    """Each run as steps of its means."""
    for run in runs(points):
        xs = [at for point in run for at in (point.start, point.end)]
        yield xs, [point.mean for point in run for _ in range(2)]


def extents(points: Sequence[Point]) -> Iterator[tuple[list[int], list[float], list[float]]]:
    """Where readings were put together: from which lowest to which highest value they reach."""
    for run in runs(points):
        if any(point.low < point.high for point in run):
            xs = [at for point in run for at in (point.start, point.end)]
            lows = [point.low for point in run for _ in range(2)]
            yield xs, lows, [point.high for point in run for _ in range(2)]
