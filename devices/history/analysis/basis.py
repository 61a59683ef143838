"""What an answer about the past rests on. Values only."""

from dataclasses import dataclass
from datetime import datetime

from devices.history.course.course import Course, States
from devices.history.reading import Gap
from devices.history.rollup.level import Level
from devices.storage.tables import instant


@dataclass(frozen=True, slots=True)
class Basis:
    """The window in aware UTC times, the unit, and how much of it is known.

    `coverage` is a share, 0 to 1; `gaps` is the rest. `level` is the coarsest record that was used: above
    RAW, what can't be told exactly from rollups is as exact as that. `since` is when records of it begin.
    """

    start: datetime
    end: datetime
    unit: str
    coverage: float
    gaps: tuple[Gap, ...]
    level: Level
    since: datetime | None


def basis(of: Course | States) -> Basis:
    """What an answer out of this course or these states rests on."""
    return Basis(
        instant(of.start),
        instant(of.end),
        of.unit if isinstance(of, Course) else "",
        of.coverage,
        tuple((instant(start), instant(end)) for start, end in of.gaps),
        of.level if isinstance(of, Course) else Level.RAW,
        None if of.since is None else instant(of.since),
    )
