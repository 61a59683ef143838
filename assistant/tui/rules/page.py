"""The rules (F4): each as one sentence, how it stands, what came of it. Switching goes through the tools."""

from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from assistant.agent.turn import counted
from assistant.person.standing import Sight, careful
from assistant.tui.rules.deeds import Deeds
from assistant.tui.rules.face import RuleFace, rule_face
from assistant.tui.scene import Scene
from assistant.tui.view.foot import Foot
from assistant.tui.view.status import Status
from devices.automation.books.memories import Memories
from devices.automation.watch.spec import Memory, Place
from devices.errors import StorageError
from devices.model import Json

EMPTY = "No automations yet. Say: if the living room gets warmer than 26 °C, turn on the fan."
TOLD = "What it does when, and what came of it"
AGAIN = 1.0
"""Real seconds between two looks at what the watching remembers."""
DAYS = 7
"""How far back a rehearsal goes."""


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
        Binding("p", "rehearse", "Rehearse"),
        Binding("r", "run", "Run now"),
        Binding("e", "change", "Change"),
        Binding("x", "export", "Export"),
        Binding("delete", "delete", "Delete"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self, scene: Scene, deeds: Deeds, language: str) -> None:
        super().__init__()
        self.scene = scene
        self.deeds = deeds
        self.language = language
        self._faces: tuple[RuleFace, ...] = ()
        self._rehearsed: dict[str, str] = {}
        self._chosen, self._place = "", 0
        self._memories: Mapping[Place, Memory] = {}

    def compose(self) -> ComposeResult:
        """List and pane."""
        yield Status()
        with Horizontal(id="panes"):
            yield OptionList(id="rules", markup=False)
            with VerticalScroll(id="why", can_focus=False) as why:
                why.border_title = TOLD
                yield Static("", id="why-text", markup=False)
        yield Static("", id="said", markup=False)
        yield Foot(show_command_palette=False)

    def on_mount(self) -> None:
        """Show what there is."""
        self.call_after_refresh(self.look)
        self.query_one("#rules").focus()
        self.set_interval(AGAIN, self._remember)
        self._remember()

    def _remember(self) -> None:
        self.run_worker(self._recall(), group="memories", exclusive=True, exit_on_error=False)

    async def _recall(self) -> None:
        """Take what the watching remembers, in whichever process that is: running clocks and latches."""
        if (runtime := self.scene.runtime) is not None:
            with suppress(StorageError):  # then the page says less of clocks
                kept = await Memories(runtime.database).load()
                self._memories = {place: one.memory for place, one in kept.items()}
            self.look()

    def look(self) -> None:
        """Take the rules anew; the highlighted one stays highlighted."""
        runtime = self.scene.runtime
        if runtime is None or not self.query("#why-text"):
            return
        book, sight = runtime.house.book, Sight(runtime.house, self.language, self._memories)
        faces = tuple(rule_face(rule, sight) for rule in (*book.rules(), *book.jobs()))
        if faces != self._faces or not faces:
            self._faces = faces
            self._fill()

    def _fill(self) -> None:
        listed = self.query_one("#rules", OptionList)
        chosen = self._chosen
        listed.clear_options()
        listed.add_options([Option(_row(seen), id=seen.id) for seen in self._faces])
        jobs = sum(seen.job for seen in self._faces)
        on = sum(seen.enabled for seen in self._faces if not seen.job)
        waiting = f" · {counted(jobs, 'job')}" if jobs else ""
        listed.border_title = Content(f"Automations · {on} on, {len(self._faces) - jobs - on} off{waiting}")
        if not self._faces:
            listed.add_option(Option(Content.styled(EMPTY, "$quiet"), disabled=True))
        else:
            places = {seen.id: place for place, seen in enumerate(self._faces)}
            listed.highlighted = places.get(chosen, min(self._place, len(self._faces) - 1))
        self._why()

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        self._chosen, self._place = event.option.id or "", event.option_index
        self._why()

    def _why(self) -> None:
        seen = self._seen
        shown = _pane(seen, self._careful(seen.id), self._rehearsed.get(seen.id, "")) if seen else Content("")
        self.query_one("#why-text", Static).update(shown)

    def _careful(self, rule_id: str) -> tuple[str, ...]:
        runtime = self.scene.runtime
        rule = runtime.house.book.rule(rule_id) if runtime else None
        return careful(rule, Sight(runtime.house, self.language)) if runtime and rule else ()

    @property
    def _seen(self) -> RuleFace | None:
        place = self.query_one("#rules", OptionList).highlighted
        return self._faces[place] if place is not None and place < len(self._faces) else None

    def _say(self, text: str) -> None:
        if self.is_attached:
            self.query_one("#said", Static).update(Content(text))

    async def _do(self, wait: str, deed: Awaitable[str]) -> None:
        self._say(wait)
        self._say(await deed)
        self.look()

    def _act(self, wait: str, tool: str, arguments: dict[str, Json]) -> None:
        self.run_worker(self._do(wait, self.deeds.act(tool, arguments)), exit_on_error=False)

    def action_switch(self) -> None:
        """On or off; by Enter, since a space may belong to a sentence whose first letter opened this page."""
        if (seen := self._seen) and not seen.job:
            self._act("", "enable_automation", {"id": seen.id, "enabled": not seen.enabled})

    def action_delete(self) -> None:
        """Delete it; /undo brings it back."""
        if seen := self._seen:
            self._act("", "cancel_job" if seen.job else "delete_automation", {"id": seen.id})

    def action_rehearse(self) -> None:
        """When it would have run in the last days."""
        if seen := self._seen:
            self.run_worker(self._rehearse(seen.id), group="rehearsal", exclusive=True, exit_on_error=False)

    async def _rehearse(self, rule_id: str) -> None:
        self._say(f"Rehearsing {rule_id} over the last {DAYS} days…")
        self._rehearsed[rule_id] = await self.deeds.act("rehearse_automation", {"id": rule_id, "days": DAYS})
        self._say("")
        self._why()

    def action_run(self) -> None:
        """Do what it does, now; risky things ask."""
        if seen := self._seen:
            self.run_worker(self._do(f"Running {seen.id}…", self.deeds.run(seen.id)), exit_on_error=False)

    def action_change(self) -> None:
        """Say in the prompt what shall be another."""
        if seen := self._seen:
            self.deeds.change(seen.id)

    def action_export(self) -> None:
        """Write it to a file."""
        if seen := self._seen:
            self._say(self.deeds.export(seen.id))


def _row(seen: RuleFace) -> Content:
    box = ("[x] ", "$success") if seen.enabled else ("[ ] ", "$quiet")
    return Content.assemble(box, seen.sentence, "\n    ", (f"{seen.id} · {seen.state}", "$quiet"))


def _pane(seen: RuleFace, warned: tuple[str, ...], rehearsed: str) -> Content:
    rows = [Content.styled(seen.sentence, "bold"), Content("")]
    rows += [Content.assemble((f"{head:<9}", "$quiet"), text) for head, text in seen.facts]
    rows += [Content.assemble((f"{'Wrong':<9}", "$warning"), text) for text in warned]
    if rehearsed:
        rows += [Content(""), Content.styled("Rehearsal", "$secondary")]
        rows += [Content(f"  {line}") for line in rehearsed.splitlines()]
    rows += [Content(""), Content.styled("Recent runs", "$secondary")]
    rows += [Content(f"  {run}") for run in seen.runs] or [Content.styled("  never ran", "$quiet")]
    return Content("\n").join(rows)
