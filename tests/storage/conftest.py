"""Where a database of a test may be: a file, or a database on a PostgreSQL of the test run."""

from pathlib import Path

import pytest

from tests.storage.postgres import Server, postgres

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that does not exist yet, or is empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'home.db'}"
    running: Server = request.getfixturevalue("postgres")
    return running.fresh()
