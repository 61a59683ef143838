"""What a past of ten million readings costs: bytes, writing, asking. Beside a recorder's schema and DuckDB.

All three hold the same readings and must give the same answers. HEARTH_BENCH_ROWS takes fewer, for a try.
"""

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from tests.benchmarks._report import Bench, Row
from tests.benchmarks.past.duck import Duck
from tests.benchmarks.past.ours import FLUSH, Answer, Ours
from tests.benchmarks.past.theirs import Theirs
from tests.benchmarks.past.town import SENSOR, Numbers, Past, Times, past

ROWS = int(os.environ.get("HEARTH_BENCH_ROWS", "10_000_000"))
TICKS = 500
"""Ticks of all sensors that are handed over at once."""
ASKED = 12
ROOM = 500
"""Bytes of disk a reading that all three take together."""
FLEET = 2_000
"""Messages a second of the largest fleet that the simulator is made for."""
NEAR = 0.02
DAY, MONTH, WEEK = "24 h of a sensor", "30 days hourly", "most humid room this week"
STATES, STATISTICS, DUCK = "recorder's states", "recorder's statistics", "DuckDB"
SENSOR_ASKED, KIND_ASKED = 100, "humidity"

Ask = Callable[[], Awaitable[Answer]]


@dataclass
class Told:
    """Milliseconds of every question, by its name and by who was asked."""

    spent: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    async def ask(self, name: str, who: str, ask: Ask) -> Answer:
        """Ask some times; the first time is not counted, since it warms the files."""
        answer = await ask()
        for _ in range(ASKED):
            began = time.perf_counter()
            answer = await ask()
            self.spent.setdefault((name, who), []).append((time.perf_counter() - began) * 1000)
        return answer

    def row(self, name: str, *peers: str, goal: str = "") -> Row:
        """One question as a figure."""
        found = {peer: self.spent[name, peer] for peer in peers}
        return Row(name, "ms", self.spent[name, ""], found, goal=goal)


@dataclass
class Costs:
    """What loading came to."""

    insert: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    rolled: float = 0.0
    bytes: dict[str, float] = field(default_factory=dict)


def measure() -> Bench:
    """Load all three, ask all three."""
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        if shutil.disk_usage(folder).free < ROWS * ROOM:
            return Bench("history", (), (f"not enough room in {folder} for {ROWS:,} readings",), runs=0)
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> Bench:
    town, told, costs = past(ROWS), Told(), Costs()
    ours = Ours(folder / "ours.db")
    await _load(ours, town, told, costs)
    theirs, duck = Theirs(folder / "theirs.db"), Duck(folder / "duck.db")
    for _, rows in _chunks(town, "the peers' readings"):
        theirs.add(*rows)
        duck.add(*rows)
    costs.bytes[STATES] = _size(theirs.file) / ROWS
    theirs.compile(town)
    duck.settle()
    costs.bytes["recorder"], costs.bytes[DUCK] = _size(theirs.file) / ROWS, _size(duck.file) / ROWS
    await _ask(ours, theirs, duck, told)
    await _chat(ours, told)
    costs.plain.append(_plain(folder / "plain.db", town))
    await ours.close()
    theirs.close()
    duck.close()
    _say("")
    return Bench("history", _rows(told, costs), _notes(costs), runs=ASKED)


async def _load(ours: Ours, town: Past, told: Told, costs: Costs) -> None:
    """Store the readings; the first tenth is rolled up and asked before the rest comes."""
    few = False
    for done, rows in _chunks(town, "our readings"):
        costs.insert.append(len(rows[0]) / await ours.add(*rows))
        if not few and done >= 0.1:
            few = True
            await ours.roll(lambda _share: None)
            await told.ask(DAY, "few", lambda: ours.asked().day(SENSOR[SENSOR_ASKED].id))
    costs.bytes["raw"] = _size(ours.file) / ROWS
    costs.rolled = await ours.roll(lambda share: _say(f"our rollups {share:.0%}"))
    costs.bytes[""] = _size(ours.file) / ROWS


async def _ask(ours: Ours, theirs: Theirs, duck: Duck, told: Told) -> None:
    """The same questions to all; who answers otherwise ends the bench."""
    chat, sensor, number = ours.asked(), SENSOR[SENSOR_ASKED].id, SENSOR_ASKED
    day = await told.ask(DAY, "", lambda: chat.day(sensor))
    month = await told.ask(MONTH, "", lambda: chat.month(sensor))
    room = await told.ask(WEEK, "", lambda: chat.rooms(KIND_ASKED))
    for name, who, ask, wanted in (
        (DAY, STATES, lambda: theirs.day(number), day),
        (MONTH, STATES, lambda: theirs.month(number), month),
        (MONTH, STATISTICS, lambda: theirs.month_of_statistics(number), month),
        (WEEK, STATES, lambda: theirs.rooms(KIND_ASKED), room),
        (WEEK, STATISTICS, lambda: theirs.rooms_of_statistics(KIND_ASKED), room),
        (DAY, DUCK, lambda: duck.day(number), day),
        (MONTH, DUCK, lambda: duck.month(number), month),
        (WEEK, DUCK, lambda: duck.rooms(KIND_ASKED), room),
    ):
        _say(f"{who}: {name}")
        answer = await told.ask(name, who, _soon(ask))
        if not _same(answer, wanted):
            raise RuntimeError(f"{who} answers {name} otherwise: {answer!r:.200} for {wanted!r:.200}")


