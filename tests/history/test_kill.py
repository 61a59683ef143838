"""The recorder, or its database, killed in the middle of writing: what was flushed stays, the rest comes later."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from tests.databases import rows
from tests.history.scene import TEMPERATURE, Scene, minute, recorded, warm
from tests.storage.postgres import Server, server

FLUSH = 0.2
"""Seconds between two flushes of the victim."""
BUSY = 1.0
"""Seconds by which a busy machine may be late."""
READINGS = 100


def reported(address: str, lines: int) -> list[float]:
    """Have a process record until it is killed in the middle; when it reported what, in seconds."""
    start = [sys.executable, "-m", "tests.history.victim", address]
    with subprocess.Popen(start, stdout=subprocess.PIPE) as victim:
        assert victim.stdout is not None
        said = [float(victim.stdout.readline().split()[1]) for _ in range(lines)]
        victim.kill()
        rest = victim.stdout.read()
    return said + [float(line.split()[1]) for line in rest.splitlines() if line.count(b".") == 1]


def test_killed_it_loses_no_more_than_the_flush_interval(address: str) -> None:
    said = reported(address, 120)
    ((kept, last),) = rows(address, "SELECT count(*), max(at) FROM reading")
    assert isinstance(kept, int)
    assert isinstance(last, int)
    assert kept > 40
    assert said[-1] - last / 1000 < FLUSH + BUSY
    # all of it up to the last one: a batch is there as a whole or not at all
    assert kept == sum(round(at * 1e6) // 1000 <= last for at in said)
    if address.startswith("sqlite"):
        assert rows(address, "PRAGMA integrity_check") == [("ok",)]


def test_killed_again_and_again_it_goes_on(address: str) -> None:
    said = [reported(address, 30 + 10 * number) for number in range(3)]
    ((kept, watches),) = rows(address, "SELECT (SELECT count(*) FROM reading), (SELECT count(*) FROM watch)")
    assert watches == len(said)
    assert isinstance(kept, int)
    assert kept > sum(map(len, said)) - len(said) * (FLUSH + BUSY) / 0.02


@pytest.mark.parametrize("how", ["a session", "the server"])
async def test_server_is_killed_while_it_writes_and_all_of_it_arrives(how: str) -> None:
    """Nothing that was flushed is lost, and what was not arrives once the server is there again."""
    with server() as own:
        address = own.fresh()
        async with recorded(address) as scene, asyncio.timeout(50):
            tell(scene, 0)
            await scene.recorder.flush()
            assert scene.recorder.trouble == ""
            flushed = len(await scene.history.readings(TEMPERATURE.id, minute(0), minute(9), limit=1000))
            over = asyncio.Event()
            writing = asyncio.create_task(arrived(scene, over))
            for number in range(1, 6):
                tell(scene, number)
                await asyncio.sleep(0.02)
                if number == 3:
                    kill(own, address, how)
            if how == "the server":
                own.start()
            over.set()
            await writing
        assert flushed == READINGS
        assert rows(address, "SELECT count(*) FROM reading WHERE value IS NOT NULL") == [(6 * READINGS,)]


def tell(scene: Scene, number: int) -> None:
    """Some readings of a second of their own."""
    for index in range(READINGS):
        scene.report(TEMPERATURE, warm(index), minute((number + index / READINGS) / 60))


async def arrived(scene: Scene, over: asyncio.Event) -> None:
    """Flush until all of it was taken, as a recorder that runs does."""
    while not over.is_set():
        await scene.recorder.flush()
        await asyncio.sleep(0.005)
    await scene.recorder.flush()
    while scene.recorder.trouble:
        await asyncio.sleep(0.05)
        await scene.recorder.flush()


def kill(running: Server, address: str, how: str) -> None:
    """SIGKILL for the session that writes, which brings down all others; or a server that drops everything."""
    if how == "the server":
        running.crash()
        return
    with running.connected("postgres") as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE datname = %s ORDER BY backend_start"
        (writer, *_) = connection.execute(query, (address.rpartition("/")[2],)).fetchone() or (0,)
    assert isinstance(writer, int)
    assert writer > 1
    os.kill(writer, signal.SIGKILL)
