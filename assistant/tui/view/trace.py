"""The trace of a turn (F8): path, steps, calls, stop reason. Never hidden behind a debug flag."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from assistant.agent.turn import Turn
from assistant.kept.record import record
from assistant.tui.face.trace import TraceRow, budget, heading, path, rows, shortened
from assistant.tui.view.foot import Foot
from assistant.tui.view.status import Status

EMPTY = "No turn yet. Say something first; then this page shows how its answer came about."


class Trace(Screen[None]):
    """One turn at a time; brackets go to its neighbours."""

    DEFAULT_CSS = """
    Trace #head { height: auto; padding: 0 1; border: round $edge; margin: 0; }
    Trace #rows { height: 1fr; border: round $edge; background: $background; padding: 0 1; }
    Trace #rows:focus { border: round $primary; background-tint: $foreground 0%; }
    Trace #rows > .option-list--option-highlighted { background: $pick; color: $foreground; }
    Trace.-short Status { display: none; }
    Trace #detail {
        height: auto; max-height: 14; padding: 0 1; border: round $edge; border-title-color: $quiet;
        color: $quiet; overflow-y: auto;
    }
    Trace.-narrow #detail { max-height: 6; }
    Trace.-short #detail { display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left_square_bracket", "turn(-1)", "Earlier", key_display="["),
        Binding("right_square_bracket", "turn(1)", "Later", key_display="]"),
        Binding("f", "filter", "Tools only"),
        Binding("c", "copy", "Copy"),
        Binding("x", "export", "Export JSON"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self, turns: Callable[[], tuple[Turn, ...]], place: int, folder: Path | None) -> None:
        super().__init__()
        self.turns = turns
        self.place = place
        self.folder = folder
        self.tools_only = False
        self._rows: tuple[TraceRow, ...] = ()

    def compose(self) -> ComposeResult:
        """Head, rows, detail."""
        yield Status()
        yield Static("", id="head", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static("", id="detail", markup=False)
        yield Foot(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the turn."""
        self._fill()
        self.query_one("#rows").focus()

    @property
    def turn(self) -> Turn | None:
        """The turn that is shown."""
        turns = self.turns()
        return turns[max(-len(turns), min(-1, self.place))] if turns else None

    def _fill(self) -> None:
        turn, listed = self.turn, self.query_one("#rows", OptionList)
        listed.clear_options()
        self.query_one("#detail", Static).update(Content(""))
        if turn is None:
            self.query_one("#head", Static).update(Content(EMPTY))
            return
        where = f"{len(self.turns()) + self.place + 1} of {len(self.turns())}"
        head = Content("\n").join(
            [
                Content.styled(f"> {shortened(turn.asked)}", "$primary"),
                Content.styled(heading(turn, where), "bold"),
                Content(path(turn)),
                Content.styled(budget(turn), "$quiet"),
            ]
        )
        self.query_one("#head", Static).update(head)
        self._rows = rows(turn, tools_only=self.tools_only)
        listed.add_options([Option(_row(row)) for row in self._rows])
        listed.highlighted = 0 if self._rows else None

    @on(OptionList.OptionHighlighted)
    def _looked_at(self, event: OptionList.OptionHighlighted) -> None:
        row, detail = self._rows[event.option_index], self.query_one("#detail", Static)
        detail.border_title = Content(row.node.strip())
        detail.update(Content(row.detail or row.text))

    def action_turn(self, step: int) -> None:
        """To the turn before or after."""
        self.place = max(-len(self.turns()), min(-1, self.place + step))
        self._fill()

    def action_filter(self) -> None:
        """Tool calls only, or everything."""
        self.tools_only = not self.tools_only
        self._fill()

    def action_copy(self) -> None:
        """Copy the trace as JSON."""
        if turn := self.turn:
            self.app.copy_to_clipboard(record(turn))
            self.notify("Copied as JSON.", markup=False)

    def action_export(self) -> None:
        """Write the trace as JSON into the data folder."""
        if (turn := self.turn) and self.folder is not None:
            target = self.folder / f"trace-{turn.id}.json"
            target.write_text(record(turn), encoding="utf-8")
            self.notify(f"Written to {target}", markup=False)


def _row(row: TraceRow) -> Content:
    return Content.assemble((f"{row.ms:>6} ", "$quiet"), (f"{row.node:<18}", "$secondary"), row.text)
