"""A risky thing is confirmed: focus on Cancel, a yes counts only after a quiet time, silence is a no."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from assistant.tui.face.arming import Arming
from assistant.tui.face.question import Wording, now, states
from assistant.tui.scene import Scene
from tools.tool import Question

TICK = 0.1
HARMLESS = frozenset({"tab", "shift+tab", "left", "right", "escape", "enter", "n"})


class Confirm(ModalScreen[bool | None]):
    """Answers True only for a deliberate yes; Enter, Escape and closing are a no, None is silence."""

    DEFAULT_CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm > Vertical {
        width: 72; max-width: 96%; height: auto; border: heavy $error; padding: 1 2; background: $surface;
        border-title-color: $error; border-title-style: bold;
    }
    Confirm .title { text-style: bold; margin: 0 0 1 0; }
    Confirm .row { height: auto; }
    Confirm .row > .head { width: 9; color: $quiet; }
    Confirm .row > .text { width: 1fr; }
    Confirm .changed { color: $warning; display: none; }
    Confirm .left { color: $quiet; margin: 1 0 0 0; }
    Confirm Horizontal.buttons { height: auto; align-horizontal: right; margin: 1 0 0 0; }
    Confirm Button { min-width: 16; margin: 0 0 0 2; }
    Confirm.-short > Vertical { padding: 0 1; max-height: 100%; }
    Confirm.-short .title, Confirm.-short .left, Confirm.-short Horizontal.buttons { margin: 0; }
    Confirm.-short Button { height: 1 !important; min-width: 14; border: none !important; }
    Confirm.-short Button:focus { text-style: bold reverse; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "no", "Cancel"),
        Binding("y", "yes", "Confirm"),
        Binding("left,right", "app.focus_next", "Move", show=False),
    ]

    def __init__(self, question: Question, words: Wording, scene: Scene, place: str, arming: Arming) -> None:
        super().__init__()
        self.question = question
        self.scene = scene
        self.place = place
        self.arming = arming
        self.words = words
        self._seen = states(question, scene.view())

    def compose(self) -> ComposeResult:
        """The question, its facts, and the two answers."""
        with Vertical() as box:
            box.border_title = Content(f"Confirm · security · {self.place}")
            yield Static(self.words.title, classes="title", markup=False)
            for head, text in self.words.rows:
                with Horizontal(classes="row"):
                    yield Static(head, classes="head", markup=False)
                    yield Static(text, classes="text", id=f"row-{head.lower()}", markup=False)
            yield Static("Its state just changed. Look again before you decide.", classes="changed")
            yield Static("", classes="left", id="left", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content("Cancel  esc"), id="no")
                yield Button(Content("wait…"), id="yes", variant="error", disabled=True)

    def on_mount(self) -> None:
        """Focus on Cancel, and start counting."""
        self.query("#no").focus()
        self.set_interval(TICK, self._tick)
        self._paint()

    def on_key(self, event: events.Key) -> None:
        """A stray key, and a yes that came too early, begin the quiet time anew."""
        if event.key == "y" and not self.arming.armed:
            event.stop()
            event.prevent_default()
        if event.key not in HARMLESS and not (event.key == "y" and self.arming.armed):
            self.arming = self.arming.startle()
            self._paint()

    def _tick(self) -> None:
        self.arming = self.arming.tick(TICK)
        if self.arming.expired or self._unreadable:
            self.dismiss(None)
            return
        current = states(self.question, self.scene.view())
        if current != self._seen:
            self._seen = current
            self.arming = self.arming.startle()
            self.query_one(".changed").display = True
        self._paint()

    @property
    def _unreadable(self) -> bool:
        """Whether the window became too small to read the question: that is a no."""
        return self.has_class("-tiny") or self.has_class("-flat")

    def _paint(self) -> None:
        if not self.query("#yes"):
            return  # the app leaves at the very moment at which something is asked
        yes = self.query_one("#yes", Button)
        yes.disabled = not self.arming.armed
        yes.label = Content(f"{self.words.yes}  y" if self.arming.armed else "wait…")
        text = f"Nothing happens unless you confirm. Cancels itself in {self.arming.left} s."
        self.query_one("#left", Static).update(text)
        for row in self.query("#row-now").results(Static):
            row.update(Content(now(self.question, self.scene.view(), self.scene.moment())))

    def action_yes(self) -> None:
        """Confirm, when armed."""
        if self.arming.armed:
            self.dismiss(True)

    def action_no(self) -> None:
        """Refuse."""
        self.dismiss(False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A pressed button: only the armed one means yes."""
        self.dismiss(event.button.id == "yes" and self.arming.armed)
