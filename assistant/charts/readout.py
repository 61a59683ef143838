"""What a chart shows at one instant, in a few words a line or bar. Pure."""

from dataclasses import dataclass

from assistant.charts.chart import Bar, Chart, Line, Point
from assistant.charts.scale import shown

NO_DATA = "no data"


@dataclass(frozen=True, slots=True)
class Readout:
    """One line or bar at an instant: `shown` is "19.4 °C", "18.9–20.1, mean 19.4 °C", "locked", "no data"."""

    label: str
    shown: str
    known: bool


def read_at(chart: Chart, instant: int) -> tuple[Readout, ...]:
    """What each line and each bar shows at an instant in milliseconds, in their order."""
    return (
        *(reading(line, instant) for line in chart.lines),
        *(standing(bar, instant) for bar in chart.bars),
    )


def reading(line: Line, instant: int) -> Readout:
    """The value of a line at an instant; of readings put together their extent and mean."""
    point = _holding(line.points, instant)
    if point is None:
        return Readout(line.label, NO_DATA, known=False)
    low, high = (shown(value, line.digits, "") for value in (point.low, point.high))
    if low == high:
        return Readout(line.label, shown(point.mean, line.digits, line.unit), known=True)
    mean = shown(point.mean, max(line.digits, 1), line.unit)
    return Readout(line.label, f"{low}–{high}, mean {mean}", known=True)


def standing(bar: Bar, instant: int) -> Readout:
    """The word of a bar at an instant; where only a summary is left, the one that held longest."""
    for block in bar.blocks:
        if block.start <= instant < block.end:
            return Readout(bar.label, block.word if block.exact else f"mostly {block.word}", known=True)
    return Readout(bar.label, NO_DATA, known=False)


def _holding(points: tuple[Point, ...], instant: int) -> Point | None:
    """The point that reaches over an instant; one without length only at its own."""
    for point in points:
        if point.start > instant:
            return None
        if instant < point.end or point.start == instant:
            return point
    return None
