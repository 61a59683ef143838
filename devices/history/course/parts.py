"""Rollups and readings of a number as parts of a course, in the unit that is answered in. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from devices.history.course.course import Part
from devices.history.known import Piece, Row
from devices.history.rollup.level import Level
from devices.units import convert


@dataclass(frozen=True, slots=True)
class Scale:
    """From the unit of a series to the one that is answered in."""

    unit: str
    to: str

    @property
    def same(self) -> bool:
        """Whether nothing is to be done."""
        return self.unit == self.to or not self.unit or not self.to

    def row(self, row: Row) -> Row | None:
        """A reading; None for a number that has no counterpart."""
        if self.same or isinstance(row.value, str):
            return row
        value = convert(row.value, self.unit, self.to)
        return None if value is None else Row(row.at, value)

    def part(self, part: Part) -> Part | None:
        """A rollup; None where it has no counterpart."""
        if self.same:
            return part
        mean, low, high, last, rise, none = (
            convert(value, self.unit, self.to)
            for value in (part.mean, part.low, part.high, part.last, part.rise, 0.0)
        )
        if mean is None or low is None or high is None or last is None:
            return None
        ends = ((low, part.low_at), (high, part.high_at))
        # a unit may run the other way: many kelvin are few mired
        (low, low_at), (high, high_at) = ends if low <= high else ends[::-1]
        rise = 0.0 if rise is None or none is None else rise - none
        return Part(
            part.start,
            part.end,
            part.known,
            min(max(mean, low), high),
            low,
            low_at,
            high,
            high_at,
            last,
            part.count,
            rise,
            part.level,
        )


def together(parts: Iterable[Part]) -> list[Part]:
    """In order; rollups of the same time, of a value that changed its unit meanwhile, as one."""
    ordered = sorted(parts, key=lambda part: part.start)
    return [_one(tuple(group)) for _, group in groupby(ordered, key=lambda part: part.start)]


def _one(group: Sequence[Part]) -> Part:
    if len(group) == 1:
        return group[0]
    known, count = sum(part.known for part in group), sum(part.count for part in group)
    low, high = min(group, key=lambda part: part.low), max(group, key=lambda part: part.high)
    latest = max(group, key=lambda part: max(part.low_at, part.high_at))
    weights = [part.known if known else 1 for part in group]
    mean = sum(part.mean * weight for part, weight in zip(group, weights, strict=True)) / sum(weights)
    return replace(
        latest,
        known=min(known, latest.end - latest.start),
        mean=mean,
        low=low.low,
        low_at=low.low_at,
        high=high.high,
        high_at=high.high_at,
        count=count,
        rise=sum(part.rise for part in group),
    )


def clip(part: Part, start: int, end: int) -> Part | None:
    """What of a rollup lies within a stretch: all, or a piece if it is of one value that held throughout."""
    since, until = max(part.start, start), min(part.end, end)
    if (since, until) == (part.start, part.end):
        return part
    constant = part.low == part.high and not part.count and part.known == part.end - part.start
    if not constant or since >= until:
        return None
    return replace(part, start=since, end=until, known=until - since, low_at=since, high_at=since)


def trim(part: Part, start: int, end: int) -> Part:
    """A reading that held, for less long; a part that lies within is left as it is."""
    if start <= part.start and part.end <= end:
        return part
    if part.start == start:
        return replace(part, end=end, known=end - start)
    return replace(
        part, start=start, end=end, known=end - start, low_at=start, high_at=start, count=0, rise=0.0
    )


def raw(found: Iterable[Piece], rises: Mapping[int, float]) -> list[Part]:
    """Readings as parts; `rises` tells by how much a counter grew with the reading of an instant."""
    parts = []
    for piece in found:
        value, start = piece.value, piece.start
        if isinstance(value, float):
            rise = rises.get(start, 0.0) if piece.read else 0.0
            known = piece.end - start
            parts.append(
                Part(start, piece.end, known, value, value, start, value, start, value, int(piece.read), rise)
            )
    return parts


def rolled(columns: Sequence[float], end: int, level: Level) -> Part:
    """A rollup of the tables: from its start to `end`, which the table leaves to the clock of the home."""
    start, known, count, mean, low, low_at, high, high_at, last, rise = columns
    since = int(start)
    return Part(
        since,
        end,
        int(known),
        mean,
        low,
        since + int(low_at),
        high,
        since + int(high_at),
        last,
        int(count),
        rise or 0.0,
        level,
    )
