"""A process that wants the lease of a home and writes down each moment at which it might act, to be ended there."""

import asyncio
import os
import sys

from devices.clock import elapsed
from devices.storage.database import Database
from devices.storage.lease import Lease

ACTS = 0.02
LOOKS = 0.2
LONGEST = 60.0


async def main(address: str, name: str, machine: str, seconds: str, diary: str) -> None:
    """Claim, renew and act for a minute at most; a line of the diary is the name and the moment."""
    database = Database.open(address)
    lease = Lease(database, name, machine=machine, seconds=float(seconds))
    out = os.open(diary, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as group:
        group.create_task(_claims(lease))
        while True:
            # taken before the question: a process stopped in between acted then, not when it went on
            at = elapsed()
            if lease.held():
                os.write(out, f"{name} {at:.4f}\n".encode())
            await asyncio.sleep(ACTS)


async def _claims(lease: Lease) -> None:
    while True:
        if lease.claimed:
            await lease.renew()
            await asyncio.sleep(lease.pace)
        else:
            await lease.take()
            await asyncio.sleep(LOOKS)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
