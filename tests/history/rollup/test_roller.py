"""Rolling up as time passes: all that is over, in the home's hours, once and again, late or not."""

import asyncio
import tempfile
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.history.sight import Series
from devices.storage.tables import millis
from tests.history.rollup.ground import (
    DAY,
    DOOR,
    ENERGY,
    HOUR,
    MIDNIGHT,
    MINUTE,
    TEMPERATURE,
    Values,
    doors,
    expected,
    ground,
    mild,
    used,
)

PAST: Values = {TEMPERATURE: mild(3), ENERGY: used(3), DOOR: doors(3)}


async def test_all_that_is_over_is_rolled_up(address: str) -> None:
    async with ground(address) as scene:
        await scene.put(PAST, (MIDNIGHT, MIDNIGHT + 2 * DAY + 90 * MINUTE))
        await scene.rolled(MIDNIGHT + 3 * DAY)
        assert (await scene.horizons()).rolled == MIDNIGHT + 2 * DAY + HOUR
        found = await scene.rollups()
    degrees = scene.ids[TEMPERATURE]
    assert [row[1] for row in found["numbers_day"] if row[0] == degrees] == [MIDNIGHT, MIDNIGHT + DAY]
    assert len([row for row in found["numbers_hour"] if row[0] == degrees]) == 49
    assert len([row for row in found["numbers_5m"] if row[0] == degrees]) == 49 * 12
    opened = [row for row in found["words_day"] if row[2] == "on"]
    assert [row[3:] for row in opened] == [(3 * 150_000, 3)] * 2


async def test_what_a_meter_counted_is_the_same_in_days_hours_and_minutes(address: str) -> None:
    async with ground(address) as scene:
        await scene.put(PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY))
        await scene.rolled(MIDNIGHT + 3 * DAY)
        found = await scene.rollups()
    for table in ("numbers_5m", "numbers_hour", "numbers_day"):
        grown = [float(str(row[10])) for row in found[table] if row[0] == scene.ids[ENERGY]]
        assert sum(grown) == pytest.approx((3 * DAY - 3 * DAY % (11 * MINUTE)) / HOUR / 4, abs=0.1)


async def test_rolling_up_goes_on_where_it_ended(address: str) -> None:
    async with ground(address) as scene:
        for hours in (5, 26, 30, 31, 72):
            end = MIDNIGHT + hours * HOUR
            some = {one: [row for row in told if row[0] < end] for one, told in PAST.items()}
            await scene.put(some, (MIDNIGHT, end + MINUTE))
            await scene.rolled(end + MINUTE)
        in_steps = await scene.rollups()
        assert await scene.stale() == []
        assert in_steps == expected(
            scene, PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY + MINUTE), end=MIDNIGHT + 3 * DAY
        )


async def test_what_comes_late_is_mended(address: str) -> None:
    late: dict[Series, list[tuple[int, float | str]]] = {
        TEMPERATURE: [(MIDNIGHT + 100 * MINUTE + 1, 55.0), (MIDNIGHT + DAY + 5, -10.0)],
        DOOR: [(MIDNIGHT + 30 * HOUR, "on"), (MIDNIGHT + 31 * HOUR, "unavailable")],
        ENERGY: [(MIDNIGHT + 13 * HOUR + 1, 0.0)],
    }
    watch = (MIDNIGHT, MIDNIGHT + 3 * DAY)
    async with ground(address) as scene:
        await scene.put(PAST, watch)
        await scene.rolled(MIDNIGHT + 3 * DAY)
        await scene.put(late)
        assert len(await scene.stale()) == 3
        await scene.rolled(MIDNIGHT + 3 * DAY)
        assert await scene.stale() == []
        both = {one: [*told, *late[one]] for one, told in PAST.items()}
        assert await scene.rollups() == expected(scene, both, watch, end=watch[1])


async def test_a_watch_that_grows_late_makes_more_known(address: str) -> None:
    some: Values = {one: [row for row in told if row[0] < MIDNIGHT + 20 * HOUR] for one, told in PAST.items()}
    async with ground(address) as scene:
        await scene.put(some, (MIDNIGHT, MIDNIGHT + 20 * HOUR))
        await scene.put({}, (MIDNIGHT + 60 * HOUR, MIDNIGHT + 3 * DAY))
        await scene.rolled(MIDNIGHT + 3 * DAY)
        await scene.put({}, (MIDNIGHT, MIDNIGHT + 40 * HOUR))
        await scene.rolled(MIDNIGHT + 3 * DAY)
        watches = (MIDNIGHT, MIDNIGHT + 40 * HOUR), (MIDNIGHT + 60 * HOUR, MIDNIGHT + 3 * DAY)
        assert await scene.rollups() == expected(scene, some, *watches, end=MIDNIGHT + 3 * DAY)


