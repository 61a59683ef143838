"""What remains of an internal error: one line on stderr and a report without values. Repairs nothing."""

import os
import platform
import traceback
from pathlib import Path

import platformdirs

from assistant.cli.exit import Exit
from assistant.cli.terminal import note


def report(error: BaseException) -> int:
    """Write a report that holds places and types but no values, so no secret, and say where it is."""
    path = platformdirs.user_log_path("hearth", appauthor=False) / f"crash-{os.getpid()}.txt"
    kept = f"; report: {path}" if _write(path, error) else ""
    note(f"internal error ({type(error).__name__}){kept}")
    return Exit.INTERNAL


def _write(path: Path, error: BaseException) -> bool:
    lines = [f"Hearth on Python {platform.python_version()}, {platform.system()}", type(error).__name__]
    frames = traceback.extract_tb(error.__traceback__)
    lines += [f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError:
        return False
    return True
