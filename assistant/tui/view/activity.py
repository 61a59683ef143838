"""The last things that happened in the home, live, under the devices."""

from textual.content import Content
from textual.widgets import Static

from assistant.tui.face.age import Moment, clock
from assistant.tui.face.tile import face
from assistant.tui.scene import Scene
from devices.events import StateChanged
from devices.model import Domain

ROWS = 5


class Activity(Static):
    """Newest first; sensors that drift are left out, since they would push everything else away."""

    DEFAULT_CSS = """
    Activity {
        height: 6; border-top: solid $edge; border-title-color: $quiet; padding: 0 1; color: $foreground;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__("", id="activity", markup=False)
        self.scene = scene

    def on_mount(self) -> None:
        """Its title."""
        self.border_title = "Latest"

    def look(self) -> None:
        """Take the newest changes."""
        moment = self.scene.moment()
        if moment is not None:
            self.update(latest(self.scene.changes, moment))


def latest(changes: list[StateChanged], moment: Moment) -> Content:
    """A row each: when, what, to which state, by whom."""
    rows = []
    for change in reversed(changes):
        after = change.after
        if after.entity.domain is Domain.SENSOR or change.before.word == after.word:
            continue
        seen = face(after, moment)
        who = change.cause.ref if change.cause.ref.startswith("a") else ""
        rows.append(
            Content.assemble(
                (clock(change.at, moment), "$quiet"),
                f"  {seen.glyph} {after.entity.name}  ",
                (seen.word, "$accent"),
                (f"  by {who}" if who else "", "$quiet"),
            )
        )
        if len(rows) == ROWS:
            break
    return Content("\n").join(rows) if rows else Content.styled("Nothing happened yet.", "$quiet")
