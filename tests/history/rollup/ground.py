"""A recorded past for rollups: readings as they are stored, and all rollups that came of them."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from sqlalchemy import Connection, Table, select

from devices.history.batch import Batch
from devices.history.known import Row, merged
from devices.history.rollup.horizon import Reach, reach
from devices.history.rollup.level import ROLLED, SHELVES, Level, edges, floor
from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from devices.history.rollup.stretch import Line, rolled
from devices.history.rollup.summary import Numbers, Word, coarser_numbers, coarser_words
from devices.history.sight import EVENT, Mark, Series
from devices.history.store import store
from devices.storage.database import Database
from devices.storage.tables import READING, STALE, millis
from tests.fakes.clock import FakeClock

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
TEMPERATURE = Series("sensor.kitchen_temperature", "", "°C")
ENERGY = Series("sensor.boiler_energy", "", "kWh")
DOOR = Series("binary_sensor.back_door")
MIDNIGHT = millis(datetime(2026, 6, 1, tzinfo=UTC))
Rollups = dict[str, list[tuple[object, ...]]]
Values = Mapping[Series, Iterable[tuple[int, float | str]]]


@dataclass
class Ground:
    """A database with a roller; `now` is set by the time that was watched last."""

    database: Database
    zone: tzinfo
    clock: FakeClock = field(default_factory=FakeClock)
    kept: Kept = field(default_factory=Kept)
    ids: dict[Series, int] = field(default_factory=dict)

    @property
    def roller(self) -> Roller:
        """A new one, as after a start."""
        return Roller(self.database, self.clock, self.zone, self.kept)

    async def put(self, values: Values, watch: tuple[int, int] | None = None) -> None:
        """Store readings, and what was watched, in one transaction as the recorder does."""
        batch = Batch()
        for series, readings in values.items():
            for at, value in readings:
                batch.readings[series, at] = (value, Mark.LIVE)
        row = None if watch is None else {"start": watch[0], "end": watch[1], "beat": 0}
        self.ids |= await self.database.write(lambda c: store(c, batch, self.ids, row))

    async def until(self, at: int) -> None:
        """Let the clock come to an instant."""
        await self.clock.advance((at - millis(self.clock.now())) / 1000)

    async def rolled(self, at: int) -> None:
        """Roll up all that is over at an instant."""
        await self.until(at)
        await self.roller.catch_up()

    async def horizons(self) -> Reach:
        """How far things reach."""
        return await self.database.read(reach)

    async def stale(self) -> list[tuple[int, ...]]:
        """What is noted as late."""
        return await self.database.read(lambda c: [tuple(row) for row in c.execute(select(STALE))])

    async def readings(self, series: Series) -> list[int]:
        """When those readings are that are still there."""
        query = select(READING.c.at).where(READING.c.series == self.ids[series]).order_by(READING.c.at)
        return await self.database.read(lambda c: [row.at for row in c.execute(query)])

    async def rollups(self) -> Rollups:
        """Every row of every rollup, numbers rounded to what two ways to add them up share."""
        return await self.database.read(_rollups)


def _rollups(connection: Connection) -> Rollups:
    tables = [table for level in ROLLED for table in (SHELVES[level].numbers, SHELVES[level].words)]
    return {table.name: _rows(connection, table) for table in tables}


def _rows(connection: Connection, table: Table) -> list[tuple[object, ...]]:
    rows = connection.execute(select(table).order_by(table.c.series, table.c.start))
    return sorted((_rounded(row) for row in rows), key=lambda row: [str(one) for one in row])


@asynccontextmanager
async def ground(address: str | Path, zone: tzinfo = UTC, kept: Kept | None = None) -> AsyncIterator[Ground]:
    """A database at an address, or in a folder; closed at the end."""
    url = address if isinstance(address, str) else f"sqlite:///{address / 'home.db'}"
    database = await asyncio.to_thread(Database.open, url)
    try:
        yield Ground(database, zone, kept=Kept() if kept is None else kept)
    finally:
        await database.close()


def expected(scene: Ground, values: Values, *watches: tuple[int, int], end: int) -> Rollups:
    """What rollups of a past are to be up to an instant, worked out in one go without a database."""
    start = floor(Level.DAY, min(at for told in values.values() for at, _ in told), scene.zone)
    hours, days = edges(Level.HOUR, start, end, scene.zone), edges(Level.DAY, start, end, scene.zone)
    found: Rollups = {SHELVES[level].numbers.name: [] for level in ROLLED}
    found |= {SHELVES[level].words.name: [] for level in ROLLED}
    for series, told in sorted(values.items(), key=lambda one: scene.ids[one[0]]):
        line = Line(scene.ids[series], series.unit, series.attribute == EVENT)
        rows = [Row(at, value) for at, value in sorted(dict(told).items())]
        result = rolled(rows, merged(watches), hours, scene.zone, line)
        full = [day for day in days if day <= end]
        for level, numbers, words in (
            (Level.FIVE, result.numbers[0], result.words[0]),
            (Level.HOUR, result.numbers[1], result.words[1]),
            (Level.DAY, coarse_numbers(result.numbers[1], full), coarse_words(result.words[1], full)),
        ):
            found[SHELVES[level].numbers.name] += [_number(line.id, one) for one in numbers]
            found[SHELVES[level].words.name] += [(line.id, *astuple(one)) for one in words]
    return {name: sorted(rows, key=lambda row: [str(one) for one in row]) for name, rows in found.items()}


def coarse_numbers(hours: Iterable[Numbers], days: list[int]) -> list[Numbers]:
    """Whole days out of hours."""
    return coarser_numbers([one for one in hours if one.start < days[-1]], days)


def coarse_words(hours: Iterable[Word], days: list[int]) -> list[Word]:
    """Whole days out of hours."""
    return coarser_words([one for one in hours if one.start < days[-1]], days)


def _number(series: int, one: Numbers) -> tuple[object, ...]:
    ends = (one.low, one.low_at - one.start, one.high, one.high_at - one.start, one.last, one.rise, one.peak)
    return _rounded((series, one.start, one.known, one.count, one.mean, *ends))


def _rounded(row: Iterable[object]) -> tuple[object, ...]:
    return tuple(round(one, 6) if isinstance(one, float) else one for one in row)


def mild(days: int, every: int = 7 * MINUTE, start: int = MIDNIGHT) -> list[tuple[int, float | str]]:
    """Temperatures of some days."""
    return [(at, 20 + (at // every * 37 % 80) / 10) for at in range(start, start + days * DAY, every)]


def used(days: int, every: int = 11 * MINUTE, start: int = MIDNIGHT) -> list[tuple[int, float | str]]:
    """A meter over some days."""
    return [(at, 100 + (at - start) / HOUR / 4) for at in range(start, start + days * DAY, every)]


def doors(days: int, start: int = MIDNIGHT) -> list[tuple[int, float | str]]:
    """A door that is opened for some minutes thrice a day."""
    hours = [start + day * DAY + hour * HOUR for day in range(days) for hour in (8, 13, 19)]
    found: list[tuple[int, float | str]] = [(start, "off")]
    for at in hours:
        found += [(at + 90_000, "on"), (at + 4 * MINUTE, "off")]
    return found
