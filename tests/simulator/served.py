"""A broker for a test: our own or a real Mosquitto, both on a free loopback port."""

import asyncio
import secrets
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from simulator.broker import Broker

_MISSING = "no mosquitto binary here: install it (Debian: apt-get install mosquitto) and run again"
_START_TRIES = 100


@asynccontextmanager
async def served(kind: str, folder: Path, login: tuple[str, str] | None = None) -> AsyncIterator[int]:
    """Port of a running broker of the kind "embedded" or "mosquitto"."""
    if kind == "embedded":
        name, word = login or (None, None)
        async with Broker(username=name, password=word) as broker:
            yield broker.port
        return
    async with mosquitto(folder, login) as port:
        yield port


@asynccontextmanager
async def mosquitto(folder: Path, login: tuple[str, str] | None = None) -> AsyncIterator[int]:
    """Run a real Mosquitto with queues without limit, else as it comes."""
    binary = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if binary is None:
        pytest.fail(_MISSING, pytrace=False)
    port = free_port()
    config = folder / f"mosquitto-{port}.conf"
    lines = [f"listener {port} 127.0.0.1", "max_queued_messages 0", "set_tcp_nodelay true", "user root"]
    lines.append("allow_anonymous " + ("false" if login else "true"))
    if login:
        lines.append(f"password_file {_password_file(folder, login)}")
    config.write_text("\n".join(lines) + "\n")
    process = _started(binary, config)
    try:
        await _listening(port)
        yield port
    finally:
        _ended(process)


def _started(binary: str, config: Path) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen([binary, "-c", str(config)], stdout=quiet, stderr=quiet)


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(5)


def _password_file(folder: Path, login: tuple[str, str]) -> Path:
    path = folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(path), *login], check=True)
    return path


async def _listening(port: int) -> None:
    for _ in range(_START_TRIES):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    pytest.fail("mosquitto did not start to listen within 5 seconds", pytrace=False)


def free_port() -> int:
    """Find a port below those that clients get: one of theirs may connect to itself while nobody listens."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
