"""The pages of docs/ say what the code says: those made from it are current, and tests they name exist."""

import re
import runpy
from pathlib import Path

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"


def test_generated_pages_are_current() -> None:
    pages = runpy.run_path(str(DOCS / "generate.py"))["PAGES"]
    stale = [name for name, page in pages.items() if (DOCS / name).read_text(encoding="utf-8") != page()]
    assert stale == [], "run: .venv/bin/python docs/generate.py"


def test_every_test_that_a_page_names_exists() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    known = set(re.findall(r"^(?:async )?def (test_\w+)\(", written, re.MULTILINE))
    named = {
        (page.name, name)
        for page in DOCS.glob("*.md")
        for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))
    }
    assert len([name for page, name in named if page == "rules.md"]) > 100
    assert sorted(pair for pair in named if pair[1] not in known) == []


def test_every_cell_of_the_table_of_limits_has_its_test() -> None:
    """Three forms of a rule by every situation: no cell without a test."""
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    table = page.split("## Limits")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    assert {len(row) for row in rows} == {4}
    assert [row[0].strip() for row in rows for cell in row[1:] if "`test_" not in cell] == []
