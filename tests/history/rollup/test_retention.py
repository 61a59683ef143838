"""What is let go, when, and what never is."""

import asyncio
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert, select

from devices.history.rollup.counter import BEFORE
from devices.history.rollup.retention import Kept
from devices.history.sight import Series
from devices.storage.tables import ACTIVITY, millis
from tests.history.rollup.ground import (
    DAY,
    DOOR,
    ENERGY,
    HOUR,
    MIDNIGHT,
    MINUTE,
    TEMPERATURE,
    Ground,
    Values,
    doors,
    ground,
    mild,
    used,
)

TWO = timedelta(days=2)
TWO_DAYS = Kept(TWO, TWO, TWO, timedelta(days=3))
PAST: Values = {TEMPERATURE: mild(6), ENERGY: used(6), DOOR: doors(6)}
END = MIDNIGHT + 6 * DAY


async def lived(scene: Ground, values: Values = PAST) -> None:
    await scene.put(values, (MIDNIGHT, END))
    await scene.rolled(END)


async def test_readings_are_let_go_at_a_midnight_and_the_last_one_before_stays(address: str) -> None:
    async with ground(address, kept=TWO_DAYS) as scene:
        await lived(scene)
        before = await scene.rollups()
        await scene.until(END + 5 * HOUR)
        await scene.roller.let_go()
        horizons, after = await scene.horizons(), await scene.rollups()
        cut = END - 2 * DAY
        assert (horizons.kept_numbers, horizons.kept_words) == (cut, cut)
        for series in (TEMPERATURE, ENERGY, DOOR):
            left, all_of_them = await scene.readings(series), [at for at, _ in PAST[series]]
            assert left == [at for at in all_of_them if at >= left[0]]
            assert left[0] == max(at for at in all_of_them if at < cut - BEFORE)
        assert after["numbers_hour"] == before["numbers_hour"]
        assert after["words_day"] == before["words_day"]
        assert after["numbers_5m"] == [
            row for row in before["numbers_5m"] if int(str(row[1])) >= END - 3 * DAY
        ]


async def test_what_is_kept_for_ever_stays(address: str) -> None:
    async with ground(address, kept=Kept(None, None, None, None)) as scene:
        await lived(scene)
        await scene.roller.let_go()
        assert len(await scene.readings(TEMPERATURE)) == len(list(PAST[TEMPERATURE]))
        assert (await scene.horizons()).kept_numbers is None


async def test_nothing_is_let_go_that_is_not_rolled_up(address: str) -> None:
    async with ground(address, kept=TWO_DAYS) as scene:
        await scene.put(PAST, (MIDNIGHT, MIDNIGHT + 30 * HOUR))
        await scene.rolled(END)
        await scene.roller.let_go()
        assert (await scene.horizons()).kept_numbers == MIDNIGHT + DAY
        assert len(await scene.readings(DOOR)) == len(list(PAST[DOOR])) - 6


async def test_nothing_is_let_go_that_is_late(address: str) -> None:
    async with ground(address, kept=TWO_DAYS) as scene:
        await lived(scene)
        await scene.put({TEMPERATURE: [(MIDNIGHT + 25 * HOUR + 1, 90.0)]})
        await scene.roller.let_go()
        assert (await scene.horizons()).kept_numbers == MIDNIGHT + DAY
        await scene.roller.catch_up()
        await scene.roller.let_go()
        assert (await scene.horizons()).kept_numbers == END - 2 * DAY
        days = [row for row in (await scene.rollups())["numbers_day"] if row[0] == scene.ids[TEMPERATURE]]
        assert [row[7] for row in days][:2] == [27.9, 90.0]


async def test_late_reading_of_a_time_that_was_let_go_takes_nothing_away(address: str) -> None:
    async with ground(address, kept=TWO_DAYS) as scene:
        await lived(scene)
        before = await scene.rollups()
        await scene.roller.let_go()
        await scene.put({TEMPERATURE: [(MIDNIGHT + 25 * HOUR + 1, 90.0)]})
        await scene.roller.catch_up()
        after = await scene.rollups()
        for table in ("numbers_hour", "numbers_day", "words_hour", "words_day"):
            assert after[table] == before[table]
        assert await scene.stale() == []


async def test_older_past_that_comes_later_is_rolled_up_then_let_go(address: str) -> None:
    start = MIDNIGHT - 30 * DAY
    older: Values = {TEMPERATURE: mild(2, start=start), Series("sensor.new", "", "W"): mild(2, start=start)}
    async with ground(address, kept=TWO_DAYS) as scene:
        await lived(scene)
        await scene.roller.let_go()
        await scene.put(older, (start, start + 2 * DAY))
        await scene.roller.catch_up()
        found = (await scene.rollups())["numbers_day"]
        assert len([row for row in found if int(str(row[1])) < MIDNIGHT]) == 4
        await scene.until(END + DAY)
        await scene.put({}, (MIDNIGHT, END + DAY))
        await scene.roller.catch_up()
        await scene.roller.let_go()
        assert (await scene.readings(TEMPERATURE))[0] > MIDNIGHT
        assert (await scene.rollups())["numbers_day"][:1] == found[:1]


async def test_activity_is_let_go_as_well(address: str) -> None:
    line = dict.fromkeys(("kind", "entity_id", "before", "after", "origin", "ref", "words", "document"), "")
    rows = [{**line, "at": at, "moved": True} for at in range(MIDNIGHT, END, MINUTE)]
    async with ground(address, kept=TWO_DAYS) as scene:
        await lived(scene)
        await scene.database.write(lambda c: c.execute(insert(ACTIVITY), rows))
        await scene.roller.let_go()
        left = await scene.database.read(lambda c: [row.at for row in c.execute(select(ACTIVITY.c.at))])
    assert (min(left), len(left)) == (END - 2 * DAY, 2 * 24 * 60)


async def test_words_of_a_number_go_with_its_numbers(address: str) -> None:
    kept = Kept(numbers=timedelta(days=2), words=timedelta(days=400))
    told = [(at, "unavailable" if index % 9 == 0 else value) for index, (at, value) in enumerate(mild(6))]
    async with ground(address, kept=kept) as scene:
        await lived(scene, {TEMPERATURE: told, DOOR: doors(6)})
        await scene.roller.let_go()
        assert (await scene.readings(TEMPERATURE))[0] > END - 2 * DAY - 3 * HOUR
        assert (await scene.readings(DOOR))[0] == MIDNIGHT


async def test_cut_is_the_midnight_of_the_home(address: str) -> None:
    zone = ZoneInfo("Asia/Kolkata")
    start = millis(datetime(2026, 6, 1, tzinfo=zone))
    async with ground(address, zone, kept=TWO_DAYS) as scene:
        await scene.put({TEMPERATURE: mild(6, start=start)}, (start, start + 6 * DAY))
        await scene.rolled(start + 6 * DAY)
        await scene.roller.let_go()
        assert (await scene.horizons()).kept_numbers == start + 4 * DAY


async def test_it_lets_go_by_itself_each_night(address: str) -> None:
    async with ground(address, kept=TWO_DAYS) as scene:
        await scene.put(PAST, (MIDNIGHT, END))
        await scene.until(END)
        running = asyncio.create_task(scene.roller.run())
        async with asyncio.timeout(20):
            for night in (END - 2 * DAY, END - DAY):
                while (await scene.horizons()).kept_numbers != night:
                    await scene.clock.advance(6)
                await scene.until(END + DAY)
                await scene.put({}, (MIDNIGHT, END + DAY))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
