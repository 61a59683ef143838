"""What keeps a database file from being used, and a look whether one can be. Mends nothing."""

import errno
import shutil
import sqlite3
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from devices.errors import StorageError
from devices.storage.tables import metadata

HISTORY = frozenset(
    {"series", "reading", "watch", "activity", "stale", "horizon"}
    | {f"{kind}_{stretch}" for kind in ("numbers", "words") for stretch in ("5m", "hour", "day")}
)
"""The tables that grow with time; the others are small, and are what a home is made of."""


class Flaw(StrEnum):
    """Why a file can't be used."""

    CORRUPT = "corrupt"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    FULL = "full"
    BROKEN = "broken"
    """The disk itself fails."""


class UnusableFile(StorageError):
    """The file is there, or should be, and can't be used as it is; it is left as it is."""

    def __init__(self, text: str, flaw: Flaw) -> None:
        super().__init__(text)
        self.flaw = flaw


_BY_SQLITE = {
    sqlite3.SQLITE_CORRUPT: Flaw.CORRUPT,
    sqlite3.SQLITE_NOTADB: Flaw.CORRUPT,
    sqlite3.SQLITE_BUSY: Flaw.LOCKED,
    sqlite3.SQLITE_LOCKED: Flaw.LOCKED,
    sqlite3.SQLITE_READONLY: Flaw.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Flaw.READ_ONLY,
    sqlite3.SQLITE_PERM: Flaw.READ_ONLY,
    sqlite3.SQLITE_FULL: Flaw.FULL,
    sqlite3.SQLITE_IOERR: Flaw.BROKEN,
}
_BY_SYSTEM = {
    errno.EACCES: Flaw.READ_ONLY,
    errno.EPERM: Flaw.READ_ONLY,
    errno.EROFS: Flaw.READ_ONLY,
    errno.ENOSPC: Flaw.FULL,
    errno.EDQUOT: Flaw.FULL,
    errno.EIO: Flaw.BROKEN,
}
_ROOM = 2**20
"""Bytes that must be free on the disk: with less, what comes next fails."""
_KIND = 0xFF
"""SQLite's codes say more in their higher bits."""


def flaw_of(error: BaseException) -> Flaw | None:
    """What an error tells of the file; None when it is about something else."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        return _BY_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & _KIND)
    return _BY_SYSTEM.get(cause.errno or 0) if isinstance(cause, OSError) else None


def flaw_at(path: Path | None, error: BaseException) -> Flaw | None:
    """The same for an error about a file: what looks like a broken disk may be one without room."""
    flaw = flaw_of(error)
    return Flaw.FULL if flaw is Flaw.BROKEN and path is not None and full(path) else flaw


def full(path: Path) -> bool:
    """Whether the disk of a file has no room worth the name."""
    try:
        return shutil.disk_usage(path.parent).free < _ROOM
    except OSError:
        return False


def look_through(connection: Connection) -> None:
    """Read all that a home is made of, and write a page with what stands there; what fails is raised."""
    for table in metadata.sorted_tables:
        if table.name not in HISTORY:
            connection.exec_driver_sql(f'SELECT * FROM "{table.name}"').all()  # noqa: S608 - our own names
    version = connection.execute(text("PRAGMA user_version")).scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {int(version)}")
