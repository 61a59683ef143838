"""The rules (F4): each as one sentence, how it stands, what came of it. Switching goes through the tools."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from assistant.tui.face.rule import RuleFace, rule_face
from assistant.tui.scene import Scene
from assistant.tui.view.foot import Foot
from assistant.tui.view.status import Status

EMPTY = "No automations yet. Say: if the living room gets warmer than 26 °C, turn on the fan."
Act = Callable[[str, dict[str, str | bool]], Awaitable[str]]
"""Runs a tool by name and gives its sentence."""


class Automations(Screen[None]):
    """The list left, why and what happened right (below where the window is narrow)."""

    DEFAULT_CSS = """
    Automations #rules { width: 1fr; height: 1fr; border: round $edge; padding: 0 1; }
    Automations #rules { background: $background; }
    Automations #rules:focus { border: round $primary; background-tint: $foreground 0%; }
    Automations #rules > .option-list--option-highlighted { background: $pick; color: $foreground; }
    Automations #why { border-title-color: $quiet; }
    Automations #why { width: 1fr; height: 1fr; border: round $edge; padding: 0 1; }
    Automations #why { scrollbar-size-vertical: 1; }
    Automations #panes { height: 1fr; }
    Automations.-narrow #panes { layout: vertical; }
    Automations.-narrow #why { height: 11; width: 100%; }
    Automations.-narrow #rules { width: 100%; }
    Automations.-short #why { height: 6; }
    Automations.-short Status { display: none; }
    Automations #said { height: auto; color: $quiet; padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "switch", "On/off", priority=True),
        Binding("delete", "delete", "Delete"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self, scene: Scene, act: Act, language: str) -> None:
        super().__init__()
        self.scene = scene
        self.act = act
        self.language = language
        self._faces: tuple[RuleFace, ...] = ()

    def compose(self) -> ComposeResult:
        """List and pane."""
        yield Status()
        with Horizontal(id="panes"):
            yield OptionList(id="rules", markup=False)
            with VerticalScroll(id="why", can_focus=False) as why:
                why.border_title = "Why, and what happened"
                yield Static("", id="why-text", markup=False)
        yield Static("", id="said", markup=False)
        yield Foot(show_command_palette=False)

    def on_mount(self) -> None:
        """Show what there is."""
        self.call_after_refresh(self.look)
        self.query_one("#rules").focus()

    def look(self) -> None:
        """Take the rules anew; the highlighted one stays highlighted."""
        runtime, moment = self.scene.runtime, self.scene.moment()
        if runtime is None or moment is None or not self.query("#why-text"):
            return
        book, view = runtime.house.book, self.scene.view()
        rules = book.rules()
        faces = tuple(rule_face(r, book.last_runs(r.id), view, moment, self.language) for r in rules)
        if faces != self._faces or not faces:
            self._faces = faces
            self._fill()

    def _fill(self) -> None:
        listed = self.query_one("#rules", OptionList)
        here = listed.highlighted
        listed.clear_options()
        listed.add_options([Option(_row(seen), id=seen.id) for seen in self._faces])
        on = sum(seen.enabled for seen in self._faces)
        listed.border_title = Content(f"Automations · {on} on, {len(self._faces) - on} off")
        if not self._faces:
            listed.add_option(Option(Content.styled(EMPTY, "$quiet"), disabled=True))
        else:
            listed.highlighted = min(here or 0, len(self._faces) - 1)
        self._why()

    @on(OptionList.OptionHighlighted)
    def _moved(self, _event: OptionList.OptionHighlighted) -> None:
        self._why()

    def _why(self) -> None:
        seen = self._chosen()
        self.query_one("#why-text", Static).update(_pane(seen) if seen else Content(""))

    def _chosen(self) -> RuleFace | None:
        place = self.query_one("#rules", OptionList).highlighted
        return self._faces[place] if place is not None and place < len(self._faces) else None

    async def _do(self, tool: str, arguments: dict[str, str | bool]) -> None:
        self.query_one("#said", Static).update(Content(await self.act(tool, arguments)))
        self.look()

    def action_switch(self) -> None:
        """On or off; by Enter, since a space may belong to a sentence whose first letter opened this page."""
        if seen := self._chosen():
            arguments: dict[str, str | bool] = {"id": seen.id, "enabled": not seen.enabled}
            self.run_worker(self._do("enable_automation", arguments), exit_on_error=False)

    def action_delete(self) -> None:
        """Delete it; /undo brings it back."""
        if seen := self._chosen():
            self.run_worker(self._do("delete_automation", {"id": seen.id}), exit_on_error=False)


def _row(seen: RuleFace) -> Content:
    box = ("[x] ", "$success") if seen.enabled else ("[ ] ", "$quiet")
    return Content.assemble(box, seen.sentence, "\n    ", (f"{seen.id} · {seen.state}", "$quiet"))


def _pane(seen: RuleFace) -> Content:
    rows = [Content.styled(seen.sentence, "bold"), Content("")]
    rows += [Content.assemble((f"{head:<9}", "$quiet"), text) for head, text in seen.facts]
    rows += [Content(""), Content.styled("Recent runs", "$secondary")]
    rows += [Content(f"  {run}") for run in seen.runs] or [Content.styled("  never ran", "$quiet")]
    return Content("\n").join(rows)
