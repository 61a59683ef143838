"""Recorder databases of Home Assistant, made small and by their own table definitions: a new one and an old one."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

_NEW = """
CREATE TABLE schema_changes (change_id INTEGER PRIMARY KEY, schema_version INTEGER, changed DATETIME);
CREATE TABLE recorder_runs (run_id INTEGER PRIMARY KEY, start DATETIME NOT NULL, "end" DATETIME,
    closed_incorrect BOOLEAN NOT NULL, created DATETIME NOT NULL);
CREATE TABLE states_meta (metadata_id INTEGER PRIMARY KEY, entity_id VARCHAR(255));
CREATE TABLE state_attributes (attributes_id INTEGER PRIMARY KEY, hash BIGINT, shared_attrs TEXT);
CREATE TABLE states (state_id INTEGER PRIMARY KEY, entity_id CHAR(0), state VARCHAR(255), attributes CHAR(0),
    event_id SMALLINT, last_changed CHAR(0), last_changed_ts FLOAT, last_reported_ts FLOAT,
    last_updated CHAR(0), last_updated_ts FLOAT, old_state_id INTEGER, attributes_id INTEGER,
    context_id CHAR(0), context_user_id CHAR(0), context_parent_id CHAR(0), origin_idx SMALLINT,
    context_id_bin BLOB, context_user_id_bin BLOB, context_parent_id_bin BLOB, metadata_id INTEGER);
CREATE INDEX ix_states_metadata_id_last_updated_ts ON states (metadata_id, last_updated_ts);
CREATE INDEX ix_states_last_updated_ts ON states (last_updated_ts);
CREATE TABLE statistics_meta (id INTEGER PRIMARY KEY, statistic_id VARCHAR(255), source VARCHAR(32),
    unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, name VARCHAR(255), mean_type SMALLINT);
CREATE TABLE statistics (id INTEGER PRIMARY KEY, created CHAR(0), created_ts FLOAT, metadata_id INTEGER,
    start CHAR(0), start_ts FLOAT, mean FLOAT, mean_weight FLOAT, min FLOAT, max FLOAT, last_reset CHAR(0),
    last_reset_ts FLOAT, state FLOAT, sum FLOAT);
CREATE UNIQUE INDEX ix_statistics_statistic_id_start_ts ON statistics (metadata_id, start_ts);
"""

_OLD = """
CREATE TABLE recorder_runs (run_id INTEGER PRIMARY KEY, start DATETIME, "end" DATETIME, closed_incorrect BOOLEAN,
    created DATETIME);
CREATE TABLE states (state_id INTEGER PRIMARY KEY, domain VARCHAR(64), entity_id VARCHAR(255),
    state VARCHAR(255), attributes TEXT, event_id INTEGER, last_changed DATETIME, last_updated DATETIME,
    created DATETIME, old_state_id INTEGER);
CREATE INDEX ix_states_entity_id_last_updated ON states (entity_id, last_updated);
"""

Told = tuple[datetime, str | None, Mapping[str, object] | str | None]
"""When, which state, with which attributes (text: as it stands, broken or not)."""


@dataclass
class RecorderFile:
    """One file of theirs; `modern` tells whether it is of today's schema."""

    path: Path
    modern: bool = True
    _metas: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with self._open() as connection:
            connection.executescript(_NEW if self.modern else _OLD)

    def states(self, entity_id: str, told: Iterable[Told]) -> None:
        """Write states of one entity."""
        with self._open() as connection:
            for at, word, attributes in told:
                text = (
                    attributes
                    if isinstance(attributes, str) or attributes is None
                    else json.dumps(attributes)
                )
                if self.modern:
                    self._new(connection, entity_id, at, word, text)
                else:
                    row = (entity_id.partition(".")[0], entity_id, word, text, _words(at))
                    connection.execute(
                        "INSERT INTO states (domain, entity_id, state, attributes, last_updated) VALUES (?, ?, ?, ?, ?)",
                        row,
                    )

    def unmigrated(self, entity_id: str, at: datetime, word: str) -> None:
        """Write a state that their own upgrade has not reached: the entity and the time as text."""
        with self._open() as connection:
            connection.execute(
                "INSERT INTO states (entity_id, state, last_updated) VALUES (?, ?, ?)",
                (entity_id, word, _words(at)),
            )

    def run(self, start: datetime, end: datetime | None) -> None:
        """Write when it recorded; no end is a crash."""
        with self._open() as connection:
            row = (_words(start), None if end is None else _words(end), end is None, _words(start))
            connection.execute(
                'INSERT INTO recorder_runs (start, "end", closed_incorrect, created) VALUES (?, ?, ?, ?)', row
            )

    def hours(
        self, statistic_id: str, unit: str, rows: Iterable[tuple[datetime, Mapping[str, float]]]
    ) -> None:
        """Write long-term statistics."""
        with self._open() as connection:
            one = connection.execute(
                "INSERT INTO statistics_meta (statistic_id, source, unit_of_measurement) VALUES (?, 'recorder', ?)",
                (statistic_id, unit),
            ).lastrowid
            for at, values in rows:
                found = [values.get(name) for name in ("mean", "min", "max", "state", "sum")]
                connection.execute(
                    "INSERT INTO statistics (metadata_id, start_ts, mean, min, max, state, sum)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (one, at.timestamp(), *found),
                )

    def _new(
        self, connection: sqlite3.Connection, entity_id: str, at: datetime, word: str | None, text: str | None
    ) -> None:
        if entity_id not in self._metas:
            made = connection.execute("INSERT INTO states_meta (entity_id) VALUES (?)", (entity_id,))
            self._metas[entity_id] = made.lastrowid or 0
        shared = connection.execute(
            "INSERT INTO state_attributes (shared_attrs) VALUES (?)", (text,)
        ).lastrowid
        connection.execute(
            "INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id) VALUES (?, ?, ?, ?)",
            (word, at.timestamp(), shared if text is not None else None, self._metas[entity_id]),
        )

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path)


def _words(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
