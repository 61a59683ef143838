"""The sign that work goes on: what it does now, and seconds when it takes longer than two."""

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

FRAMES = "◐◓◑◒"
TICK = 0.1
SLOW = 2.0


class Busy(Static):
    """One line; text only when motion is off. Counts its own seconds from its ticks."""

    DEFAULT_CSS = "Busy { height: 1; color: $secondary; }"

    def __init__(self) -> None:
        super().__init__("… starting", markup=False)
        self.doing = "starting"
        self._ticks = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Start counting."""
        self._timer = self.set_interval(TICK, self._tick)

    def doing_now(self, text: str) -> None:
        """Say what is being done."""
        self.doing = text
        self._paint()

    def _tick(self) -> None:
        self._ticks += 1
        self._paint()

    def _paint(self) -> None:
        seconds = self._ticks * TICK
        still = self.app.animation_level == "none"
        glyph = "…" if still else FRAMES[self._ticks // 2 % len(FRAMES)]
        elapsed = f", {seconds:.0f} s" if seconds >= SLOW else ""
        self.update(Content(f"  {glyph} {self.doing}{elapsed}   esc stops"))
