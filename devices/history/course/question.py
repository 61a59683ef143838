"""What is asked of the records: which values, over which window. Values only."""

from dataclasses import dataclass
from datetime import UTC, tzinfo

from devices.history.course.course import Wanted
from devices.history.rollup.level import Level

OWN_NUMBER = {"climate": "current_temperature"}
"""Which attribute is meant by a number of a kind whose state is a word."""


@dataclass(frozen=True, slots=True)
class Question:
    """`wanted` over [start, end) as it is known at `now`; rollups follow the clock of `zone`."""

    wanted: tuple[Wanted, ...]
    start: int
    end: int
    now: int
    zone: tzinfo = UTC
    coarsest: Level = Level.DAY


def own_number(wanted: Wanted) -> str:
    """The attribute that holds the number of an entity when none is named."""
    domain = wanted.entity_id.partition(".")[0]
    return OWN_NUMBER.get(domain, "") if wanted.attribute is None else wanted.attribute
