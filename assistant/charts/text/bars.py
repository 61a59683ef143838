"""States drawn as bars: one row each, what is at rest low and what deserves a look high. Pure."""

from assistant.charts.chart import Bar, Block, Chart
from assistant.charts.readout import standing
from assistant.charts.rest import AT_REST, LOST
from assistant.charts.style import Cell, Look, Row, Style
from assistant.charts.text.canvas import column_of, stretch_of
from assistant.charts.text.cells import left, run, width
from assistant.charts.text.frame import Frame
from devices.history.lines import MOVING

HIGH, HALF, LOW, UNKNOWN = "█", "▃", "▁", "·"
PLAIN = {HIGH: "#", HALF: "=", LOW: "_", UNKNOWN: "."}


def bar_rows(chart: Chart, frame: Frame, look: Look) -> list[Row]:
    """A row a bar: its name, how it stood over time, and what is worth saying of it."""
    return [_row(bar, chart, frame, look) for bar in chart.bars]


def _row(bar: Bar, chart: Chart, frame: Frame, look: Look) -> Row:
    letters = track(bar, chart, frame.columns)
    _write_words(letters, bar, chart)
    if look.cursor is not None:
        column = column_of(look.cursor, (chart.start, chart.end), frame.columns)
        letters[column] = (letters[column][0], Style.CURSOR)
    if look.ascii:
        letters = [(PLAIN.get(letter, letter), style) for letter, style in letters]
    label = Cell(left(bar.label, frame.margin, plain=look.ascii) + "  ", Style.TITLE)
    return (label, *run(letters), *_told(bar, frame, look))


def track(bar: Bar, chart: Chart, columns: int) -> list[tuple[str, Style]]:
    """A letter a column: high, or half high where it was not at rest for a part of it, however short.

    A dot where nothing is known.
    """
    window = (chart.start, chart.end)
    letters = [(UNKNOWN, Style.GAP)] * columns
    busy: dict[int, int] = {}
    for block in bar.blocks:
        if block.word in LOST:
            continue
        for column in _columns(block, chart, columns):
            letters[column] = (LOW, Style.QUIET) if column not in busy else letters[column]
            if block.word not in AT_REST:
                start, end = stretch_of(column, window, columns)
                busy[column] = busy.get(column, 0) + min(end, block.end) - max(start, block.start)
                most = busy[column] * 2 >= end - start
                letters[column] = (HIGH if most else HALF, Style.ACTIVE)
    return letters


def _columns(block: Block, chart: Chart, columns: int) -> range:
    """The columns that a block has a share in."""
    window = (chart.start, chart.end)
    first = column_of(block.start, window, columns)
    return range(first, max(first, column_of(block.end - 1, window, columns)) + 1)


def _write_words(letters: list[tuple[str, Style]], bar: Bar, chart: Chart) -> None:
    """Where a bar has more words than one at rest and one not, write each into its block if it fits."""
    if len(set(bar.words) - AT_REST - LOST - MOVING) <= 1:
        return
    for block in bar.blocks:
        if block.word in LOST:
            continue
        columns = [c for c in _columns(block, chart, len(letters)) if _fills(block, c, chart, len(letters))]
        if len(columns) >= width(block.word) + 2 and width(block.word) == len(block.word):
            begin = columns[0] + 1
            for offset, letter in enumerate(block.word):
                letters[begin + offset] = (letter, letters[begin + offset][1])


def _fills(block: Block, column: int, chart: Chart, columns: int) -> bool:
    start, end = stretch_of(column, (chart.start, chart.end), columns)
    return block.start <= start and block.end >= end


def _told(bar: Bar, frame: Frame, look: Look) -> Row:
    if not frame.told:
        return ()
    if look.cursor is None:
        return (Cell(left(f"  {bar.told}", frame.told, plain=look.ascii)),)
    word = standing(bar, look.cursor).shown
    return (Cell(left(f"  {word}", frame.told, plain=look.ascii), Style.CURSOR),)
