"""The two streams: results go to stdout, everything else to stderr. Knows nothing of homes."""

import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import typer

from assistant.literal import literal


class ReaderGoneError(Exception):
    """Whoever read our output has closed the pipe; nothing more can be said."""


def say(text: str) -> None:
    """Print a result, literally: what a device is called can't steer the terminal.

    Raises:
        ReaderGoneError: the reader closed the pipe.
    """
    _out(literal(text))


def emit(piece: str) -> None:
    """Print a piece of a document that is made safe already, with its own line ends.

    Raises:
        ReaderGoneError: the reader closed the pipe.
    """
    _out(piece, nl=False)


def heading(text: str) -> None:
    """Print a heading, stressed where colours are welcome."""
    plain = not screen() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    _out(literal(text) if plain else f"\x1b[1m{literal(text)}\x1b[0m")


def note(text: str) -> None:
    """Print a line about the work itself, for people, on stderr."""
    lines((f"hearth: {text}",))


def lines(texts: Iterable[str]) -> None:
    """Print lines on stderr as they are: candidates, questions, what to add."""
    for text in texts:
        typer.echo(literal(text), err=True)


def screen() -> bool:
    """Tell whether results are read on a terminal by a person."""
    return sys.stdout.isatty()


def person() -> bool:
    """Tell whether somebody can be asked: questions go to stderr, answers come from stdin."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay rows out: aligned for a person, tab-separated for a program."""
    cells = [[re.sub(r"\s+", " ", cell) for cell in row] for row in rows]
    if not screen():
        return ["\t".join(row) for row in cells]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in cells
    ]


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """How much of something is done, in one line on stderr that goes away; nothing where no person looks."""
    shown = sys.stderr.isatty()

    def share(done: float) -> None:
        if shown:
            typer.echo(f"\rhearth: {what} {done:.0%}", err=True, nl=False)

    try:
        yield share
    finally:
        if shown:
            typer.echo("\r\x1b[K", err=True, nl=False)


def silence() -> None:
    """Point stdout at nothing, so that the interpreter's last flush can't complain about a closed pipe."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


def _out(text: str, *, nl: bool = True) -> None:
    try:
        typer.echo(text, nl=nl)
    except BrokenPipeError as error:
        raise ReaderGoneError from error


def _width(text: str) -> int:
    """Count terminal cells: wide letters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)
