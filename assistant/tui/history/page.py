"""The recorded past (F5): its keys. Each changes the board, or has something done about it."""

from datetime import timedelta
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from assistant.tui.history.adding import Adding
from assistant.tui.history.canvas import Canvas
from assistant.tui.history.chosen.board import MOST, stepped
from assistant.tui.history.chosen.span import SPANS
from assistant.tui.history.sheet import Sheet
from devices.storage.tables import instant

LEAP = 10
"""Columns of a long step of the cursor."""
SECOND = timedelta(seconds=1)
CLOCK = "%Y-%m-%d %H:%M:%S"


class Past(Sheet):
    """The view of the past; one press, one layer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(span.key, f"range({place})", "Range", show=place == 0, key_display=f"1-{len(SPANS)}")
            for place, span in enumerate(SPANS)
        ),
        Binding("less_than_sign,comma", "move(-1)", "Move", key_display="< >"),
        Binding("greater_than_sign,full_stop", "move(1)", "Later", show=False),
        Binding("left", "cursor(-1)", "Cursor", key_display="← →"),
        Binding("right", "cursor(1)", "Cursor", show=False),
        Binding("at", "add", "Add", key_display="@"),
        Binding("e", "events", "Events"),
        Binding("escape,q", "back", "Back"),
        Binding("x", "export", "CSV"),
        Binding("shift+left", f"cursor({-LEAP})", "Cursor", show=False),
        Binding("shift+right", f"cursor({LEAP})", "Cursor", show=False),
        Binding("home", "edge(0)", "First", show=False),
        Binding("end", "edge(1)", "Now", show=False),
        Binding("up,k", "choose(-1)", "Choose", show=False),
        Binding("down,j", "choose(1)", "Choose", show=False),
        Binding("delete,backspace", "remove", "Remove", show=False),
        Binding("w,enter", "why", "Why", show=False),
    ]

    def action_range(self, place: int) -> None:
        """Another length of time."""
        self.put(self.board.over(SPANS[place]))

    def action_move(self, steps: int) -> None:
        """Half a window earlier or later."""
        if (moment := self.scene.moment()) is not None:
            self.put(self.board.moved(steps, moment.now))

    def action_cursor(self, step: int) -> None:
        """The cursor, by columns."""
        chart, columns = self.drawn.canvas.chart, self.drawn.canvas.columns
        if chart is not None and columns:
            self.put(self.board.pointed(stepped(self.board.cursor, step, columns, chart)))

    def action_edge(self, last: int) -> None:
        """The cursor to the first column; or no cursor, and the newest end."""
        chart = self.drawn.canvas.chart
        if last:
            self.put(self.board.latest())
        elif chart is not None:
            self.put(self.board.pointed(instant(chart.start)))

    @on(Canvas.Pointed)
    def _pointed(self, event: Canvas.Pointed) -> None:
        self.put(self.board.pointed(instant(self.drawn.canvas.instant_at(event.column))))

    def action_choose(self, step: int) -> None:
        """Another entity of those that are shown."""
        self.put(self.board.choosing(step))

    def action_remove(self) -> None:
        """Take the chosen entity out."""
        self.put(self.board.without(self.board.entity))

    def action_add(self) -> None:
        """Ask which entity to add."""
        if len(self.board.entities) < MOST:
            self.adding.begin()
        else:
            self.notify(f"{MOST} series fit. Delete takes one out.", markup=False)

    @on(Adding.Chosen)
    def _chosen(self, event: Adding.Chosen) -> None:
        self.set_focus(None)
        self.put(self.board.with_entity(event.entity_id))

    @on(Adding.Left)
    def _left(self) -> None:
        self.set_focus(None)

    def action_events(self) -> None:
        """To the events and back."""
        away = self.focused is self.drawn.happened
        self.set_class(not away, "-events")
        self.set_focus(None if away else self.drawn.happened)

    def action_export(self) -> None:
        """Write what is shown as CSV."""
        told = self.tell("Writing…", self.errands.export(self.board))
        self.run_worker(told, group="export", exclusive=True, exit_on_error=False)

    def action_why(self) -> None:
        """What led to how the chosen entity was at the cursor, or is."""
        moment, cursor = self.scene.moment(), self.board.cursor
        if moment is not None and self.board.entity:
            self.errands.why(self.board.entity, f"{cursor.astimezone(moment.zone):{CLOCK}}" if cursor else "")

    @on(OptionList.OptionSelected, "#happened")
    def _looked_into(self) -> None:
        """Ask why of an event: at the second after it, since it is told to the millisecond."""
        event, moment = self.drawn.happened.event, self.scene.moment()
        if event is not None and moment is not None and event.entity_id:
            at = (instant(event.at) + SECOND).astimezone(moment.zone)
            self.errands.why(event.entity_id, f"{at:{CLOCK}}")

    def action_back(self) -> None:
        """One layer: the question that takes long, the events, the view."""
        if self.drawn.waits and self._reader is not None:
            self._reader.stop()
        elif self.focused is not None:
            self.remove_class("-events")
            self.set_focus(None)
        else:
            self.app.pop_screen()
