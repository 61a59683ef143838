"""The lease: one runner a home, taken over from the dead at once and from the silent after a while."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest
from sqlalchemy import Connection, text, update

from devices.clock import elapsed
from devices.errors import StorageError
from devices.storage.beat import Beat
from devices.storage.database import Database
from devices.storage.lease import MINE, RENEWALS, SECONDS, Lease, here
from devices.storage.tables import LEASE
from tests.databases import locked

ELSEWHERE = "another machine"
BRIEF = 0.6
"""Seconds of a lease in tests that wait for it to run out."""
LIFE = 3.0
"""The same where whole processes take part."""
TAKEOVER = 15.0 / SECONDS
"""How many lives of a lease a takeover may last: 15 seconds of the real one."""


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = Database.open(address)
    yield opened
    await opened.close()


async def pretend(database: Database, **columns: str | int) -> None:
    """Make the stored lease look as if another process had written it."""
    await database.write(lambda connection: connection.execute(update(LEASE).values(**columns)))


def dead_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait(timeout=30)
    return child.pid


async def until_taken(lease: Lease, limit: float = 10.0) -> float:
    """Ask again and again; how long it took."""
    start = elapsed()
    while not await lease.take():
        assert elapsed() - start < limit
        await asyncio.sleep(BRIEF / 20)
    return elapsed() - start


async def test_take_when_free_and_when_taken(database: Database) -> None:
    app, runner = Lease(database, "app"), Lease(database, "run")
    assert await app.take()
    assert not await runner.take()
    assert await runner.other() == "app"
    assert await app.other() == ""
    assert (app.held(), runner.held()) == (True, False)


async def test_take_again_and_renew_by_its_holder_is_one_term(database: Database) -> None:
    lease = Lease(database, "app")
    assert await lease.take()
    assert await lease.take()
    assert await lease.renew()
    assert lease.term == 1


async def test_release_frees_it_for_the_next(database: Database) -> None:
    app, runner = Lease(database, "app"), Lease(database, "run")
    await app.take()
    await runner.release()
    assert not await runner.take()
    await app.release()
    assert not app.held()
    assert await runner.take()
    assert not await app.renew()


async def test_take_over_from_a_dead_process(database: Database) -> None:
    await Lease(database, "app").take()
    await pretend(database, pid=dead_pid())
    heir = Lease(database, "run")
    assert await heir.other() == ""
    assert await heir.take()


async def test_no_take_over_from_a_living_process(database: Database) -> None:
    await Lease(database, "app").take()
    await pretend(database, pid=os.getppid())
    assert not await Lease(database, "run").take()


async def test_the_same_name_of_a_machine_does_not_make_it_the_same(database: Database) -> None:
    """Two boards called alike, two containers, one machine before and after a restart: a pid says nothing."""
    await Lease(database, "app").take()
    await pretend(database, pid=dead_pid(), host=here().split("/")[0])
    assert not await Lease(database, "run").take()


async def test_silent_holder_elsewhere_is_waited_for_and_then_taken_over(database: Database) -> None:
    await Lease(database, "app").take()
    await pretend(database, pid=dead_pid(), host=ELSEWHERE)
    heir = Lease(database, "run", seconds=BRIEF)
    assert await until_taken(heir) >= BRIEF
    assert heir.held()


async def test_holder_that_renews_is_never_taken_over(database: Database) -> None:
    app, heir = (Lease(database, name, machine=name, seconds=BRIEF) for name in ("app", "run"))
    await app.take()
    for _ in range(3 * RENEWALS):
        await asyncio.sleep(BRIEF / RENEWALS)
        assert await app.renew()
        assert not await heir.take()


@pytest.mark.parametrize("until", [0, 2**50], ids=["long past", "far off"])
async def test_clocks_that_differ_play_no_part(database: Database, until: int) -> None:
    await Lease(database, "app").take()
    await pretend(database, host=ELSEWHERE, until=until)
    heir = Lease(database, "run", seconds=BRIEF)
    assert await until_taken(heir) >= BRIEF


async def test_held_ends_before_anybody_else_can_take_it_and_begins_a_new_term(database: Database) -> None:
    app = Lease(database, "app", machine="one", seconds=BRIEF)
    heir = Lease(database, "run", machine="two", seconds=BRIEF)
    await app.take()
    assert not await heir.take()
    while app.held():
        assert not await heir.take()
        await asyncio.sleep(0.01)
    assert await app.renew()
    assert (app.held(), app.term) == (True, 2)


async def test_holder_counts_it_lost_while_others_still_wait(database: Database) -> None:
    lease = Lease(database, "app", seconds=BRIEF)
    await lease.take()
    await asyncio.sleep(MINE * BRIEF)
    assert not lease.held()


async def test_renew_after_it_was_lost(database: Database) -> None:
    app = Lease(database, "app", machine="one", seconds=BRIEF)
    await app.take()
    await until_taken(Lease(database, "run", machine="two", seconds=BRIEF))
    assert not app.held()
    assert not await app.renew()
    assert not app.claimed


async def test_two_heirs_at_the_same_moment_and_only_one_gets_it(database: Database) -> None:
    await Lease(database, "app").take()
    await pretend(database, pid=dead_pid())
    heirs = [Lease(database, f"run{n}") for n in range(4)]
    taken = await asyncio.gather(*(heir.take() for heir in heirs))
    assert sorted(taken) == [False, False, False, True]
    assert [heir.held() for heir in heirs] == taken


async def test_renewal_that_the_database_refuses_leaves_what_is_left_of_it(address: str) -> None:
    database = Database.open(address)
    lease = Lease(database, "app", seconds=LIFE)
    await lease.take()
    await database.close()
    with pytest.raises(StorageError):
        await lease.renew()
    assert lease.held()
    await asyncio.sleep(LIFE)
    assert not lease.held()


@pytest.fixture
async def full(tmp_path: Path) -> AsyncIterator[Database]:
    """A database in a file, whose disk a test fills."""
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    yield database
    await database.close()


async def fill(database: Database, *, full: bool) -> None:
    """Let every writing of the lease fail, as on a full disk; or no more."""
    for event in ("UPDATE", "INSERT"):
        refuse = f"BEFORE {event} ON lease BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        statement = f"CREATE TRIGGER full_{event} {refuse}" if full else f"DROP TRIGGER full_{event}"
        await database.write(partial(Connection.execute, statement=text(statement)))


async def test_full_disk_does_not_end_the_lease_of_a_living_holder(full: Database) -> None:
    app = Lease(full, "app", machine="one", seconds=BRIEF)
    heir = Lease(full, "run", machine="two", seconds=BRIEF)
    await app.take()
    await fill(full, full=True)
    for _ in range(3 * RENEWALS):
        await asyncio.sleep(BRIEF / RENEWALS)
        assert await app.renew()
        assert not await heir.take()
    assert (app.held(), app.term) == (True, 1)
    await fill(full, full=False)
    assert await until_taken(heir) >= BRIEF / 2
    assert not app.held()
    await fill(full, full=True)
    assert not await app.renew()
    assert not app.held()


async def test_lock_held_by_another_program_does_not_end_the_lease(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'home.db'}"
    database = Database.open(address)
    lease = Lease(database, "app", seconds=2 * BRIEF)
    assert await lease.take()
    with locked(address):
        renewing = asyncio.create_task(lease.renew())
        for _ in range(20):
            await asyncio.sleep(lease.pace / 2)
            assert lease.held()
        assert not renewing.done()
    assert await renewing
    assert lease.term == 1
    await database.close()


async def test_sign_of_life_and_taking_over_exclude_each_other(full: Database, tmp_path: Path) -> None:
    app = Lease(full, "app", machine="one", seconds=BRIEF)
    await app.take()
    await fill(full, full=True)
    with Beat(tmp_path / "home.lease").alone() as alone:
        assert alone
        with pytest.raises(StorageError):
            await app.renew()
        assert not await Lease(full, "run", machine="one").take()
    assert await app.renew()


def test_beat_beside_a_server_is_nothing_and_keeps_nobody_out() -> None:
    beat = Beat(None)
    with beat.alone() as alone:
        assert (alone, beat.give(), beat.seen()) == (True, False, 0)


def test_beat_where_no_file_can_be_keeps_everybody_out(tmp_path: Path) -> None:
    beat = Beat(tmp_path / "missing" / "home.lease")
    with beat.alone() as alone:
        assert (alone, beat.give()) == (False, False)


def test_a_crash_elsewhere_is_taken_over_in_less_than_15_seconds() -> None:
    look, database = 1.0, 2.0
    assert look + SECONDS + look + database < 15.0
    assert MINE * SECONDS > 2 * SECONDS / RENEWALS  # one renewal may fail


@contextmanager
def claimant(
    address: str, diary: Path, name: str, machine: str, seconds: float = LIFE
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that wants the lease, ended with the block."""
    module = [sys.executable, "-m", "tests.storage.claimant"]
    process = subprocess.Popen([*module, address, name, machine, str(seconds), str(diary)])
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def acts(diary: Path) -> list[tuple[float, str]]:
    """What was done in order of time: when and by whom."""
    lines = diary.read_text().splitlines() if diary.exists() else []
    return sorted((float(at), name) for name, at in (line.split() for line in lines))


