"""Slash commands: the table, reading a line, and the nearest name for a slip. Nothing is run here."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Slash:
    """One command: its name without the slash, what may follow, and one line of help."""

    name: str
    usage: str
    help: str


@dataclass(frozen=True, slots=True)
class Order:
    """A line that names a known command."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that names none; `nearest` may be empty."""

    name: str
    nearest: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A line that is for the assistant."""

    text: str


Line: TypeAlias = Order | Unknown | Plain

COMMANDS = (
    Slash("help", "[topic]", "keys, devices, automations, safety, model, broker"),
    Slash("devices", "[room or name]", "the device view, filtered"),
    Slash("rooms", "", "rooms with counts"),
    Slash("on", "@device", "turn something on, without a model"),
    Slash("off", "@device", "turn something off, without a model"),
    Slash("set", "@device value", "brightness, position, speed or temperature"),
    Slash("automations", "[on|off|run|delete a1]", "rules: list, switch, run now, delete"),
    Slash("jobs", "[cancel j1]", "what is to happen once, and taking it back"),
    Slash("scene", "[save|apply|delete name]", "pictures of devices; saving names the devices or a room"),
    Slash("rehearse", "a1 [days]", "when a rule would have run in the past"),
    Slash("history", "@device [1h 6h 24h 7d, or words]", "the chart of the past; alone: what was last shown"),
    Slash("export", "history [FILE.csv|svg|png]", "write to a file what the history view shows"),
    Slash("activity", "[hours]", "who changed what, when, why"),
    Slash("why", "@device [at time]", "what caused the last change, or the one at that time"),
    Slash("trace", "[n]", "the path of a turn, the last by default"),
    Slash("undo", "[n]", "reverse the last change; risky ones ask again"),
    Slash("model", "", "which model answers, and how to use another"),
    Slash("broker", "", "where the home is, and how to use another"),
    Slash("allow", "[off]", "let Hearth command this home, or take it back; before that it only reads"),
    Slash("sim", "speed 1-3600", "how fast the simulated home lives"),
    Slash("copy", "", "copy the last answer"),
    Slash("clear", "", "clear the view; records stay"),
    Slash("new", "", "start a new conversation"),
    Slash("theme", "[name]", "colours"),
    Slash("keys", "", "every key"),
    Slash("about", "", "version and where things are kept"),
    Slash("quit", "", "leave"),
)
NAMES = tuple(command.name for command in COMMANDS)
ALIASES = {"exit": "quit", "q": "quit", "rules": "automations", "scenes": "scene", "?": "help"}


def read(text: str) -> Line:
    """Understand a line: `/name rest` is an order, `//text` is text with a leading slash."""
    if text.startswith("//"):
        return Plain(text[1:])
    if not text.startswith("/"):
        return Plain(text)
    name, _, rest = text[1:].partition(" ")
    name = ALIASES.get(name.casefold(), name.casefold())
    if name in NAMES:
        return Order(name, rest.strip())
    nearest = get_close_matches(name, NAMES, n=1, cutoff=0.5)
    return Unknown(text[1:].split(" ", 1)[0], nearest[0] if nearest else "")


def matching(fragment: str) -> tuple[Slash, ...]:
    """Commands for what stands behind the slash: those that begin so, then those that contain it in order."""
    wanted = fragment.casefold()
    first = [command for command in COMMANDS if command.name.startswith(wanted)]
    rest = [command for command in COMMANDS if command not in first and _in_order(wanted, command.name)]
    return tuple(first + rest)


def _in_order(wanted: str, name: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in wanted)
