"""The home that every test of a tool gets."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.house import Lodge, living


@pytest.fixture
async def lodge(tmp_path: Path) -> AsyncIterator[Lodge]:
    """A running home with answering devices."""
    async with living(tmp_path) as home:
        yield home
