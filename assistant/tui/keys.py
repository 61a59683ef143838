"""The app's keys and what each does: views, stopping, leaving. One press, one layer."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from assistant.agent.turn import Turn
from assistant.tui.chat.prompt import Prompt
from assistant.tui.desk import Desk
from assistant.tui.history.archive import NOT_OPEN
from assistant.tui.palette import SYSTEM
from assistant.tui.pulse import Pulse
from assistant.tui.rules.page import Automations
from assistant.tui.scene import Scene
from assistant.tui.view.confirm import Confirm
from assistant.tui.view.main import Main
from assistant.tui.view.trace import Trace

CALM = 0.4
AGAIN = 2.0
ASIDE = frozenset(
    {
        *("manual", "chat", "devices", "automations", "history", "trace", "side", "tools", "renew", "wipe"),
        "command_palette",
    }
)
"""What would cover an open question or take it away."""


class Keyed(App[None]):
    """An app with the house's keys; the parts they act on are made by its heir."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "manual", "Help", priority=True),
        Binding("f2", "chat", "Chat", priority=True),
        Binding("f3", "devices", "Devices", priority=True),
        Binding("f4", "automations", "Autom.", priority=True),
        Binding("f5", "history", "History", priority=True),
        Binding("f8", "trace", "Trace", priority=True),
        Binding("f9", "side", "Panel", show=False, priority=True),
        Binding("ctrl+t", "tools", "Tool details", show=False, priority=True),
        Binding("ctrl+n", "renew", "New", show=False, priority=True),
        Binding("ctrl+l", "wipe", "Clear", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Stop", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("escape", "peel", "Back", show=False),
        Binding("c,i,enter", "chat", "Chat", show=False),
        Binding("d", "browse", "Devices", show=False),
        Binding("a", "automations", "Automations", show=False),
        Binding("h", "history", "History", show=False),
        Binding("t", "trace", "Trace", show=False),
        Binding("u", "undo", "Undo", show=False),
        Binding("o", "offline", "Offline now", show=False),
        Binding("slash", "command", "Command", show=False),
        Binding("question_mark", "manual", "Help", show=False),
    ]

    main: Main
    desk: Desk
    scene: Scene
    pulse: Pulse
    _calm = False
    _warned = False

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-normal"), (130, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (15, "-short"), (20, "-tall")]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Textual's own commands, as far as they make sense here."""
        return (command for command in super().get_system_commands(screen) if command.title in SYSTEM)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a risky thing is asked, only its own answers, stopping and leaving work."""
        if isinstance(self.screen, Confirm) and action in ASIDE:
            return False
        if action == "offline" and not self.main.chat.prompt.held_up:
            return False
        return super().check_action(action, parameters)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of this conversation, oldest first."""
        return tuple(self.desk.conversation.turns)

    def action_manual(self) -> None:
        """Help."""
        self.desk.help("")

    def action_chat(self) -> None:
        """The conversation, from wherever."""
        self._to_main()
        self.main.to_chat()

    def action_devices(self) -> None:
        """The devices."""
        self._to_main()
        self.main.to_devices()

    def action_automations(self) -> None:
        """The rules."""
        self._to_main()
        self._open(Automations(self.scene, self.desk.deeds, self.desk.direct.language))

    def action_history(self) -> None:
        """The recorded past, as it was last looked at."""
        if self.scene.runtime is None:
            self.notify(NOT_OPEN, markup=False)
            return
        self._to_main()
        self.desk.archive.open()
        self.call_after_refresh(self.pulse.beat)

    def action_trace(self, place: int = -1) -> None:
        """The trace of a turn, counted from the last."""
        self._to_main()
        runtime = self.scene.runtime
        self._open(Trace(lambda: self.turns, place, runtime.data if runtime else None))

    def action_side(self) -> None:
        """The side panel."""
        self.main.toggle_side()

    def action_tools(self) -> None:
        """What the tools were given and said."""
        self.main.chat.toggle_details()

    async def action_wipe(self) -> None:
        """Clear the view."""
        await self.main.chat.wipe()

    def action_browse(self) -> None:
        """The devices by a letter, none of them picked: what is typed after it must not move one."""
        self.main.devices.cursor = ""
        self._to_main()
        self.main.to_devices(pick=False)

    def action_undo(self) -> None:
        """The prompt with the order that takes the last change back; Enter sends it."""
        self.type_in("/undo")

    @on(Prompt.Offline)
    def action_offline(self) -> None:
        """The offline model goes on at once with what a rate limit holds up."""
        self.desk.conversation.go_offline()

    def action_command(self) -> None:
        """The prompt with a slash."""
        self.type_in("/")

    def type_in(self, text: str) -> None:
        """Put text into the prompt and go there."""
        self._to_main()
        self.desk.mention(text)

    def on_key(self, event: events.Key) -> None:
        """A letter that is no key of this place belongs to the prompt, and so does one on its way to it."""
        free = event.key not in self.screen.active_bindings or self.focused is self.main.chat.prompt
        if event.character and event.is_printable and free and not isinstance(self.screen, ModalScreen):
            event.prevent_default()
            self.type_in(event.character)

    def action_peel(self) -> None:
        """Escape outside the prompt: stop the turn, else back to the prompt."""
        if not self.stop_turn():
            self.action_chat()

    def stop_turn(self) -> bool:
        """Stop what runs, unless something was closed this very moment; True when the press is used up."""
        if self._calm and self.desk.conversation.busy:
            return True
        stopped = self.desk.conversation.stop()
        if stopped:
            self.calm_down()
        return stopped

    def calm_down(self) -> None:
        """For a moment Escape stops nothing: one press, one layer."""
        self._calm = True
        self.set_timer(CALM, self._alert)

    def pop_screen(self) -> AwaitComplete:
        """Close a view or a dialog; the same press must not stop the turn below."""
        self.calm_down()
        return super().pop_screen()

    def action_interrupt(self) -> None:
        """Copy the selection; else stop the turn; else leave on the second press."""
        selected = self.screen.get_selected_text() or self.main.chat.prompt.selected_text
        if selected:
            self.copy_to_clipboard(selected)
            self.notify("Copied.", markup=False)
        elif self.desk.conversation.stop():
            return
        elif self._warned:
            self.exit()
        else:
            self._warned = True
            self.set_timer(AGAIN, self._forget_warning)
            self.notify("Press ctrl+c again to leave.", timeout=AGAIN, markup=False)

    def _alert(self) -> None:
        self._calm = False

    def _forget_warning(self) -> None:
        self._warned = False

    def _open(self, view: Screen[None]) -> None:
        self.push_screen(view)
        self.call_after_refresh(self.pulse.beat)

    def _to_main(self) -> None:
        while len(self.screen_stack) > 1 and self.screen is not self.main:
            self.pop_screen()
