"""`hearth bench`: starts the benchmarks of a checkout in their own process. Measures nothing itself."""

import subprocess
import sys
from pathlib import Path

from assistant.cli.exit import Exit
from assistant.cli.flags import Bench
from assistant.cli.terminal import note

_HERE = Path(__file__).resolve()
_FOLDER = _HERE.parents[3] / "tests" / "benchmarks"


def run(flags: Bench) -> int:
    """Run one bench or all."""
    if not (_FOLDER / "__main__.py").is_file():
        note("the benchmarks live in a checkout of Hearth; clone it and run: make bench")
        return Exit.FAILED
    names = sorted(path.stem for path in _FOLDER.glob("*.py") if not path.stem.startswith("_"))
    if flags.name not in {"all", *names}:
        note(f"no bench is called {flags.name}; there are: {', '.join(names)}")
        return Exit.USAGE
    command = [sys.executable, "-m", "tests.benchmarks", flags.name, *(["--json"] if flags.json else [])]
    return subprocess.run(command, cwd=_FOLDER.parents[1], check=False).returncode  # noqa: S603 - our own files
