"""Writes what a board shows to a file: readings as CSV, or the chart as a picture."""

import asyncio
from pathlib import Path

from assistant.charts.gathered import Scope, gathered
from assistant.charts.picture.save import KINDS, save
from assistant.charts.written import Extract, rows
from assistant.runtime import Runtime
from assistant.tui.history.chosen.board import Board
from assistant.tui.history.chosen.subjects import subjects
from devices.errors import HearthError, StorageError

CSV = "csv"
COLUMNS = 400
"""So finely a picture is drawn."""


async def saved(board: Board, runtime: Runtime, path: Path | None) -> str:
    """Write it to `path`, by its ending, or as CSV into the data folder; gives what came of it.

    An existing file is not written over.

    Raises:
        StorageError: the records can't be read.
    """
    now, house = runtime.house.clock.now(), runtime.house
    start, end = board.window(now)
    shown = subjects(board.entities, house.home.view())
    target = path or _folder(runtime) / f"history-{end.astimezone(house.zone):%Y-%m-%d-%H%M%S}.{CSV}"
    kind = target.suffix.removeprefix(".").casefold()
    if kind not in (CSV, *KINDS):
        return f"{target.name} ends in neither .csv, .svg nor .png"
    if await asyncio.to_thread(target.exists):
        return f"{target} is there already; nothing was written"
    if kind == CSV:
        return await _table(runtime, Extract(shown, start, end, house.zone), target)
    scope = Scope(start, end, house.zone, COLUMNS, now=now)
    chart = await gathered(house.history, shown, scope)
    title = ", ".join(subject.label for subject in shown)
    try:
        remarks = await asyncio.to_thread(save, chart, title, target)
    except StorageError:
        raise
    except HearthError as error:
        return f"{error}"
    return "\n".join([f"Written to {target}", *remarks])


async def _table(runtime: Runtime, extract: Extract, target: Path) -> str:
    """A piece after the other, so that a year fills no memory; what was begun and failed is taken away."""
    try:
        file, whole = await asyncio.to_thread(target.open, "x", encoding="utf-8", newline=""), False
        try:
            async for piece in rows(runtime.house.history, extract):
                await asyncio.to_thread(file.write, piece)
            whole = True
        finally:
            await asyncio.to_thread(file.close)
            if not whole:
                await asyncio.to_thread(target.unlink, missing_ok=True)
    except OSError as error:
        return f"{target} can't be written: {error.strerror or error}"
    return f"Written to {target}"


def _folder(runtime: Runtime) -> Path:
    """Where files go by themselves: not into a folder that ends with this session."""
    return Path.cwd() if runtime.trouble else runtime.data
