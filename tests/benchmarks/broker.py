"""The embedded broker beside Mosquitto: CPU a message from one publisher to one subscriber, and its start."""

import asyncio
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from simulator.broker import Broker
from tests.benchmarks._process import cpu_of, python
from tests.benchmarks._report import RUNS, Bench, Row
from tests.simulator.raw_client import RawClient, packet, text
from tests.simulator.served import free_port

MESSAGES, BATCH, PAYLOAD = 60_000, 100, 200
TOPIC = "home/kitchen/air/state"
_PATIENCE = 30.0
_QUEUES = "max_queued_messages 0"
_SEARCH = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
_NO_PEER = "no mosquitto binary here: the peer was not measured"
_NO_CPU = "this system does not tell the CPU of another process"


@dataclass(frozen=True, slots=True)
class Served:
    """A broker that runs in another process."""

    port: int
    pid: int


def measure() -> Bench:
    """Measure both, one after the other."""
    binary = shutil.which("mosquitto") or shutil.which("mosquitto", path=_SEARCH)
    with tempfile.TemporaryDirectory() as folder:
        ours = _carried(_embedded)
        theirs = _carried(partial(_mosquitto, binary, Path(folder))) if binary else []
        starts = [asyncio.run(_own_start()) * 1000 for _ in range(RUNS)]
        peers = [_peer_start(binary, Path(folder)) * 1000 for _ in range(RUNS)] if binary else []
    rows = (
        Row("CPU a message", "us", ours, {"mosquitto": theirs}, goal="<= 1.5"),
        Row("start to CONNACK", "ms", starts, {"mosquitto": peers}, goal="<= 50 ms"),
    )
    notes = [
        f"{MESSAGES:,} messages of {PAYLOAD} bytes, QoS 0, one publisher, one subscriber, {BATCH} in flight"
    ]
    notes += [_NO_PEER] * (binary is None) + [_NO_CPU] * (not ours)
    return Bench("broker", rows, tuple(notes))


def _carried(served: Callable[[], AbstractContextManager[Served]]) -> list[float]:
    """CPU microseconds that the broker spends on a message, a run each; empty where it can't be told."""
    with served() as broker:
        runs = [asyncio.run(_flood(broker)) for _ in range(RUNS + 1)][1:]
    return [spent / MESSAGES * 1e6 for spent in runs if spent is not None]


async def _flood(broker: Served) -> float | None:
    """CPU seconds of the broker while all messages pass it, never more than a batch on their way."""
    async with asyncio.timeout(_PATIENCE):
        publisher = await RawClient.connect(broker.port, "publisher")
        subscriber = await RawClient.connect(broker.port, "subscriber")
        await subscriber.subscribe((TOPIC, 0))
        message = packet(0x30, text(TOPIC) + b"x" * PAYLOAD)
        before = cpu_of(broker.pid)
        for _ in range(MESSAGES // BATCH):
            publisher.send(message * BATCH)
            await subscriber.reader.readexactly(len(message) * BATCH)
        after = cpu_of(broker.pid)
        await publisher.leave()
        await subscriber.leave()
    return None if before is None or after is None else after - before


@contextmanager
def _embedded() -> Iterator[Served]:
    with _ended(subprocess.Popen(python("-m", "tests.benchmarks._embedded"), stdout=subprocess.PIPE)) as one:
        yield Served(int(one.stdout.readline()) if one.stdout else 0, one.pid)


@contextmanager
def _mosquitto(binary: str, folder: Path) -> Iterator[Served]:
    port = free_port()
    with _ended(_started(binary, folder, port)) as one:
        asyncio.run(_greeted(port))
        yield Served(port, one.pid)


@contextmanager
def _ended(process: "subprocess.Popen[bytes]") -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is ended when the block is left."""
    try:
        yield process
    finally:
        process.terminate()
        process.wait(_PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


def _started(binary: str, folder: Path, port: int) -> "subprocess.Popen[bytes]":
    config = folder / f"{port}.conf"
    lines = (
        f"listener {port} 127.0.0.1",
        "allow_anonymous true",
        "persistence false",
        "user root",
        _QUEUES,
        "",
    )
    config.write_text("\n".join(lines), encoding="utf-8")
    return subprocess.Popen((binary, "-c", str(config)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def _own_start() -> float:
    """Seconds from nothing to a client that was let in, in the process that runs already."""
    begin = time.perf_counter()
    async with Broker() as broker:
        await _greeted(broker.port)
        return time.perf_counter() - begin


def _peer_start(binary: str, folder: Path) -> float:
    port = free_port()
    begin = time.perf_counter()
    with _ended(_started(binary, folder, port)):
        asyncio.run(_greeted(port))
        return time.perf_counter() - begin


async def _greeted(port: int) -> None:
    """Knock until a client is let in."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            try:
                client = await RawClient.connect(port, "first")
            except OSError:
                await asyncio.sleep(0.001)
            else:
                await client.leave()
                return
