"""The one database of a home: opened, brought up to date, one writer thread, readers off the event loop.

Knows engines and threads; what stands in the tables is the business of those who use them.
"""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from devices.errors import NewerSchema, StorageError
from devices.storage.rescue.flaw import UnusableFile, flaw_at, full, look_through

T = TypeVar("T")

NEWEST = "0004"
"""The newest migration; start-up loads Alembic only when the database is not at it."""

READERS = 2
BUSY_SECONDS = 5.0
SILENT_MILLISECONDS = 8000
"""A server that does not take what was sent for so long is gone, though the network says nothing."""
_ALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
STATEMENT_SECONDS = 60.0
"""How long one statement may take on a server: nobody waits for ever for one that was lost."""
_ONE_WRITER = 7310
"""The advisory lock that every writing transaction of a home takes, in whichever process."""
_MOVE_AWAY = "it is left as it is: move the file away, and a new one is made"
_ADVICE = {
    "not a database": _MOVE_AWAY,
    "malformed": _MOVE_AWAY,
    "unable to open": "the folder must be one that you may write to",
    "readonly": "the folder must be one that you may write to",
    "disk is full": "make room on the disk",
}
"""What helps, by what SQLite says."""


class Database:
    """Runs units of work in a transaction each: all of it or nothing."""

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self._writer, self._reader = writer, reader
        self._writing = ThreadPoolExecutor(1, "hearth-writer")
        self._reading = ThreadPoolExecutor(READERS, "hearth-reader")
        self._closed = False

    @property
    def file(self) -> Path | None:
        """The file it is; None for a server."""
        return _file(self._writer.url)

    @classmethod
    def open(cls, url: str) -> "Database":
        """Open `sqlite:///path` or another SQLAlchemy URL, creating and upgrading as needed; blocks shortly.

        Raises:
            NewerSchema: written by a newer Hearth; it is left as it is.
            UnusableFile: the file is corrupt, locked, read-only or on a full disk; it is left as it is.
            StorageError: it can't be opened.
        """
        try:
            place = make_url(url)
            place.get_dialect()
        except (ArgumentError, ValueError, ImportError):
            # not chained: a piece of a password may stand in what it says
            raise StorageError("the database address is not one that can be used") from None
        _make_room(place)
        with ExitStack() as on_failure:
            writer = _engine(place, writes=True)
            on_failure.callback(writer.dispose)
            try:
                _bring_up_to_date(writer, place)
            except (SQLAlchemyError, OSError, sqlite3.Error) as error:
                said = f"the database {_name(place)} can't be opened: {_plain(error)}"
                raise _failure(said, place, error) from error
            on_failure.pop_all()
        return cls(writer, _engine(place, writes=False))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction on the writer thread; StorageError when it can't be done."""
        return await self._run(self._writing, self._writer, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on a reader thread; it sees what was committed before; StorageError likewise."""
        return await self._run(self._reading, self._reader, work)

    async def close(self) -> None:
        """Finish what was handed in, then close; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._shut)

    async def _run(self, pool: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
        if self._closed:
            raise StorageError("the database is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _transact, engine, work)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageError(f"the database did not take it: {_plain(error)}") from error

    def _shut(self) -> None:
        self._writing.shutdown()
        self._reading.shutdown()
        self._reader.dispose()
        self._writer.dispose()


def _transact(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _engine(place: URL, *, writes: bool) -> Engine:
    if place.get_backend_name() != "sqlite":
        return _server(place, writes=writes)
    engine = create_engine(
        place, pool_size=1 if writes else READERS, max_overflow=0, connect_args={"timeout": BUSY_SECONDS}
    )

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # SQLAlchemy, not the driver, opens transactions: the driver would begin them too late
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={int(BUSY_SECONDS * 1000)}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def _server(place: URL, *, writes: bool) -> Engine:
    """An engine for PostgreSQL, which needs telling what SQLite does by itself: one writer at a time."""
    limits = f"-c lock_timeout={BUSY_SECONDS:g}s -c statement_timeout={STATEMENT_SECONDS:g}s"
    engine = create_engine(
        place,
        pool_size=1 if writes else READERS,
        max_overflow=0,
        pool_pre_ping=True,
        # one reading sees one state of everything, as in SQLite
        isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
        connect_args={
            "connect_timeout": int(BUSY_SECONDS),
            "options": limits,
            "tcp_user_timeout": SILENT_MILLISECONDS,
            **_ALIVE,
        },
    )

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_WRITER})")

    if writes:
        event.listen(engine, "begin", begin)
    return engine


def _make_room(place: URL) -> None:
    """Make the folder and an empty file that only the owner can read."""
    path = _file(place)
    try:
        if path is None or path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        said = f"the database {path} can't be made: {error.strerror or error}"
        raise _failure(said, place, error) from error


def _failure(text: str, place: URL, error: Exception) -> StorageError:
    flaw = flaw_at(_file(place), error)
    return StorageError(text) if flaw is None else UnusableFile(text, flaw)


def _bring_up_to_date(writer: Engine, place: URL) -> None:
    path = _file(place)
    if path is not None and full(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with writer.connect() as connection:
        found = _version(connection)
        if found == NEWEST:
            if connection.dialect.name == "sqlite":
                look_through(connection)
                connection.commit()
            return
    # the lazy door: Alembic costs a tenth of a second that most starts need not pay
    migrate = import_module("devices.storage.migrate")
    if found and not migrate.known(found):
        raise NewerSchema(
            f"the database was written by a newer Hearth (version {found}) and is left as it is"
        )
    if found and path is not None:
        backup(path, path.with_name(f"{path.name}.before-{NEWEST}"))
    with writer.begin() as connection:
        migrate.upgrade(connection)


def backup(source: Path, target: Path) -> None:
    """Copy a SQLite database as a whole, open or not; an older copy of that name is replaced at the end."""
    half = target.with_name(f"{target.name}.part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_CREAT | os.O_RDWR, 0o600))
    original, copy = sqlite3.connect(source), sqlite3.connect(half)
    try:
        original.backup(copy)
    finally:
        copy.close()
        original.close()
    half.replace(target)


def _version(connection: Connection) -> str:
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if "alembic_version" not in tables:
        raise StorageError("the database holds something else than a home of Hearth and is left as it is")
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or ""


def _file(place: URL) -> Path | None:
    if place.get_backend_name() != "sqlite":
        return None
    if not place.database or place.database == ":memory:":
        raise StorageError("the database needs a file")
    return Path(place.database)


def _name(place: URL) -> str:
    """Where it is, without user and password."""
    return place.database or place.host or ""


def _plain(error: Exception) -> str:
    """One line without the statement, its values or the address, and what to do where that is known."""
    said = str(getattr(error, "orig", None) or error).splitlines()[0]
    advice = next((advice for sign, advice in _ADVICE.items() if sign in said), "")
    return f"{said}; {advice}" if advice else said
