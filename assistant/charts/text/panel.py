"""Lines of one unit drawn over their axis, in braille or in plain letters. Pure."""

from collections.abc import Sequence

from assistant.charts.chart import Chart, Line, Stretch
from assistant.charts.readout import reading
from assistant.charts.scale import local_day, moment, shown
from assistant.charts.style import LINES, Cell, Look, Row, Style
from assistant.charts.text.canvas import Canvas, column_of, extents
from assistant.charts.text.cells import cut, right, run, width
from assistant.charts.text.frame import Frame, Panel

EVERY = 16
"""Columns from one marker of a line to the next."""
PLAIN_MARKERS = {"●": "*", "▲": "+", "■": "o"}
NO_DATA = "no data"
HOLDS = 90_000
"""A value known up to so few milliseconds ago still holds: records may be half a minute behind."""


def marker(line: Line, look: Look) -> str:
    """The sign that tells a line from the others."""
    return PLAIN_MARKERS.get(line.marker, line.marker) if look.ascii else line.marker


def titles(chart: Chart, panel: Panel, look: Look) -> list[Row]:
    """A row a line: what it is, its newest value and its extremes, and what stands under the cursor."""
    return [_title(chart, number, line, look) for number, line in enumerate(panel.lines)]


def _title(chart: Chart, number: int, line: Line, look: Look) -> Row:
    cells = [Cell(f"{marker(line, look)} ", LINES[number]), Cell(line.label, Style.TITLE)]
    if look.cursor is not None:
        bar = "|" if look.ascii else "┃"
        at = moment(look.cursor, chart.zone, (chart.start, chart.end))
        cells.append(Cell(f"  {bar} {at}  {reading(line, look.cursor).shown}", Style.CURSOR))
    room = look.width - sum(width(cell.text) for cell in cells)
    for piece in figures(line, chart):
        room -= width(piece) + 2
        if room < 0:
            break
        cells.append(Cell(f"  {piece}", Style.PLAIN))
    return tuple(cells)


def figures(line: Line, chart: Chart) -> list[str]:
    """The newest value with its unit, then lowest, highest and mean; `now` only where it still holds."""
    found, precise = line.figures, line.digits
    named = (("min", found.low, precise), ("max", found.high, precise), ("mean", found.mean, max(precise, 1)))
    patience = max(HOLDS, (chart.end - chart.start) // 100)
    holds = chart.current and bool(line.points) and chart.end - line.points[-1].end < patience
    word = "now" if holds else "last"
    newest = [f"{word} {shown(found.now, precise, line.unit)}"] if found.now is not None else []
    return newest + [f"{name} {shown(value, count, '')}" for name, value, count in named if value is not None]


def plot(chart: Chart, panel: Panel, frame: Frame, look: Look) -> list[Row]:
    """The rows of a panel, labels first."""
    window = (chart.start, chart.end)
    canvas = Canvas(frame.columns, panel.rows, plain=look.ascii)
    for number, line in enumerate(panel.lines):
        canvas.trace(number, line, window, panel.axis)
    field = [
        [_cell(canvas, panel, look, column, row) for column in range(frame.columns)]
        for row in range(panel.rows)
    ]
    if len(panel.lines) > 1 and not look.ascii:
        _mark(field, canvas, panel, window)
    _name_gaps(field, chart, panel)
    _cursor(field, chart, look)
    labels = _labels(panel)
    return [(_label(labels.get(row, ""), frame, look), *run(letters)) for row, letters in enumerate(field)]


def _cell(canvas: Canvas, panel: Panel, look: Look, column: int, row: int) -> tuple[str, Style]:
    owner = canvas.owner(column, row)
    if owner is None:
        return " ", Style.PLAIN
    letter = marker(panel.lines[owner], look) if look.ascii else canvas.braille(column, row)
    return letter, LINES[owner]


def _mark(field: list[list[tuple[str, Style]]], canvas: Canvas, panel: Panel, window: Stretch) -> None:
    """Put a line's marker on it now and then, each line elsewhere."""
    for number, line in enumerate(panel.lines):
        reach = extents(line.points, window, canvas.columns)
        offset = number * EVERY // max(len(panel.lines), 1)
        wanted = [column for column in sorted(reach) if (column - offset) % EVERY == 0] or sorted(reach)[:1]
        for column in wanted:
            rows = [row for row in range(canvas.rows) if field[row][column] != (" ", Style.PLAIN)]
            own = [row for row in rows if canvas.owner(column, row) == number and canvas.alone(column, row)]
            if own:
                field[own[len(own) // 2]][column] = (line.marker, LINES[number])


def _name_gaps(field: list[list[tuple[str, Style]]], chart: Chart, panel: Panel) -> None:
    """Write into each gap that has the room from when to when nothing is known."""
    columns = len(field[0])
    for gap in _shared(panel.lines):
        first, last = (column_of(edge, (chart.start, chart.end), columns) for edge in (gap[0], gap[1] - 1))
        texts = (NO_DATA, between(gap, chart))
        row = max(len(field) // 2 - 1, 0)
        for below, text in enumerate(texts):
            if width(text) > last - first - 1 or row + below >= len(field):
                break
            begin = first + (last - first + 1 - width(text)) // 2
            place = field[row + below][begin : begin + len(text)]
            if all(letter == " " for letter, _ in place):
                field[row + below][begin : begin + len(text)] = [(letter, Style.GAP) for letter in text]


def _shared(lines: Sequence[Line]) -> list[Stretch]:
    """Gaps that all the lines have."""
    return [gap for gap in lines[0].gaps if all(gap in line.gaps for line in lines[1:])]


def between(gap: Stretch, chart: Chart) -> str:
    """From when to when, by the home's clock."""
    window = (chart.start, chart.end)
    same = local_day(gap[0], chart.zone) == local_day(gap[1], chart.zone)
    until = moment(gap[1], chart.zone, gap if same else window)
    return f"{moment(gap[0], chart.zone, window)}–{until}"


def _cursor(field: list[list[tuple[str, Style]]], chart: Chart, look: Look) -> None:
    if look.cursor is None:
        return
    column = column_of(look.cursor, (chart.start, chart.end), len(field[0]))
    for letters in field:
        letter, style = letters[column]
        if style in (Style.PLAIN, Style.GAP):
            letters[column] = ("|" if look.ascii else "│", Style.CURSOR)
        else:
            letters[column] = (letter, Style.CURSOR)


def _labels(panel: Panel) -> dict[int, str]:
    """The labels of the axis by row from the top; the topmost has the unit."""
    axis, last = panel.axis, panel.rows - 1
    found = {
        last - round((tick.at - axis.low) / (axis.high - axis.low) * last): tick.label for tick in axis.ticks
    }
    return found | {0: f"{axis.ticks[-1].label} {panel.unit}".rstrip()}


def _label(label: str, frame: Frame, look: Look) -> Cell:
    edge = ("+" if label else "|") if look.ascii else ("┤" if label else "│")
    return Cell(f"{right(cut(label, frame.margin), frame.margin)} {edge}", Style.AXIS)
