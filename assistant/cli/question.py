"""One inline question at the terminal. No is the default, and silence means no. It judges no answer."""

import asyncio
import sys

import typer


async def typed(question: str, seconds: float) -> str | bool | None:
    """Ask the person at the terminal: the line they typed, False for a bare Enter, None for silence.

    The terminal hands over whole lines, so reading a readable stdin never blocks.
    """
    typer.echo(f"{question} [y/N] ", nl=False, err=True)
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), readable.set)
    try:
        async with asyncio.timeout(seconds):
            await readable.wait()
    except TimeoutError:
        typer.echo("\nNo answer, so no.", err=True)
        return None
    finally:
        loop.remove_reader(sys.stdin.fileno())
    return sys.stdin.readline().strip() or False
