"""Who runs the rules and the recorder of a home: one process at a time, taken over when it is gone.

No two clocks are compared: a holder counts its own seconds since it last renewed, a follower its own since
it last saw a renewal, and the holder gives up first. Renews nothing by itself: that is left to the holder.
"""

import asyncio
import os
import socket
import uuid
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from sqlalchemy import Connection, delete, select, text, update

from devices.clock import WallClock, elapsed
from devices.errors import StorageError
from devices.model import Scalar
from devices.storage.beat import Beat
from devices.storage.database import Database
from devices.storage.tables import LEASE, millis
from devices.storage.upsert import upsert

RUNNER = "runner"
SECONDS = 10.0
"""How long a claim must stand without being renewed before another process takes it; real seconds."""
RENEWALS = 4
"""How often it is renewed within that time."""
MINE = 0.8
"""The part of it after which its holder counts it as lost: what is on its way arrives before others act."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim as it stands in the database; `until` grows with every renewal."""

    token: str
    holder: str
    host: str
    pid: int
    until: int


class Lease:
    """One process's claim; `holder` is a word for people, such as `app` or `run`.

    Args:
        database: what all of them share.
        holder: who we are.
        machine: where we run: the dead of the same machine are known at once.
        seconds: how long a silent claim stands.
    """

    def __init__(
        self, database: Database, holder: str, *, machine: str | None = None, seconds: float = SECONDS
    ) -> None:
        self._database, self._holder, self._seconds = database, holder, seconds
        self._machine = here() if machine is None else machine
        self._token = uuid.uuid4().hex
        self._wall = WallClock()
        self._deadline = 0.0
        self._beat = Beat(database.file.with_suffix(".lease") if database.file else None)
        self._seen: tuple[Claim | None, int] = (None, 0)
        self._since = 0.0
        self.claimed = False
        self.term = 0

    @property
    def pace(self) -> float:
        """Real seconds between two renewals."""
        return self._seconds / RENEWALS

    def held(self) -> bool:
        """Whether it is ours beyond doubt right now; asked before every act.

        False after a stop or sleep of this process until it was renewed; then `term` is another number.
        """
        return self.claimed and elapsed() < self._deadline

    async def take(self) -> bool:
        """Claim it; False while another living process holds it. Taking one's own again renews it."""
        begun, beat = elapsed(), self._beat.seen()
        found = await self._database.read(_found)
        if not self._is_free(found, beat, begun):
            return False
        with self._beat.alone() as alone:
            if not alone or self._beat.seen() != beat:
                return False
            taken = await self._database.write(partial(self._take, found))
        if taken:
            self._confirm(begun)
        return taken

    async def renew(self) -> bool:
        """Hold on to it; False when it was lost, and then nothing may be run any more.

        Where the database is a file that can be read but not written, or not now, a sign beside it does.

        Raises:
            StorageError: neither can be done; it runs out.
        """
        begun = elapsed()
        try:
            mine = await self._written()
        except StorageError:
            begun = elapsed()
            if not await self._shown():
                raise
            mine = True
        if mine:
            self._confirm(begun)
        else:
            self.claimed = False
        return self.claimed

    async def release(self) -> None:
        """Give it up, so that the next one need not wait; does nothing to another's lease."""
        self.claimed = False
        mine = (LEASE.c.name == RUNNER) & (LEASE.c.token == self._token)
        await self._database.write(lambda connection: connection.execute(delete(LEASE).where(mine)))

    async def other(self) -> str:
        """The holder that has it now and lives; empty when it is free or ours."""

        def look(connection: Connection) -> str:
            claim = _found(connection)
            if claim is None or claim.token == self._token or self._is_dead(claim):
                return ""
            return claim.holder if claim.until >= self._now(connection) else ""

        return await self._database.read(look)

    def _confirm(self, begun: float) -> None:
        """It is ours as of the moment at which we began to ask."""
        if not self.held():
            self.term += 1
        self.claimed, self._deadline = True, begun + MINE * self._seconds

    async def _written(self) -> bool:
        """Write the renewal; a writer that others keep busy must not cost what a sign can hold."""
        writing = asyncio.create_task(self._database.write(self._renew), name="renew lease")
        try:
            while not (await asyncio.wait({writing}, timeout=self.pace))[0]:
                await self._sign()
            return await writing
        finally:
            writing.cancel()

    async def _sign(self) -> None:
        begun = elapsed()
        with suppress(StorageError):
            if await self._shown() and self.claimed:
                self._confirm(begun)

    async def _shown(self) -> bool:
        """Show beside the database that we live; False when it can't be done or the lease is another's."""
        with self._beat.alone() as alone:
            found = await self._database.read(_found) if alone else None
            # only who holds it may keep others waiting
            return found is not None and found.token == self._token and self._beat.give()

    def _is_free(self, claim: Claim | None, beat: int, begun: float) -> bool:
        if claim is None or claim.token == self._token or self._is_dead(claim):
            return True
        if self._seen == (claim, beat):
            return begun - self._since >= self._seconds
        self._seen, self._since = (claim, beat), elapsed()
        return False

    def _is_dead(self, claim: Claim) -> bool:
        return claim.host == self._machine and not _alive(claim.pid)

    def _take(self, found: Claim | None, connection: Connection) -> bool:
        """Write our claim in place of the one that was found free, if it still stands there."""
        if _found(connection) != found:
            return False
        claim: dict[str, Scalar] = {
            "name": RUNNER,
            "token": self._token,
            "holder": self._holder,
            "host": self._machine,
            "pid": os.getpid(),
            "until": self._until(connection, found.until if found else 0),
        }
        upsert(connection, LEASE, [claim])
        return True

    def _renew(self, connection: Connection) -> bool:
        found = _found(connection)
        if found is None or found.token != self._token:
            return False
        until = self._until(connection, found.until)
        connection.execute(update(LEASE).where(LEASE.c.name == RUNNER).values(until=until))
        return True

    def _until(self, connection: Connection, before: int) -> int:
        """When it runs out, for people; another number at every renewal, whatever the clock does."""
        return max(self._now(connection) + int(self._seconds * 1000), before + 1)

    def _now(self, connection: Connection) -> int:
        """Milliseconds by the clock that all processes share: a server's own."""
        if connection.dialect.name == "sqlite":
            return millis(self._wall.now())
        now = connection.execute(text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"))
        return int(now.scalar_one())


@cache
def here() -> str:
    """This machine as running now: two of one name, a restarted one and two containers all differ."""
    name = socket.gethostname()
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{name}/{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return f"{name}/{uuid.getnode():x}"


def alive(host: str, pid: int) -> bool:
    """Whether a holder may still live: surely not when it is a process of this machine that is gone."""
    return host != here() or _alive(pid)


def _found(connection: Connection) -> Claim | None:
    row = connection.execute(select(LEASE).where(LEASE.c.name == RUNNER)).one_or_none()
    return None if row is None else Claim(row.token, row.holder, row.host, row.pid, row.until)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
