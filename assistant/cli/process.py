"""Runs one command's work on an event loop and turns signals into exit codes."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

from assistant.cli.exit import Exit


def perform(work: Callable[[], Awaitable[int]]) -> int:
    """Run the work to its end; SIGTERM cancels it and ctrl+c raises KeyboardInterrupt once it has closed."""
    return asyncio.run(_until_told(work))


async def _until_told(work: Callable[[], Awaitable[int]]) -> int:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    told: list[signal.Signals] = []

    def stop() -> None:
        told.append(signal.SIGTERM)
        loop.remove_signal_handler(signal.SIGTERM)  # a second one ends the process at once
        if task is not None:
            task.cancel()

    loop.add_signal_handler(signal.SIGTERM, stop)
    try:
        return await work()
    except asyncio.CancelledError:
        if told:
            return Exit.TERMINATED
        raise
    except BaseExceptionGroup as group:
        raise _first(group) from group
    finally:
        loop.remove_signal_handler(signal.SIGTERM)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Unpack what a task group wrapped: the first thing that went wrong is what the person is told."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
