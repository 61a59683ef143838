"""A small chart under an answer: read from the records when it is shown, and kept nowhere."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from assistant.charts.chart import Chart
from assistant.charts.draw import draw
from assistant.charts.notes import notes
from assistant.charts.style import Look
from assistant.tui.history.canvas import Canvas
from assistant.tui.history.chosen.subjects import subjects
from assistant.tui.history.reader import Question, Reader, Shown
from assistant.tui.scene import Scene
from tools.outcome import Charted

MOST_ROWS = 14


class Inset(Vertical):
    """What a tool says may be drawn; only a window that was whole when it was asked stays as it is."""

    DEFAULT_CSS = """
    Inset { height: auto; margin: 0 0 0 2; }
    Inset > Canvas { height: 1; }
    Inset > Static { height: auto; color: $quiet; }
    """

    def __init__(self, wanted: Charted, scene: Scene, *, plain: bool = False) -> None:
        super().__init__()
        self.wanted, self.scene, self._plain = wanted, scene, plain
        self.canvas = Canvas(self._look)
        self._foot = Static("", markup=False)
        self._reader: Reader | None = None

    def compose(self) -> ComposeResult:
        """The chart, and how to see more of it."""
        yield self.canvas
        yield self._foot

    def on_mount(self) -> None:
        """Read it once its width is known."""
        self.call_after_refresh(self._read)

    def on_unmount(self) -> None:
        """Wait for no answer any longer."""
        if self._reader is not None:
            self._reader.stop()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A question that failed is said to have."""
        if self._reader is not None:
            self._reader.broke(event)

    def on_resize(self) -> None:
        """Another width may need other rows."""
        self._fit()

    def _read(self) -> None:
        runtime = self.scene.runtime
        if runtime is None or not self.is_attached:
            return
        self._reader = Reader(self, runtime, Shown(self._show, self._say))
        known = subjects(self.wanted.entities, self.scene.view())
        width = max(1, self.canvas.size.width)
        self._reader.ask(Question(known, self.wanted.start, self.wanted.end, width))

    def _show(self, chart: Chart) -> None:
        if self.is_attached:
            self.canvas.show(chart)
            self._fit()
            more = f"more: /history {' '.join(f'@{one}' for one in self.wanted.entities)}"
            self._say("\n".join([*notes(chart, ""), more]))

    def _fit(self) -> None:
        """As many rows as it draws."""
        if self.canvas.chart is not None and self.size.width > 0:
            rows = len(draw(self.canvas.chart, self._look(self.size.width, MOST_ROWS)))
            self.canvas.styles.height = max(1, rows)

    def _say(self, text: str) -> None:
        self._foot.update(Content(text))

    def _look(self, width: int, height: int) -> Look:
        return Look(width, height, ascii=self._plain, events=0)
