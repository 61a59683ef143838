"""Two kinds of home for the command line's tests."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """One home for a file of tests: it has its past already, and keeps what a test did to it."""
    shell = Shell(tmp_path_factory.mktemp("lived"))
    assert shell.run("devices", "-q").code == 0
    return shell


@pytest.fixture
def empty(tmp_path: Path) -> Shell:
    """A folder in which Hearth was never started."""
    return Shell(tmp_path)