async def test_watch_that_ends_within_an_hour(address: str) -> None:
    watches = (MIDNIGHT, MIDNIGHT + 97 * MINUTE), (MIDNIGHT + 5 * HOUR, MIDNIGHT + 30 * HOUR)
    async with ground(address) as scene:
        for watch in watches:
            some = {s: [row for row in told if watch[0] <= row[0] < watch[1]] for s, told in PAST.items()}
            await scene.put(some, watch)
        await scene.rolled(MIDNIGHT + 3 * DAY)
        found = await scene.rollups()
        all_of_it = {s: [r for r in t if any(a <= r[0] < b for a, b in watches)] for s, t in PAST.items()}
        assert found == expected(scene, all_of_it, *watches, end=MIDNIGHT + 30 * HOUR)
    known = [row[2] for row in found["numbers_hour"] if row[0] == scene.ids[TEMPERATURE]]
    assert known[:3] == [HOUR, 37 * MINUTE, 59 * MINUTE]


async def test_entity_that_is_gone_has_no_rollups_since(address: str) -> None:
    gone: Values = {TEMPERATURE: [(MIDNIGHT, 20.5), (MIDNIGHT + 90 * MINUTE, "unknown")]}
    async with ground(address) as scene:
        await scene.put(gone, (MIDNIGHT, MIDNIGHT + DAY))
        await scene.rolled(MIDNIGHT + DAY)
        found = await scene.rollups()
    assert [row[2] for row in found["numbers_hour"]] == [HOUR, 30 * MINUTE]
    assert [row[2] for row in found["numbers_day"]] == [90 * MINUTE]
    assert found["words_hour"] == []


async def test_each_unit_has_rollups_of_its_own(address: str) -> None:
    fahrenheit = Series(TEMPERATURE.entity_id, "", "°F")
    turned = MIDNIGHT + 5 * HOUR
    values: Values = {
        TEMPERATURE: [(MIDNIGHT, 20.0), (turned, "unknown")],
        fahrenheit: [(turned, 68.0)],
    }
    async with ground(address) as scene:
        await scene.put(values, (MIDNIGHT, MIDNIGHT + DAY))
        await scene.rolled(MIDNIGHT + DAY)
        found = {row[0]: (row[2], row[4]) for row in (await scene.rollups())["numbers_day"]}
        assert found == {
            scene.ids[TEMPERATURE]: (5 * HOUR, 20.0),
            scene.ids[fahrenheit]: (19 * HOUR, 68.0),
        }


async def test_days_follow_the_zone_over_a_clock_change(address: str) -> None:
    zone = ZoneInfo("Europe/Berlin")
    start = millis(datetime(2026, 10, 24, tzinfo=zone))
    async with ground(address, zone) as scene:
        await scene.put({TEMPERATURE: mild(4, start=start)}, (start, start + 4 * DAY))
        await scene.rolled(start + 4 * DAY)
        found = (await scene.rollups())["numbers_day"]
    assert [row[2] for row in found] == [24 * HOUR, 25 * HOUR, 24 * HOUR]


async def test_clock_that_was_set_back_takes_rollups_of_the_future_back(address: str) -> None:
    async with ground(address) as scene:
        await scene.put(PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY))
        await scene.rolled(MIDNIGHT + 3 * DAY)
        scene.clock.set_back(26 * 3600)
        await scene.roller.catch_up()
        assert (await scene.horizons()).rolled == MIDNIGHT + 46 * HOUR
        assert await scene.rollups() == expected(
            scene, PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY), end=MIDNIGHT + 46 * HOUR
        )
        await scene.rolled(MIDNIGHT + 3 * DAY)
        assert await scene.rollups() == expected(
            scene, PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY), end=MIDNIGHT + 3 * DAY
        )


