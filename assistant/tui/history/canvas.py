"""The chart on the screen: rows drawn elsewhere, in the colours of the theme, with a cursor to move."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from assistant.charts.chart import Chart
from assistant.charts.draw import draw, instant_at
from assistant.charts.style import Look, Row, Style
from assistant.charts.text.frame import frame

LEAST = 20
"""Fewer cells than this hold no chart."""
EDGE = 2
"""Cells of the axis between the labels and the plot."""


class Canvas(Widget):
    """Draws only when chart, size or cursor changed; `look` says how."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"chart--{style}" for style in Style}

    DEFAULT_CSS = """
    Canvas { color: $foreground; background: $background; }
    Canvas > .chart--plain { color: $foreground; }
    Canvas > .chart--title { color: $foreground; text-style: bold; }
    Canvas > .chart--axis { color: $quiet; }
    Canvas > .chart--first { color: $accent; }
    Canvas > .chart--second { color: $secondary; }
    Canvas > .chart--third { color: $success; }
    Canvas > .chart--quiet { color: $quiet; }
    Canvas > .chart--active { color: $accent; }
    Canvas > .chart--gap { color: $quiet; text-style: italic; }
    Canvas > .chart--cursor { color: $primary; text-style: bold; }
    Canvas > .chart--note { color: $warning; }
    """

    @dataclass
    class Pointed(Message):
        """The mouse chose a column of the plot."""

        column: int

    def __init__(self, look: Callable[[int, int], Look], *, key: str | None = None) -> None:
        super().__init__(id=key)
        self._look = look
        self._chart: Chart | None = None
        self._rows: tuple[Row, ...] = ()

    @property
    def chart(self) -> Chart | None:
        """What is shown."""
        return self._chart

    @property
    def columns(self) -> int:
        """Where a cursor may stand; 0 while nothing is shown."""
        return frame(self._chart, self._at_hand).columns if self._chart and self._fits else 0

    def show(self, chart: Chart | None) -> None:
        """Another chart."""
        self._chart = chart
        self.redraw()

    def redraw(self) -> None:
        """Draw anew, for another cursor or size."""
        self._rows = draw(self._chart, self._at_hand) if self._chart and self._fits else ()
        self.refresh()

    def instant_at(self, column: int) -> int:
        """The instant in the middle of a column."""
        return instant_at(self._chart, self._at_hand, column) if self._chart else 0

    def on_resize(self, _event: events.Resize) -> None:
        """Another size, another drawing."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One row."""
        row = self._rows[y] if y < len(self._rows) else ()
        segments = [Segment(cell.text, self.get_component_rich_style(f"chart--{cell.style}")) for cell in row]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Point at a column."""
        if self._chart and self._fits:
            room = frame(self._chart, self._at_hand)
            column = event.x - room.margin - EDGE
            if 0 <= column < room.columns:
                self.post_message(self.Pointed(column))

    @property
    def text(self) -> str:
        """What is drawn, without colours."""
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self._rows)

    @property
    def _fits(self) -> bool:
        return self.size.width >= LEAST and self.size.height > 0

    @property
    def _at_hand(self) -> Look:
        return self._look(self.size.width, self.size.height)
