"""Things in order of one figure: rooms, floors, devices. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from devices.history.analysis.figure import SUMS, Figure, Statistic
from devices.units import convert

_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Place:
    """One thing's place: 1 is the first, equals share a place.

    `coverage` is the lowest of what it was made from, `sources` how many had data of how many there are. `at`
    is when its extreme was reached.
    """

    place: int
    name: str
    value: float
    coverage: float
    sources: int
    of: int
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """All in `unit`; `missing` are those without data, in the order they were given.

    `other_units` are those whose unit measures something else; they have no place either. `exact` is False if
    any of it is only known from below.
    """

    statistic: Statistic
    unit: str
    places: tuple[Place, ...]
    missing: tuple[str, ...]
    other_units: tuple[str, ...] = ()
    exact: bool = True

    @property
    def first(self) -> tuple[Place, ...]:
        """The first place, by name more than one if they are equal."""
        return tuple(place for place in self.places if place.place == 1)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    value: float
    used: Sequence[Figure]
    of: int


def ranked(groups: Mapping[str, Sequence[Figure]], statistic: Statistic, *, lowest: bool = False) -> Ranking:
    """The groups in order, the greatest first, or with `lowest` the least.

    Several figures of one group become one: sums are added up, of minima and maxima the extreme counts, all
    else is averaged. The unit is that of the first group that has data.
    """
    unit = next((one.unit for group in groups.values() for one in group if one.value is not None), "")
    entries: list[_Entry] = []
    missing: list[str] = []
    strange: list[str] = []
    for name, group in groups.items():
        known = [one for one in group if one.value is not None]
        same = [one for one in known if _in(one, unit) is not None]
        if same:
            entries.append(_Entry(name, _one(same, unit, statistic), same, len(group)))
        else:
            (strange if known else missing).append(name)
    entries.sort(key=lambda entry: entry.value if lowest else -entry.value)
    exact = all(one.exact for entry in entries for one in entry.used)
    places = tuple(_placed(entries, statistic))
    return Ranking(statistic, unit, places, tuple(missing), tuple(strange), exact)


def _placed(entries: Sequence[_Entry], statistic: Statistic) -> list[Place]:
    places: list[Place] = []
    for index, entry in enumerate(entries, start=1):
        tied = bool(places) and math.isclose(places[-1].value, entry.value, rel_tol=_ALIKE, abs_tol=_ALIKE)
        coverage = min(one.basis.coverage for one in entry.used)
        used = len(entry.used)
        at = _when(entry.used, statistic)
        place = places[-1].place if tied else index
        places.append(Place(place, entry.name, entry.value, coverage, used, entry.of, at))
    return places


def _one(figures: Sequence[Figure], unit: str, statistic: Statistic) -> float:
    values = [value for one in figures if (value := _in(one, unit)) is not None]
    if statistic in SUMS:
        return math.fsum(values)
    if statistic is Statistic.MINIMUM:
        return min(values)
    return max(values) if statistic is Statistic.MAXIMUM else math.fsum(values) / len(values)


def _in(figure: Figure, unit: str) -> float | None:
    if figure.value is None or figure.unit == unit:
        return figure.value
    return convert(figure.value, figure.unit, unit) if figure.unit and unit else None


def _when(figures: Sequence[Figure], statistic: Statistic) -> datetime | None:
    pick = min if statistic is Statistic.MINIMUM else max
    known = [one for one in figures if one.value is not None and one.at is not None]
    return pick(known, key=lambda one: one.value or 0.0).at if known else None
