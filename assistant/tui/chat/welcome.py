"""The first card: what this is, four things to try, and where to go from here."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from devices.model import Domain
from devices.view import View

ASKING = "it asks before risky things"
KEYS = "F1 help · ctrl+p every command · / commands · ctrl+q quit"


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
    Welcome .row { height: auto; }
    Welcome .head { width: 21; }
    Welcome .text { width: 1fr; color: $quiet; }
    Welcome .notice { color: $warning; margin: 1 0 0 0; }
    """

    def __init__(
        self,
        samples: tuple[str, ...],
        *,
        simulated: bool,
        model: str,
        notices: tuple[str, ...] = (),
        reading: bool = False,
    ) -> None:
        super().__init__(id="welcome")
        self.samples = samples
        self.simulated = simulated
        self.model = model
        self.notices = notices
        self.reading = reading

    def compose(self) -> ComposeResult:
        """The card."""
        greeting = _greeting(simulated=self.simulated, reading=self.reading)
        yield Static(greeting, classes="title", markup=False)
        if self.samples:
            yield Static("Try one (press the number or click):", classes="lead", markup=False)
        for number, text in enumerate(self.samples, 1):
            yield Sample(number, text, ASKING if text.startswith("Unlock") else "")
        for place, (head, text) in enumerate(_rest(simulated=self.simulated, model=self.model)):
            with Horizontal(classes="row" if place else "row lead"):
                yield Static(head, classes="head", markup=False)
                yield Static(text, classes="text", markup=False)
        yield Static(KEYS, classes="quiet", markup=False)
        for notice in self.notices:
            tone = "notice" if self.reading else "quiet"
            yield Static(f"• {notice[:1].upper()}{notice[1:]}", classes=tone, markup=False)


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


def _greeting(*, simulated: bool, reading: bool) -> str:
    if simulated:
        return "Welcome. This is a simulated home, so nothing you do here can break anything."
    if reading:
        return "Welcome. This is your own home. Nothing here is changed until you allow it."
    return "Welcome. This is your own home: what you say here happens."


def _rest(*, simulated: bool, model: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Works now, offline:", "commands, questions, automations, history"),
        ("Better with a model:", "/model   free talk, with a Groq key")
        if model in ("", "offline")
        else ("Model:", model),
        ("Your real home:", "/broker  how to use your own MQTT broker")
        if simulated
        else ("The simulated home:", "start without --broker to play"),
    )
