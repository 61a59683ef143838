"""Inline questions at the terminal. No is the default, and silence means no. It judges no answer."""

import asyncio
import sys

import typer

from assistant.agent.turn import Given
from assistant.literal import literal
from devices.view import View
from tools.tool import Question


async def typed(question: str, seconds: float) -> str | bool | None:
    """Ask the person at the terminal: the line they typed, False for a bare Enter, None for silence.

    The terminal hands over whole lines, so reading a readable stdin never blocks.
    """
    typer.echo(f"{literal(question)} [y/N] ", nl=False, err=True)
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


async def permission(question: Question, view: View, seconds: float) -> Given:
    """Ask whether these commands may be given; what they are, of which devices, and how those are now."""
    if question.text:
        return await typed(question.text, seconds)
    action = question.action.replace("_", " ").capitalize()
    value = f": {question.after}" if question.after else ""
    now = f" Now: {question.now}." if question.now else ""
    lasting = " This stays in force." if question.lasting else ""
    targets = [_named(target, view) for target in question.targets]
    if question.each:
        targets = [f"{name}: {each}" for name, each in zip(targets, question.each, strict=True)]
    return await typed(f"{action} {', '.join(targets)}{value}?{now}{lasting}", seconds)


def _named(entity_id: str, view: View) -> str:
    """The name a person knows, and the id that --confirm takes."""
    snapshot = view.find(entity_id)
    return f"{snapshot.entity.name} ({entity_id})" if snapshot else entity_id
