"""The main screen: status, conversation, side panel, footer. Layout and focus only."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from assistant.tui.chat.card import Card
from assistant.tui.chat.pane import ChatPane
from assistant.tui.face.mention import Offer
from assistant.tui.scene import Scene
from assistant.tui.view.activity import Activity
from assistant.tui.view.devices import DevicePanel
from assistant.tui.view.foot import Foot
from assistant.tui.view.status import Status

SMALL = 'Make the window at least 60x15, or use the command line: hearth ask "…"'


WIDTH, HEIGHT = 60, 15


class Main(Screen[None]):
    """Conversation left, home right; one at a time where the window is narrow."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    Main { background: $background; }
    Main > #body { height: 1fr; }
    Main #side { width: 40; border: round $edge; border-title-color: $quiet; }
    Main #side:focus-within { border: round $primary; border-title-color: $primary; }
    Main.-wide #side { width: 56; }
    Main.-narrow #side { display: none; width: 1fr; border: none; }
    Main.-narrow.-home #side { display: block; }
    Main.-narrow.-home #chat { display: none; }
    Main.-narrow Prompt {
        border: none; border-top: solid $edge; border-left: thick $edge; min-height: 2; max-height: 8;
    }
    Main.-narrow Prompt:focus { border: none; border-top: solid $edge; border-left: thick $primary; }
    Main.-narrow ChatPane, Main.-narrow ChatPane:focus-within { border: none; }
    Main.-narrow #hint, Main.-short #hint, Main.-short Status { display: none; }
    Main.-narrow Activity, Main.-normal Activity, Main.-short Activity { display: none; }
    Main.-sideless #side { display: none; }
    Main > #small { display: none; width: 1fr; height: 1fr; content-align: center middle; padding: 1 2; }
    Main.-tiny > *, Main.-flat > * { display: none; }
    Main.-tiny > #small, Main.-flat > #small { display: block; }
    """

    def __init__(self, scene: Scene, offers: Callable[[str], tuple[Offer, ...]]) -> None:
        super().__init__()
        self.status = Status()
        self.chat = ChatPane(offers)
        self.devices = DevicePanel(scene)
        self.activity = Activity(scene)
        self._kept: Widget | None = None
        self._small = False

    def compose(self) -> ComposeResult:
        """Top to bottom, left to right."""
        yield self.status
        with Horizontal(id="body"):
            yield self.chat
            with Vertical(id="side") as side:
                side.border_title = "Devices"
                yield self.devices
                yield self.activity
        yield Foot(show_command_palette=True)
        yield Static(SMALL, id="small", markup=False)

    def on_mount(self) -> None:
        """Typing starts at once."""
        self.chat.prompt.focus()

    def on_resize(self, event: events.Resize) -> None:
        """A window that was too small gets its focus back."""
        small = event.size.width < WIDTH or event.size.height < HEIGHT
        if small and not self._small:
            self._kept = self.focused
        elif self._small and not small and self._kept is not None:
            self.call_after_refresh(self._kept.focus)
        self._small = small

    def to_chat(self) -> None:
        """Show and focus the conversation."""
        self.remove_class("-home")
        self.set_focus(self.chat.query(Card).last() if self.chat.query(Card) else self.chat.prompt)

    def to_devices(self, *, pick: bool = True) -> None:
        """Show and focus the devices, and pick the first when none is."""
        self.remove_class("-sideless")
        self.add_class("-home")
        self.devices.focus()
        if pick and not self.devices.cursor:
            self.devices.action_edge(0)

    def toggle_side(self) -> None:
        """Show or hide the side panel."""
        self.toggle_class("-sideless")
        if self.has_class("-sideless"):
            self.to_chat()
