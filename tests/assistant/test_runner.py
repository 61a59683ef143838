"""Who records and runs rules: the holder of the lease, its follower, and the guest of another's home."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from assistant.runner import Duties, Runner, give_back, together
from devices.automation.book import RuleBook
from devices.bus import Bus
from devices.errors import StorageError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.storage.database import Database
from devices.storage.lease import Lease
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock

SOON = 5.0


@asynccontextmanager
async def runner(
    database: Database, name: str, *, stands_by: bool = True
) -> AsyncIterator[tuple[Runner, Lease]]:
    """One process that would run the home's rules."""
    bus, clock, lease = Bus(), FakeClock(), Lease(database, name)
    home, book = Home(FakeBroker(), bus, clock), RuleBook(database, bus, clock)
    duties = Duties(home, book, partial(Recorder, database, bus, clock), bus, clock, rules=True)
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
    assert not first.active


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
