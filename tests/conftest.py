"""Rules for every test: no task or thread may be left behind, no key of the developer is used."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import address, postgres

__all__ = ["address", "postgres"]

# A busy machine is no reason to fail: properties are about values, not about time. Where a change is
# judged, the same change must meet the same examples; everybody else looks for new ones.
settings.register_profile(
    "hearth", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("hearth")

KEEP_THREADS = ("asyncio_", "ThreadPoolExecutor", "pytest_timeout", "execnet", "Dummy")
SHUTTING = 0.5
"""Seconds for a thread that has seen its process end, but not ended itself."""
SECRET_SETTINGS = ("GROQ_API_KEY", "LANGSMITH_API_KEY", "LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2")


@pytest.fixture(autouse=True)
def clean_environment() -> Iterator[None]:
    """Hide the developer's own keys and settings from every test."""
    hidden = {k: v for k, v in os.environ.items() if k in SECRET_SETTINGS or k.startswith("HEARTH_")}
    for key in hidden:
        del os.environ[key]
    yield
    os.environ.update(hidden)


@pytest.fixture(autouse=True)
async def nothing_left_behind(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Fail a test that leaves a task or a thread running."""
    threads = set(threading.enumerate())
    yield
    own = asyncio.current_task()
    tasks = [t for t in asyncio.all_tasks() if t is not own and not t.done()]
    assert not tasks, f"{request.node.name} left tasks: {tasks}"
    left = [t for t in set(threading.enumerate()) - threads if not t.name.startswith(KEEP_THREADS)]
    for thread in left:
        thread.join(SHUTTING)
    left = [t for t in left if t.is_alive()]
    assert not left, f"{request.node.name} left threads: {left}"


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: a quarter of the time is waiting for processes of our own."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)
