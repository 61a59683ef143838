"""What is known of a series over a window, out of its rows and the times somebody watched. Pure.

Times are integer milliseconds, as stored. A value holds until the next row, and no longer than the watch
in which it was read: what nobody watched is not known.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from devices.history.sight import UNKNOWN

SLIVER = 1000
"""A gap shorter than this, in milliseconds, is not worth a word."""


class Row(NamedTuple):
    """One stored reading: a number or a word."""

    at: int
    value: float | str


class Piece(NamedTuple):
    """A value that held from `start` to `end` within the window; `read` tells that a row began it."""

    start: int
    end: int
    value: float | str
    read: bool


def merged(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches in order, overlapping and touching ones joined."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def pieces(rows: Sequence[Row], watches: Iterable[tuple[int, int]], start: int, end: int) -> Iterator[Piece]:
    """Which value held when, oldest first; the last row before the window comes first, if there is one."""
    watched = merged(watches)
    index = 0
    following = [*(row.at for row in rows[1:]), end] if rows else []
    for row, until in zip(rows, following, strict=True):
        while index < len(watched) and watched[index][1] < row.at:
            index += 1
        seen = watched[index][1] if index < len(watched) and watched[index][0] <= row.at else row.at
        piece = Piece(max(row.at, start), min(until, seen, end), row.value, row.at >= start)
        if row.value != UNKNOWN and (piece.end > piece.start or (piece.read and row.at < end)):
            yield piece
