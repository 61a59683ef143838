"""The app at a real terminal: what a crash leaves behind, and that a terminal without a screen gets none."""

import sys
from pathlib import Path

from tests.cli.shell import Shell

VALUE = "gsk_never_to_be_seen"
ALTERNATE = "\x1b[?1049h"
BREAKS = f"""
import sys
from assistant.cli import crash
from assistant.tui.app import HearthApp

class Breaking(HearthApp):
    def action_chat(self):
        api_key = "{VALUE}"
        raise ValueError(f"no luck with {{api_key}}")

async def nobody(runtime):
    raise LookupError("nobody answers")

class Closed:
    async def __aenter__(self):
        import asyncio
        await asyncio.Event().wait()
    async def __aexit__(self, *error):
        return None

app = Breaking(lambda progress: Closed(), nobody)
app.run()
sys.exit(crash.report(app.failure))
"""


def test_a_crash_leaves_a_usable_terminal_one_line_and_no_secret(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    done = shell.terminal((sys.executable, "-c", BREAKS), "Ask your home", "\x1bOQ")
    assert done.code == 70
    assert done.out.rindex("\x1b[?1049l") > done.out.rindex(ALTERNATE)
    assert "internal error (ValueError)" in done.out
    assert "Traceback" not in done.out
    reports = list(tmp_path.rglob("crash-*.txt"))
    assert len(reports) == 1
    assert VALUE not in done.out + reports[0].read_text(encoding="utf-8")


def test_a_terminal_without_a_screen_gets_one_line_and_no_escape_codes(tmp_path: Path) -> None:
    done = Shell(tmp_path).typed(at="hearth ask", keys="", TERM="dumb")
    assert done.code == 2
    assert "\x1b" not in done.out
