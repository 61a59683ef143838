"""The month in Home Assistant's recorder schema, asked as its history and its statistics are asked.

Tables, columns and indexes as its own db_schema.py makes them (schema 48); a state is text, and carries a
context. Times are seconds since 1970.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.benchmarks.past.ours import MONDAY
from tests.benchmarks.past.town import END, SENSOR, START, Numbers, Past, Times

_TABLES = """
CREATE TABLE states_meta (metadata_id INTEGER NOT NULL PRIMARY KEY, entity_id VARCHAR(255));
CREATE UNIQUE INDEX ix_states_meta_entity_id ON states_meta (entity_id);
CREATE TABLE state_attributes (attributes_id INTEGER NOT NULL PRIMARY KEY, hash BIGINT, shared_attrs TEXT);
CREATE INDEX ix_state_attributes_hash ON state_attributes (hash);
CREATE TABLE states (state_id INTEGER NOT NULL PRIMARY KEY, entity_id CHAR(0), state VARCHAR(255),
    attributes CHAR(0), event_id SMALLINT, last_changed CHAR(0), last_changed_ts FLOAT, last_reported_ts FLOAT,
    last_updated CHAR(0), last_updated_ts FLOAT, old_state_id INTEGER, attributes_id INTEGER,
    context_id CHAR(0), context_user_id CHAR(0), context_parent_id CHAR(0), origin_idx SMALLINT,
    context_id_bin BLOB, context_user_id_bin BLOB, context_parent_id_bin BLOB, metadata_id INTEGER,
    FOREIGN KEY(old_state_id) REFERENCES states (state_id),
    FOREIGN KEY(attributes_id) REFERENCES state_attributes (attributes_id),
    FOREIGN KEY(metadata_id) REFERENCES states_meta (metadata_id));
CREATE INDEX ix_states_metadata_id_last_updated_ts ON states (metadata_id, last_updated_ts);
CREATE INDEX ix_states_last_updated_ts ON states (last_updated_ts);
CREATE INDEX ix_states_old_state_id ON states (old_state_id);
CREATE INDEX ix_states_attributes_id ON states (attributes_id);
CREATE INDEX ix_states_context_id_bin ON states (context_id_bin);
CREATE TABLE statistics_meta (id INTEGER NOT NULL PRIMARY KEY, statistic_id VARCHAR(255), source VARCHAR(32),
    unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, name VARCHAR(255), mean_type SMALLINT);
CREATE UNIQUE INDEX ix_statistics_meta_statistic_id ON statistics_meta (statistic_id);
"""
_STATISTICS = """
CREATE TABLE {0} (id INTEGER NOT NULL PRIMARY KEY, created CHAR(0), created_ts FLOAT, metadata_id INTEGER,
    start CHAR(0), start_ts FLOAT, mean FLOAT, mean_weight FLOAT, min FLOAT, max FLOAT, last_reset CHAR(0),
    last_reset_ts FLOAT, state FLOAT, sum FLOAT);
