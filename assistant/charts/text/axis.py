"""The axis of time under a chart: its line with ticks, and their labels. Pure."""

from assistant.charts.chart import Chart
from assistant.charts.scale import times
from assistant.charts.style import Cell, Look, Row, Style
from assistant.charts.text.canvas import column_of
from assistant.charts.text.cells import width
from assistant.charts.text.frame import Frame

APART = 10
"""Columns from tick to tick, at least."""
NOW = "now"


def axis_rows(chart: Chart, frame: Frame, look: Look) -> tuple[Row, Row]:
    """The line of the axis, and the labels below it."""
    line = ["-" if look.ascii else "─"] * frame.columns
    labels = [" "] * frame.columns
    window = (chart.start, chart.end)
    if chart.current:
        labels[-len(NOW) :] = NOW
    for tick in times(chart.start, chart.end, chart.zone, max(frame.columns // APART, 1)):
        column = column_of(int(tick.at), window, frame.columns)
        line[column] = "+" if look.ascii else "┬"
        _put(labels, tick.label, column)
    if look.cursor is not None:
        line[column_of(look.cursor, window, frame.columns)] = "^" if look.ascii else "▲"
    corner = "+" if look.ascii else "└"
    return (
        (Cell(f"{' ' * frame.margin} {corner}{''.join(line)}", Style.AXIS),),
        (Cell(f"{' ' * (frame.margin + 2)}{''.join(labels)}", Style.AXIS),),
    )


def _put(labels: list[str], label: str, column: int) -> None:
    """Write a label under the middle of its tick, if there it touches no other."""
    begin = min(max(column - width(label) // 2, 0), len(labels) - len(label))
    end = begin + len(label)
    if begin >= 0 and all(letter == " " for letter in labels[max(begin - 1, 0) : end + 1]):
        labels[begin:end] = label
