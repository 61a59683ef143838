"""The prompt: Enter sends, ctrl+j makes a line, up and down walk the history. It runs nothing itself."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import TextArea

from assistant.tui.chat.completion import Completion
from assistant.tui.face.mention import token

NEWLINE = frozenset({"ctrl+j", "shift+enter", "alt+enter"})


class Prompt(TextArea):
    """One to eight rows of text for the assistant."""

    DEFAULT_CSS = """
    Prompt {
        height: auto; max-height: 10; min-height: 3; border: round $edge; padding: 0 1;
        background: $background; color: $foreground; scrollbar-size-vertical: 1;
    }
    Prompt:focus { border: round $primary; background: $background; }
    Prompt .text-area--placeholder { color: $quiet; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page('up')", "Scroll up", show=False),
        Binding("pagedown", "page('down')", "Scroll down", show=False),
        Binding("ctrl+end", "page('end')", "To the end", show=False),
        Binding("ctrl+up", "page('before')", "Previous message", show=False),
        Binding("ctrl+down", "page('after')", "Next message", show=False),
    ]

    @dataclass
    class Sent(Message):
        """The person sent a line."""

        text: str

    @dataclass
    class Digit(Message):
        """A number was pressed in an empty prompt; whoever has a numbered choice may take it."""

        number: int

    @dataclass
    class Paged(Message):
        """The person wants to move in the conversation while typing."""

        where: str

    class HelpAsked(Message):
        """A question mark in an empty prompt."""

    class Peeled(Message):
        """Escape closed the list."""

    class Left(Message):
        """Escape with nothing else to close."""

    class Offline(Message):
        """An o in an empty prompt while a model is waited for."""

    def __init__(self, completion: Completion) -> None:
        super().__init__(
            id="prompt",
            highlight_cursor_line=False,
            placeholder="Ask your home…   / commands   @ devices   ? help",
        )
        self.completion = completion
        self.said: list[str] = []
        self.choosing = 0
        self.held_up = False
        self._place = 0
        self._draft = ""

    def render_line(self, y: int) -> Strip:
        """A line; none below a dialog whose window just shrank: Textual can't wrap into no width at all."""
        return super().render_line(y) if self.content_size.width > 0 else Strip.blank(self.size.width)

    async def _on_key(self, event: events.Key) -> None:
        if self._for_completion(event) or self._for_prompt(event):
            event.prevent_default()
            event.stop()
            return
        await super()._on_key(event)

    def _for_completion(self, event: events.Key) -> bool:
        if not self.completion.display:
            return False
        self.completion.renew(self.unfinished())  # quick fingers are ahead of the list
        match event.key:
            case "up":
                self.completion.action_cursor_up()
            case "down":
                self.completion.action_cursor_down()
            case "escape":
                self.completion.display = False
                self.post_message(self.Peeled())
            case "tab" | "enter" if (chosen := self.completion.chosen) is not None:
                if event.key == "enter" and chosen == self.unfinished():
                    return False
                self.accept(chosen)
            case _:
                return False
        return True

    def _for_prompt(self, event: events.Key) -> bool:
        match event.key:
            case "enter":
                self._send()
            case key if key in NEWLINE:
                self.insert("\n")
            case "up" if self.cursor_location[0] == 0 and self.said:
                self._walk(-1)
            case "down" if self.cursor_location[0] == self.document.line_count - 1 and self._place:
                self._walk(1)
            case "question_mark" if not self.text:
                self.post_message(self.HelpAsked())
            case "o" if self.held_up and not self.text:
                self.post_message(self.Offline())
            case "escape":
                self.post_message(self.Left())
            case key if not self.text and key.isdigit() and 0 < int(key) <= self.choosing:
                self.post_message(self.Digit(int(key)))
            case _:
                return False
        return True

    def _send(self) -> None:
        text = self.text.strip()
        if not text:
            return
        if not self.said or self.said[-1] != text:
            self.said.append(text)
        self._place = 0
        self.clear()
        self.completion.display = False
        self.post_message(self.Sent(text))

    def _walk(self, step: int) -> None:
        if self._place == 0:
            self._draft = self.text
        self._place = max(-len(self.said), min(0, self._place + step))
        self.text = self.said[self._place] if self._place else self._draft
        self.move_cursor(self.document.end)
        self.completion.display = False

    def unfinished(self) -> str:
        """The `/command` or `@mention` that is being typed, or nothing."""
        row, column = self.cursor_location
        return token(self.document.get_line(row)[:column], first_line=row == 0)

    def accept(self, text: str) -> None:
        """Put a completion in the place of what was typed of it."""
        row, column = self.cursor_location
        start = (row, column - len(self.unfinished()))
        self.replace(f"{text} ", start, (row, column))
        self.completion.display = False

    def action_page(self, where: str) -> None:
        """Move in the conversation, the text stays."""
        self.post_message(self.Paged(where))
