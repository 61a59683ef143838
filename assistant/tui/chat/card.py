"""The inline question of a wide act: it lists every device before anything happens."""

import asyncio
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from assistant.tui.face.arming import Arming
from assistant.tui.face.question import target_of, wording, yours
from assistant.tui.scene import Scene
from tools.tool import Question

TICK = 0.1
OWN = frozenset({"escape", "n", "tab", "shift+tab", "up", "down", "pageup", "pagedown"})


class Card(Vertical, can_focus=True):
    """Enter does it once the keys were quiet, Escape and silence cancel. `answer` holds the decision."""

    DEFAULT_CSS = """
    Card {
        height: auto; max-height: 14; border: round $warning; padding: 0 1;
        background: $surface;
        border-title-color: $warning; overflow-y: auto;
    }
    Card:focus { border: heavy $warning; }
    Card Static { height: auto; }
    Card .left { color: $quiet; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "yes", "Do it"),
        Binding("escape,n", "no", "Cancel"),
    ]

    def __init__(self, question: Question, asked: str, scene: Scene, arming: Arming) -> None:
        super().__init__(id="card")
        self.question = question
        self.scene = scene
        self.arming = arming
        self.words = wording(question, yours(asked), scene.view(), scene.moment())
        self.answer: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()

    def compose(self) -> ComposeResult:
        """The question, all names, and what the keys do."""
        view = self.scene.view()
        names = " · ".join(
            target_of(self.question, index, view) for index in range(len(self.question.targets))
        )
        self.border_title = Content(self.words.title)
        yield Static(names if not self.question.text else "", id="card-targets", markup=False)
        for head, text in self.words.rows:
            if head in ("Now", "After") and text:
                yield Static(f"{head}: {text}", markup=False)
        yield Static("", classes="left", id="card-left", markup=False)

    def on_mount(self) -> None:
        """Take the keys, and start counting."""
        self.focus()
        self.set_interval(TICK, self._tick)
        self._paint()

    def on_key(self, event: events.Key) -> None:
        """A stray key begins the quiet time anew, and never reaches the app's own letters below."""
        if event.key in OWN or (event.key == "enter" and self.arming.armed):
            return
        event.stop()
        event.prevent_default()
        self.arming = self.arming.startle()
        self._paint()

    def _tick(self) -> None:
        self.arming = self.arming.tick(TICK)
        if self.arming.expired:
            self._decide(yes=None)
        self._paint()

    def _paint(self) -> None:
        ready = "enter does it" if self.arming.armed else "wait…"
        self.query_one("#card-left", Static).update(
            f"{ready} · esc cancels. Cancels itself in {self.arming.left} s."
        )

    def _decide(self, *, yes: bool | None) -> None:
        if not self.answer.done():
            self.answer.set_result(yes)

    def action_yes(self) -> None:
        """Do it, when armed."""
        if self.arming.armed:
            self._decide(yes=True)

    def action_no(self) -> None:
        """Leave it."""
        self._decide(yes=False)

    def on_unmount(self) -> None:
        """A card that goes away is a no."""
        self._decide(yes=False)
