"""One inline question at the terminal. No is the default, and silence means no."""

import asyncio
import sys

import typer


async def allowed(question: str, seconds: float) -> bool:
    """Ask the person at the terminal; only a typed yes in time counts.

    The terminal hands over whole lines, so reading a readable stdin never blocks.
    """
    typer.echo(f"{question} [y/N] ", nl=False, err=True)
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), typed.set)
    try:
        async with asyncio.timeout(seconds):
            await typed.wait()
    except TimeoutError:
        typer.echo("\nNo answer, so no.", err=True)
        return False
    finally:
        loop.remove_reader(sys.stdin.fileno())
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}
