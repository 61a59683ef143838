"""Long-term statistics of Home Assistant as rollups of ours: an hour each, and the days they fill. Pure.

They do not tell at which instant of an hour a value was lowest or highest: its beginning stands for that.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

from devices.history.imported.source import HOUR, Hour
from devices.history.rollup.counter import counts
from devices.history.rollup.summary import Numbers


def hours(found: Iterable[Hour], unit: str) -> list[Numbers]:
    """Rows of hours out of statistics, oldest first; an hour that tells no number is left out."""
    rows = [row for row in found if _tells(row)]
    if counts(unit) or any(row.mean is None for row in rows):
        return _counted(rows)
    return [_measured(row) for row in rows]


def _tells(row: Hour) -> bool:
    values = (row.mean, row.low, row.high) if row.mean is not None else (row.state,)
    return all(value is not None and math.isfinite(value) for value in values)


def _measured(row: Hour) -> Numbers:
    low, high, mean = row.low or 0.0, row.high or 0.0, row.mean or 0.0
    return Numbers(row.start, HOUR, 1, min(max(mean, low), high), low, row.start, high, row.start, mean)


def _counted(rows: list[Hour]) -> list[Numbers]:
    """A counter: it stood where the hour before it left it, and grew by what their sum grew by."""
    if not rows:
        return []
    # nothing is known of how it came to where it stood after the first hour
    made = [_between(rows[0], rows[0])]
    return made + [_between(before, row) for before, row in pairwise(rows)]


def _between(before: Hour, row: Hour) -> Numbers:
    since, stood = _state(before), _state(row)
    low, high = min(since, stood), max(since, stood)
    grown = max(0.0, _sum(row) - _sum(before))
    at = row.start
    return Numbers(at, HOUR, 1, (since + stood) / 2, low, at, high, at, stood, grown, stood)


def _state(row: Hour) -> float:
    return row.state if row.state is not None else row.mean or 0.0


def _sum(row: Hour) -> float:
    return row.sum if row.sum is not None else _state(row)
