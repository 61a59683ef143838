"""A board on the screen: lines, bars and events of what was chosen, live at its newest end. Knows no key."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from assistant.charts.chart import Chart
from assistant.charts.notes import notes
from assistant.tui.face.mention import Offer
from assistant.tui.history.adding import Adding
from assistant.tui.history.chosen import told
from assistant.tui.history.chosen.board import Board
from assistant.tui.history.chosen.side import beside
from assistant.tui.history.chosen.subjects import labels, subjects
from assistant.tui.history.drawn import Drawn
from assistant.tui.history.heard import Heard
from assistant.tui.history.reader import Question, Reader, Shown
from assistant.tui.scene import Scene
from assistant.tui.view.foot import Foot
from assistant.tui.view.status import Status
from devices.storage.tables import instant, millis

BEAT = 1.0
"""Real seconds between two questions of a view that nobody touches."""
SMALL = "Make the window at least 60x15."


@dataclass(frozen=True, slots=True)
class Errands:
    """What the view has done by others.

    `offers` completes a name, `why` shows what led to how an entity was at an instant of the home's clock
    (now when there is none), `export` writes the board as CSV and tells where, `keep` remembers the board for
    the next time.
    """

    offers: Callable[[str], tuple[Offer, ...]]
    why: Callable[[str, str], None]
    export: Callable[[Board], Awaitable[str]]
    keep: Callable[[Board], None]


class Sheet(Screen[None]):
    """The chart left, what is shown beside it where there is room, events below."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    Sheet { background: $background; }
    Sheet > #past { height: 1fr; }
    Sheet #beside {
        width: 30; border: round $edge; border-title-color: $quiet; padding: 0 1; scrollbar-size-vertical: 1;
    }
    Sheet #series { text-wrap: nowrap; text-overflow: ellipsis; }
    Sheet > #said { height: auto; max-height: 3; color: $warning; padding: 0 1; display: none; }
    Sheet.-narrow #beside, Sheet.-narrow #happened { display: none; }
    Sheet.-narrow Drawn { border: none; padding: 0; }
    Sheet.-narrow.-events #happened { display: block; }
    Sheet.-short Status { display: none; }
    Sheet > #small { display: none; width: 1fr; height: 1fr; content-align: center middle; }
    Sheet.-tiny > *, Sheet.-flat > * { display: none; }
    Sheet.-tiny > #small, Sheet.-flat > #small { display: block; }
    """

    def __init__(self, scene: Scene, board: Board, errands: Errands, *, plain: bool = False) -> None:
        super().__init__()
        self.scene, self.board, self.errands = scene, board, errands
        self.drawn = Drawn(plain=plain)
        self.adding = Adding(errands.offers)
        self._heard = Heard(lambda: self.board.entities)
        self._reader: Reader | None = None
        self._trouble = self._told = ""

    def compose(self) -> ComposeResult:
        """Top to bottom, left to right."""
        yield Status()
        with Horizontal(id="past"):
            yield self.drawn
            with VerticalScroll(id="beside", can_focus=False) as side:
                side.border_title = "Series"
                yield Static("", id="series", markup=False)
        yield Static("", id="said", markup=False)
        yield self.adding
        yield Foot(show_command_palette=False)
        yield Static(SMALL, id="small", markup=False)

    def on_mount(self) -> None:
        """Read what is asked for, and look again once a second."""
        if (runtime := self.scene.runtime) is not None:
            begins, ends = (lambda: self.drawn.wait(busy=True)), (lambda: self.drawn.wait(busy=False))
            self._reader = Reader(self, runtime, Shown(self._show, self._fail, begins, ends))
            self._heard.listen(runtime.bus)
        self.set_interval(BEAT, self._beat)
        self.call_after_refresh(self._ask)

    def on_unmount(self) -> None:
        """Nothing is heard or read any longer."""
        self._heard.deafen()
        if self._reader is not None:
            self._reader.stop()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A question that failed is said to have."""
        if self._reader is not None:
            self._reader.broke(event)

    @property
    def reading(self) -> bool:
        """Whether something that was asked of the records is not shown yet."""
        return self._reader is not None and self._reader.reading

    def put(self, board: Board) -> None:
        """Show another board; only another window or other entities are read anew."""
        before, self.board, self._told = self.board, board, ""
        self.errands.keep(board)
        if (before.entities, before.span, before.end) != (board.entities, board.span, board.end):
            self._ask()
        self._paint()

    async def tell(self, wait: str, deed: Awaitable[str]) -> None:
        """Say what is being done, and then what came of it, until something else is shown."""
        self._told = wait
        self._paint()
        self._told = await deed
        self._paint()

    def _ask(self) -> None:
        moment, entities = self.scene.moment(), self.board.entities
        if moment is None or self._reader is None:
            return
        if entities:
            wanted = subjects(entities, self.scene.view())
            room = max(1, self.drawn.canvas.size.width)
            self._reader.ask(Question(wanted, *self.board.window(moment.now), room))
        else:
            self._reader.stop()
            self.drawn.show(None, moment)
        self._paint()

    def _beat(self) -> None:
        """Follow the home: when something of it was heard, or the window moved on by a column."""
        moment, chart, reader = self.scene.moment(), self.drawn.canvas.chart, self._reader
        if moment is None or reader is None:
            return
        column = (chart.end - chart.start) / (self.drawn.canvas.columns or 1) if chart else 0.0
        late = chart is not None and millis(moment.now) - chart.end > column
        if self.board.follows and not reader.reading and (self._heard.take() or late):
            self._ask()
        self._paint()

    def _show(self, chart: Chart) -> None:
        moment = self.scene.moment()
        if not self.is_attached or moment is None or not self.board.entities:
            return
        self._trouble = ""
        if self.board.cursor is not None and self.board.cursor < instant(chart.start):
            self.put(self.board.pointed(None))
        self.drawn.show(chart, moment)
        self._paint()

    def _fail(self, trouble: str) -> None:
        self._trouble = trouble
        self._paint()

    def _paint(self) -> None:
        moment, board, chart = self.scene.moment(), self.board, self.drawn.canvas.chart
        if moment is None or not self.query("#series"):
            return
        self.drawn.paint(board, moment)
        self.query_one("#series", Static).update(beside(board, labels(board.entities, self.scene.view())))
        lacks = notes(chart, told.wider(board.span)) if chart else ()
        said = [self._trouble, *lacks] if board.entities else [told.NOTHING_CHOSEN]
        said += [self.scene.unrecorded, self._told]
        row = self.query_one("#said", Static)
        row.display = any(said)
        row.update(Content("\n".join(filter(None, said))))
