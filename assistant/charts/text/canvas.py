"""A field of cells in which lines are drawn with dots: eight to a cell in braille, or one. Pure."""

from collections.abc import Sequence

from assistant.charts.chart import Line, Point
from assistant.charts.scale import Values

_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille cell, by column and by row from the top."""
_BRAILLE = 0x2800
TOUCH = 1000
"""Points closer than this, in milliseconds, follow one another."""

Extent = tuple[float, float]


class Canvas:
    """Columns by rows of cells over [start, end); remembers which line drew where.

    Args:
        columns: how many cells wide.
        rows: how many cells high.
        plain: one dot a cell instead of eight.
    """

    def __init__(self, columns: int, rows: int, *, plain: bool) -> None:
        self.columns, self.rows = columns, rows
        self._across, self._down = (1, 1) if plain else (2, 4)
        self._bits: dict[tuple[int, int], int] = {}
        self._owners: dict[tuple[int, int], set[int]] = {}

    def trace(self, number: int, line: Line, window: tuple[int, int], axis: Values) -> None:
        """Draw a line as number so-and-so."""
        for column, (low, high) in extents(line.points, window, self.columns * self._across).items():
            for height in range(self._height(low, axis), self._height(high, axis) + 1):
                self._dot(number, column, height)

    def owner(self, column: int, row: int) -> int | None:
        """The number of the line in a cell, the lowest where several meet; None for an empty one."""
        return min(self._owners.get((column, row), ()), default=None)

    def alone(self, column: int, row: int) -> bool:
        """Whether exactly one line runs through a cell."""
        return len(self._owners.get((column, row), ())) == 1

    def braille(self, column: int, row: int) -> str:
        """The dots of a cell as a letter."""
        return chr(_BRAILLE + self._bits.get((column, row), 0))

    def _height(self, value: float, axis: Values) -> int:
        top = self.rows * self._down - 1
        share = (value - axis.low) / (axis.high - axis.low)
        return min(max(round(share * top), 0), top)

    def _dot(self, number: int, column: int, height: int) -> None:
        from_top = self.rows * self._down - 1 - height
        cell = (column // self._across, from_top // self._down)
        bit = _DOTS[column % self._across][from_top % self._down]
        self._bits[cell] = self._bits.get(cell, 0) | bit
        self._owners.setdefault(cell, set()).add(number)


def extents(points: Sequence[Point], window: tuple[int, int], columns: int) -> dict[int, Extent]:
    """From which to which value a line reaches in each column in which anything is known of it.

    A point that is wider than a column is its mean, with its extremes where they were. Points that follow
    one another are joined.
    """
    found: dict[int, Extent] = {}

    def put(column: int, value: float) -> None:
        low, high = found.get(column, (value, value))
        found[column] = (min(low, value), max(high, value))

    before: Point | None = None
    for point in points:
        first, last = column_of(point.start, window, columns), column_of(point.end - 1, window, columns)
        last = max(first, last)
        for column in range(first, last + 1):
            put(column, point.mean)
        put(min(max(column_of(point.low_at, window, columns), first), last), point.low)
        put(min(max(column_of(point.high_at, window, columns), first), last), point.high)
        if before is not None and point.start - before.end < TOUCH:
            put(first, before.last)
        before = point
    return found


def column_of(at: int, window: tuple[int, int], columns: int) -> int:
    """In which of so many columns an instant falls; what lies outside belongs to the outermost."""
    start, end = window
    return min(max((at - start) * columns // max(end - start, 1), 0), columns - 1)


def stretch_of(column: int, window: tuple[int, int], columns: int) -> tuple[int, int]:
    """From when to when a column reaches: what `column_of` gives it."""
    start, end = window
    span = max(end - start, 1)
    return start + -(-column * span // columns), start + -(-(column + 1) * span // columns)
