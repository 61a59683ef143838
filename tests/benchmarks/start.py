"""How long a person waits: first paint of the app, one sentence, one list; beside bare starts of the same libraries."""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from tests.benchmarks._process import Cost, cost, painted, python
from tests.benchmarks._report import RUNS, Bench, Row

HEARTH = str(Path(sys.executable).with_name("hearth"))
HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("Hello")

Hello().run()
"""
AGENT = "import langgraph.prebuilt"
DEVICES = "import aiomqtt, jinja2, pydantic, sqlalchemy"
PROMPT = "sk your home"
"""The prompt's placeholder; its first letter stands under the cursor, in colours of its own."""
T = TypeVar("T")


def measure() -> Bench:
    """Measure on a built-in home that has lived its first week."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "LANG": "C.UTF-8",
            "HEARTH_MODEL": "offline",
        }
        cost((HEARTH, "get", "light.kitchen"), environment)
        return Bench("start", (*_paint(environment), *_ask(environment), *_devices(environment)), _NOTES)


_NOTES = (
    "first paint: until the prompt, or the hello, is on a terminal of 140x45",
    "ask and devices also start the built-in home, with its broker, and wait until its devices have spoken",
)


def _paint(environment: Mapping[str, str]) -> tuple[Row, ...]:
    ours, theirs = _in_turn(
        lambda: painted((HEARTH,), environment, PROMPT),
        lambda: painted(python("-c", HELLO), environment, "Hello"),
    )
    return (Row("first paint", "s", ours, {"textual hello": theirs}, goal="<= 1.5"),)


def _ask(environment: Mapping[str, str]) -> tuple[Row, ...]:
    sentence = (HEARTH, "ask", "turn on the kitchen light", "--json")
    return _beside("ask", sentence, AGENT, environment, "<= 1.3")


def _devices(environment: Mapping[str, str]) -> tuple[Row, ...]:
    return _beside("devices", (HEARTH, "devices", "--json"), DEVICES, environment, "")


def _beside(
    name: str, command: Sequence[str], bare: str, environment: Mapping[str, str], goal: str
) -> tuple[Row, ...]:
    ours, theirs = _in_turn(lambda: cost(command, environment), lambda: cost(python("-c", bare), environment))
    return (
        Row(f"{name}, wall", "s", _wall(ours), {bare: _wall(theirs)}, goal=goal),
        Row(f"{name}, CPU", "s", _cpu(ours), {bare: _cpu(theirs)}),
    )


def _wall(costs: Sequence[Cost]) -> list[float]:
    return [one.wall for one in costs]


def _cpu(costs: Sequence[Cost]) -> list[float]:
    return [one.cpu for one in costs]


def _in_turn(ours: Callable[[], T], theirs: Callable[[], T]) -> tuple[list[T], list[T]]:
    """Run both alternately, once uncounted, so that a machine that slows down slows both."""
    pairs = [(ours(), theirs()) for _ in range(RUNS + 1)][1:]
    return [first for first, _ in pairs], [second for _, second in pairs]
