"""A database of an older Hearth, brought up: its rules go on from where they stood."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, func, select, text

from devices.automation.books.book import RuleBook
from devices.automation.books.memories import Memories
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.spec import Phase
from devices.bus import Bus
from devices.history.queries import History
from devices.history.rollup.roller import Roller
from devices.storage import migrate
from devices.storage.database import NEWEST, Database
from devices.storage.tables import NUMBERS_HOUR
from tests.databases import at, rows
from tests.fakes.clock import FakeClock

LIMIT = {"type": "threshold", "entity_id": "sensor.hall", "attribute": "", "above": 26.0, "below": None}
TRIGGER = LIMIT | {"for_seconds": 600.0, "hysteresis": 0.0}
OLD = {
    "v": 1,
    "id": "a1",
    "triggers": [TRIGGER],
    "conditions": [],
    "actions": [{"entity_id": "fan.f", "control": "turn_on", "values": {}}],
    "enabled": True,
    "mode": "single",
    "created_at": None,
    "words": "",
    "grants": [],
}
SINCE = 1_767_614_400_000
DAY = datetime.fromtimestamp(SINCE / 1000, UTC)


def stepped(address: str, version: str, *rows: tuple[str, Mapping[str, str | float | None]]) -> None:
    """Make a database of an older step with rows in it, each a statement and its values."""
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for statement, values in rows:
            connection.execute(text(statement), dict(values))
    engine.dispose()


def ruled(address: str) -> None:
    """A database of the second step with one rule whose clock runs."""
    latch: dict[str, str | float | None] = {"fingerprint": json.dumps(TRIGGER), "since": SINCE}
    stepped(
        address,
        "0002",
        ("INSERT INTO rule VALUES ('a1', 1, :document)", {"document": json.dumps(OLD)}),
        ("INSERT INTO latch VALUES ('a1', 0, :fingerprint, 'waiting', :since)", latch),
    )


def lived(address: str) -> None:
    """A database of the third step with a day of readings, one a minute, and a door's words."""
    series = "INSERT INTO series VALUES (:id, :entity, '', :unit)"
    reading = "INSERT INTO reading (series, at, value, word, mark) VALUES (:series, :at, :value, :word, 0)"
    minutes = [SINCE + number * 60_000 for number in range(24 * 60)]
    stepped(
        address,
        "0003",
        (series, {"id": 1, "entity": "sensor.hall", "unit": "°C"}),
        (series, {"id": 2, "entity": "binary_sensor.door", "unit": ""}),
        *(
            (reading, {"series": 1, "at": at, "value": 20 + number % 60 / 10, "word": None})
            for number, at in enumerate(minutes)
        ),
        (reading, {"series": 2, "at": SINCE, "value": None, "word": "on"}),
        (reading, {"series": 2, "at": SINCE + 3_600_000, "value": None, "word": "off"}),
        ("INSERT INTO watch VALUES (:start, :end, 0)", {"start": SINCE, "end": minutes[-1]}),
    )


async def test_readings_of_an_older_database_are_rolled_up(address: str) -> None:
    lived(address)
    database, clock = Database.open(address), FakeClock(DAY + timedelta(days=1))
    try:
        history = History(database, clock, UTC)
        before = await history.statistics("sensor.hall", DAY, DAY + timedelta(hours=23))
        assert (before.count, before.unit, before.minimum, before.maximum) == (23 * 60, "°C", 20, 25.9)
        await Roller(database, clock, UTC).catch_up()
        assert await database.read(rolled) == 23
        after = await history.statistics("sensor.hall", DAY, DAY + timedelta(hours=23))
        assert replace(after, last_at=before.last_at) == before
        (on, off) = await history.spans("binary_sensor.door", DAY, DAY + timedelta(hours=2))
        assert (on.word, on.seconds, off.word, off.seconds) == ("on", 3600, "off", 3600)
    finally:
        await database.close()


def rolled(connection: Connection) -> int:
    """How many hours of the thermometer."""
    count = select(func.count()).select_from(NUMBERS_HOUR).where(NUMBERS_HOUR.c.series == 1)
    return connection.execute(count).scalar_one()


async def test_upgrade_leaves_the_file_as_it_was_beside_it(tmp_path: Path) -> None:
    lived(at(tmp_path))
    await Database.open(at(tmp_path)).close()
    kept = f"sqlite:///{tmp_path / 'home.db.before-'}{NEWEST}"
    assert rows(kept, "SELECT version_num FROM alembic_version") == [("0003",)]
    assert rows(kept, "SELECT count(*) FROM reading") == [(24 * 60 + 2,)]


async def test_rule_of_an_older_database_keeps_its_meaning_and_its_clock(address: str) -> None:
    ruled(address)
    database = Database.open(address)
    try:
        book = RuleBook(database, Bus(), FakeClock())
        await book.load()
        (rule,) = book.rules()
        assert rule.triggers == (Threshold(("sensor.hall",), above=26, for_seconds=600),)
        kept = (await Memories(database).load())["a1", "0/sensor.hall"]
        assert (kept.fingerprint, kept.memory.phase) == ("", Phase.WAITING)
        assert kept.memory.since == datetime.fromtimestamp(SINCE / 1000, UTC)
    finally:
        await database.close()
