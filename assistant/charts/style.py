"""What a face needs to paint a drawn chart: rows of cells, each with what it stands for. Values only."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """What a piece of a row is; a face gives it a colour, and nothing is told by that alone."""

    PLAIN = "plain"
    TITLE = "title"
    AXIS = "axis"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    QUIET = "quiet"
    ACTIVE = "active"
    GAP = "gap"
    CURSOR = "cursor"
    NOTE = "note"


LINES = (Style.FIRST, Style.SECOND, Style.THIRD)
"""The styles of the lines of a panel, in their order."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a row: text without control characters, and what it stands for."""

    text: str
    style: Style = Style.PLAIN


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: the room there is, in cells, and with which signs.

    `ascii` draws without braille and blocks. `cursor` is an instant in milliseconds, shown as a column in
    everything. `events` is how many rows of them are shown at most.
    """

    width: int
    height: int
    ascii: bool = False
    cursor: int | None = None
    events: int = 8


def text(rows: tuple[Row, ...]) -> str:
    """The rows as plain lines."""
    return "\n".join("".join(cell.text for cell in row).rstrip() for row in rows)
