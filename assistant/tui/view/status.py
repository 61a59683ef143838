"""The first row: which home, how many devices, what needs a look, which model, the home's clock."""

from dataclasses import dataclass

from textual.content import Content
from textual.widgets import Static

from assistant.agent.turn import counted

HOLDERS = {"run": "rules run in hearth run", "app": "rules run in another window"}
"""Who runs the rules while this window follows, by the word of its lease."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the row says; `clock` is the home's, `down` the real seconds without a broker.

    `settled` is False while devices still arrive; `holder` names who runs the rules while we follow.
    """

    simulated: bool = True
    opening: bool = True
    settled: bool = True
    address: str = ""
    devices: int = 0
    attention: int = 0
    down: int = 0
    model: str = ""
    clock: str = ""
    speed: str = ""
    following: bool = False
    holder: str = ""
    reading: bool = False


class Status(Static):
    """One row, shortened where the window is narrow."""

    DEFAULT_CSS = """
    Status { height: 1; background: $panel; color: $foreground; padding: 0 1; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__("", id="status", markup=False)
        self._facts = Facts()

    def tell(self, facts: Facts) -> None:
        """Show these facts."""
        if facts != self._facts or not self.content:
            self._facts = facts
            self.update(status_row(facts, self.size.width or 80))

    def on_resize(self) -> None:
        """Another width may show more."""
        self.update(status_row(self._facts, self.size.width))


def status_row(facts: Facts, width: int) -> Content:
    """The row for this width: the right part stands at the right edge."""
    narrow = width < 98
    left = Content.assemble(
        ("Hearth ", "bold $primary"), " ", badge(facts), "  ", devices(facts, narrow=narrow)
    )
    gap, right = -1, Content()
    for short in (narrow, True):
        right = Content.assemble(
            (quick(facts, narrow=narrow, short=short), "$quiet"), "  ", (facts.clock, "bold")
        )
        gap = width - left.cell_length - right.cell_length
        if gap >= 2:
            break
    if gap < 2:
        return left.truncate(max(1, width), ellipsis=True)
    return Content.assemble(left, " " * gap, right)


def badge(facts: Facts) -> Content:
    """Which home this is; never left out."""
    if facts.down and not facts.opening:
        return Content.styled(f" BROKER DOWN {facts.down} s ", "bold $background on $error")
    if facts.simulated:
        return Content.styled(" SIMULATOR ", "bold $background on $primary")
    return Content.styled(f" BROKER {facts.address} ", "bold $background on $secondary")


def devices(facts: Facts, *, narrow: bool) -> Content:
    """How many there are, and how many need a look."""
    if facts.opening:
        return Content.styled("opening the home…", "$quiet")
    more = "" if facts.settled else "…"
    count = Content(f"{counted(facts.devices, 'device')}{more}")
    if not facts.attention:
        return count
    words = "" if narrow else " needs attention" if facts.attention == 1 else " need attention"
    return Content.assemble(count, " · ", (f"▲ {facts.attention}{words}", "$warning"))


def quick(facts: Facts, *, narrow: bool, short: bool = False) -> str:
    """Broker, model, speed, and who runs the rules, in few words; `short` names no names."""
    broker = "broker ✗" if facts.down else "broker ✓"
    if facts.simulated and not narrow:
        broker += " built-in"
    model = facts.model or "…"
    parts = [broker, model if narrow else f"model {model}"]
    if facts.speed:
        parts.append(facts.speed)
    if facts.following:
        parts.append("following" if short else HOLDERS.get(facts.holder, "following"))
    if facts.reading:
        parts.append("read-only")
    return (" · " if narrow else "   ").join(parts)