@pytest.mark.parametrize(
    ("before", "later"),
    [("UTC", "America/New_York"), ("UTC", "Asia/Kolkata"), ("Asia/Kathmandu", "Europe/Berlin")],
)
async def test_zone_that_is_another_one_later(address: str, before: str, later: str) -> None:
    quiet = Series("number.setpoint")
    past: Values = {**PAST, quiet: [(MIDNIGHT, 21.0)]}
    watch = (MIDNIGHT, MIDNIGHT + 3 * DAY)
    async with ground(address, ZoneInfo(before)) as scene:
        await scene.put(past, watch)
        await scene.rolled(MIDNIGHT + 3 * DAY)
        scene.zone = ZoneInfo(later)
        await scene.roller.catch_up()
        end = (await scene.horizons()).rolled
        assert end is not None
        assert await scene.rollups() == expected(scene, past, watch, end=end)


async def test_it_runs_by_itself_at_any_speed(tmp_path: Path) -> None:
    async with ground(tmp_path) as scene:
        await scene.until(MIDNIGHT)
        running = asyncio.create_task(scene.roller.run())
        for hour in range(0, 72, 6):
            start, end = MIDNIGHT + hour * HOUR, MIDNIGHT + (hour + 6) * HOUR
            some = {one: [r for r in told if start <= r[0] < end] for one, told in PAST.items()}
            await scene.put(some, (MIDNIGHT, end))
            await scene.until(end)
        async with asyncio.timeout(20):
            while (await scene.horizons()).rolled != MIDNIGHT + 3 * DAY:
                await scene.clock.advance(6)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert await scene.rollups() == expected(
            scene, PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY), end=MIDNIGHT + 3 * DAY
        )


async def test_nothing_is_rolled_up_while_a_long_past_is_written(tmp_path: Path) -> None:
    async with ground(tmp_path) as scene:
        roller = scene.roller
        await scene.until(MIDNIGHT + 3 * DAY)
        async with roller.resting():
            catching_up = asyncio.create_task(roller.catch_up())
            await scene.put(PAST, (MIDNIGHT, MIDNIGHT + DAY))
            await asyncio.sleep(0.05)
            assert (await scene.horizons()).rolled is None
            await scene.put({}, (MIDNIGHT, MIDNIGHT + 3 * DAY))
        await catching_up
        assert await scene.rollups() == expected(
            scene, PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY), end=MIDNIGHT + 3 * DAY
        )


async def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    said: list[float] = []
    async with ground(tmp_path) as scene:
        await scene.put(PAST, (MIDNIGHT, MIDNIGHT + 3 * DAY))
        await scene.until(MIDNIGHT + 3 * DAY)
        await scene.roller.catch_up(said.append)
    assert said == sorted(said)
    assert (said[-1], len(said) > 2) == (1.0, True)


parts = st.lists(
    st.tuples(st.sampled_from([TEMPERATURE, ENERGY, DOOR]), st.integers(0, 47), st.integers(1, 30)),
    max_size=12,
)


@given(parts, st.lists(st.integers(1, 48), min_size=1, max_size=4), st.data())
@settings(max_examples=25)
def test_order_in_which_readings_come_makes_no_difference(
    found: list[tuple[Series, int, int]], watched: list[int], data: st.DataObject
) -> None:
    asyncio.run(in_any_order(found, watched, data))


async def in_any_order(found: list[tuple[Series, int, int]], watched: list[int], data: st.DataObject) -> None:
    all_of_it: dict[Series, list[tuple[int, float | str]]] = {TEMPERATURE: [(MIDNIGHT, 1.0)]}
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder)) as scene:
            await scene.put(all_of_it, (MIDNIGHT, MIDNIGHT + HOUR))
            await scene.until(MIDNIGHT + 3 * DAY)
            latest = MIDNIGHT + HOUR
            for series, hour, value in found:
                at = MIDNIGHT + hour * HOUR + data.draw(st.integers(0, 59)) * MINUTE + 1
                told = (
                    at,
                    ("on", "off", "unavailable", "unknown")[value % 4] if series is DOOR else float(value),
                )
                latest = max(latest, MIDNIGHT + watched[hour % len(watched)] * HOUR - 7 * MINUTE)
                await scene.put({series: [told]}, (MIDNIGHT, latest))
                all_of_it.setdefault(series, []).append(told)
                if data.draw(st.booleans()):
                    await scene.roller.catch_up()
            await scene.put({}, (MIDNIGHT, MIDNIGHT + 2 * DAY))
            await scene.roller.catch_up()
            assert await scene.rollups() == expected(
                scene, all_of_it, (MIDNIGHT, MIDNIGHT + 2 * DAY), end=MIDNIGHT + 2 * DAY
            )
