"""Closes the sockets a test opened."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.simulator.raw_client import OPENED


@pytest.fixture(autouse=True)
async def sockets_closed() -> AsyncIterator[None]:
    yield
    for client in OPENED:
        client.abort()
    OPENED.clear()
    await asyncio.sleep(0)
