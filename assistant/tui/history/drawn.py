"""The left side of the view: which time it is, the chart, what the cursor points at, and the events."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from assistant.charts.chart import Chart
from assistant.charts.style import Look
from assistant.tui.chat.busy import Busy
from assistant.tui.face.age import Moment
from assistant.tui.history.canvas import Canvas
from assistant.tui.history.chosen import told
from assistant.tui.history.chosen.board import Board
from assistant.tui.history.happened import Happened
from devices.storage.tables import millis

SLIM = 70
"""Below so many cells a chart has no room for the words beside its bars."""


class Drawn(Vertical):
    """Shows a chart and a board; it reads nothing. `plain` draws without braille and blocks."""

    DEFAULT_CSS = """
    Drawn { width: 1fr; border: round $edge; border-title-color: $quiet; padding: 0 1; }
    Drawn > #heading { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Drawn > #canvas { height: 2fr; }
    Drawn > #pointed { height: auto; max-height: 2; color: $primary; display: none; }
    Drawn > #happened { min-height: 4; max-height: 14; }
    """

    def __init__(self, *, plain: bool) -> None:
        super().__init__(id="drawn")
        self.border_title = "History"
        self.canvas = Canvas(self._look, key="canvas")
        self.happened = Happened()
        self._board, self._plain = Board(), plain
        self._busy: Busy | None = None

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield Static("", id="heading", markup=False)
        yield self.canvas
        yield Static("", id="pointed", markup=False)
        yield self.happened

    def show(self, chart: Chart | None, moment: Moment) -> None:
        """Another chart, or none."""
        self.canvas.show(chart)
        self.happened.show(chart, moment)

    def paint(self, board: Board, moment: Moment) -> None:
        """Another board, or another moment."""
        moved, self._board = board.cursor != self._board.cursor, board
        if moved:
            self.canvas.redraw()
        chart = self.canvas.chart
        ends = told.badge(chart, board, moment)
        badge = (ends, "bold $background on $warning") if ends else ""
        heading = Content.assemble((told.window(board, moment), "bold"), "  ", badge)
        self.query_one("#heading", Static).update(heading)
        slim = self.canvas.size.width < SLIM
        at = told.pointed(chart, board.cursor) if chart and board.cursor and slim else ""
        row = self.query_one("#pointed", Static)
        row.display = bool(at)
        row.update(Content(at))

    def wait(self, *, busy: bool) -> None:
        """Show that the records are being read, or no longer."""
        if self._busy is not None:
            self._busy.remove()
            self._busy = None
        if busy and self.is_attached:
            self._busy = Busy()
            self._busy.doing_now("reading the records")
            self.mount(self._busy, after="#heading")

    @property
    def waits(self) -> bool:
        """Whether it shows that the records are being read."""
        return self._busy is not None

    def _look(self, width: int, height: int) -> Look:
        cursor = millis(self._board.cursor) if self._board.cursor else None
        return Look(width, height, ascii=self._plain, cursor=cursor, events=0)
