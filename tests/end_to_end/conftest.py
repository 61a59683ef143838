"""A home that has lived its first week, made once by the program itself and copied for each test."""

import asyncio
from pathlib import Path

import pytest

from tests.end_to_end.program import Program
from tests.storage.postgres import postgres

__all__ = ["postgres"]


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The user whose built-in home was started once."""
    program = Program(tmp_path_factory.mktemp("lived"))
    asyncio.run(program("get", "light.kitchen")).ended(0)
    return program


@pytest.fixture
def hearth(lived: Program, tmp_path: Path) -> Program:
    """A user of a built-in home that nobody has touched yet."""
    return lived.copied(tmp_path)


@pytest.fixture
def stranger(tmp_path: Path) -> Program:
    """A user who has never started the program."""
    return Program(tmp_path)
