"""The last things that happened in the home, live, under the devices."""

from heapq import merge
from itertools import islice

from textual.content import Content
from textual.widgets import Static

from assistant.tui.face.age import Moment, clock
from assistant.tui.face.latest import Row, latest
from assistant.tui.scene import Scene, whose
from devices.command import Cause, Origin

ROWS = 5
SAID = "»"
"""Before what a rule told."""
BY_ITSELF = Cause(Origin.DEVICE)


class Activity(Static):
    """Newest first, with those of the last day that were before the start."""

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
        scene, moment = self.scene, self.scene.moment()
        if moment is not None:
            changed = latest(reversed(scene.changes), scene.past, scene.view(), moment, scene.began)
            said = [Row(notice.at, SAID, notice.rule_id, text, BY_ITSELF) for notice, text in scene.told()]
            found = merge(changed, said, key=lambda row: row.at, reverse=True)
            self.update(drawn(tuple(islice(found, ROWS)), moment))


def drawn(rows: tuple[Row, ...], moment: Moment) -> Content:
    """A row each: when, what, to which state, by whom."""
    if not rows:
        return Content.styled("Nothing happened yet.", "$quiet")
    return Content("\n").join(_row(row, moment) for row in rows)


def _row(row: Row, moment: Moment) -> Content:
    who = whose(row.cause)
    return Content.assemble(
        (clock(row.at, moment), "$quiet"),
        f"  {row.glyph} {row.name}  ",
        (row.word, "$accent"),
        (f"  {who}" if who else "", "$quiet"),
    )
