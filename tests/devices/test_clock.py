"""The machine's clock when it is set, and seconds that pass whatever it says."""

import asyncio
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from devices.clock import LEAP_SECONDS, Leaps, WallClock, elapsed
from tests.fakes.clock import FakeClock

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


class Machine:
    """A wall clock and the seconds that really passed, each moved by hand."""

    def __init__(self) -> None:
        self.wall, self.real = FakeClock(START), 0.0

    async def live(self, seconds: float, *, step: float = 0.0) -> None:
        """Let time pass, with the clock set by `step` meanwhile."""
        self.real += seconds
        if seconds + step >= 0:
            await self.wall.advance(seconds + step)
        else:
            self.wall = FakeClock(self.wall.now() + timedelta(seconds=seconds + step))


async def test_leapt_when_set_forward_and_it_stays_said() -> None:
    machine = Machine()
    leaps = Leaps(machine.wall, lambda: machine.real)
    await machine.live(3600)
    assert not leaps.leapt()
    await machine.live(1, step=1800)
    assert leaps.leapt()
    await machine.live(60)
    assert leaps.leapt()
    assert not Leaps(machine.wall, lambda: machine.real).leapt()


@given(
    st.lists(st.tuples(st.floats(0.1, 1e5), st.floats(-0.9 * LEAP_SECONDS, 0.9 * LEAP_SECONDS)), max_size=20)
)
def test_leapt_never_by_small_corrections(lived: list[tuple[float, float]]) -> None:
    async def live() -> None:
        machine = Machine()
        leaps = Leaps(machine.wall, lambda: machine.real)
        for seconds, step in lived:
            await machine.live(max(seconds, -step), step=step)
            assert not leaps.leapt()

    asyncio.run(live())


async def test_leapt_after_it_was_set_back_counts_from_there() -> None:
    machine, lead = Machine(), 0.0

    class Shifted(FakeClock):
        def now(self) -> datetime:
            return machine.wall.now() + timedelta(seconds=lead)

    leaps = Leaps(Shifted(), lambda: machine.real)
    lead = -7200.0
    assert not leaps.leapt()
    lead = -7200.0 + LEAP_SECONDS * 2
    assert leaps.leapt()


async def test_elapsed_goes_as_the_wall_does_when_nobody_sets_it() -> None:
    wall, before = WallClock(), elapsed()
    await wall.sleep(0.05)
    assert 0.04 <= elapsed() - before < 5
