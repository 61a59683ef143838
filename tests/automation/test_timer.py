"""Timers: keys by their instants on a virtual clock, and live on home clocks of several speeds."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.timer import Deadlines, HeapTimer, LiveTimer
from devices.clock import AnchoredClock, Clock, WallClock
from tests.fakes.clock import turns

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
HOME = datetime(2030, 6, 1, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.one_of(st.none(), st.integers(0, 50))), max_size=30))
def test_deadlines_are_taken_in_order_and_once(told: list[tuple[str, int | None]]) -> None:
    deadlines, expected = Deadlines(), dict[str, int]()
    for key, second in told:
        if second is None:
            deadlines.drop(key)
            expected.pop(key, None)
        else:
            deadlines.put(later(second), key)
            expected[key] = second
    taken = []
    while (nearest := deadlines.nearest()) is not None:
        assert deadlines.take(nearest - timedelta(microseconds=1)) is None
        found = deadlines.take(nearest)
        assert found is not None
        taken.append((found, int((nearest - START).total_seconds())))
    assert dict(taken) == expected
    assert [second for _, second in taken] == sorted(expected.values())


def test_heap_wakes_in_order_up_to_now() -> None:
    timer, woken = HeapTimer(), list[str]()
    timer.at(later(30), "b")
    timer.start(woken.append)
    timer.at(later(10), "a")
    timer.at(later(99), "c")
    timer.reach(later(50))
    assert woken == ["a", "b"]
    timer.at(later(60), "c")
    timer.cancel("c")
    timer.reach(later(500))
    assert woken == ["a", "b"]
    timer.at(later(1), "d")
    timer.stop()
    timer.reach(later(500))
    assert woken == ["a", "b"]


@contextmanager
def live(clock: Clock) -> Iterator[tuple[LiveTimer, asyncio.Queue[tuple[str, datetime]]]]:
    """A running timer and a queue of keys with the home time at which they woke."""
    timer, woken = LiveTimer(clock), asyncio.Queue[tuple[str, datetime]]()
    timer.start(lambda key: woken.put_nowait((key, clock.now())))
    try:
        yield timer, woken
    finally:
        timer.stop()


@pytest.mark.parametrize("speed", [1.0, 60.0, 3600.0])
async def test_live_wakes_at_home_instants_of_any_speed(speed: float) -> None:
    clock = AnchoredClock(HOME, datetime.now(UTC), speed)
    start = clock.now()
    with live(clock) as (timer, woken):
        timer.at(start + timedelta(seconds=0.6 * speed), "second")
        timer.at(start + timedelta(seconds=0.3 * speed), "first")
        for key, real in (("first", 0.3), ("second", 0.6)):
            found, at = await asyncio.wait_for(woken.get(), 10)
            assert found == key
            # never early; late by no more than a busy machine is
            assert real * speed <= (at - start).total_seconds() < (real + 2) * speed
    await turns()


async def test_live_on_the_wall_clock_and_past_instants_at_once() -> None:
    clock = WallClock()
    with live(clock) as (timer, woken):
        timer.at(clock.now() - timedelta(hours=3), "past")
        timer.at(clock.now() + timedelta(seconds=0.2), "soon")
        timer.at(clock.now() + timedelta(seconds=0.1), "never")
        timer.cancel("never")
        assert [(await asyncio.wait_for(woken.get(), 10))[0] for _ in range(2)] == ["past", "soon"]
        assert woken.empty()
    await turns()


async def test_live_set_again_moves_the_instant() -> None:
    clock = WallClock()
    with live(clock) as (timer, woken):
        timer.at(clock.now() + timedelta(hours=1), "key")
        timer.at(clock.now() + timedelta(seconds=0.05), "key")
        assert (await asyncio.wait_for(woken.get(), 10))[0] == "key"
        timer.at(clock.now() + timedelta(seconds=0.05), "later")
        timer.at(clock.now() + timedelta(hours=1), "later")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(woken.get(), 0.3)
    await turns()


class ChangingClock:
    """A home clock that a test makes faster while a timer waits."""

    def __init__(self) -> None:
        self._speed, self._home, self._wall = 1.0, HOME, datetime.now(UTC)

    def now(self) -> datetime:
        return self._home + (datetime.now(UTC) - self._wall) * self._speed

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)

    async def patience(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def hurry(self, speed: float) -> None:
        """Go on at another speed from now."""
        self._home, self._wall, self._speed = self.now(), datetime.now(UTC), speed


async def test_live_notices_that_the_home_became_faster() -> None:
    clock = ChangingClock()
    with live(clock) as (timer, woken):
        timer.at(clock.now() + timedelta(hours=1), "hour")
        await clock.patience(0.2)
        clock.hurry(3600)
        assert (await asyncio.wait_for(woken.get(), 5))[0] == "hour"
    await turns()


async def test_live_many_instants_close_together_all_wake() -> None:
    clock = AnchoredClock(HOME, datetime.now(UTC), 60.0)
    start = clock.now()
    keys = [f"k{number}" for number in range(200)]
    with live(clock) as (timer, woken):
        for number, key in enumerate(keys):
            timer.at(start + timedelta(seconds=number * 0.1), key)
        assert [(await asyncio.wait_for(woken.get(), 10))[0] for _ in keys] == keys
    await turns()


class SetClock:
    """The machine's clock, which somebody sets; as the home's time it goes on by itself."""

    def __init__(self) -> None:
        self._shift = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._shift

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def patience(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def step(self, shift: timedelta) -> None:
        """Set it so much later, or earlier."""
        self._shift += shift


@contextmanager
def on_machine(clock: SetClock) -> Iterator[tuple[LiveTimer, asyncio.Queue[tuple[str, datetime]]]]:
    """A timer whose home goes by the machine's clock."""
    timer, woken = LiveTimer(clock, clock), asyncio.Queue[tuple[str, datetime]]()
    timer.start(lambda key: woken.put_nowait((key, clock.now())))
    try:
        yield timer, woken
    finally:
        timer.stop()


