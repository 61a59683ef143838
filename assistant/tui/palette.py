"""What the command palette finds besides Textual's own: views, devices, rooms, rules."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from assistant.tui.face.mention import offers
from assistant.tui.face.slash import COMMANDS
from assistant.tui.scene import Scene
from tools.teller import rule_told

VIEWS = (
    ("Conversation", "chat", "F2"),
    ("Devices", "devices", "F3"),
    ("Automations", "automations", "F4"),
    ("History", "history", "F5"),
    ("Trace of the last turn", "trace", "F8"),
    ("Side panel on or off", "side", "F9"),
    ("Help", "manual", "F1"),
)


SYSTEM = frozenset({"Theme", "Quit", "Screenshot"})
"""What of Textual's own commands fits a home; its key panel and maximizing do not."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing the palette can find."""

    text: str
    help: str
    run: Callable[[], object]


class Host(Protocol):
    """What the palette needs of the app."""

    scene: Scene

    def pick(self, thing: str) -> None:
        """Show one device or room."""
        ...

    def type_in(self, text: str) -> None:
        """Put text into the prompt."""
        ...


class Everything(Provider):
    """Views and slash commands, then devices and rooms with their state, then rules."""

    @property
    def host(self) -> Host:
        """The app, as far as the palette knows it."""
        return cast("Host", self.app)

    async def discover(self) -> Hits:
        """What is offered before anything is typed."""
        for entry in self._views():
            yield DiscoveryHit(Content(entry.text), entry.run, entry.text, entry.help)

    async def search(self, query: str) -> Hits:
        """What fits the words."""
        matcher = self.matcher(query)
        for entry in self._all():
            score, places = matcher.fuzzy_search.match(query, entry.text)
            if score > 0:
                yield Hit(score, highlighted(entry.text, places), entry.run, entry.text, entry.help)

    def _all(self) -> Iterable[Entry]:
        yield from self._views()
        for command in COMMANDS:
            line = f"/{command.name} " if command.usage else f"/{command.name}"
            yield Entry(
                f"/{command.name} {command.usage}".strip(), command.help, partial(self.host.type_in, line)
            )
        moment = self.host.scene.moment()
        if moment is None:
            return
        for offer in offers("@", self.host.scene.view(), moment, rows=10_000):
            yield Entry(
                f"{offer.label}  {offer.note}", offer.insert, partial(self.host.pick, offer.insert[1:])
            )
        yield from self._rules()

    def _views(self) -> Iterable[Entry]:
        for text, action, key in VIEWS:
            yield Entry(text, f"view · {key}", partial(self.app.run_action, f"app.{action}"))

    def _rules(self) -> Iterable[Entry]:
        runtime = self.host.scene.runtime
        if runtime is not None:
            house = runtime.house
            for rule in house.book.everything():
                text = f"{rule.id}  {rule_told('en', rule, house)}"
                yield Entry(text, "automation", partial(self.app.run_action, "app.automations"))


def highlighted(text: str, places: Sequence[int]) -> Content:
    """The text as it is, the matched letters bold; Textual's own highlighting would read it as markup."""
    shown = Content(text)
    for place in places:
        shown = shown.stylize("bold underline", place, place + 1)
    return shown
