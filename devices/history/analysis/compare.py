"""Two figures beside each other: two windows of one thing, or two things. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from devices.history.analysis.basis import Basis
from devices.history.analysis.figure import SUMS, Figure, Statistic
from devices.units import convert

EVEN = 0.02
"""Windows whose lengths, or known shares, differ by more than this are told apart."""

_DAY = 86_400.0
_MONTH = 31

_CLOCK_CHANGE = 3_600.0
"""A day of a clock change is still a day."""

_MOST = 1e12
"""A greater ratio is one to nothing but rounding."""

_NO_ZERO = frozenset({"°C", "°F", "dB", "dBm"})
"""Units without a true zero: 20 °C is not twice as warm as 10."""


@dataclass(frozen=True, slots=True)
class Compared:
    """`one` against `other`, both in `unit`; `difference` is one - other, None if either isn't known.

    `ratio` is one / other and `percent` by how much one is more than the other: None beside nothing, below
    zero, or in a unit without a true zero. `a_day` tells that sums over windows of unequal length were made
    sums a day of the time known; `uneven` that much more is known of one window than of the other.
    `comparable` is False for units that measure different things.
    """

    statistic: Statistic
    unit: str
    one: float | None
    other: float | None
    basis: Basis
    against: Basis
    difference: float | None = None
    ratio: float | None = None
    percent: float | None = None
    a_day: bool = False
    uneven: bool = False
    comparable: bool = True


def compare(one: Figure, other: Figure, statistic: Statistic) -> Compared:
    """One figure against another one of the same statistic."""
    uneven = abs(one.basis.coverage - other.basis.coverage) > EVEN
    a_day = statistic in SUMS and _unequal(one.basis, other.basis)
    left, right = (_a_day(one), _a_day(other)) if a_day else (one.value, other.value)
    plain = Compared(statistic, one.unit, left, right, one.basis, other.basis, a_day=a_day, uneven=uneven)
    if left is None or right is None:
        return plain
    moved = convert(right, other.unit, one.unit) if one.unit != other.unit else right
    if moved is None or (one.unit != other.unit and not (one.unit and other.unit)):
        return Compared(
            statistic, one.unit, left, None, one.basis, other.basis, uneven=uneven, comparable=False
        )
    ratio = _ratio(left, moved, one.unit)
    return Compared(
        statistic,
        one.unit,
        left,
        moved,
        one.basis,
        other.basis,
        left - moved,
        ratio,
        None if ratio is None else (ratio - 1) * 100,
        a_day,
        uneven,
    )


def so_far(
    start: datetime, now: datetime, other: tuple[datetime, datetime], zone: tzinfo
) -> tuple[datetime, datetime]:
    """The part of another window that has passed in one that began at `start` and goes on now.

    By the home's calendar: "this week so far" on Wednesday at 10 is held against last week up to Wednesday at
    10 by the clock, also over a clock change; a year against the same date. Never beyond the other's end.
    """
    began, local, first = (at.astimezone(zone) for at in (start, now, other[0]))
    if (began.month, began.day, first.month, first.day) == (1, 1, 1, 1) and (now - start).days > _MONTH:
        day = _same_date(local, first.year + local.year - began.year)
    else:
        day = first.replace(tzinfo=None) + (local.replace(tzinfo=None) - began.replace(tzinfo=None))
    end = day.replace(tzinfo=zone).astimezone(start.tzinfo)
    return other[0], max(other[0], min(end, other[1]))


def _same_date(local: datetime, year: int) -> datetime:
    leap_day = (local.month, local.day) == (2, 29)
    return local.replace(tzinfo=None, year=year, day=28 if leap_day else local.day)


def _unequal(one: Basis, other: Basis) -> bool:
    lengths = sorted((_length(one), _length(other)))
    return lengths[1] - lengths[0] > max(EVEN * lengths[1], _CLOCK_CHANGE if lengths[1] >= _DAY else 0.0)


def _a_day(figure: Figure) -> float | None:
    known = _length(figure.basis) * figure.basis.coverage
    return figure.value / (known / _DAY) if figure.value is not None and known > 0 else None


def _length(found: Basis) -> float:
    return (found.end - found.start) / timedelta(seconds=1)


def _ratio(left: float, right: float, unit: str) -> float | None:
    if right <= 0 or left < 0 or unit in _NO_ZERO:
        return None
    found = left / right
    return found if found < _MOST else None
