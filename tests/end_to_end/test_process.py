"""What the process does to its surroundings: signals, what it loads, what it says when it is used wrongly."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.end_to_end.program import HEARTH, LONGEST, Program
from tests.end_to_end.screen import screen

LEFT_ALTERNATE_SCREEN = b"\x1b[?1049l"
SCREEN = "textual"
AGENT = ("langgraph", "langchain_core", "langchain_groq")
RARE = ("apscheduler", "alembic", "astral", "holidays")
HEAVY = ("sqlalchemy", "aiomqtt", "jinja2", *RARE)
STARTS = {
    "--help": (SCREEN, *AGENT, *HEAVY),
    "devices": (SCREEN, *AGENT, *RARE),
    "get light.kitchen": (SCREEN, *AGENT, *RARE),
    "automations": (SCREEN, *AGENT, *RARE),
    "ask turn on the kitchen light": (SCREEN, "langchain_groq", *RARE),
}


@pytest.mark.parametrize("words", STARTS)
async def test_command_loads_nothing_it_does_not_need(hearth: Program, words: str) -> None:
    loaded = await _loaded(hearth, words)
    assert "typer" in loaded
    assert loaded & set(STARTS[words]) == set()


async def _loaded(hearth: Program, words: str) -> set[str]:
    """The packages that one command imports, by the interpreter's own account on stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-X", "importtime", "-m", "assistant"),
        *(words.split(maxsplit=1)),
        *("--data-dir", str(hearth.data)),
        cwd=Path(__file__).parents[2],
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(LONGEST):
        _, err = await process.communicate()
    lines = (line for line in err.decode().splitlines() if line.startswith("import time:"))
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(
    ("words", "ready"), [(("run",), "ctrl+c ends it"), (("simulate",), "the home is moving")]
)
async def test_signal_ends_it_with_its_own_code(
    hearth: Program, words: tuple[str, ...], ready: str, sign: signal.Signals, code: int
) -> None:
    async with hearth.running(*words) as running:
        await running.says(ready)
        assert await running.end(sign) == code
    assert "Traceback" not in running.text


async def test_app_that_is_terminated_gives_the_terminal_back(hearth: Program) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(hearth.folder), "LANG": "C.UTF-8"}
    with screen((str(HEARTH), "--data-dir", str(hearth.data)), environment) as app:
        app.shows("Living room")
        assert app.end(signal.SIGTERM) == 143
        assert LEFT_ALTERNATE_SCREEN in app.painted
        assert b"Traceback" not in app.painted
    assert not (hearth.data / "built-in" / "running.json").exists()


async def test_interrupted_question_leaves_a_home_that_opens_again(hearth: Program) -> None:
    async with hearth.running("ask", "open the garage door", "--confirm", "cover.garage_door=open") as asked:
        await asked.says("simulator")
        assert await asked.end(signal.SIGINT) == 130
    assert "Traceback" not in asked.text
    (await hearth("get", "cover.garage_door")).ended(0)


@pytest.mark.parametrize(
    "words",
    [("ask",), ("ask", "hello", "--confirm", "everything"), ("devices", "--broker", "nonsense"), ("dance",)],
)
async def test_wrong_usage_is_said_and_starts_nothing(stranger: Program, words: tuple[str, ...]) -> None:
    ran = (await stranger(*words)).ended(2)
    assert ran.out == ""
    assert ran.err != ""
    assert not stranger.data.exists()