CREATE UNIQUE INDEX ix_{0}_statistic_id_start_ts ON {0} (metadata_id, start_ts);
CREATE INDEX ix_{0}_start_ts ON {0} (start_ts);
"""
_STATE = (
    "INSERT INTO states (state_id, state, last_updated_ts, old_state_id, attributes_id, origin_idx,"
    " context_id_bin, metadata_id) VALUES (?, ?, ?, ?, ?, 0, ?, ?)"
)
_HOUR = "INSERT INTO {0} (created_ts, metadata_id, start_ts, mean, mean_weight, min, max) VALUES (?, ?, ?, ?, 0, ?, ?)"
_HISTORY = (
    "SELECT state, last_updated_ts FROM states WHERE metadata_id = ? AND last_updated_ts >= ?"
    " AND last_updated_ts < ? ORDER BY metadata_id, last_updated_ts"
)
_BEFORE = (
    "SELECT state, last_updated_ts FROM states WHERE metadata_id = ? AND last_updated_ts < ?"
    " ORDER BY last_updated_ts DESC LIMIT 1"
)
_MEANS = "SELECT start_ts, mean, min, max FROM {0} WHERE metadata_id = ? AND start_ts >= ? AND start_ts < ?"
HOUR, FIVE = 3600, 300


class Theirs:
    """Their database at one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._connection = connection = sqlite3.connect(file)
        connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
        connection.executescript(_TABLES)
        for name in ("statistics", "statistics_short_term"):
            connection.executescript(_STATISTICS.format(name))
        for sensor in SENSOR:
            number = sensor.number + 1
            attributes = f'{{"unit_of_measurement":"{sensor.unit}","device_class":"{sensor.kind}"}}'
            connection.execute("INSERT INTO states_meta VALUES (?, ?)", (number, sensor.id))
            connection.execute("INSERT INTO state_attributes VALUES (?, ?, ?)", (number, number, attributes))
            connection.execute(
                "INSERT INTO statistics_meta VALUES (?, ?, 'recorder', ?, 1, 0, NULL, 1)",
                (number, sensor.id, sensor.unit),
            )
        connection.commit()
        self._count = 0

    def add(self, numbers: Times, at: Times, value: Numbers) -> None:
        """Store states as they arrived, each with the one before it and a context."""
        first, count = self._count, len(at)
        ids = range(first + 1, first + count + 1)
        texts = [f"{one:g}" for one in value.tolist()]
        contexts = [
            one.to_bytes(6, "big") + (first + place).to_bytes(10, "big")
            for place, one in enumerate(at.tolist())
        ]
        before = [one - len(SENSOR) if one > len(SENSOR) else None for one in ids]
        metas = (numbers + 1).tolist()
        self._connection.executemany(
            _STATE, zip(ids, texts, (at / 1000).tolist(), before, metas, contexts, metas, strict=True)
        )
        self._connection.commit()
        self._count += count

    def compile(self, past: Past) -> None:
        """Write what its statistics jobs would have written: hours, and five minutes, which it keeps for days."""
        for name, size in (("statistics", HOUR), ("statistics_short_term", FIVE)):
            start = int(START.timestamp()) // size * size
            edges = np.arange(start, int(END.timestamp()) // size * size + 1, size, dtype=np.int64)
            for sensor in SENSOR:
                means = past.means(sensor.number, edges * 1000)
                low, high = _bounds(past, sensor.number, edges * 1000)
                rows = zip(
                    (edges[1:] + 10.0).tolist(),
                    [sensor.number + 1] * len(means),
                    edges[:-1].astype(float).tolist(),
                    means.tolist(),
                    low.tolist(),
                    high.tolist(),
                    strict=True,
                )
                self._connection.executemany(_HOUR.format(name), rows)
        self._connection.commit()

    def close(self) -> None:
        """Leave it in one file."""
        self._connection.close()

    def day(self, sensor: int) -> tuple[float, ...]:
        """The last 24 hours out of states."""
        end = END.timestamp()
        found = self._states(sensor, end - 86_400, end)
        mean = _mean(found, end)
        return (mean, min(value for value, _ in found), max(value for value, _ in found))

    def month(self, sensor: int) -> tuple[float, ...]:
        """The hourly means of 29 days out of states."""
        end = END.timestamp() // HOUR * HOUR
        start = end - 29 * 86_400
        found = self._states(sensor, start, end)
        at = np.array([moment for _, moment in found])
        value = np.array([number for number, _ in found])
        area = np.concatenate([[0.0], np.cumsum(value[:-1] * np.diff(at))])
        edges = np.arange(start, end + 1, HOUR)
        place = np.searchsorted(at, edges, "right") - 1
        swept = area[place] + value[place] * (edges - at[place])
        return tuple((np.diff(swept) / HOUR).tolist())

    def month_of_statistics(self, sensor: int) -> tuple[float, ...]:
        """The same out of its hourly statistics."""
        end = END.timestamp() // HOUR * HOUR
        rows = self._connection.execute(
            _MEANS.format("statistics") + " ORDER BY start_ts", (sensor + 1, end - 29 * 86_400, end)
        )
        return tuple(mean for _, mean, _, _ in rows)

    def rooms(self, kind: str) -> str:
        """The room in which the mean of this week is the greatest, out of states."""
        start, end = MONDAY.timestamp(), END.timestamp()
        means = {
            one.room: _mean(self._states(one.number, start, end), end) for one in SENSOR if one.kind == kind
        }
        return max(means, key=lambda room: means[room])

    def rooms_of_statistics(self, kind: str) -> str:
        """The same out of its hourly statistics, as far as these reach."""
        numbers = [one.number + 1 for one in SENSOR if one.kind == kind]
        marks = ", ".join("?" * len(numbers))
        rows = self._connection.execute(
            f"SELECT metadata_id, avg(mean) FROM statistics WHERE metadata_id IN ({marks})"  # noqa: S608 - marks
            " AND start_ts >= ? AND start_ts < ? GROUP BY metadata_id ORDER BY 2 DESC LIMIT 1",
            (*numbers, MONDAY.timestamp(), END.timestamp()),
        )
        number: int = next(rows)[0]
        return SENSOR[number - 1].room

    def _states(self, sensor: int, start: float, end: float) -> list[tuple[float, float]]:
        """The state at the start, and those that followed, as its history gives them: numbers and seconds."""
        before = self._connection.execute(_BEFORE, (sensor + 1, start)).fetchall()
        inside = self._connection.execute(_HISTORY, (sensor + 1, start, end))
        return [(float(word), max(at, start)) for rows in (before, inside) for word, at in rows]


def _mean(found: Sequence[tuple[float, float]], end: float) -> float:
    moments = [at for _, at in found[1:]] + [end]
    area = sum(value * (until - at) for (value, at), until in zip(found, moments, strict=True))
    return area / (end - found[0][1])


def _bounds(past: Past, sensor: int, edges: Times) -> tuple[Numbers, Numbers]:
    """The lowest and the highest between edges, with the value that held when each began."""
    at, value = past.at[:, sensor], past.value[:, sensor]
    places = np.clip(np.searchsorted(at, edges, "right") - 1, 0, None)
    low, high = (reduce.reduceat(value, places)[:-1] for reduce in (np.minimum, np.maximum))
    return low, high
