"""How far things reach: up to when rollups are done, since when readings are kept. Reads and writes marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, select

from devices.storage.tables import HORIZON, NUMBERS_HOUR, SERIES
from devices.storage.upsert import upsert


class Mark(StrEnum):
    """What a horizon is of."""

    ROLLED = "rolled"
    ROLLING = "rolling"
    KEPT_NUMBERS = "kept_numbers"
    KEPT_WORDS = "kept_words"
    KEPT_ACTIVITY = "kept_activity"
    KEPT_FIVE = "kept_five"


@dataclass(frozen=True, slots=True)
class Reach:
    """The horizons in milliseconds; None where nothing was rolled up or let go yet.

    Before `rolled` all is rolled up, but for stale stretches. `rolling` is the end of the stretch in work:
    what comes late for it counts as late already. Before `kept_*` something was let go.
    """

    rolled: int | None = None
    rolling: int | None = None
    kept_numbers: int | None = None
    kept_words: int | None = None
    kept_activity: int | None = None
    kept_five: int | None = None


def reach(connection: Connection) -> Reach:
    """All of them, as this transaction sees them."""
    known = set(Mark)
    rows = connection.execute(select(HORIZON.c.name, HORIZON.c.at))
    return Reach(**{name: at for name, at in rows if name in known})


def move(connection: Connection, **marks: int) -> None:
    """Set horizons by their name."""
    upsert(connection, HORIZON, [{"name": Mark(name).value, "at": at} for name, at in marks.items()])


def number_series(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Those series that hold numbers: all of their readings, words too, are kept as long as numbers are."""
    some = select(NUMBERS_HOUR.c.series).where(NUMBERS_HOUR.c.series == SERIES.c.id).exists()
    wanted = set(ids)
    return {row.id for row in connection.execute(select(SERIES.c.id).where(some)) if row.id in wanted}


def kept_since(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    """Since when the readings of each series are all kept; 0 where nothing was let go."""
    wanted, known = set(ids), reach(connection)
    numbers = number_series(connection, wanted) if known.kept_numbers != known.kept_words else wanted
    return {one: (known.kept_numbers if one in numbers else known.kept_words) or 0 for one in wanted}
