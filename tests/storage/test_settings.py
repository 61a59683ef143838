"""Settings and turns: put, found again after a restart, the newest first, the oldest forgotten."""

import asyncio
from datetime import UTC, datetime

from devices.storage.database import Database
from devices.storage.settings import Settings
from devices.storage.turns import KEPT, Turns

NOON = datetime(2026, 1, 5, 12, 0, 0, 123000, tzinfo=UTC)


async def test_put_is_found_after_a_restart(address: str) -> None:
    url = address
    database = Database.open(url)
    settings = Settings(database)
    await settings.load()
    await settings.put("names.areas", '["Küche"]')
    await settings.put("names.areas", '["厨房"]')
    await database.close()
    again = Database.open(url)
    settings = Settings(again)
    assert settings.value("names.areas") is None
    await settings.load()
    assert settings.value("names.areas") == '["厨房"]'
    await again.close()


async def test_put_none_forgets(address: str) -> None:
    database = Database.open(address)
    settings = Settings(database)
    await settings.put("control_allowed", "yes")
    await settings.put("control_allowed", None)
    assert settings.value("control_allowed") is None
    await settings.load()
    assert settings.value("control_allowed") is None
    await database.close()


async def test_turns_newest_first_and_by_id(address: str) -> None:
    database = Database.open(address)
    turns = Turns(database)
    for turn_id, document in (("t1", "old"), ("t2", "two"), ("t1", "new")):
        await turns.save(turn_id, NOON, document)
    assert [turn.document for turn in await turns.last(2)] == ["new", "two"]
    found = await turns.find("t1")
    assert found is not None
    assert (found.document, found.at) == ("new", NOON)
    assert await turns.find("t9") is None
    await database.close()


async def test_turns_forget_the_oldest(address: str) -> None:
    database = Database.open(address)
    turns = Turns(database)
    for number in range(KEPT + 3):
        await turns.save(f"t{number}", NOON, "{}")
    kept = await turns.last(KEPT + 10)
    assert len(kept) == KEPT
    assert kept[-1].id == "t3"
    await database.close()


async def test_reserve_gives_two_processes_different_ids(address: str) -> None:
    url = address
    databases = Database.open(url), Database.open(url)
    await Turns(databases[0]).save("t41", NOON, "{}")
    every = [Turns(database).reserve() for _ in range(5) for database in databases]
    assert sorted(await asyncio.gather(*every)) == [f"t{number}" for number in range(42, 52)]
    for database in databases:
        await database.close()
