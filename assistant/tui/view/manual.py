"""A page over everything else: help, and what is known of one device. Rows of a head and a text."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class Page(ModalScreen[None]):
    """A title and rows; an empty head makes a text that goes across. Escape closes it."""

    DEFAULT_CSS = """
    Page { align: center middle; background: $background 60%; }
    Page > VerticalScroll {
        width: 88; max-width: 96%; height: auto; max-height: 92%; border: round $primary;
        background: $surface; padding: 1 2; border-title-color: $primary; border-title-style: bold;
        border-subtitle-color: $quiet; scrollbar-size-vertical: 1;
    }
    Page Static { height: auto; }
    Page .row { height: auto; }
    Page .head { width: 22; color: $accent; }
    Page .text { width: 1fr; }
    Page .part { color: $secondary; text-style: bold; margin: 1 0 0 0; }
    Page .first { margin: 0; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1", "app.pop_screen", "Close"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, caption: str, rows: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.caption = caption
        self.rows = tuple(rows)

    def compose(self) -> ComposeResult:
        """The page."""
        with VerticalScroll() as page:
            page.border_title = Content(self.caption)
            page.border_subtitle = Content("esc closes")
            for number, (head, text) in enumerate(self.rows):
                if head:
                    with Horizontal(classes="row"):
                        yield Static(head, classes="head", markup=False)
                        yield Static(text, classes="text", markup=False)
                else:
                    yield Static(text, classes="part first" if number == 0 else "part", markup=False)

    def action_scroll(self, lines: int) -> None:
        """Move in the page."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
