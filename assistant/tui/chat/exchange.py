"""One exchange: what was said, a row for each thing done, the answer, and a line about how it ended."""

import re

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Markdown, Static

from assistant.agent.turn import CallEnded, CallStarted, Turn
from assistant.tui.chat.busy import Busy
from assistant.tui.face.activity import Deed, Mark, cut_short, deeds, footer, under_way
from devices.view import View

RICH = re.compile(r"\*\*|^\s*[-*] |^\s*\d+\. |^#|`|^\|", re.MULTILINE)
STYLES = {Mark.RUNNING: "$quiet", Mark.DONE: "$success", Mark.UNSURE: "$warning", Mark.NOT: "$error"}


class Exchange(Vertical):
    """Grows while the turn runs; `settle` ends it."""

    DEFAULT_CSS = """
    Exchange { height: auto; margin: 0 0 1 0; }
    Exchange > .said { color: $primary; text-style: bold; margin: 0 0 0 0; }
    Exchange > .deed { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Exchange > .detail { color: $quiet; display: none; margin: 0 0 0 4; }
    ChatPane.-open Exchange > .detail { display: block; }
    Exchange > .answer { margin: 0; }
    Exchange > .foot { color: $quiet; }
    Exchange > Markdown { margin: 0; padding: 0; background: $background; }
    """

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said
        self.answer = ""
        self.turn: Turn | None = None
        self._deeds: dict[str, tuple[Static, Deed | None]] = {}
        self._answer = Static("", classes="answer", markup=False)
        self._beside: list[Widget] = []
        self.busy = Busy()

    def compose(self) -> ComposeResult:
        """What was said, and a sign that work goes on."""
        yield Static(f"> {self.said}", classes="said", markup=False)
        yield self.busy

    async def started(self, sign: CallStarted, view: View) -> None:
        """A tool call went out."""
        row = Static(_row(Deed(Mark.RUNNING, under_way(sign, view))), classes="deed")
        self._deeds[sign.id] = row, cut_short(sign, view)
        await self.mount(row, before=self.busy)

    async def ended(self, sign: CallEnded, view: View) -> None:
        """A tool call has its result: its row becomes one row a receipt, many reads fold to one."""
        found = deeds(sign, view)
        row, _ = self._deeds.pop(sign.id, (None, None))
        rows = [Static(_row(deed), classes="deed") for deed in found]
        rows.append(Static(f"{sign.tool}  {sign.text}", classes="detail", markup=False))
        await self.mount_all(rows, before=row or self.busy)
        if row is not None:
            await row.remove()

    async def words(self, text: str) -> None:
        """A piece of the answer."""
        self.answer += text
        self._answer.update(Content(self.answer))
        if not self._answer.is_attached:
            await self.mount(self._answer, before=self.busy)

    def beside(self, widget: Widget) -> None:
        """Something to be shown between the answer and the line below it, once the turn is over."""
        self._beside.append(widget)

    async def settle(self, turn: Turn) -> None:
        """The turn is over: the whole answer, what belongs to it, and the line below."""
        self.turn = turn
        self.answer = turn.answer or self.answer
        await self._cut_short()
        await self.busy.remove()
        await self._answer.remove()
        if self.answer:
            await self.mount(self._final(turn))
        await self.mount_all(self._beside)
        await self.mount(Static(footer(turn), classes="foot", markup=False))

    async def interrupt(self, why: str) -> None:
        """The turn ended without a record: what was said stays, and why it ended."""
        await self._cut_short()
        await self.busy.remove()
        await self.mount(Static(why, classes="foot", markup=False))

    async def _cut_short(self) -> None:
        """Say of every call without an ending what may still come of it."""
        for row, left in self._deeds.values():
            if left is None:
                await row.remove()
            else:
                row.update(_row(left))
        self._deeds.clear()

    async def fold(self) -> None:
        """Keep only one plain text of an old exchange, so that long talks stay quick."""
        await self.remove_children()
        foot = footer(self.turn) if self.turn else ""
        await self.mount(Static(f"> {self.said}\n{self.answer}\n{foot}", markup=False))

    def _final(self, turn: Turn) -> Static | Markdown:
        if turn.model != "offline" and not turn.outcomes and RICH.search(self.answer):
            return Markdown(self.answer, open_links=False)
        return Static(self.answer, classes="answer", markup=False)


class Note(Static):
    """A text of the app itself in the conversation: what a slash command gave."""

    DEFAULT_CSS = "Note { margin: 0 0 1 0; height: auto; }"

    def __init__(self, text: str, said: str = "") -> None:
        head = Content.styled(f"> {said}\n", "bold $primary") if said else Content("")
        super().__init__(Content.assemble(head, text))


def _row(deed: Deed) -> Content:
    return Content.assemble(
        "  ",
        (deed.mark.value, STYLES[deed.mark]),
        f" {deed.what}",
        (f"  {deed.ending}", "$quiet") if deed.mark is Mark.DONE else f"  {deed.ending}",
        (f"  {deed.took}", "$quiet") if deed.took else "",
    )
