"""Of what there are records at all, by what stands in the database: no home is needed for it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from devices.history.sight import Series
from devices.storage.tables import SERIES, WATCH, instant


@dataclass(frozen=True, slots=True)
class Recorded:
    """Every series on record, and from when to when anybody recorded, in home time; None: nobody ever did."""

    series: tuple[Series, ...]
    since: datetime | None
    until: datetime | None

    @property
    def entities(self) -> tuple[str, ...]:
        """The ids of what is recorded, in order, each once."""
        return tuple(sorted({one.entity_id for one in self.series}))


def recorded(connection: Connection) -> Recorded:
    """Read it."""
    rows = connection.execute(select(SERIES.c.entity_id, SERIES.c.attribute, SERIES.c.unit))
    since, until = connection.execute(select(func.min(WATCH.c.start), func.max(WATCH.c.end))).one()
    return Recorded(
        tuple(Series(*row) for row in rows),
        None if since is None else instant(since),
        None if until is None else instant(until),
    )