async def _chat(ours: Ours, told: Told) -> None:
    """A dozen more questions to us alone, to a sensor that was not asked before."""
    chat = ours.asked()
    for name, ask in chat.many().items():
        _say(f"asking: {name}")
        await told.ask(name, "", partial(ask, SENSOR[30].id))


def _soon(ask: Callable[[], Answer]) -> Ask:
    async def asked() -> Answer:
        return ask()

    return asked


def _rows(told: Told, costs: Costs) -> tuple[Row, ...]:
    chat = sorted(spent for (_, who), times in told.spent.items() if not who for spent in times)
    return (
        _bytes("a reading, rolled up", costs, "", "recorder", "<= 0.33"),
        _bytes("a reading alone", costs, "raw", STATES, "<= 30 bytes"),
        _bytes("a reading alone, beside DuckDB", costs, "raw", DUCK, ""),
        Row(
            "readings stored",
            "1/s",
            costs.insert,
            {"plain sqlite3": costs.plain},
            better="higher",
            goal=f">= {20 * FLEET:,}",
        ),
        *(told.row(name, STATES, goal="<= 0.1") for name in (DAY, MONTH, WEEK)),
        *(told.row(name, STATISTICS, goal="<= 0.1") for name in (MONTH, WEEK)),
        *(told.row(name, DUCK) for name in (DAY, MONTH, WEEK)),
        Row("p95 of what a chat asks", "ms", [chat[len(chat) * 95 // 100]], goal="< 100"),
        told.row(DAY, "few", goal="<= 1.3"),
    )


def _bytes(name: str, costs: Costs, ours: str, peer: str, goal: str) -> Row:
    return Row(name, "bytes", [costs.bytes[ours]], {peer: [costs.bytes[peer]]}, goal=goal)


def _notes(costs: Costs) -> tuple[str, ...]:
    return (
        f"{ROWS:,} readings of {len(SENSOR)} sensors over 30 days, in the order of arrival, {FLUSH:,} a flush",
        f"rolled up afterwards in {costs.rolled:.0f} s, {ROWS / costs.rolled:,.0f} readings a second",
        "the recorder keeps its states and statistics of 30 days; its states alone would be gone after 10",
        f"'few' is the same question after the first tenth; {FLEET:,} a second is the largest fleet's rate",
        "every answer was compared with that of the others",
    )


def _chunks(town: Past, what: str) -> Iterator[tuple[float, tuple[Times, Times, Numbers]]]:
    """The readings as they arrived, with the share that is done."""
    whole = -(-len(town.at) // TICKS)
    for count, rows in enumerate(town.arrivals(TICKS), 1):
        _say(f"{what} {count / whole:.0%}")
        yield count / whole, rows


def _plain(file: Path, town: Past) -> float:
    """Rows a second that sqlite3 stores by itself, in batches and a table like ours."""
    connection = sqlite3.connect(file)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
    connection.execute(
        "CREATE TABLE reading (series INTEGER, at BIGINT, value FLOAT, word TEXT, mark INTEGER NOT NULL,"
        " PRIMARY KEY (series, at)) WITHOUT ROWID"
    )
    spent, count = 0.0, 0
    for numbers, at, value in islice(town.arrivals(TICKS), 10):
        rows = list(zip(numbers.tolist(), at.tolist(), value.tolist(), strict=True))
        for first in range(0, len(rows), FLUSH):
            began = time.perf_counter()
            with connection:
                connection.executemany(
                    "INSERT INTO reading VALUES (?, ?, ?, NULL, 0)", rows[first : first + FLUSH]
                )
            spent += time.perf_counter() - began
        count += len(rows)
    connection.close()
    return count / spent


def _size(file: Path) -> int:
    """Bytes on the disk, with what is not yet moved into the file."""
    return sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))


def _same(one: Answer, other: Answer) -> bool:
    """Whether two answers agree, as far as statistics of whole hours can."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(
            abs(a - b) <= NEAR * max(1.0, abs(a)) for a, b in zip(one, other, strict=True)
        )
    return one == other


def _say(text: str) -> None:
    """How far it is, for whoever looks on."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
