"""Records laid down by hand: readings, watches and their rollups, as the recorder and the roller leave them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import tzinfo
from itertools import pairwise

from sqlalchemy import Connection, Engine, create_engine, insert, select
from sqlalchemy.pool import StaticPool

from devices.history.rollup.horizon import Mark, move, number_series
from devices.history.rollup.level import Level, edges, floor
from devices.history.rollup.mend import mend
from devices.history.rollup.retention import Cut, let_go
from devices.history.rollup.stale import mark
from devices.history.rollup.stretch import lines, roll, roll_days
from devices.storage.tables import READING, SERIES, WATCH, metadata

Rows = Mapping[int, float | str]
"""What was read when."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A database in memory."""

    connection: Connection
    zone: tzinfo

    def series(self, entity_id: str, unit: str = "", attribute: str = "") -> int:
        """A series with nothing in it."""
        values = {"entity_id": entity_id, "attribute": attribute, "unit": unit}
        self.connection.execute(insert(SERIES), values)
        newest = self.connection.execute(select(SERIES.c.id).order_by(SERIES.c.id.desc()).limit(1))
        return int(newest.scalar_one())

    def watch(self, watches: Iterable[tuple[int, int]]) -> None:
        """When somebody recorded; nobody does now."""
        for start, end in watches:
            self.connection.execute(insert(WATCH), {"start": start, "end": end, "beat": 0})

    def read(self, series: int, rows: Rows) -> None:
        """Readings as they are stored; those of a time that is rolled up come late."""
        mark(self.connection, [(series, at) for at in rows])
        for at, value in rows.items():
            word = isinstance(value, str)
            row = {"value": None if word else value, "word": value if word else None}
            self.connection.execute(insert(READING), {"series": series, "at": at, "mark": 0, **row})

    def roll(self, start: int, end: int) -> None:
        """Roll up all from a time on, day by day, up to an hour."""
        for first, last in pairwise([*edges(Level.DAY, start, end, self.zone)[:-1], end]):
            found = lines(self.connection)
            ids = [line.id for line in found]
            roll(self.connection, found, first, last, self.zone)
            roll_days(self.connection, ids, first, last, last, self.zone)
            move(self.connection, rolled=last)

    def mend(self, rolled: int) -> None:
        """Roll up anew what something late belongs to."""
        while mend(self.connection, rolled, self.zone):
            pass

    def let_go(self, of: Mark, at: int) -> None:
        """Let go what is older than a midnight."""
        ids = [line.id for line in lines(self.connection)]
        numbers = number_series(self.connection, ids)
        some = [one for one in ids if of is Mark.KEPT_FIVE or (one in numbers) is (of is Mark.KEPT_NUMBERS)]
        left: Cut | None = Cut(of, floor(Level.DAY, at, self.zone), tuple(some))
        while left is not None:
            left = let_go(self.connection, left)


def engine() -> Engine:
    """An empty database in memory."""
    made = create_engine("sqlite://", poolclass=StaticPool)
    metadata.create_all(made)
    return made


@contextmanager
def laid(made: Engine, zone: tzinfo) -> Iterator[Laid]:
    """Records that are gone again afterwards."""
    with made.connect() as connection, connection.begin() as transaction:
        yield Laid(connection, zone)
        transaction.rollback()
