"""A month of a large house, the same on every run: 40 rooms with 5 sensors each, in the order it arrived."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

ROOMS = 40
KINDS = (
    ("temperature", "°C", 21.0, 3.0, 1),
    ("humidity", "%", 50.0, 12.0, 1),
    ("power", "W", 300.0, 250.0, 1),
    ("illuminance", "lx", 400.0, 390.0, 0),
    ("carbon_dioxide", "ppm", 700.0, 250.0, 0),
)
"""What is measured, its unit, its mean, by how much it swings, and how many decimals are reported."""

SENSORS = ROOMS * len(KINDS)
DAYS = 30
END = datetime(2026, 3, 19, 14, 37, tzinfo=UTC)
START = END - timedelta(days=DAYS)
DAY = 86_400_000

Numbers = NDArray[np.float64]
Times = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sensor:
    """One of them; `number` is its place in the arrays."""

    number: int
    room: str
    kind: str
    unit: str

    @property
    def id(self) -> str:
        """Its entity id."""
        return f"sensor.{self.room}_{self.kind}"


SENSOR = tuple(
    Sensor(room * len(KINDS) + place, f"room_{room:02d}", kind, unit)
    for room in range(ROOMS)
    for place, (kind, unit, *_) in enumerate(KINDS)
)


@dataclass(frozen=True, slots=True)
class Past:
    """Readings of all sensors: `at[tick, sensor]` in milliseconds since 1970, and `value` alike."""

    at: Times
    value: Numbers

    @property
    def rows(self) -> int:
        """How many readings there are."""
        return int(self.at.size)

    def arrivals(self, ticks: int) -> Iterator[tuple[Times, Times, Numbers]]:
        """Sensor numbers, times and values as they arrived, so many ticks at once."""
        numbers = np.arange(SENSORS, dtype=np.int64)
        for first in range(0, len(self.at), ticks):
            at, value = self.at[first : first + ticks], self.value[first : first + ticks]
            yield np.tile(numbers, len(at)), at.ravel(), value.ravel()

    def means(self, sensor: int, edges: Times) -> Numbers:
        """The time-weighted mean between edges, a value holding until the next; nan where nothing is known."""
        at, value = self.at[:, sensor], self.value[:, sensor]
        area = np.concatenate([[0.0], np.cumsum(value[:-1] * np.diff(at))])
        place = np.clip(np.searchsorted(at, edges, "right") - 1, 0, None)
        swept = area[place] + value[place] * (np.maximum(edges, at[0]) - at[place])
        width = np.diff(np.maximum(edges, at[0]))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(width > 0, np.diff(swept) / width, np.nan)


def past(rows: int) -> Past:
    """About so many readings over the month."""
    ticks = rows // SENSORS
    chance = np.random.default_rng(7)
    start, length = int(START.timestamp() * 1000), DAYS * DAY
    step = length / ticks
    base = start + (np.arange(ticks) * step).astype(np.int64)
    at = base[:, None] + (np.arange(SENSORS) * (step * 0.9 / SENSORS)).astype(np.int64)[None, :]
    phase = np.arange(SENSORS) * 0.37
    day = np.sin(2 * np.pi * (at - start) / DAY + phase[None, :])
    value = np.empty(at.shape)
    for place, (_kind, _unit, middle, swing, digits) in enumerate(KINDS):
        mine = slice(place, None, len(KINDS))
        noise = chance.normal(0, swing / 15, (ticks, ROOMS))
        offset = np.linspace(-swing, swing, ROOMS)[None, :] / 4
        value[:, mine] = np.round(middle + offset + swing * day[:, mine] * 0.7 + noise, digits)
    return Past(at, value)
