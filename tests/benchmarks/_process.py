"""Times whole processes from outside: wall and CPU of a command, first words on a terminal, CPU of a server."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.screen import screen

LONGEST = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that one run took."""

    wall: float
    cpu: float


def cost(command: Sequence[str], environment: Mapping[str, str]) -> Cost:
    """Run a command to its end.

    Raises:
        CalledProcessError: it did not succeed, so its time says nothing.
    """
    before, begin = _children(), time.perf_counter()
    subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, check=True
    )
    return Cost(time.perf_counter() - begin, _children() - before)


def painted(command: Sequence[str], environment: Mapping[str, str], words: str) -> float:
    """Seconds until a terminal program has painted these words; it is ended then.

    Raises:
        TimeoutError: it never did.
    """
    begin = time.perf_counter()
    with screen(command, environment) as shown:
        shown.shows(words)
        spent = time.perf_counter() - begin
        shown.end(signal.SIGTERM)
    return spent


def cpu_of(pid: int) -> float | None:
    """CPU seconds that a running process has used; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS


def python(*arguments: str) -> tuple[str, ...]:
    """This interpreter with these arguments."""
    return (sys.executable, *arguments)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
