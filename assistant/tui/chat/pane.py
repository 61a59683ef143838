"""The chat pane: the conversation above, strip, question, completion and prompt below. It decides nothing."""

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static, TextArea

from assistant.tui.chat.completion import Completion
from assistant.tui.chat.exchange import Exchange, Note
from assistant.tui.chat.prompt import Prompt
from assistant.tui.chat.strip import Strip
from assistant.tui.chat.welcome import Welcome
from assistant.tui.face.mention import Offer

LIVE = 40
HINT = "⏎ send   ctrl+j new line   ↑ history   esc leave prompt"


class Log(VerticalScroll, can_focus=False):
    """The scrolling conversation; follows the end unless the person scrolled away."""

    DEFAULT_CSS = "Log { padding: 0 1; scrollbar-size-vertical: 1; }"

    @property
    def fits(self) -> bool:
        """Whether everything is in sight."""
        return self.virtual_size.height <= self.container_size.height

    def on_resize(self) -> None:
        """Another size: what fitted may not fit any more."""
        self.call_after_refresh(self.settle)

    def settle(self) -> None:
        """Begin at the top while everything fits, follow the end from then on."""
        if self.fits and self.is_anchored:
            self.anchor(False)
            self.scroll_home(animate=False, immediate=True)
        elif not self.fits and not self.is_anchored:
            self.anchor()


class ChatPane(Vertical):
    """Conversation and prompt."""

    DEFAULT_CSS = """
    ChatPane { width: 1fr; border: round $edge; border-title-color: $quiet; background: $background; }
    ChatPane:focus-within { border: round $edge; border-title-color: $primary; }
    ChatPane > #more { height: 1; color: $accent; text-align: right; padding: 0 2; display: none; }
    ChatPane > #next { height: auto; max-height: 2; color: $quiet; padding: 0 1; display: none; }
    ChatPane > #hint { height: 1; color: $quiet; padding: 0 1; }
    """

    def __init__(self, offers: Callable[[str], tuple[Offer, ...]]) -> None:
        super().__init__(id="chat")
        self.border_title = "Chat"
        self.completion = Completion(offers)
        self.prompt = Prompt(self.completion)
        self.log_view = Log(id="log")
        self.strip = Strip()
        self._unseen = 0

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield self.log_view
        yield Static("", id="more", markup=False)
        yield Static("", id="next", markup=False)
        yield self.strip
        yield self.completion
        yield self.prompt
        yield Static(HINT, id="hint", markup=False)

    async def show(self, widget: Widget) -> None:
        """Add a message or a note; the first one sends the welcome away."""
        if not isinstance(widget, Welcome) and (welcome := self.query(Welcome)):
            self.prompt.choosing = 0
            await welcome.remove()
        await self.log_view.mount(widget)
        await self._fold_old()
        self.grew()

    async def note(self, text: str, *, said: str = "") -> None:
        """A line of the app itself, below the command that asked for it."""
        await self.show(Note(text, said))

    async def begin(self, text: str) -> Exchange:
        """The person spoke: follow the end again, and show the words at once."""
        exchange = Exchange(text)
        self.to_end()
        await self.show(exchange)
        return exchange

    async def wipe(self) -> None:
        """Clear the view."""
        await self.log_view.remove_children()
        self.to_end()

    def waiting(self, texts: list[str]) -> None:
        """Show what was sent while a turn runs."""
        row = self.query_one("#next", Static)
        row.display = bool(texts)
        row.update(Content(f"next: {' · '.join(texts)}   esc drops it") if texts else Content(""))

    def grew(self) -> None:
        """Something was added: tell so when the person looks elsewhere."""
        self.call_after_refresh(self._mark)

    def to_end(self) -> None:
        """Go to the end and follow it."""
        if not self.log_view.fits:
            self.log_view.anchor()
        self._unseen = 0
        self._paint_more()

    def page(self, where: str) -> None:
        """Move in the conversation: up, down, end, or to the next own message before or after."""
        match where:
            case "up":
                self.log_view.scroll_page_up(animate=False)
            case "down":
                self.log_view.scroll_page_down(animate=False)
            case "end":
                self.to_end()
            case _:
                self._jump(forward=where == "after")

    def toggle_details(self) -> None:
        """Show or hide what the tools were given and said."""
        self.toggle_class("-open")

    def _jump(self, *, forward: bool) -> None:
        here = self.log_view.scroll_y
        places = [e.virtual_region.y for e in self.log_view.query(Exchange)]
        wanted = [y for y in places if (y > here if forward else y < here)]
        if wanted:
            self.log_view.scroll_to(y=min(wanted) if forward else max(wanted), animate=False)
        elif forward:
            self.to_end()

    def _mark(self) -> None:
        self.log_view.settle()
        if self.log_view.is_vertical_scroll_end or self.log_view.fits:
            self._unseen = 0
        else:
            self._unseen += 1
        self._paint_more()

    def _paint_more(self) -> None:
        more = self.query_one("#more", Static)
        more.display = self._unseen > 0
        more.update(f"↓ {self._unseen} new (ctrl+end)")

    async def _fold_old(self) -> None:
        live = [e for e in self.log_view.query(Exchange) if not e.has_class("-folded")]
        for exchange in live[:-LIVE]:
            exchange.add_class("-folded")
            await exchange.fold()

    @on(TextArea.Changed, "#prompt")
    def _complete(self) -> None:
        self.completion.renew(self.prompt.unfinished())

    @on(Prompt.Paged)
    def _paged(self, event: Prompt.Paged) -> None:
        self.page(event.where)
