"""A recorder in a process of its own, to be killed: reports a number every 20 ms and prints what it reported."""

import asyncio
import sys
from dataclasses import replace

from devices.bus import Bus
from devices.clock import WallClock
from devices.events import StateChanged
from devices.history.recorder import Recorder
from devices.kinds.sensor import SensorState
from devices.model import Snapshot
from devices.storage.database import Database
from tests.history.scene import DEVICE, TEMPERATURE


async def main(address: str) -> None:
    """Run until killed, or for 20 seconds."""
    database, bus, clock = Database.open(address), Bus(), WallClock()
    recorder = Recorder(database, bus, clock, flush=0.2)
    running = asyncio.create_task(recorder.run())
    before = Snapshot(TEMPERATURE)
    for number in range(1000):
        at = clock.now()
        after = replace(before, state=SensorState(str(number)), reported_at=at)
        bus.publish(StateChanged(before, after, DEVICE, at))
        sys.stdout.write(f"{number} {at.timestamp()}\n")
        sys.stdout.flush()
        before = after
        await clock.patience(0.02)
    running.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
