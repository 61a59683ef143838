"""Axes: where their ticks stand and what they are called. Pure; draws nothing.

Ticks of time follow the home's clock: on the day of a clock change they still stand at full hours.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import partial

from devices.storage.tables import instant, millis

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
FINEST = 3
"""More digits after the point than this are no precision of a household's sensors."""
SMALLEST = 1e-12
"""Numbers closer than this are one on any axis."""
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where, and its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Values:
    """An axis of values from `low` to `high`, both ticks themselves."""

    low: float
    high: float
    ticks: tuple[Tick, ...]


_MINUTES = (1, 2, 5, 10, 15, 30)
_HOURS = (1, 2, 3, 4, 6, 12)
_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)


def times(start: int, end: int, zone: tzinfo, most: int) -> tuple[Tick, ...]:
    """At most `most` ticks of [start, end], at round times of the home's clock."""
    for step in _steps():
        if step.length * max(most, 1) >= end - start:
            found = tuple(step.walk(start, end, zone))
            if len(found) <= most:
                return found
    return ()


@dataclass(frozen=True, slots=True)
class _Step:
    """About how long it is from tick to tick, and how to walk them."""

    length: int
    walk: Callable[[int, int, tzinfo], Iterator[Tick]]


def _steps() -> Iterator[_Step]:
    for minutes in _MINUTES:
        yield _Step(minutes * MINUTE, partial(_clock, minutes))
    for hours in _HOURS:
        yield _Step(hours * HOUR, partial(_clock, hours * 60))
    for days in _DAYS:
        yield _Step(days * DAY, partial(_days, days))
    for months in _MONTHS:
        yield _Step(months * 28 * DAY, partial(_months, months))


def _clock(minutes: int, start: int, end: int, zone: tzinfo) -> Iterator[Tick]:
    """Every so many minutes of each local day.

    An hour that comes twice has its ticks twice, one that is skipped has none.
    """
    day, last = local_day(start, zone), local_day(end, zone)
    while day <= last:
        walls = [datetime.combine(day, time(*divmod(minute, 60))) for minute in range(0, 24 * 60, minutes)]
        for at in sorted({at for wall in walls for at in _instants(wall, zone)}):
            if start <= at <= end:
                yield Tick(at, clock_label(at, zone))
        day += timedelta(days=1)


def _instants(wall: datetime, zone: tzinfo) -> Iterator[int]:
    """When a wall clock shows this: once, twice, or never."""
    for fold in (0, 1):
        local = wall.replace(tzinfo=zone, fold=fold)
        at = local.astimezone(UTC)
        if at.astimezone(zone).replace(tzinfo=None) == wall:
            yield millis(at)


def _days(days: int, start: int, end: int, zone: tzinfo) -> Iterator[Tick]:
    """Midnights: of every so many days, of weeks those of Mondays."""
    weeks = days % 7 == 0
    first, last = local_day(start, zone), local_day(end, zone)
    for number in range(first.toordinal(), last.toordinal() + 1):
        # the first of January of year 1 was a Monday, with the number 1
        if (number - 1) % days == 0:
            day = date.fromordinal(number)
            at = midnight(day, zone)
            if start <= at <= end:
                yield Tick(at, f"{day.day} {day:%b}" if weeks else f"{day:%a} {day.day}")


def _months(months: int, start: int, end: int, zone: tzinfo) -> Iterator[Tick]:
    """The first of every so many months; a January is told by its year."""
    first, last = local_day(start, zone), local_day(end, zone)
    for number in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        if number % months == 0:
            day = date(number // 12, number % 12 + 1, 1)
            at = midnight(day, zone)
            if start <= at <= end:
                yield Tick(at, f"{day.year}" if day.month == 1 else f"{day:%b}")


def local_day(at: int, zone: tzinfo) -> date:
    """The day it is in the home at an instant."""
    return instant(at).astimezone(zone).date()


def midnight(day: date, zone: tzinfo) -> int:
    """When this local day begins, also where a clock change skips its midnight."""
    return millis(datetime.combine(day, time(), tzinfo=zone).astimezone(UTC))


def clock_label(at: int, zone: tzinfo) -> str:
    """An instant by the home's clock: 18:00, and at midnight the date."""
    local = instant(at).astimezone(zone)
    return f"{local.day} {local:%b}" if (local.hour, local.minute) == (0, 0) else f"{local:%H:%M}"


def within_a_day(window: tuple[int, int]) -> bool:
    """Whether the clock alone tells when something was; the day of a clock change may have 25 hours."""
    return window[1] - window[0] <= DAY + HOUR


def clock(at: int, zone: tzinfo, *, day: bool) -> str:
    """An instant to the second, with its day where that isn't clear."""
    local = instant(at).astimezone(zone)
    return f"{local.day:2} {local:%b %H:%M:%S}" if day else f"{local:%H:%M:%S}"


def moment(at: int, zone: tzinfo, window: tuple[int, int]) -> str:
    """An instant as a person reads it beside this window: by the clock alone within a day."""
    local = instant(at).astimezone(zone)
    first, last = (instant(edge).astimezone(zone) for edge in window)
    if within_a_day(window):
        return f"{local:%H:%M}"
    return (
        f"{local:%a} {local.day} {local:%b} {local:%H:%M}"
        if first.year == last.year
        else (f"{local.day} {local:%b %Y %H:%M}")
    )


def values(low: float, high: float, most: int) -> Values:
    """An axis for these values with about `most` ticks at round numbers."""
    if high - low <= max(abs(high) * 1e-9, SMALLEST):
        room = 10.0 ** math.floor(math.log10(abs(high))) / 10 if abs(high) > SMALLEST else 1.0
        low, high = low - room, high + room
    step = _round_step((high - low) / max(most - 1, 1))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = max(0, -math.floor(math.log10(step) + 1e-9)) + (
        step * 10 ** -math.floor(math.log10(step)) == NICE[2]
    )
    ticks = tuple(Tick(number * step, f"{number * step:.{digits}f}") for number in range(first, last + 1))
    return Values(first * step, last * step, ticks)


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(nice * power for nice in NICE if nice * power >= rough * (1 - 1e-9))


def digits(numbers: tuple[float, ...]) -> int:
    """How many digits after the point these readings have; what converting adds is not counted."""
    for count in range(FINEST):
        if all(math.isclose(round(number, count), number, rel_tol=1e-7, abs_tol=1e-7) for number in numbers):
            return count
    return FINEST


def shown(value: float, count: int, unit: str) -> str:
    """A value with so many digits, and its unit."""
    plain = f"{value:.{count}f}"
    return f"{plain if float(plain) else plain.lstrip('-')} {unit}".rstrip()


def dated(at: int, zone: tzinfo) -> str:
    """An instant with its date, to the minute: 3 Oct 2026, 14:05."""
    local = instant(at).astimezone(zone)
    return f"{local.day} {local:%b %Y, %H:%M}"


def lasting(seconds: float) -> str:
    """A length of time in its two greatest units: 5 h 20 min."""
    whole = round(seconds)
    for size, name, below, less in _LASTING:
        if whole >= size:
            more = whole % size // below
            return f"{whole // size} {name}" + (f" {more} {less}" if more else "")
    return f"{whole} s"


_LASTING = ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))
