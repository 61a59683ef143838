"""A chart as rows of styled cells: panels of lines, bars of states, events. Pure; prints nothing."""

from collections.abc import Iterator

from assistant.charts.chart import Chart, Event, Stretch
from assistant.charts.scale import clock, within_a_day
from assistant.charts.style import Cell, Look, Row, Style
from assistant.charts.text.axis import axis_rows
from assistant.charts.text.bars import bar_rows
from assistant.charts.text.canvas import stretch_of
from assistant.charts.text.cells import left, width, within
from assistant.charts.text.frame import Frame, frame
from assistant.charts.text.panel import NO_DATA, between, plot, titles

MOST_GAPS = 3


def draw(chart: Chart, look: Look) -> tuple[Row, ...]:
    """The chart in at most `look.height` rows of at most `look.width` cells."""
    rows = list(_rows(chart, frame(chart, look), look))[: look.height]
    return tuple(_plain(within(row, look.width)) if look.ascii else within(row, look.width) for row in rows)


def plot_columns(chart: Chart, look: Look) -> int:
    """How many columns the plot has: where a cursor may stand."""
    return frame(chart, look).columns


def instant_at(chart: Chart, look: Look, column: int) -> int:
    """The instant in the middle of a column of the plot, the first one being 0."""
    start, end = stretch_of(column, (chart.start, chart.end), plot_columns(chart, look))
    return min(max((start + end) // 2, chart.start), max(chart.end - 1, chart.start))


def _rows(chart: Chart, room: Frame, look: Look) -> Iterator[Row]:
    for panel in room.panels:
        yield from titles(chart, panel, look)
        yield from plot(chart, panel, room, look)
    if chart.lines:
        yield from axis_rows(chart, room, look)
    yield from bar_rows(chart, room, look)
    if chart.bars and not chart.lines:
        yield from axis_rows(chart, room, look)
    if seen := gaps_seen(chart, room.columns):
        yield (Cell(gaps_told(chart, seen), Style.GAP),)
    if room.events:
        yield ()
        yield from event_rows(chart, room.events)


def gaps_seen(chart: Chart, columns: int) -> tuple[Stretch, ...]:
    """The gaps that a chart of so many columns can show."""
    column = (chart.end - chart.start) / columns
    return tuple(gap for gap in chart.gaps if gap[1] - gap[0] >= column)


def gaps_told(chart: Chart, gaps: tuple[Stretch, ...]) -> str:
    """Every gap by its name: from when to when; of many the longest ones."""
    longest = sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[:MOST_GAPS])
    told = ", ".join(between(gap, chart) for gap in longest)
    more = len(gaps) - len(longest)
    return f"{NO_DATA} {told}" + (f" and {more} shorter gap{'s' if more > 1 else ''}" if more else "")


def event_rows(chart: Chart, most: int) -> Iterator[Row]:
    """The newest events under a heading: when, what, and who or what caused it."""
    shown = chart.events[:most]
    left_out = len(chart.events) - len(shown)
    more = f", {left_out} older not shown" if left_out else ""
    yield (Cell(f"Events (newest first{more})", Style.TITLE),)
    labels, whats = (
        max(width(text) for text in texts) for texts in zip(*((e.label, e.what) for e in shown), strict=True)
    )
    for event in shown:
        yield event_row(event, chart, labels, whats)


def event_row(event: Event, chart: Chart, labels: int, whats: int) -> Row:
    """One event, its label and what it was in so many cells."""
    at = clock(event.at, chart.zone, day=not within_a_day((chart.start, chart.end)))
    return (
        Cell(f"  {at}  ", Style.AXIS),
        Cell(f"{left(event.label, labels)}  {left(event.what, whats)}", Style.PLAIN),
        Cell(f"  {event.who}" if event.who else "", Style.NOTE),
    )


def _plain(row: Row) -> Row:
    """Without letters that a plain terminal may lack."""
    return tuple(Cell(cell.text.translate(_LETTERS), cell.style) for cell in row)


_LETTERS = str.maketrans({"–": "-", "…": "~", "→": ">", "·": "."})
