"""Where an asked value is stored: its series, one a unit, and the unit that is answered in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, Table, func, select

from devices.history.rollup.level import ROLLED, SHELVES, Level
from devices.storage.tables import NUMBERS_HOUR, READING, SERIES
from devices.units import alike

_LONGEST = {Level.FIVE: 300_000, Level.HOUR: 7_200_000, Level.DAY: 180_000_000}
"""More than any rollup covers: what begins within is told of by it."""


@dataclass(frozen=True, slots=True)
class Source:
    """`units` holds the unit of each series; all of them can be told in `unit`, which is the newest.

    `since` is when the oldest record begins. `numeric` tells that numbers of it were rolled up.
    """

    entity_id: str
    attribute: str
    unit: str = ""
    units: Mapping[int, str] = field(default_factory=dict)
    since: int | None = None
    numeric: bool = False


_NUMBERS = tuple(SHELVES[level].numbers for level in ROLLED)
_WORDS = tuple(SHELVES[level].words for level in ROLLED)


def number_sources(connection: Connection, names: Sequence[tuple[str, str]]) -> tuple[Source, ...]:
    """Where the numbers of these entities and attributes lie, in the order asked."""
    return _sources(connection, names, _NUMBERS, convert=True)


def word_sources(connection: Connection, names: Sequence[tuple[str, str]]) -> tuple[Source, ...]:
    """Where the words of these entities and attributes lie, in the order asked."""
    return _sources(connection, names, _WORDS, convert=False)


def _sources(
    connection: Connection, names: Sequence[tuple[str, str]], shelves: tuple[Table, ...], *, convert: bool
) -> tuple[Source, ...]:
    own = READING.c.series == SERIES.c.id
    query = select(
        SERIES.c.id,
        SERIES.c.entity_id,
        SERIES.c.attribute,
        SERIES.c.unit,
        select(func.max(READING.c.at)).where(own).scalar_subquery().label("newest"),
        select(func.min(READING.c.at)).where(own).scalar_subquery().label("oldest"),
        *(
            select(func.min(table.c.start)).where(table.c.series == SERIES.c.id).scalar_subquery().label(name)
            for table, name in zip((*shelves, NUMBERS_HOUR), ("five", "hour", "day", "number"), strict=True)
        ),
    ).where(SERIES.c.entity_id.in_({entity_id for entity_id, _ in names}))
    found: dict[tuple[str, str], list[_Stored]] = {}
    for row in connection.execute(query):
        found.setdefault((row.entity_id, row.attribute), []).append(_stored(row))
    return tuple(_source(name, found.get(name, []), convert=convert) for name in names)


@dataclass(frozen=True, slots=True)
class _Stored:
    """One series: when its newest reading is, and when its oldest record begins."""

    id: int
    unit: str
    newest: int
    since: int | None
    numeric: bool


def _stored(row: "Row[tuple[object, ...]]") -> _Stored:
    since: int | None = None
    # a finer record that begins within the oldest coarser one tells more exactly when that began
    for level, at in ((Level.DAY, row.day), (Level.HOUR, row.hour), (Level.FIVE, row.five)):
        since = _first(since, at, level)
    since = _first(since, row.oldest, Level.RAW)
    return _Stored(row.id, row.unit, row.newest or 0, since, row.number is not None)


def _first(since: int | None, finer: int | None, level: Level) -> int | None:
    if since is None or finer is None:
        return finer if since is None else since
    return finer if finer < since + _LONGEST[Level(level + 1)] else since


def _source(name: tuple[str, str], stored: list[_Stored], *, convert: bool) -> Source:
    ordered = sorted(stored, key=lambda one: (one.newest, one.id))
    unit = next((one.unit for one in reversed(ordered) if one.unit), "")
    usable = [one for one in ordered if not convert or alike(one.unit, unit)]
    return Source(
        *name,
        unit,
        {one.id: one.unit for one in usable},
        min((one.since for one in usable if one.since is not None), default=None),
        any(one.numeric for one in usable),
    )
