"""The events under a chart: when, what, to which state, and who or what did it; Enter asks why."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from assistant.charts.chart import Chart, Event
from assistant.tui.face.age import Moment
from devices.storage.tables import instant

NONE = "Nothing happened in this time that is on record."
NAME, WHAT = 22, 18


class Happened(OptionList):
    """Newest first; the row that was looked at stays so while others come."""

    DEFAULT_CSS = """
    Happened {
        height: 1fr; border: none; border-top: solid $edge; border-title-color: $quiet; padding: 0 1;
        background: $background; scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis;
    }
    Happened:focus { border: none; border-top: solid $primary; background-tint: $foreground 0%; }
    Happened > .option-list--option-highlighted { background: $background; color: $foreground; }
    Happened:focus > .option-list--option-highlighted { background: $pick; color: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Why")]

    def __init__(self) -> None:
        super().__init__(id="happened", markup=False)
        self.border_title = "Events (newest first)"
        self._events: tuple[Event, ...] = ()

    def show(self, chart: Chart | None, moment: Moment) -> None:
        """The events of this chart."""
        found = chart.events if chart else ()
        if found == self._events and self.option_count:
            return
        chosen, self._events = self.event, found
        self.clear_options()
        self.add_options(Option(row(event, moment)) for event in self._events)
        if not self._events:
            self.add_option(Option(Content.styled(NONE, "$quiet"), disabled=True))
        elif chosen in self._events:
            self.highlighted = self._events.index(chosen)

    @property
    def event(self) -> Event | None:
        """The one that is looked at."""
        place = self.highlighted
        return self._events[place] if place is not None and place < len(self._events) else None


def row(event: Event, moment: Moment) -> Content:
    """One event in one row; whatever is not of today has its date."""
    local, today = (at.astimezone(moment.zone) for at in (instant(event.at), moment.now))
    day = "" if local.date() == today.date() else f"{local:%a} {local.day} {local:%b} "
    return Content.assemble(
        (f"{day}{local:%H:%M:%S}  ", "$quiet"),
        event.label.ljust(NAME),
        "  ",
        (event.what.ljust(WHAT), "$accent"),
        "  ",
        (event.who, "$quiet"),
    )
