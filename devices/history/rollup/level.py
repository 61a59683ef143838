"""Stretches by which readings are rolled up: five minutes, hours and days of the home's own clock. Pure.

Times are milliseconds since 1970. Hours and days follow the local clock: a day of a clock change has 23 or
25 hours.
"""

from dataclasses import dataclass
from enum import IntEnum

from sqlalchemy import Table

from devices.storage.tables import NUMBERS_5M, NUMBERS_DAY, NUMBERS_HOUR, WORDS_5M, WORDS_DAY, WORDS_HOUR


class Level(IntEnum):
    """How coarse: RAW is the readings themselves."""

    RAW = 0
    FIVE = 1
    HOUR = 2
    DAY = 3


ROLLED = (Level.FIVE, Level.HOUR, Level.DAY)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the rollups of one level lie."""

    numbers: Table
    words: Table


SHELVES = {
    Level.FIVE: Shelf(NUMBERS_5M, WORDS_5M),
    Level.HOUR: Shelf(NUMBERS_HOUR, WORDS_HOUR),
    Level.DAY: Shelf(NUMBERS_DAY, WORDS_DAY),
}
