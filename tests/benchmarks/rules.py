"""From the publish of a reading to the command of the rule it sets off, with few rules and with many.

The home has the same entities and the same background traffic each time; only the number of rules differs.
"""

import asyncio
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.benchmarks._process import python
from tests.benchmarks._report import Bench, Row
from tests.simulator.raw_client import RawClient
from tests.simulator.served import served

ENTITIES, RATE = 10_000, 50
RULES = (10, 1_000, 10_000)
SAMPLES, GAP = 300, 0.02
COMMAND = "bench/probe/set"
PROBE = "bench/0/state"
READY = 180.0
_PEER = """
import asyncio, aiomqtt, sys
async def main():
    async with aiomqtt.Client("127.0.0.1", int(sys.argv[1])) as client:
        await client.subscribe("bench/+/state")
        print("ready", flush=True)
        async for message in client.messages:
            if str(message.topic) == "bench/0/state" and float(message.payload) > 50:
                await client.publish("bench/probe/set", "ON")
asyncio.run(main())
"""


def measure() -> Bench:
    """Measure the peer, then ourselves with more and more rules."""
    with tempfile.TemporaryDirectory() as folder:
        runs = asyncio.run(_measured(Path(folder)))
    peer = runs.pop("peer")
    rows = [
        Row(
            f"p{share} with {count} rules",
            "ms",
            [_at(runs[str(count)], share)],
            {"bare aiomqtt": [_at(peer, share)]},
        )
        for count in RULES
        for share in (50, 95, 99)
    ]
    few, many = (_at(runs[str(count)], 50) for count in (RULES[0], RULES[-1]))
    flat = Row("p50 with 10,000 rules", "ms", [many], {"with 10 rules": [few]}, goal="<= 1.3")
    notes = (
        f"{ENTITIES:,} entities, {RATE} other messages a second, {SAMPLES} samples each, one a rule",
        "a rule's command leaves after its latch and its run are on disk; the peer keeps nothing",
    )
    return Bench("rules", (*rows, flat), notes, runs=1)


def _at(samples: list[float], share: int) -> float:
    """The sample below which that share lies, milliseconds."""
    return sorted(samples)[min(len(samples) - 1, len(samples) * share // 100)] * 1000


async def _measured(folder: Path) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    kind = "mosquitto" if shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") else "embedded"
    async with served(kind, folder) as port:
        await _announce(port)
        async with _running(python("-c", _PEER, str(port))):
            found["peer"] = await _sampled(port)
        for count in RULES:
            place = folder / str(count)
            place.mkdir()
            command = python("-m", "tests.benchmarks._ruled", str(port), str(place), str(count))
            async with _running(command):
                found[str(count)] = await _sampled(port)
    return found


async def _announce(port: int) -> None:
    """Let the broker keep what the devices say of themselves."""
    client = await RawClient.connect(port, "announcer")
    for number in range(ENTITIES):
        config = {
            "name": f"Meter {number}",
            "unique_id": f"meter{number}",
            "state_topic": f"bench/{number}/state",
        }
        client.post(f"homeassistant/sensor/meter{number}/config", json.dumps(config).encode(), retain=True)
        if number % 500 == 0:
            await client.silent()
    plug = {"name": "Probe", "unique_id": "probe", "command_topic": COMMAND}
    client.post("homeassistant/switch/probe/config", json.dumps(plug).encode(), retain=True)
    await client.silent()
    await client.leave()


@asynccontextmanager
async def _running(command: Sequence[str]) -> AsyncIterator[None]:
    """A process until the block ends, from when it says that it is ready."""
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        async with asyncio.timeout(READY):
            line = await process.stdout.readline() if process.stdout else b""
        if line.strip() != b"ready":
            raise RuntimeError(f"the process under test did not start: {line!r}")
        yield
    finally:
        process.kill()
        await process.wait()


async def _sampled(port: int) -> list[float]:
    """Seconds from the publish of a reading to the command that answers it, one a crossing."""
    sensor = await RawClient.connect(port, "sensor")
    switch = await RawClient.connect(port, "switch")
    await switch.subscribe((COMMAND, 0))
    noise = asyncio.create_task(_noise(port), name="background")
    samples: list[float] = []
    try:
        for _ in range(SAMPLES + 5):
            sensor.post(PROBE, b"40")
            await asyncio.sleep(GAP)
            began = time.perf_counter()
            sensor.post(PROBE, b"60")
            await switch.message(READY)
            samples.append(time.perf_counter() - began)
            await asyncio.sleep(GAP)
    finally:
        noise.cancel()
        await asyncio.wait([noise])
    await sensor.leave()
    await switch.leave()
    return samples[5:]


async def _noise(port: int) -> None:
    """Readings of all the other meters, below every limit, at the rate of a big home."""
    client = await RawClient.connect(port, "background")
    number = 0
    while True:
        number = number % (ENTITIES - 1) + 1
        client.post(f"bench/{number}/state", f"{20 + number % 10}".encode())
        await asyncio.sleep(1 / RATE)
