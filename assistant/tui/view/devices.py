"""The device panel: every room with its tiles, live. It tells what was pressed; it commands nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from assistant.tui.face.age import Moment
from assistant.tui.face.rooms import COLUMN, Heading, PanelLine, Part, Shelf, lines, meters, rooms, short_name
from assistant.tui.face.tile import face
from assistant.tui.face.walk import first_line, folds, moved, stops
from assistant.tui.scene import Scene
from assistant.tui.view.brush import nothing, tile
from devices.model import Snapshot

TONES = ("active", "quiet", "secured", "attention", "lost", "pending")


class DevicePanel(ScrollView, can_focus=True):
    """Draws only the lines in sight, so ten thousand devices cost as much as ten."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"tile--{tone}" for tone in TONES),
        "tile--name",
        "tile--room",
        "tile--count",
        "tile--cursor",
    }

    DEFAULT_CSS = """
    DevicePanel { height: 1fr; background: $background; scrollbar-size-vertical: 1; overflow-x: hidden; }
    DevicePanel > .tile--room { color: $secondary; text-style: bold; }
    DevicePanel > .tile--count { color: $quiet; }
    DevicePanel > .tile--name { color: $foreground; }
    DevicePanel > .tile--active { color: $accent; }
    DevicePanel > .tile--quiet { color: $quiet; }
    DevicePanel > .tile--secured { color: $success; }
    DevicePanel > .tile--attention { color: $error; text-style: bold; }
    DevicePanel > .tile--lost { color: $quiet; text-style: italic; }
    DevicePanel > .tile--pending { color: $secondary; }
    DevicePanel > .tile--cursor { background: $pick; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", "Up", show=False),
        Binding("down,j", "move(1, 0)", "Down", show=False),
        Binding("left,minus", "step(-1)", "Less", show=False),
        Binding("right,plus", "step(1)", "More", show=False),
        Binding("shift+left", "move(0, -1)", "Left", show=False),
        Binding("l,shift+right", "move(0, 1)", "Right", show=False),
        Binding("g,home", "edge(0)", "First", show=False),
        Binding("G,end", "edge(-1)", "Last", show=False),
        Binding("space", "act", "Toggle", show=True),
        Binding("enter", "details", "Details", show=True),
        Binding("h", "past", "History", show=False),
        Binding("w", "ask('why')", "Why", show=False),
        Binding("at", "ask('mention')", "Mention", show=False, key_display="@"),
    ]

    @dataclass
    class Pressed(Message):
        """Something was asked of one entity: `what` is act, step, details, past, why or mention."""

        entity_id: str
        what: str
        step: int = 0

    def __init__(self, scene: Scene) -> None:
        super().__init__(id="devices")
        self.scene = scene
        self.wanted = ""
        self.cursor = ""
        self._folded: frozenset[str] = frozenset()
        self._lines: tuple[PanelLine, ...] = ()
        self._snapshots: dict[str, Snapshot] = {}
        self._meters: Mapping[str, tuple[Snapshot, ...]] = {}
        self._moment: Moment | None = None

    def look(self) -> None:
        """Take a new picture of the home; called when something changed, at most ten times a second."""
        view, self._moment = self.scene.view(), self.scene.moment()
        if self._moment is None:
            return
        home = rooms(view, self._moment, self.wanted)
        self._snapshots = {s.entity.id: s for room in home for s in room.snapshots}
        self._meters = meters(view)
        found = lines(home, self._text_width(), self._folded)
        if len(found) != len(self._lines):
            self.virtual_size = Size(self.size.width, len(found))
        self._lines = found
        self.refresh()

    def narrow_to(self, wanted: str) -> None:
        """Show only what has these words in its name, room or state."""
        self.wanted = wanted
        self.look()

    def on_resize(self, _event: events.Resize) -> None:
        """Another width, another number of columns."""
        self.look()

    def render_line(self, y: int) -> Strip:
        """One line of the panel."""
        place = y + round(self.scroll_offset.y)
        width = self.size.width
        if not self._lines:
            return self._empty(y, width)
        if place >= len(self._lines) or self._moment is None:
            return Strip.blank(width, self.rich_style)
        line = self._lines[place]
        segments = self._heading(line) if isinstance(line, Heading) else self._shelf(line, self._moment)
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _empty(self, y: int, width: int) -> Strip:
        text = nothing(self.wanted, opened=self._moment is not None)
        row = text[y - 1] if 0 < y <= len(text) else ""
        return Strip([Segment(f" {row}", self._style("count"))]).adjust_cell_length(width, self.rich_style)

    def _heading(self, line: Heading) -> list[Segment]:
        arrow = "▸" if line.folded else "▾"
        style = self.get_component_rich_style("tile--room")
        if self.cursor == line.room.id and self.has_focus:
            style += self.get_component_rich_style("tile--cursor", partial=True)
        return [
            Segment(f" {arrow} {line.room.name} ", style),
            Segment(f" {line.room.label}", self.get_component_rich_style("tile--count")),
        ]

    def _shelf(self, line: Shelf, moment: Moment) -> list[Segment]:
        room_name = self.scene.view().area_name(self._snapshots[line.entity_ids[0]].entity)
        cell = self._cell_width()
        segments = [Segment(" ", self.rich_style)]
        for entity_id in line.entity_ids:
            asked = self.scene.pending.get(entity_id, "")
            meter = self._meters.get(entity_id, (None,))[0]
            by = self.scene.by(entity_id)
            known = self.scene.known(self._snapshots[entity_id])
            seen = face(known, moment, by=by, pending=asked, meter=meter)
            picked = self.has_focus and entity_id == self.cursor
            back = self.get_component_rich_style("tile--cursor", partial=True) if picked else Style()
            name = short_name(self._snapshots[entity_id], room_name)
            segments += tile(seen, name, line.part, cell, self._style, back)
        return segments

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"tile--{name}")

    def _text_width(self) -> int:
        return max(COLUMN, self.size.width - 2)

    def _cell_width(self) -> int:
        return self._text_width() // max(1, self._text_width() // COLUMN)

    def action_move(self, down: int, across: int) -> None:
        """Move the cursor by rows and columns."""
        self._put(moved(self._lines, self.cursor, down, across))

    def action_edge(self, which: int) -> None:
        """To the first or the last."""
        if found := stops(self._lines):
            self._put(found[which][0])

    def _put(self, entity_id: str) -> None:
        self.cursor = entity_id
        place, top = first_line(self._lines, entity_id), round(self.scroll_offset.y)
        if place is not None and place < top:
            self.scroll_to(y=place, animate=False)
        elif place is not None and place + 2 > top + self.size.height:
            self.scroll_to(y=place + 2 - self.size.height, animate=False)
        self.refresh()

    def action_act(self) -> None:
        """Space: fold a room, or the entity's own default."""
        if folds(self._lines, self.cursor):
            self._folded ^= {self.cursor}
            self.look()
        else:
            self._press("act")

    def action_step(self, direction: int) -> None:
        """Plus and minus: a step of its value."""
        self._press("step", direction)

    def action_details(self) -> None:
        """Enter: everything known of it."""
        self._press("details")

    def action_past(self) -> None:
        """Its history, or without a picked one that which was last looked at."""
        self.post_message(self.Pressed(self.cursor, "past"))

    def action_ask(self, what: str) -> None:
        """What caused its last change, or put it into the prompt."""
        self._press(what)

    def _press(self, what: str, step: int = 0) -> None:
        if self.cursor in self._snapshots:
            self.post_message(self.Pressed(self.cursor, what, step))

    def on_click(self, event: events.Click) -> None:
        """A click picks; on the glyph it acts; a second one shows details."""
        place = event.y + round(self.scroll_offset.y)
        if place >= len(self._lines):
            return
        line = self._lines[place]
        if isinstance(line, Heading):
            self.cursor = line.room.id
            self.action_act()
            return
        column, inside = divmod(max(0, event.x - 1), self._cell_width())
        if column < len(line.entity_ids):
            again = self.cursor == line.entity_ids[column]
            self._put(line.entity_ids[column])
            if inside <= 1 and line.part is not Part.STATE:
                self._press("act")
            elif again:
                self._press("details")
