"""One stretch of some series rolled up: readings in, rollups out, within the caller's transaction.

When and which is decided elsewhere. The same stretch may be rolled up again: it replaces what stood there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from sqlalchemy import Connection, select

from devices.history.known import Row, merged, pieces
from devices.history.rollup import shelves
from devices.history.rollup.counter import BEFORE, LOOK, Counted, counted, counts
from devices.history.rollup.horizon import kept_since
from devices.history.rollup.level import Level, after, ceil, edges, floor
from devices.history.rollup.stale import note
from devices.history.rollup.summary import (
    Numbers,
    Word,
    coarser_numbers,
    coarser_words,
    cut_up,
    numbers,
    quiet,
    spells,
    words,
)
from devices.history.sight import EVENT
from devices.history.told import TOLD, row
from devices.storage.tables import READING, SERIES, WATCH


@dataclass(frozen=True, slots=True)
class Line:
    """A series as it is rolled up: its number, its unit, and whether each reading is an event."""

    id: int
    unit: str
    events: bool

    @property
    def counter(self) -> bool:
        """Whether it counts."""
        return counts(self.unit)


@dataclass(frozen=True, slots=True)
class Rolled:
    """What one series came to, by five minutes and by hours; `blips` of a counter, oldest first."""

    numbers: tuple[tuple[Numbers, ...], tuple[Numbers, ...]] = ((), ())
    words: tuple[tuple[Word, ...], tuple[Word, ...]] = ((), ())
    blips: tuple[tuple[int, int], ...] = ()


def lines(connection: Connection, ids: Sequence[int] | None = None) -> tuple[Line, ...]:
    """Every series, or those of these numbers; counters first."""
    query = select(SERIES.c.id, SERIES.c.unit, SERIES.c.attribute).order_by(SERIES.c.id)
    rows = connection.execute(query if ids is None else query.where(SERIES.c.id.in_(ids)))
    found = [Line(series, unit, attribute == EVENT) for series, unit, attribute in rows]
    return tuple(sorted(found, key=lambda line: not line.counter))


def roll(connection: Connection, wanted: Sequence[Line], start: int, end: int, zone: tzinfo) -> int:
    """Roll up [start, end), edges of hours both; returns how many readings were read.

    Before the horizon from which on readings are kept, only hours of which nothing stands yet are filled in.
    """
    hours, ids = edges(Level.HOUR, start, end, zone), [line.id for line in wanted]
    watched, rows = watches(connection, end), _rows(connection, wanted, start, end)
    found = {line.id: rolled(rows[line.id], watched, hours, zone, line) for line in wanted if line.id in rows}
    kept = {one: ceil(Level.HOUR, at, zone) for one, at in kept_since(connection, ids).items()}
    late = [one for one in ids if kept[one] > start]
    if late:
        found |= {one: _fitting(connection, one, found[one], kept[one], zone) for one in late if one in found}
    _clear(connection, kept, start, end)
    _write(connection, found)
    note(
        connection,
        [
            (one, max(first, kept[one]), start)
            for one, roll in found.items()
            for first, back in roll.blips
            if max(first, kept[one]) < start <= back < end
        ],
    )
    return sum(map(len, rows.values()))


def roll_days(
    connection: Connection, ids: Sequence[int], start: int, end: int, until: int, zone: tzinfo
) -> None:
    """Put the days together that touch [start, end) and are over at `until`, out of their hours."""
    days = [edge for edge in edges(Level.DAY, start, end, zone) if edge <= until]
    if len(days) < 2:
        return
    first, last = days[0], days[-1]
    by_number = shelves.numbers(connection, Level.HOUR, ids, first, last)
    by_word = shelves.words(connection, Level.HOUR, ids, first, last)
    shelves.clear(connection, Level.DAY, ids, first, last)
    shelves.put_numbers(
        connection,
        Level.DAY,
        ((one, day) for one, hours in by_number.items() for day in coarser_numbers(hours, days)),
    )
    shelves.put_words(
        connection,
        Level.DAY,
        ((one, day) for one, hours in by_word.items() for day in coarser_words(hours, days)),
    )


def rolled(
    rows: Sequence[Row], watched: Sequence[tuple[int, int]], hours: Sequence[int], zone: tzinfo, line: Line
) -> Rolled:
    """What readings of one series came to between the first and the last of `hours`.

    Args:
        rows: in the order of time, from the last one before on; of a counter also those around.
        watched: when somebody recorded.
        hours: the edges of the hours.
        zone: the home's.
        line: what it is a series of.
    """
    counter = _counter(rows, line)
    by_number = _numbers(rows, watched, hours, zone, counter)
    by_word = _words(rows, watched, hours, zone, events=line.events)
    return Rolled(by_number, by_word, () if counter is None else counter.blips)


def watches(connection: Connection, end: int) -> list[tuple[int, int]]:
    """When somebody is on record to have recorded, up to an instant."""
    rows = connection.execute(select(WATCH.c.start, WATCH.c.end).where(WATCH.c.start < end))
    return merged((start, until) for start, until in rows)


def _counter(rows: Sequence[Row], line: Line) -> Counted | None:
    if not line.counter:
        return None
    return counted([(row.at, row.value) for row in rows if isinstance(row.value, float)], line.unit)


def _numbers(
    rows: Sequence[Row],
    watched: Sequence[tuple[int, int]],
    hours: Sequence[int],
    zone: tzinfo,
    counter: Counted | None,
) -> tuple[tuple[Numbers, ...], tuple[Numbers, ...]]:
    found = [piece for piece in pieces(rows, watched, hours[0], hours[-1]) if isinstance(piece.value, float)]
    if not found:
        return (), ()
    whole = quiet(((piece.start, piece.end, piece.read) for piece in found), hours)
    rolled = numbers(found, cut_up(hours, whole, zone), None if counter is None else counter.steps)
    fine = tuple(one for one in rolled if one.start not in whole)
    return fine, tuple(coarser_numbers(rolled, hours))


def _words(
    rows: Sequence[Row],
    watched: Sequence[tuple[int, int]],
    hours: Sequence[int],
    zone: tzinfo,
    *,
    events: bool,
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    if not any(isinstance(row.value, str) for row in rows):
        return (), ()
    # one millisecond more: a word that held up to the start does not begin there
    found = spells(pieces(rows, watched, hours[0] - 1, hours[-1]), events=events)
    if not found:
        return (), ()
    whole = quiet(((spell.start, spell.end, spell.began) for spell in found), hours)
    rolled = words(found, cut_up(hours, whole, zone))
    fine = tuple(one for one in rolled if one.start not in whole)
    return fine, tuple(coarser_words(rolled, hours))


def _rows(connection: Connection, wanted: Sequence[Line], start: int, end: int) -> dict[int, list[Row]]:
    """The last readings before the stretch and those in it; around it too where there are counters."""
    ids, counters = [line.id for line in wanted], any(line.counter for line in wanted)
    first, last = (start - BEFORE, end + LOOK) if counters else (start - 1, end)
    columns = select(READING.c.series, READING.c.at, READING.c.value, READING.c.word)
    newest = (
        select(READING.c.at)
        .where(READING.c.series == SERIES.c.id, READING.c.at < first, TOLD)
        .order_by(READING.c.at.desc())
        .limit(1)
        .correlate(SERIES)
        .scalar_subquery()
    )
    held = columns.join(SERIES, (READING.c.series == SERIES.c.id) & (READING.c.at == newest))
    inside = columns.where(READING.c.at >= first, READING.c.at < last, TOLD)
    found: dict[int, list[Row]] = {}
    for query in (
        held.where(SERIES.c.id.in_(ids)),
        inside.where(READING.c.series.in_(ids)).order_by(READING.c.series, READING.c.at),
    ):
        for series, at, value, word in connection.execute(query).fetchall():
            found.setdefault(series, []).append(row(at, value, word))
    return found


def _fitting(connection: Connection, series: int, found: Rolled, kept: int, zone: tzinfo) -> Rolled:
    """Before readings were let go, only the hours that tell of more readings than what stands there."""
    hours: list[Numbers | Word] = [*found.numbers[1], *found.words[1]]
    first = min((one.start for one in hours), default=kept)
    standing: dict[int, int] = {}
    for number in shelves.numbers(connection, Level.HOUR, [series], first, kept).get(series, ()):
        standing[number.start] = number.count
    for word in shelves.words(connection, Level.HOUR, [series], first, kept).get(series, ()):
        standing[word.start] = standing.get(word.start, 0) + word.began
    ours: dict[int, int] = {number.start: number.count for number in found.numbers[1]}
    for word in found.words[1]:
        ours[word.start] = ours.get(word.start, 0) + word.began
    better = {at for at, count in ours.items() if at >= kept or count > standing.get(at, -1)}
    for at in better:
        if at < kept and at in standing:
            for level in (Level.FIVE, Level.HOUR):
                shelves.clear(connection, level, [series], at, after(Level.HOUR, at, zone))

    def fits(at: int) -> bool:
        return floor(Level.HOUR, at, zone) in better

    by_number = tuple(tuple(one for one in level if fits(one.start)) for level in found.numbers)
    by_word = tuple(tuple(one for one in level if fits(one.start)) for level in found.words)
    return Rolled((by_number[0], by_number[1]), (by_word[0], by_word[1]), found.blips)


def _clear(connection: Connection, kept: dict[int, int], start: int, end: int) -> None:
    """Make room for what is written anew: not before readings were let go."""
    for since in set(kept.values()):
        if since < end:
            some = [one for one, at in kept.items() if at == since]
            for level in (Level.FIVE, Level.HOUR):
                shelves.clear(connection, level, some, max(start, since), end)


def _write(connection: Connection, found: dict[int, Rolled]) -> None:
    for place, level in enumerate((Level.FIVE, Level.HOUR)):
        shelves.put_numbers(
            connection, level, ((one, row) for one, roll in found.items() for row in roll.numbers[place])
        )
        shelves.put_words(
            connection, level, ((one, row) for one, roll in found.items() for row in roll.words[place])
        )
