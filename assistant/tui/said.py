"""What was typed before, kept across sessions in the home's folder. Lines with a secret are never written."""

import json
import os
from contextlib import suppress
from pathlib import Path

from assistant.agent.judge import mask

FILE = "prompts.jsonl"
KEPT = 500


def recall(folder: Path) -> list[str]:
    """What was typed, oldest first; an unreadable line is passed over."""
    found: list[str] = []
    with suppress(OSError):
        for line in (folder / FILE).read_text(encoding="utf-8").splitlines()[-KEPT:]:
            with suppress(ValueError):
                text = json.loads(line)
                if isinstance(text, str):
                    found.append(text)
    return found


def keep(folder: Path, text: str) -> None:
    """Add a line, unless it holds something that looks like a secret."""
    if mask.text(text) != text:
        return
    with suppress(OSError):
        opened = os.open(folder / FILE, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        with os.fdopen(opened, "a", encoding="utf-8") as file:
            file.write(f"{json.dumps(text, ensure_ascii=False)}\n")
