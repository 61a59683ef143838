"""A database that stands in for a file that can't be used: private, temporary, with what could be copied.

The original is only read. It decides neither what runs on it nor what a person is told.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from devices.clock import elapsed
from devices.errors import NewerSchema, StorageError
from devices.storage.beat import Beat
from devices.storage.database import Database
from devices.storage.lease import RUNNER, alive
from devices.storage.rescue.flaw import HISTORY, Flaw, UnusableFile

MEGABYTE = 2**20
LARGEST = 2048 * MEGABYTE
"""A file above this is not copied with its history: nobody waits that long at a start."""
SPARE = 16 * MEGABYTE
"""Room for what this session brings."""
LEAST = 8 * MEGABYTE
COPYING = 60.0
WAITS = 2.0
_STEP = 4000
"""Pages copied between two looks at the time."""


class Copied(StrEnum):
    """What the stand-in knows of the original."""

    ALL = "all"
    BOOKS = "books"
    """All but the history."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class StandIn:
    """`alone`: the original's lease is free and nobody gets it while this stands, so rules may run here."""

    database: Database
    folder: Path
    flaw: Flaw
    copied: Copied
    alone: bool


@contextmanager
def standing_in(original: Path, broken: UnusableFile) -> Iterator[StandIn]:
    """Make one for as long as the block runs; the database is closed by whoever uses it. Blocks.

    Raises:
        UnusableFile: `broken` itself, when there is no room for a stand-in either.
        NewerSchema: the original was written by a newer Hearth.
    """
    size = _size(original)
    found = place([(Path(path), _free(Path(path))) for path in (tempfile.gettempdir(), "/dev/shm")], size)  # noqa: S108
    if found is None:
        raise broken
    home, share = found
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix=f"hearth-standin-{os.getpid()}-", dir=home))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        target = folder / original.name
        share = _copy(original, target, share, broken.flaw)
        database, share = _opened(target, share)
        alone = stack.enter_context(_alone(original, target, known=share is not Copied.NOTHING))
        yield StandIn(database, folder, broken.flaw, share, alone)


def place(rooms: Sequence[tuple[Path, int]], size: int) -> tuple[Path, Copied] | None:
    """Where a stand-in has room, and how much of an original of that size it holds; None: nowhere.

    Args:
        rooms: folders in order of preference, each with its free bytes.
        size: bytes of the original.
    """
    for path, free in rooms:
        if size <= LARGEST and free >= size + SPARE:
            return path, Copied.ALL
    path, free = max(rooms, key=lambda room: room[1])
    return (path, Copied.BOOKS) if free >= LEAST else None


def _opened(target: Path, share: Copied) -> tuple[Database, Copied]:
    try:
        return Database.open(f"sqlite:///{target}"), share
    except NewerSchema:
        raise
    except StorageError:
        # the copy is no better than the original
        for file in target.parent.iterdir():
            file.unlink()
        return Database.open(f"sqlite:///{target}"), Copied.NOTHING


def _copy(original: Path, target: Path, share: Copied, flaw: Flaw) -> Copied:
    """Copy as much as that, or as can be; says what it was. What is corrupt is not trusted in part either."""
    if flaw is Flaw.CORRUPT or not original.exists():
        return Copied.NOTHING
    os.close(os.open(target, os.O_CREAT | os.O_RDWR, 0o600))
    whole = (_whole,) if flaw is Flaw.LOCKED else (_whole, _files)
    for attempt in whole if share is Copied.ALL else (_books,):
        with suppress(sqlite3.Error, OSError):
            attempt(original, target)
            return share
        target.write_bytes(b"")
    return Copied.NOTHING


def _whole(original: Path, target: Path) -> None:
    """A copy of one moment, while others may be writing."""
    until = elapsed() + COPYING

    def look(_status: int, _left: int, _all: int) -> None:
        if elapsed() > until:
            raise TimeoutError

    with closing(_reading(original)) as source, closing(sqlite3.connect(target)) as copy:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # a copy waits for a lock for ever
        source.backup(copy, pages=_STEP, progress=look)


def _files(original: Path, target: Path) -> None:
    """The bytes, where the folder does not even take what a reader leaves there; nobody writes there then."""
    shutil.copyfile(original, target)
    log = original.with_name(f"{original.name}-wal")
    if log.exists():
        shutil.copyfile(log, target.with_name(f"{target.name}-wal"))


def _books(original: Path, target: Path) -> None:
    """Every table as it stands there; of the history's only the form."""
    with closing(_reading(original)) as source, closing(sqlite3.connect(target)) as copy:
        made = source.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for kind, name, sql in sorted(made, key=lambda row: row[0] != "table"):
            copy.execute(sql)
            if kind == "table" and name not in HISTORY:
                rows = source.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - a name out of its own list
                marks = ", ".join("?" * len(rows.description))
                copy.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)  # noqa: S608 - as above
        copy.commit()


def _reading(original: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{original.absolute().as_uri()}?mode=ro", uri=True, timeout=WAITS)


@contextmanager
def _alone(original: Path, copy: Path, *, known: bool) -> Iterator[bool]:
    """Keep everybody else from the original's lease for the block, if it is surely free; says whether it is.

    Taking a lease needs the same lock: neither a Hearth that can use the file nor another stand-in gets it.
    """
    with ExitStack() as locked:
        free = known and locked.enter_context(_lock(original)) and _vacant(original, copy)
        if not free:
            locked.close()  # a holder that lives shows so by the same lock
        with closing(sqlite3.connect(copy, timeout=WAITS)) as ours:
            ours.execute("DELETE FROM lease")  # it says nothing of who holds the copy
            ours.commit()
        yield free


def _lock(original: Path) -> AbstractContextManager[bool]:
    """The lock that guards the lease; where its file can't even be made, the folder's."""
    sign = original.with_suffix(".lease")
    if not sign.exists():
        with suppress(OSError):
            os.close(os.open(sign, os.O_CREAT, 0o600))
            os.utime(sign, ns=(0, 0))
    return Beat(sign if sign.exists() else original.parent).alone()


def _vacant(original: Path, copy: Path) -> bool:
    """By the original as it is now, or by the copy where only its bytes could be read."""
    for path in (original, copy):
        with suppress(sqlite3.Error), closing(_reading(path)) as one:
            claim = one.execute("SELECT host, pid FROM lease WHERE name = ?", (RUNNER,)).fetchone()
            return claim is None or not alive(*claim)
    return False


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _free(path: Path) -> int:
    with suppress(OSError):
        return shutil.disk_usage(path).free
    return 0