async def acting(diary: Path, name: str, after: float = 0.0, limit: float = 20.0) -> float:
    """Wait until one acts after a moment; when it was."""
    start = elapsed()
    while elapsed() - start < limit:
        if found := [at for at, who in acts(diary) if who == name and at > after]:
            return found[0]
        await asyncio.sleep(0.05)
    pytest.fail(f"{name} did nothing in {limit} seconds")


def turns_taken(diary: Path) -> list[str]:
    return [name for name, _ in groupby(name for _at, name in acts(diary))]


async def test_killed_process_is_taken_over_at_once_on_its_machine(address: str, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    with claimant(address, diary, "first", "here") as first:
        await acting(diary, "first")
        with claimant(address, diary, "second", "here"):
            await asyncio.sleep(1.0)
            first.kill()
            first.wait(10)
            killed = elapsed()
            assert await acting(diary, "second") - killed < LIFE
    assert turns_taken(diary) == ["first", "second"]


async def test_stopped_process_does_not_act_when_it_goes_on_and_then_inherits(
    address: str, tmp_path: Path
) -> None:
    diary = tmp_path / "diary"
    with claimant(address, diary, "first", "here") as first:
        await acting(diary, "first")
        with claimant(address, diary, "second", "there") as second:
            await asyncio.sleep(1.0)
            first.send_signal(signal.SIGSTOP)
            stopped = elapsed()
            assert await acting(diary, "second") - stopped < TAKEOVER * LIFE
            first.send_signal(signal.SIGCONT)
            await asyncio.sleep(LIFE)
            assert turns_taken(diary) == ["first", "second"]
            second.kill()
            killed = elapsed()
            assert await acting(diary, "first", killed) - killed < TAKEOVER * LIFE
    assert turns_taken(diary) == ["first", "second", "first"]
