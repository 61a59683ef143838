"""Where everything of a drawn chart stands: margins, columns, and the rows each part gets. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.charts.chart import MARKERS, Chart, Line
from assistant.charts.scale import Values, values
from assistant.charts.style import Look
from assistant.charts.text.cells import width

LEAST_ROWS = 3
MOST_ROWS = 16
LONGEST_LABEL = 18
LONGEST_TOLD = 26
NARROW = 70
"""Below so many columns the words beside a bar have to go."""
LEAST_PLOT = 10


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines of one unit, over one axis of values, in so many rows."""

    lines: tuple[Line, ...]
    axis: Values
    rows: int

    @property
    def unit(self) -> str:
        """The unit of all of them."""
        return self.lines[0].unit


@dataclass(frozen=True, slots=True)
class Frame:
    """`margin` cells at the left for labels, then two for the axis, `columns` of plot, `told` at the right.

    `events` is how many rows of events fit, `bars` whether the bars do.
    """

    margin: int
    columns: int
    told: int
    panels: tuple[Panel, ...]
    events: int


def frame(chart: Chart, look: Look) -> Frame:
    """Share out the room."""
    groups = grouped(chart.lines)
    fixed = len(chart.lines) + len(chart.bars) + 2 + bool(chart.gaps)
    events = min(look.events, len(chart.events), max(look.height - fixed - 2 - LEAST_ROWS * len(groups), 0))
    left = look.height - fixed - (events + 2 if events else 0)
    rows = min(max(left // max(len(groups), 1), LEAST_ROWS), MOST_ROWS)
    panels = tuple(Panel(lines, _axis(lines, rows), rows) for lines in groups)
    margin = min(
        LONGEST_LABEL,
        max([*(width(bar.label) for bar in chart.bars), *(axis_width(panel) for panel in panels)], default=0),
    )
    told = 0
    if chart.bars and look.width >= NARROW:
        told = min(LONGEST_TOLD, max(width(bar.told) for bar in chart.bars)) + 2
    return Frame(margin, max(look.width - margin - 2 - told, LEAST_PLOT), told, panels, events)


def tall(chart: Chart, rows: int = 6) -> int:
    """How many rows a chart takes whose panels have so many, without its events."""
    fixed = len(chart.lines) + len(chart.bars) + 2 + bool(chart.gaps)
    return fixed + rows * len(grouped(chart.lines))


def grouped(lines: Sequence[Line]) -> tuple[tuple[Line, ...], ...]:
    """The lines by unit, each with its own axis: no two units share one, nor more than three lines."""
    units = dict.fromkeys(line.unit for line in lines)
    found = []
    for unit in units:
        same = [line for line in lines if line.unit == unit]
        found += [tuple(same[n : n + len(MARKERS)]) for n in range(0, len(same), len(MARKERS))]
    return tuple(found)


def axis_width(panel: Panel) -> int:
    """How wide the labels of an axis are, the unit at the topmost one."""
    ticks = [tick.label for tick in panel.axis.ticks]
    return max([*map(width, ticks), width(f"{ticks[-1]} {panel.unit}".rstrip())])


def _axis(lines: Sequence[Line], rows: int) -> Values:
    lows = [point.low for line in lines for point in line.points]
    highs = [point.high for line in lines for point in line.points]
    return values(min(lows), max(highs), max(2, (rows + 2) // 2)) if lows else values(0.0, 1.0, 2)
