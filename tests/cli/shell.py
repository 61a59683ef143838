"""Hearth as a shell sees it: a process with arguments, two streams and an exit code, in a home of its own."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devices.model import Json

LONGEST = 45
HEARTH = (sys.executable, "-m", "assistant")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    out: str
    err: str

    def document(self) -> dict[str, Json]:
        """The one JSON object on stdout."""
        read: dict[str, Json] = json.loads(self.out)
        return read

    def rows(self, key: str) -> list[dict[str, Any]]:
        """What the one JSON object lists under a key."""
        found: list[dict[str, Any]] = json.loads(self.out)[key]
        return found


@dataclass(frozen=True)
class Shell:
    """A folder that plays HOME; everything Hearth keeps lands in it."""

    folder: Path

    def environment(self, **more: str) -> dict[str, str]:
        """A bare environment: nothing of the developer's gets in."""
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TERM": "xterm"}
        return {**kept, "PYTHONPATH": str(ROOT), **more}

    def run(self, *arguments: str, text: str | None = None, **more: str) -> Done:
        """Run one command to its end; stdin is `text`, or nothing."""
        done = subprocess.run(
            [*HEARTH, *arguments],
            input=text if text is not None else "",
            env=self.environment(**more),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @contextmanager
    def started(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A command that stays; killed if it is still there at the end."""
        process = subprocess.Popen(
            [*HEARTH, *arguments],
            env=self.environment(),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=LONGEST)

    def typed(self, *arguments: str, at: str, keys: str, **more: str) -> Done:
        """Run at a terminal of its own; `keys` are typed once `at` is seen. Both streams come as one."""
        return self.terminal((*HEARTH, *arguments), at, keys, **more)

    def terminal(self, command: tuple[str, ...], at: str, keys: str, **more: str) -> Done:
        """Run any program at a terminal of its own, which it must leave as it found it."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execve(command[0], command, self.environment(**more))  # noqa: S606 - the child of a pty
        before = termios.tcgetattr(terminal)
        seen = _read(terminal, until=at)
        os.write(terminal, keys.encode())
        seen += _read(terminal)
        _, status = os.waitpid(pid, 0)
        assert termios.tcgetattr(terminal)[:4] == before[:4], "the terminal was left in another mode"
        os.close(terminal)
        return Done(os.waitstatus_to_exitcode(status), seen, "")


def line(process: subprocess.Popen[str], stream: str = "stderr") -> str:
    """The next line a standing command prints; fails when none comes in time."""
    source = process.stderr if stream == "stderr" else process.stdout
    assert source is not None
    ready, _, _ = select.select([source], [], [], LONGEST)
    assert ready, "nothing was printed"
    return source.readline()


def ended(process: subprocess.Popen[str], by: signal.Signals) -> int:
    """Signal a standing command and give its exit code."""
    process.send_signal(by)
    return process.wait(LONGEST)


def _read(terminal: int, until: str = "") -> str:
    """What a terminal shows until a text is seen, or until its program ends."""
    seen = ""
    while not until or until not in seen:
        ready, _, _ = select.select([terminal], [], [], LONGEST)
        assert ready, f"still waiting for {until!r} after:\n{seen}"
        try:
            piece = os.read(terminal, 65_536)
        except OSError:  # how Linux tells that the other side of a terminal is gone
            break
        if not piece:
            break
        seen += piece.decode("utf-8", "replace")
    return seen
