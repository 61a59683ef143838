"""Who records and runs rules: the holder of the lease, its follower, and the guest of another's home."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from assistant.runner import Duties, Runner, give_back, keeping, together
from devices.automation.books.book import RuleBook
from devices.bus import Bus
from devices.clock import WallClock, elapsed
from devices.errors import StorageError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.storage.database import Database
from devices.storage.lease import Lease
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock

SOON = 5.0
LIFE = 2.0
"""Seconds of a lease in tests that let it run out."""


class Sitting:
    """Rules that do nothing but run; whoever started them, and how often they ended."""

    def __init__(self) -> None:
        self.asked: list[Callable[[], bool]] = []
        self.ended = 0

    async def __call__(self, may_act: Callable[[], bool]) -> None:
        self.asked.append(may_act)
        try:
            await asyncio.Event().wait()
        finally:
            self.ended += 1


@asynccontextmanager
async def runner(
    database: Database,
    name: str,
    *,
    stands_by: bool = True,
    rollups: Callable[[], Coroutine[None, None, None]] | None = None,
) -> AsyncIterator[tuple[Runner, Lease]]:
    """One process that would run the home's rules."""
    bus, clock, lease = Bus(), FakeClock(), Lease(database, name)
    home, book = Home(FakeBroker(), bus, clock), RuleBook(database, bus, clock)
    duties = Duties(home, book, partial(Recorder, database, bus, clock), clock, Sitting(), rollups)
    runs = Runner(lease, duties, stands_by=stands_by)
    async with together(runner=runs.run()):
        yield runs, lease


async def becomes_active(runs: Runner) -> bool:
    for _ in range(int(SOON / 0.02)):
        if runs.active:
            return True
        await asyncio.sleep(0.02)
    return False


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield opened
    await opened.close()


async def test_first_one_runs_and_the_second_follows(database: Database) -> None:
    async with runner(database, "app") as (first, _lease):
        assert await becomes_active(first)
        async with runner(database, "run") as (second, _other):
            await asyncio.sleep(0.3)
            assert (first.active, second.active) == (True, False)
            assert (first.holder, second.holder) == ("", "app")
    assert not first.active


async def test_only_who_holds_the_lease_rolls_up(database: Database) -> None:
    began: list[str] = []

    async def rolls(name: str) -> None:
        began.append(name)
        await asyncio.Event().wait()

    async with runner(database, "app", rollups=partial(rolls, "app")) as (first, _lease):
        assert await becomes_active(first)
        async with runner(database, "run", rollups=partial(rolls, "run")):
            await asyncio.sleep(0.3)
            assert began == ["app"]


async def test_lease_outlives_the_runner_until_the_home_is_closed(database: Database) -> None:
    async with runner(database, "app") as (first, lease):
        assert await becomes_active(first)
    newcomer = Lease(database, "run")
    assert not await newcomer.take()
    await give_back(lease)
    assert await newcomer.take()


async def test_guest_never_runs_rules(database: Database) -> None:
    async with runner(database, "one-shot", stands_by=False) as (guest, _lease):
        await asyncio.sleep(0.3)
        assert not guest.active
        assert await Lease(database, "app").take()


async def test_lease_that_cannot_be_given_back_is_no_error(tmp_path: Path) -> None:
    closed = Database.open(f"sqlite:///{tmp_path / 'closed.db'}")
    lease = Lease(closed, "app")
    await lease.take()
    await closed.close()
    with pytest.raises(StorageError):
        await lease.release()
    await give_back(lease)


async def test_together_tells_one_failure_as_what_it_is() -> None:
    async def fails() -> None:
        raise StorageError("full")

    with pytest.raises(StorageError, match="full"):
        async with together(one=fails(), two=asyncio.sleep(60)):
            await asyncio.sleep(60)


class SetClock(WallClock):
    """The machine's clock, which somebody sets."""

    def __init__(self) -> None:
        self.shift = timedelta()

    def now(self) -> datetime:
        return super().now() + self.shift


@asynccontextmanager
async def machine(
    database: Database, name: str, clock: WallClock | None = None, rules: "Sitting | None" = None
) -> AsyncIterator[tuple[Runner, Lease]]:
    """A process on a machine of its own, with a lease that runs out fast."""
    bus, lease = Bus(), Lease(database, name, machine=name, seconds=LIFE)
    clock = clock or WallClock()
    home, book = Home(FakeBroker(), bus, clock), RuleBook(database, bus, clock)
    duties = Duties(home, book, partial(Recorder, database, bus, clock), clock, rules)
    runs = Runner(lease, duties)
    async with keeping(lease), together(runner=runs.run()):
        yield runs, lease


async def test_lease_is_kept_for_as_long_as_the_home_is_open_and_then_given_back(database: Database) -> None:
    async with machine(database, "app") as (first, lease):
        assert await becomes_active(first)
        async with machine(database, "run") as (second, _other):
            await asyncio.sleep(2.5 * LIFE)
            assert (first.may_act(), second.active) == (True, False)
            assert lease.term == 1
    assert await Lease(database, "next").take()


async def test_runner_that_cannot_renew_stops_first_and_another_goes_on(
    database: Database, tmp_path: Path
) -> None:
    mine = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    async with machine(mine, "app") as (first, _lease):
        assert await becomes_active(first)
        async with machine(database, "run") as (second, _other):
            await mine.close()  # nothing of it is reached any more
            start = elapsed()
            while not second.may_act():
                if first.may_act():
                    assert not second.may_act()
                assert elapsed() - start < SOON + LIFE
                await asyncio.sleep(0.01)
            assert not first.may_act()
            await asyncio.sleep(1.5)  # long enough for its next look
            assert (first.active, second.active) == (False, True)


async def test_clock_set_forward_is_a_restart_for_the_rules(database: Database) -> None:
    clock, rules = SetClock(), Sitting()
    async with machine(database, "app", clock, rules) as (first, lease):
        assert await becomes_active(first)
        assert first.may_act()
        assert (len(rules.asked), rules.ended) == (1, 0)
        clock.shift = timedelta(hours=3)
        assert not first.may_act()
        start = elapsed()
        while not first.may_act() or len(rules.asked) < 2:
            assert elapsed() - start < SOON
            await asyncio.sleep(0.02)
        assert lease.term == 1
        assert (len(rules.asked), rules.ended) == (2, 1)
        clock.shift = timedelta(hours=1)
        assert first.may_act()


async def test_lapse_of_the_lease_is_a_restart_even_if_nobody_took_it(database: Database) -> None:
    async with machine(database, "app") as (first, lease):
        assert await becomes_active(first)
        end = elapsed() + LIFE
        while elapsed() < end:
            pass  # nothing runs meanwhile, as in a process that is stopped
        assert not first.may_act()
        await lease.renew()
        assert lease.held()
        assert not first.may_act()
        await asyncio.sleep(1.5)
        assert first.may_act()
