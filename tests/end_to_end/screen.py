"""A program on a terminal of its own, as a person's window would be: what it paints, and how it leaves."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

ROWS, COLUMNS = 45, 140
LONGEST = 60.0
"""Real seconds for anything to be painted, or for the program to leave."""
_LOOK = 0.05


class Screen:
    """The terminal's side of one process."""

    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int) -> None:
        self.painted = b""
        self._process, self._terminal = process, terminal

    def shows(self, words: str) -> None:
        """Wait until these words have been painted.

        Raises:
            TimeoutError: they never were.
        """
        until = time.monotonic() + LONGEST
        while words.encode() not in self.painted:
            if time.monotonic() > until or not self._read():
                raise TimeoutError(f"{words!r} was never painted")

    def type(self, keys: str) -> None:
        """Press these keys, one after the other."""
        for key in keys:
            os.write(self._terminal, key.encode())
            self._read()

    def end(self, sign: signal.Signals) -> int:
        """Send it a signal, read what it still paints, and return its exit code."""
        self._process.send_signal(sign)
        until = time.monotonic() + LONGEST
        while self._process.poll() is None and time.monotonic() < until and self._read():
            continue
        code = self._process.wait(LONGEST)
        while select.select([self._terminal], [], [], _LOOK)[0] and self._read():
            continue
        return code

    def _read(self) -> bool:
        """Take what has been painted; False when the other side has gone."""
        if select.select([self._terminal], [], [], _LOOK)[0]:
            try:
                self.painted += os.read(self._terminal, 1 << 16)
            except OSError:
                return False
        return True


@contextmanager
def screen(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Screen]:
    """Run a command on a terminal; whatever still runs afterwards is ended."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(
        command, env={**environment, "TERM": "xterm-256color"}, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    try:
        yield Screen(process, ours)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)
