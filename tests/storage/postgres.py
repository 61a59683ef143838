"""A real PostgreSQL for tests: a server of our own in a folder of its own, ended by its own process."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.simulator.served import free_port

_MISSING = "no PostgreSQL server here: install it (Debian: apt-get install postgresql) and run again"
_PLACES = ("/usr/lib/postgresql", "/usr/local/opt/postgresql", "/opt/homebrew/opt/postgresql")
STARTING = 30.0
PASSWORD = "not-for-any-eye"  # noqa: S105 - a test looks for it where it must not be


@dataclass
class Server:
    """One server; each test has a database of its own in it."""

    folder: Path
    port: int
    made: int = field(default=0)
    process: subprocess.Popen[bytes] | None = None

    def url(self, name: str, *, password: str = "") -> str:
        """The address of a database."""
        secret = f":{password}" if password else ""
        return f"postgresql+psycopg://hearth{secret}@127.0.0.1:{self.port}/{name}"

    def fresh(self) -> str:
        """The address of a new and empty database."""
        self.made += 1
        name = f"home_{os.getpid()}_{self.made}"
        with self.connected("postgres") as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def connected(self, name: str) -> "psycopg.Connection[tuple[object, ...]]":
        """A plain connection, to look at what is really there."""
        address = self.url(name).replace("+psycopg", "")
        return psycopg.connect(address, autocommit=True, connect_timeout=5)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = ("fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=16MB")
        command = [_binary("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        command += ["-h", "127.0.0.1", "-k", str(self.folder)]
        command += [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            user, group = _unprivileged()
            self.process = subprocess.Popen(command, stdout=log, stderr=log, user=user, group=group)
        until = time.monotonic() + STARTING
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(psycopg.OperationalError), self.connected("postgres"):
                return
            time.sleep(0.05)
        log_text = (self.folder / "log").read_text(errors="replace")
        pytest.fail(f"PostgreSQL did not start:\n{log_text}", pytrace=False)

    def crash(self) -> None:
        """End it without a word to its sessions and without putting anything in order."""
        self.stop(signal.SIGQUIT)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it at once; its sessions are cut off, as a restart of a server does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
                return
            self.process.kill()
            self.process.wait(5)


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """A running server with nothing in it, gone afterwards with its folder."""
    folder = Path(tempfile.mkdtemp(prefix="hearth-pg-"))
    try:
        folder.chmod(0o755)  # the server's own user must be able to enter it
        made = Server(folder, free_port())
        _initialised(folder / "data")
        try:
            made.start()
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialised(data: Path) -> None:
    user, group = _unprivileged()
    data.mkdir()
    if user is not None and group is not None:
        os.chown(data, user, group)
        os.chown(data.parent, user, group)
    command = [_binary("initdb"), "-D", str(data), "-U", "hearth", "-A", "trust", "--no-sync", "-E", "UTF8"]
    command += ["--locale=C"]
    subprocess.run(command, check=True, capture_output=True, timeout=60, cwd="/", user=user, group=group)


def _unprivileged() -> tuple[int, int] | tuple[None, None]:
    """PostgreSQL refuses to run as root: then somebody else's user runs it."""
    if os.getuid() != 0:
        return None, None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return found.pw_uid, found.pw_gid
    return None, None


def _binary(name: str) -> str:
    places = [str(path.parent) for place in _PLACES for path in sorted(Path(place).glob(f"**/bin/{name}"))]
    found = shutil.which(name, path=os.pathsep.join([*reversed(places), os.environ["PATH"]]))
    if found is None:
        pytest.fail(_MISSING, pytrace=False)
    return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The server of this test run, started when the first test wants it."""
    with server() as running:
        yield running