@pytest.mark.parametrize("shift", [timedelta(hours=3), timedelta(days=20_000)])
async def test_live_notices_within_seconds_that_the_machine_was_set_forward(shift: timedelta) -> None:
    clock = SetClock()
    with on_machine(clock) as (timer, woken):
        timer.at(clock.now() + shift - timedelta(minutes=1), "soon after the step")
        await clock.patience(0.2)
        clock.step(shift)
        assert (await asyncio.wait_for(woken.get(), 4))[0] == "soon after the step"
    await turns()


async def test_live_set_back_wakes_later_and_once() -> None:
    clock = SetClock()
    with on_machine(clock) as (timer, woken):
        start = clock.now()
        timer.at(start + timedelta(seconds=0.5), "one")
        clock.step(timedelta(seconds=-1.5))
        key, at = await asyncio.wait_for(woken.get(), 6)
        assert key == "one"
        assert at >= start + timedelta(seconds=0.5)
        await clock.patience(1.2)
        assert woken.empty()
    await turns()


async def test_live_set_back_and_forth_again_is_not_asleep_for_the_length_of_the_step() -> None:
    clock = SetClock()
    with on_machine(clock) as (timer, woken):
        clock.step(timedelta(hours=2))
        timer.at(clock.now() + timedelta(seconds=0.3), "before")
        clock.step(timedelta(hours=-2))
        await clock.patience(0.5)
        assert woken.empty()
        timer.at(clock.now() + timedelta(seconds=0.3), "after")
        assert (await asyncio.wait_for(woken.get(), 4))[0] == "after"
        clock.step(timedelta(hours=2))
        assert (await asyncio.wait_for(woken.get(), 4))[0] == "before"
    await turns()


async def test_live_looks_often_enough_and_not_all_the_time_after_a_step_back() -> None:
    clock, looks = SetClock(), list[datetime]()

    class Counted(SetClock):
        def now(self) -> datetime:
            looks.append(clock.now())
            return clock.now()

    timer = LiveTimer(Counted(), clock)
    timer.start(lambda _key: None)
    timer.at(clock.now() + timedelta(minutes=5), "later")
    clock.step(timedelta(hours=-1))
    looks.clear()
    await clock.patience(2.5)
    timer.stop()
    assert 2 <= len(looks) <= 40
    await turns()


async def test_live_what_is_set_for_the_past_by_its_own_waking_leaves_room_for_others() -> None:
    clock, woken = WallClock(), 0
    timer = LiveTimer(clock)

    def wake(key: str) -> None:
        nonlocal woken
        woken += 1
        timer.at(clock.now() - timedelta(hours=1), key)

    timer.start(wake)
    try:
        timer.at(clock.now() - timedelta(hours=1), "a")
        await asyncio.sleep(0.2)
        assert 0 < woken < 100
    finally:
        timer.stop()


def test_heap_what_is_set_for_the_past_by_its_own_waking_waits_for_the_next_turn() -> None:
    timer, woken = HeapTimer(), 0

    def wake(key: str) -> None:
        nonlocal woken
        woken += 1
        timer.at(START, key)

    timer.start(wake)
    timer.at(START, "a")
    for turn in range(1, 4):
        timer.reach(START + timedelta(seconds=1))
        assert woken == turn
