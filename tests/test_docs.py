"""The pages of docs/ that are made from the code say what the code says."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def test_generated_pages_are_current() -> None:
    pages = runpy.run_path(str(DOCS / "generate.py"))["PAGES"]
    stale = [name for name, page in pages.items() if (DOCS / name).read_text(encoding="utf-8") != page()]
    assert stale == [], "run: .venv/bin/python docs/generate.py"
