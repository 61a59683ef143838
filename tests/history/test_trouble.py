"""A database that takes nothing for a while: the home goes on, nothing is lost, and it is said once."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from devices.command import Command, Outcome, Status
from devices.events import CommandEnded, Event, RecordingChanged
from tests.databases import at, change, locked, rows
from tests.fakes.clock import START, turns
from tests.history.scene import DEVICE, DOOR, LAMP, TEMPERATURE, Scene, minute, on_off, recorded, warm
from tests.storage.postgres import server


async def values(scene: Scene) -> list[float | str]:
    found = await scene.history.readings(TEMPERATURE.id, minute(0), minute(10_000))
    return [reading.value for reading in found]


def told(scene: Scene) -> list[str]:
    """What is said of the records, as it comes."""
    said: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, RecordingChanged):
            said.append(event.trouble)

    scene.bus.listen(hear)
    return said


async def test_a_table_that_is_gone_for_a_while(address: str) -> None:
    async with recorded(address) as scene:
        said = told(scene)
        scene.report(TEMPERATURE, warm(20), minute(0))
        await scene.recorder.flush()
        change(address, "ALTER TABLE reading RENAME TO hidden")
        scene.report(TEMPERATURE, warm(21), minute(1))
        scene.bus.publish(CommandEnded(Outcome(Command(LAMP.id, "turn_on"), Status.SENT), DEVICE, minute(1)))
        await scene.recorder.flush()
        await scene.recorder.flush()
        assert "reading" in scene.recorder.trouble
        change(address, "ALTER TABLE hidden RENAME TO reading")
        scene.report(TEMPERATURE, warm(22), minute(2))
        await scene.until(minute(3))
        assert (scene.recorder.trouble, scene.recorder.lost) == ("", 0)
        assert await values(scene) == [20, 21, 22]
        assert len(await scene.history.activity(minute(0), minute(9))) == 1
    # that it begins well is told too: the one before may have ended in trouble
    assert [bool(line) for line in said] == [False, True, False]


async def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        await scene.recorder.flush()
        await scene.database.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1").all())
        scene.report(TEMPERATURE, warm(21), minute(1))
        for number in range(2000):  # more than the pages that are there hold
            scene.report(DOOR, on_off("on" if number % 2 else "off"), minute(1 + number / 1000))
        await scene.recorder.flush()
        assert "full; make room" in scene.recorder.trouble
        await scene.database.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1000000").all())
        await scene.until(minute(3))
        assert scene.recorder.trouble == ""
        assert await values(scene) == [20, 21]
        assert rows(at(tmp_path), "SELECT count(*) FROM reading WHERE word IN ('on', 'off')") == [(2000,)]
        assert rows(at(tmp_path), "PRAGMA integrity_check") == [("ok",)]


async def test_a_lock_held_by_another_program_holds_nobody_up(address: str) -> None:
    """Turns of the event loop while the writer waits are many; nothing that is heard then is lost."""
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(0), minute(0))
        with locked(address):
            flushing = asyncio.create_task(scene.recorder.flush())
            for number in range(1, 500):
                scene.report(TEMPERATURE, warm(number), minute(number))
                await asyncio.sleep(0)
            assert not flushing.done()
        async with asyncio.timeout(20):
            await flushing
            await scene.until(minute(600))
        assert scene.recorder.trouble == ""
        assert rows(address, "SELECT count(*) FROM reading WHERE value IS NOT NULL") == [(500,)]


async def test_stopped_while_it_waits_for_a_lock_writes_once(address: str) -> None:
    async with recorded(address) as scene:
        with locked(address):
            running = asyncio.create_task(scene.recorder.run())
            scene.bus.publish(CommandEnded(Outcome(Command(LAMP.id, "turn_on"), Status.SENT), DEVICE, START))
            await turns(50)
            running.cancel()
            await turns(50)
            assert not running.done()
        async with asyncio.timeout(20):
            with pytest.raises(asyncio.CancelledError):
                await running
        assert rows(address, "SELECT count(*) FROM activity") == [(1,)]


async def test_a_server_that_is_away_for_a_while() -> None:
    with server() as own:
        async with recorded(own.fresh()) as scene:
            scene.report(TEMPERATURE, warm(20), minute(0))
            await scene.recorder.flush()
            own.stop()
            flushing = asyncio.create_task(scene.recorder.flush())
            for number in range(200):
                scene.report(TEMPERATURE, warm(21 + number % 2), minute(1 + number))
                await asyncio.sleep(0)
            async with asyncio.timeout(30):
                await flushing
                await scene.recorder.flush()
                assert scene.recorder.trouble
                own.start()
                await scene.until(minute(300))
            assert scene.recorder.trouble == ""
            assert len(await values(scene)) == 201


async def test_what_was_dropped_is_not_known_and_what_still_held_is(address: str) -> None:
    """Memory is bounded: the oldest readings go, and the value before them does not stand in for them."""
    async with recorded(address, memory=30_000) as scene:
        scene.report(DOOR, on_off("on"), minute(0))
        scene.report(TEMPERATURE, warm(10), minute(0))
        await scene.until(minute(1))
        change(address, "ALTER TABLE reading RENAME TO hidden")
        for number in range(50_000):
            scene.report(TEMPERATURE, warm(20 + number % 5), minute(1 + number / 500))
        await scene.recorder.flush()
        assert 0 < scene.recorder.lost <= 30_000
        change(address, "ALTER TABLE hidden RENAME TO reading")
        await scene.until(minute(120))
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(120))
        (door,) = await scene.history.spans(DOOR.id, minute(2), minute(120))
    ((gone, back),) = found.gaps
    assert (gone, found.minimum) == (minute(1), 10)
    assert minute(20) < back < minute(100)
    assert abs(door.start - back) < timedelta(seconds=1)
    assert (door.word, door.end) == ("on", minute(120))
