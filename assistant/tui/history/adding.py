"""The row that adds an entity to the view: what is typed, and the names it could become."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList

from assistant.tui.chat.completion import Completion
from assistant.tui.face.mention import Offer

PLACEHOLDER = "name of a device…   tab or enter adds it   esc closes"


class Adding(Vertical):
    """Hidden until it is asked for; tells which entity was chosen, or that it was left."""

    DEFAULT_CSS = """
    Adding { display: none; height: auto; dock: bottom; margin: 0 0 1 0; background: $background; }
    Adding > Input { height: 3; padding: 0 1; background: $background; }
    Adding > Input, Adding > Input:focus { border: round $primary; }
    Adding > Completion { max-height: 8; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    @dataclass
    class Chosen(Message):
        """An entity was picked, by its id."""

        entity_id: str

    class Left(Message):
        """Nothing was picked, and the row is closed."""

    def __init__(self, offers: Callable[[str], tuple[Offer, ...]]) -> None:
        super().__init__(id="adding")
        self.completion = Completion(offers)
        self.input = Input(placeholder=PLACEHOLDER, id="name", select_on_focus=False)

    def compose(self) -> ComposeResult:
        """The names above what is typed."""
        yield self.completion
        yield self.input

    def begin(self) -> None:
        """Open it, with every name on offer."""
        self.display = True
        self.input.value = ""
        self.completion.renew("@")
        self.input.focus()

    def action_leave(self) -> None:
        """Close it."""
        self.display = False
        self.post_message(self.Left())

    def on_key(self, event: events.Key) -> None:
        """The keys of the list, while the row has the focus."""
        match event.key:
            case "up":
                self.completion.action_cursor_up()
            case "down":
                self.completion.action_cursor_down()
            case "tab" | "enter":
                self._take()
            case _:
                return
        event.prevent_default()
        event.stop()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.completion.renew(f"@{event.value.removeprefix('@')}")

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._take()

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take()

    def _take(self) -> None:
        if (chosen := self.completion.chosen) is not None:
            self.display = False
            self.post_message(self.Chosen(chosen.removeprefix("@")))
