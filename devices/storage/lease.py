"""Who runs the rules and the recorder of a home: one process at a time, taken over when it is gone."""

import os
import socket
from datetime import timedelta
from uuid import uuid4

from sqlalchemy import Connection, Row, delete, select, update

from devices.clock import WallClock
from devices.model import Scalar
from devices.storage.database import Database
from devices.storage.tables import LEASE, millis
from devices.storage.upsert import upsert

RUNNER = "runner"
SECONDS = 15.0
"""How long a lease lasts without being renewed; real seconds."""


class Lease:
    """One process's claim; `holder` is a word for people, such as `app` or `run`."""

    def __init__(self, database: Database, holder: str) -> None:
        self._database, self._holder = database, holder
        self._token = uuid4().hex
        self._clock = WallClock()

    async def take(self) -> bool:
        """Claim it; False while another living process holds it. Taking one's own again renews it."""
        return await self._database.write(self._take)

    async def renew(self) -> bool:
        """Hold on to it; False when it was lost, and then nothing may be run any more."""
        return await self._database.write(self._renew)

    async def release(self) -> None:
        """Give it up, so that the next one need not wait; does nothing to another's lease."""
        mine = (LEASE.c.name == RUNNER) & (LEASE.c.token == self._token)
        await self._database.write(lambda connection: connection.execute(delete(LEASE).where(mine)))

    async def other(self) -> str:
        """The holder that has it now and lives; empty when it is free or ours."""

        def look(connection: Connection) -> str:
            row = connection.execute(select(LEASE).where(LEASE.c.name == RUNNER)).one_or_none()
            return row.holder if row is not None and self._stands(row) else ""

        return await self._database.read(look)

    def _take(self, connection: Connection) -> bool:
        row = connection.execute(select(LEASE).where(LEASE.c.name == RUNNER)).one_or_none()
        if row is not None and self._stands(row):
            return False
        claim: dict[str, Scalar] = {
            "name": RUNNER,
            "token": self._token,
            "holder": self._holder,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "until": self._until(),
        }
        upsert(connection, LEASE, [claim])
        return True

    def _renew(self, connection: Connection) -> bool:
        mine = (LEASE.c.name == RUNNER) & (LEASE.c.token == self._token)
        return connection.execute(update(LEASE).where(mine).values(until=self._until())).rowcount == 1

    def _until(self) -> int:
        return millis(self._clock.now() + timedelta(seconds=SECONDS))

    def _stands(self, row: Row[str, str, str, str, int, int]) -> bool:
        """Whether another's claim still counts."""
        if row.token == self._token or row.until < millis(self._clock.now()):
            return False
        return row.host != socket.gethostname() or _alive(row.pid)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
