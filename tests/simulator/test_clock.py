"""Home clocks: pace, changes of pace, and a past without waiting."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from simulator.clock import HomeClock, VirtualClock

START = datetime(2026, 1, 1, tzinfo=UTC)


async def test_now_follows_the_pace_and_never_runs_backwards() -> None:
    clock = HomeClock(START, 3600)
    seen = [clock.now()]
    for speed in (1, 3600, 60, 1):
        await asyncio.sleep(0.02)
        clock.set_speed(speed)
        seen.append(clock.now())
    assert seen == sorted(seen)
    assert timedelta(seconds=40) < seen[-1] - START < timedelta(hours=1)


async def test_sleep_in_home_seconds() -> None:
    clock = HomeClock(START, 3600)
    async with asyncio.timeout(2):
        await clock.sleep(600)
    assert clock.now() - START >= timedelta(seconds=600)


async def test_sleep_when_the_pace_rises_meanwhile() -> None:
    clock = HomeClock(START, 1)
    async with asyncio.timeout(2), asyncio.TaskGroup() as tasks:
        sleeper = tasks.create_task(clock.sleep(300))
        await asyncio.sleep(0.02)
        assert not sleeper.done()
        clock.set_speed(3600)
    assert clock.now() - START >= timedelta(seconds=300)


async def test_sleep_when_the_pace_falls_meanwhile() -> None:
    clock = HomeClock(START, 3600)
    async with asyncio.TaskGroup() as tasks:
        sleeper = tasks.create_task(clock.sleep(360))
        await asyncio.sleep(0.02)
        clock.set_speed(1)
        await asyncio.sleep(0.2)
        assert not sleeper.done()
        sleeper.cancel()


async def test_patience_is_real_time() -> None:
    clock = HomeClock(START, 3600)
    async with asyncio.timeout(2):
        await clock.patience(0.05)
    assert clock.now() - START >= timedelta(seconds=0.05 * 3600 * 0.9)


@pytest.mark.parametrize(("asked", "got"), [(0, 1), (-5, 1), (60, 60), (9999, 3600)])
async def test_speed_bounded(asked: float, got: float) -> None:
    clock = HomeClock(START)
    clock.set_speed(asked)
    assert clock.speed == got


async def test_virtual_clock_passes_time_without_waiting() -> None:
    clock = VirtualClock(START)
    async with asyncio.timeout(1):
        await clock.sleep(86_400)
        await clock.patience(86_400)
    assert clock.now() == START + timedelta(days=1)
    clock.advance(START)
    assert clock.now() == START + timedelta(days=1)
