"""The first card: what this is, four things to try, and where to go from here."""

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from devices.model import Domain
from devices.view import View

ASKING = "shows how it asks before risky things"


class Sample(Static):
    """One numbered sentence; a click says it."""

    DEFAULT_CSS = "Sample { height: 1; } Sample:hover { background: $boost; }"

    class Chosen(Message):
        """The person picked a sample."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, number: int, text: str, note: str = "") -> None:
        line = Content.assemble(
            ("  ", ""), (f"{number}", "bold $primary"), f"  {text}", (f"    {note}", "$quiet")
        )
        super().__init__(line)
        self.text = text

    def on_click(self, _event: events.Click) -> None:
        """Say it."""
        self.post_message(self.Chosen(self.text))


class Welcome(Vertical):
    """Shown until the first message of a conversation."""

    DEFAULT_CSS = """
    Welcome { height: auto; margin: 1 0 1 0; }
    Welcome Static { height: auto; }
    Welcome .title { color: $primary; text-style: bold; }
    Welcome .quiet { color: $quiet; margin: 1 0 0 0; }
    Welcome .lead { margin: 1 0 0 0; }
    """

    def __init__(
        self, samples: tuple[str, ...], *, simulated: bool, model: str, notices: tuple[str, ...] = ()
    ) -> None:
        super().__init__(id="welcome")
        self.samples = samples
        self.simulated = simulated
        self.model = model
        self.notices = notices

    def compose(self) -> ComposeResult:
        """The card."""
        yield Static(_greeting(simulated=self.simulated), classes="title", markup=False)
        if self.samples:
            yield Static("Try one (press the number or click):", classes="lead", markup=False)
        for number, text in enumerate(self.samples, 1):
            yield Sample(number, text, ASKING if text.startswith("Unlock") else "")
        yield Static(_rest(simulated=self.simulated, model=self.model), classes="quiet")
        for notice in self.notices:
            yield Static(notice, classes="quiet", markup=False)


def samples(view: View, *, simulated: bool) -> tuple[str, ...]:
    """Four sentences that fit this home; asking about risk only where nothing can break."""
    found = [f"Turn on the {name}" for name in _first(view, Domain.LIGHT)]
    found.append("Is anything open that should not be?")
    if _first(view, Domain.FAN) and "living_room" in view.areas:
        found.append("If the living room gets warmer than 26 °C, turn on the fan")
    if simulated:
        found += [f"Unlock the {name}" for name in _first(view, Domain.LOCK)]
    return tuple(found)


def _first(view: View, domain: Domain) -> tuple[str, ...]:
    names = [s.entity.name for s in view.snapshots.values() if s.entity.domain is domain and s.available]
    names.sort(key=lambda name: ("kitchen" not in name.casefold(), name))
    return tuple(_mid_sentence(name) for name in names[:1])


def _mid_sentence(name: str) -> str:
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def _greeting(*, simulated: bool) -> str:
    if simulated:
        return "Welcome. This is a simulated home, so nothing you do here can break anything."
    return "Welcome. This is your own home: what you say here happens."


def _rest(*, simulated: bool, model: str) -> Content:
    rows: Iterable[tuple[str, str]] = (
        ("Works now, offline:  ", "commands, questions about devices, automations, history"),
        ("Better with a model: ", "/model   free-form talk with your own Groq key")
        if model in ("", "offline")
        else ("Model:               ", model),
        ("Your real home:      ", "/broker  connects your MQTT broker")
        if simulated
        else ("The simulated home:  ", "start without a broker to play"),
    )
    lines = [Content.assemble((head, "$foreground"), text) for head, text in rows]
    lines += [Content(""), Content("F1 help · ctrl+p every command · / commands · @ devices · ctrl+q quit")]
    return Content("\n").join(lines)
