"""Runs `hearth` as a person would: its own process, an empty home folder, a data folder of the test."""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

HEARTH = Path(sys.executable).with_name("hearth")
LONGEST = 30.0
"""Real seconds that one command may take on a busy machine."""
POLL = 0.05


@dataclass(frozen=True)
class Ran:
    """What a command that ended told the shell."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Its JSON; exactly one object stands on stdout."""
        found: dict[str, Any] = json.loads(self.out)
        return found

    @property
    def endings(self) -> list[tuple[str, str]]:
        """What became of each action: (device, status)."""
        return [(done["device"], done["status"]) for done in self.document["actions"]]

    def ended(self, code: int) -> "Ran":
        """Itself, after a look at the exit code; nobody is ever shown a traceback."""
        assert self.code == code, f"exit {self.code}\n{self.out}\n{self.err}"
        assert "Traceback" not in self.err
        return self


@dataclass(frozen=True)
class Running:
    """A command that goes on until it is told to stop."""

    process: asyncio.subprocess.Process
    heard: Path

    @property
    def text(self) -> str:
        """Everything it printed so far, both streams."""
        return self.heard.read_text(encoding="utf-8")

    async def says(self, words: str, times: int = 1) -> str:
        """Wait until it has printed these words so many times; the whole text so far."""
        for _ in range(int(LONGEST / POLL)):
            if self.text.count(words) >= times:
                return self.text
            if self.process.returncode is not None:
                break
            await asyncio.sleep(POLL)
        return pytest.fail(f"it never said {words!r} but:\n{self.text}", pytrace=False)

    async def end(self, sign: signal.Signals) -> int:
        """Send it a signal and wait for its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(sign)
        async with asyncio.timeout(LONGEST):
            return await self.process.wait()


@dataclass(frozen=True)
class Program:
    """The program of one user; `flags` are added to every command."""

    folder: Path
    flags: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        """Where its homes are kept."""
        return self.folder / "data"

    def on(self, url: str, *flags: str) -> "Program":
        """The same user with a broker."""
        return Program(self.folder, ("--broker", url, *flags), self.settings)

    def copied(self, folder: Path) -> "Program":
        """Another user whose home has the same past."""
        shutil.copytree(self.data, folder / "data")
        return Program(folder, self.flags, self.settings)

    async def __call__(self, *words: str, seconds: float = LONGEST) -> Ran:
        """Run one command to its end, with nobody at the terminal."""
        process = await self._start(*words, out=asyncio.subprocess.PIPE, err=asyncio.subprocess.PIPE)
        try:
            async with asyncio.timeout(seconds):
                out, err = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return Ran(process.returncode or 0, out.decode(), err.decode())

    @asynccontextmanager
    async def running(self, *words: str) -> AsyncIterator[Running]:
        """Start a command; whatever still runs afterwards is ended."""
        heard = self.folder / f"{words[0]}-{len(list(self.folder.glob('*.txt')))}.txt"
        with heard.open("wb") as file:
            process = await self._start(*words, out=file.fileno(), err=file.fileno())
        try:
            yield Running(process, heard)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _start(self, *words: str, out: int, err: int) -> asyncio.subprocess.Process:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", **self.settings}
        return await asyncio.create_subprocess_exec(
            str(HEARTH),
            *words,
            *self.flags,
            "--data-dir",
            str(self.data),
            cwd=home,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
