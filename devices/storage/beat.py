"""A sign of life beside a database file, for when it can't be written: a full disk must not stop rules.

Taking the lease and giving this sign exclude each other by a lock on its file. It does not say who holds it.
"""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STEP = 2_000_000_000
"""What every file system can tell apart."""


class Beat:
    """The time of a small file; `path` None: there is no such file, as beside a database server."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def seen(self) -> int:
        """When it was last given, in the file system's own count; 0: never."""
        try:
            return self._path.stat().st_mtime_ns if self._path is not None else 0
        except OSError:
            return 0

    def give(self) -> bool:
        """Give it now; needs no room on the disk."""
        before = self.seen()
        try:
            if self._path is not None:
                os.utime(self._path, ns=(before + _STEP, before + _STEP))
        except OSError:
            return False
        return self.seen() != before

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Keep others out for the block; False when somebody else does so right now, or nobody can."""
        if self._path is None:
            yield True
            return
        file = _locked(self._path)
        try:
            yield file is not None
        finally:
            if file is not None:
                os.close(file)  # which unlocks it


def _locked(path: Path) -> int | None:
    """The file, made when it is missing, open and locked; a folder, or a file that is only read, will do."""
    try:
        if not path.exists():
            os.close(os.open(path, os.O_CREAT, 0o600))
            os.utime(path, ns=(0, 0))  # no sign was given yet
        file = _opened(path)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR)
    except (PermissionError, IsADirectoryError):
        return os.open(path, os.O_RDONLY)
    except OSError as error:
        if error.errno != errno.EROFS:
            raise
        return os.open(path, os.O_RDONLY)
