"""A database of an older Hearth, brought up: its rules go on from where they stood."""

import json
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from devices.automation.books.book import RuleBook
from devices.automation.books.memories import Memories
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.spec import Phase
from devices.bus import Bus
from devices.storage import migrate
from devices.storage.database import Database
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


def older(path: Path) -> str:
    """A database of the second step with one rule whose clock runs; its address."""
    url = f"sqlite:///{path / 'home.db'}"
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        rule = {"document": json.dumps(OLD)}
        connection.execute(text("INSERT INTO rule VALUES ('a1', 1, :document)"), rule)
        latch = {"fingerprint": json.dumps(TRIGGER), "since": SINCE}
        connection.execute(text("INSERT INTO latch VALUES ('a1', 0, :fingerprint, 'waiting', :since)"), latch)
    engine.dispose()
    return url


async def test_rule_of_an_older_database_keeps_its_meaning_and_its_clock(tmp_path: Path) -> None:
    database = Database.open(older(tmp_path))
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
