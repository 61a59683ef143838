"""A real Mosquitto for a test: started on a free loopback port, ended by its own process."""

import asyncio
import contextlib
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.simulator.served import free_port

_SEARCH = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
_MISSING = "no mosquitto binary here: install it (Debian: apt-get install mosquitto) and run again"


class Mosquitto:
    """One broker process that can be killed and started again on the same port."""

    def __init__(self, folder: Path, port: int, *settings: str) -> None:
        self.port = port
        self.url = f"mqtt://127.0.0.1:{port}"
        self._config = folder / f"mosquitto-{port}.conf"
        lines = (
            f"listener {port} 127.0.0.1",
            "persistence false",
            "user root",
            *(settings or ("allow_anonymous true",)),
        )
        self._config.write_text("\n".join((*lines, "")), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        binary = shutil.which("mosquitto") or shutil.which("mosquitto", path=_SEARCH)
        if binary is None:
            pytest.fail(_MISSING, pytrace=False)
        self._process = _started(binary, self._config)
        for _ in range(100):
            with contextlib.suppress(OSError):
                _reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                await writer.wait_closed()
                return
            await asyncio.sleep(0.05)
        pytest.fail("mosquitto did not start to listen within 5 seconds", pytrace=False)

    async def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(5)


def _started(binary: str, config: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([binary, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@asynccontextmanager
async def mosquitto(folder: Path, *settings: str) -> AsyncIterator[Mosquitto]:
    """A running broker with these settings; anonymous clients may enter when there are none."""
    broker = Mosquitto(folder, free_port(), *settings)
    await broker.start()
    try:
        yield broker
    finally:
        await broker.kill()
