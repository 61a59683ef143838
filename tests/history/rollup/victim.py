"""A roller in a process of its own, to be killed: rolls up and lets go, and says so slice by slice."""

import asyncio
import sys
from datetime import UTC, timedelta

from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from devices.storage.database import Database
from devices.storage.tables import instant
from tests.fakes.clock import FakeClock


def say(line: str) -> None:
    """Tell whoever started this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def work(address: str, now: int) -> None:
    """Do all there is to do, then say so."""
    two = timedelta(days=2)
    database = Database.open(address)
    roller = Roller(database, FakeClock(instant(now)), UTC, Kept(two, two, two))
    await roller.catch_up(lambda share: say(f"rolled {share}"))
    say("letting go")
    await roller.let_go()
    say("done")
    await database.close()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], int(sys.argv[2])))
