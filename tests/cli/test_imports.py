"""What a command may not load: start-up time is lost a library at a time."""

import subprocess
import sys

import pytest

from tests.cli.shell import LONGEST, ROOT, Shell

PROBE = """
import sys
from assistant.__main__ import main
sys.argv = ["hearth", *sys.argv[1:]]
code = int(main())
print(" ".join(sorted({name.partition(".")[0] for name in sys.modules})), file=sys.stderr)
sys.exit(code)
"""
HEAVY = {
    "textual",
    "langgraph",
    "langchain_core",
    "langchain_groq",
    "sqlalchemy",
    "aiomqtt",
    "apscheduler",
    "jinja2",
}
AGENT = {"textual", "langgraph", "langchain_core", "langchain_groq", "matplotlib"}


def loaded(shell: Shell, *arguments: str) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        env=shell.environment(),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    return done.returncode, set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--help"], 0), (["ask", "--help"], 0), (["--version"], 0), (["bogus"], 2), ([], 2)],
)
def test_help_and_usage_errors_load_nothing_heavy(empty: Shell, arguments: list[str], code: int) -> None:
    ended, modules = loaded(empty, *arguments)
    assert ended == code
    assert modules & HEAVY == set()


def test_a_wrong_setting_is_told_without_loading_the_agent(empty: Shell) -> None:
    code, modules = loaded(empty, "--timeout", "0", "get", "light.kitchen")
    assert code == 2
    assert modules & AGENT == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["devices"],
        ["get", "light.kitchen"],
        ["automations"],
        ["questions"],
        ["trace"],
        ["stats"],
        ["undo"],
        ["history", "sensor.living_room_temperature", "--chart"],
    ],
)
def test_reading_the_home_never_loads_the_app_or_the_agent(lived: Shell, arguments: list[str]) -> None:
    _, modules = loaded(lived, *arguments)
    assert "sqlalchemy" in modules
    assert modules & AGENT == set()


def test_ask_never_loads_the_app_nor_a_model_that_was_not_chosen(lived: Shell) -> None:
    code, modules = loaded(lived, "ask", "is the kitchen light on?")
    assert code == 0
    assert "langgraph" in modules
    assert modules & {"textual", "langchain_groq", "groq"} == set()
