"""The lease: one runner a home, taken over from the dead at once and from the silent after a while."""

import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.tables import LEASE, millis


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


async def test_take_when_free_and_when_taken(database: Database) -> None:
    app, runner = Lease(database, "app"), Lease(database, "run")
    assert await app.take()
    assert not await runner.take()
    assert await runner.other() == "app"
    assert await app.other() == ""


async def test_take_again_and_renew_by_its_holder(database: Database) -> None:
    lease = Lease(database, "app")
    assert await lease.take()
    assert await lease.take()
    assert await lease.renew()


async def test_release_frees_it_for_the_next(database: Database) -> None:
    app, runner = Lease(database, "app"), Lease(database, "run")
    await app.take()
    await runner.release()
    assert not await runner.take()
    await app.release()
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


async def test_another_host_is_trusted_until_its_time_is_over(database: Database) -> None:
    await Lease(database, "app").take()
    await pretend(database, pid=dead_pid(), host=f"not-{socket.gethostname()}")
    assert not await Lease(database, "run").take()
    await pretend(database, until=millis(datetime.now(UTC)) - 1)
    assert await Lease(database, "run").take()


async def test_renew_after_it_was_lost(database: Database) -> None:
    app = Lease(database, "app")
    await app.take()
    await pretend(database, until=0)
    assert await Lease(database, "run").take()
    assert not await app.renew()
