"""Rows of many stretches: whatever their number, each stretch gets its own rows and no other's."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine, insert

from devices.history.course.fetch import MOST, readings, rollups
from devices.storage.tables import NUMBERS_HOUR, READING, metadata

ROLLUP = {
    "known": 5,
    "count": 1,
    "mean": 1.0,
    "low": 1.0,
    "low_at": 0,
    "high": 1.0,
    "high_at": 0,
    "last": 1.0,
}


@pytest.fixture
def connection() -> Iterator[Connection]:
    """A database with a reading and a rollup every 10 ms of each of as many series as two statements ask."""
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    keys = [(series, at) for series in range(MOST + 2) for at in range(-10, 40, 10)]
    with engine.connect() as connection:
        connection.execute(insert(READING), [{"series": s, "at": at, "value": float(s)} for s, at in keys])
        connection.execute(insert(NUMBERS_HOUR), [{"series": s, "start": at, **ROLLUP} for s, at in keys])
        yield connection
    engine.dispose()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, MOST - 1, MOST, MOST + 1])
def test_each_stretch_gets_its_own_readings_and_the_one_before(connection: Connection, count: int) -> None:
    found = readings(connection, [(series, 5, 25) for series in range(1, count + 1)])
    told = {key: sorted((row.at, row.value) for row in rows) for key, rows in found.items()}
    assert told == {(s, 5): [(0, float(s)), (10, float(s)), (20, float(s))] for s in range(1, count + 1)}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, MOST - 1, MOST, MOST + 1])
def test_each_stretch_gets_its_own_rollups(connection: Connection, count: int) -> None:
    lots = [(series, 5, 25) for series in range(1, count + 1)]
    found = sorted((key, row[2]) for key, row in rollups(connection, NUMBERS_HOUR, lots))
    assert found == [((series, 5), at) for series in range(1, count + 1) for at in (10, 20)]
