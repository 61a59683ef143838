"""Where a database of a test may be: a file, or a database on a PostgreSQL of the test run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.storage.postgres import Server, postgres

__all__ = ["address", "postgres"]


def at(place: Path) -> str:
    """The address of the SQLite file of a test that needs no other database."""
    return f"sqlite:///{place / 'home.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that does not exist yet, or is empty: the test runs once on each kind."""
    if request.param == "sqlite":
        return at(tmp_path)
    running: Server = request.getfixturevalue("postgres")
    return running.fresh()


@contextmanager
def locked(address: str) -> Iterator[None]:
    """Another program writes all through the block, and lets nobody else."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    takes = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "SELECT pg_advisory_lock(7310)"
    try:
        with engine.connect() as connection:
            connection.execute(text(takes))
            yield
    finally:
        engine.dispose()


def change(address: str, statement: str) -> None:
    """What somebody else does to a database."""
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def rows(address: str, query: str) -> list[tuple[object, ...]]:
    """What stands in a database, looked at from outside."""
    engine = create_engine(address)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found
