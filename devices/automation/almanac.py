"""Where and under which calendar a home lives: its zone, its sun, its holidays. Decides nothing about rules.

The door of astral and holidays; both are loaded when first asked for: most commands never need them.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from importlib import import_module

from devices.automation.rule.trigger import Days, Holidays, SunEvent, Weekday

HORIZON = -0.833
"""Degrees of the sun's centre at sunrise and sunset: half its disc, and light is bent at the horizon."""
_HALF_DAY = timedelta(hours=12)
_DAY = timedelta(days=1)
_WEEK = tuple(Weekday)


@dataclass(frozen=True, slots=True)
class Almanac:
    """The home's zone, its place in degrees (None when not configured) and its country.

    `country` is ISO 3166-1 alpha-2, with a region where holidays differ by it: DE, DE-BY; empty: none.
    """

    zone: tzinfo
    latitude: float | None = None
    longitude: float | None = None
    country: str = ""

    @property
    def placed(self) -> bool:
        """Whether there is a place, and so a sun."""
        return self.latitude is not None and self.longitude is not None


def local_day(almanac: Almanac, at: datetime) -> date:
    """The calendar day of an instant in the home's zone."""
    return at.astimezone(almanac.zone).date()


def moment(almanac: Almanac, day: date, at: time) -> datetime:
    """The instant (UTC) of a local time of day.

    A time that the clocks skip is the first moment after the gap; of one that comes twice it is the first.
    """
    wall = datetime.combine(day, at, almanac.zone).replace(fold=0)
    instant = wall.astimezone(UTC)
    if instant.astimezone(almanac.zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return instant
    # read with the offset from before the gap it lies after the gap, with the one from after it before
    return _gap_end(almanac.zone, wall.replace(fold=1).astimezone(UTC), instant)


def sun(almanac: Almanac, event: SunEvent, day: date) -> datetime | None:
    """Sunrise before, or sunset after, the solar noon of a local day, to the second.

    Computed from the date, never from the day before; None where the sun does not rise or set on that day,
    or no place is configured.
    """
    if almanac.latitude is None or almanac.longitude is None:
        return None
    noon = _noon(almanac.zone, almanac.latitude, almanac.longitude, day)
    return None if noon is None else _horizon(almanac.latitude, almanac.longitude, event, noon)


def daylight(
    almanac: Almanac, at: datetime, sunrise_offset: float = 0.0, sunset_offset: float = 0.0
) -> bool | None:
    """Whether it is day at an instant, sunrise and sunset each moved later by so many seconds.

    None when no place is configured. In polar day and night what counts is the height of the sun.
    """
    if almanac.latitude is None or almanac.longitude is None:
        return None
    day = local_day(almanac, at)
    offsets = {SunEvent.SUNRISE: sunrise_offset, SunEvent.SUNSET: sunset_offset}
    passed = [
        (instant, event)
        for event, offset in offsets.items()
        for near in range(-2, 3)
        if (found := sun(almanac, event, day + near * _DAY)) is not None
        and (instant := found + timedelta(seconds=offset)) <= at
    ]
    if passed and at - max(passed)[0] <= _DAY:
        return max(passed)[1] is SunEvent.SUNRISE
    return _height(almanac.latitude, almanac.longitude, at) > HORIZON


def holiday(almanac: Almanac, day: date) -> bool | None:
    """Whether a local day is a public holiday; None when no country is configured."""
    return day in _holidays(almanac.country, day.year) if almanac.country else None


def takes_in(almanac: Almanac, days: Days, day: date) -> bool:
    """Whether these days include this one; with no country none is a holiday."""
    if days.weekdays and _WEEK[day.weekday()] not in days.weekdays:
        return False
    match days.holidays:
        case Holidays.IGNORE:
            return True
        case Holidays.ONLY:
            return holiday(almanac, day) is True
        case Holidays.EXCEPT:
            return holiday(almanac, day) is not True


def known_country(code: str) -> bool:
    """Whether holidays are known for a country, or a region of one: DE, DE-BY."""
    country, dash, region = code.partition("-")
    regions = import_module("holidays").list_supported_countries()
    return country in regions and (not dash or region in regions[country])


def _gap_end(zone: tzinfo, before: datetime, after: datetime) -> datetime:
    """The instant between these two at which the zone's offset changes, to the second."""
    old = before.astimezone(zone).utcoffset()
    low, high = int(before.timestamp()), int(after.timestamp())
    while low < high:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == old:
            low = middle + 1
        else:
            high = middle
    return datetime.fromtimestamp(low, UTC)


@lru_cache(maxsize=4096)
def _noon(zone: tzinfo, latitude: float, longitude: float, day: date) -> datetime | None:
    """The solar noon that falls on a local day; where the zone is far off, a rare day has none."""
    observer = import_module("astral").Observer(latitude, longitude)
    for near in range(-1, 2):
        found: datetime = import_module("astral.sun").noon(observer, day + near * _DAY)
        if found.astimezone(zone).date() == day:
            return found
    return None


@lru_cache(maxsize=4096)
def _horizon(latitude: float, longitude: float, event: SunEvent, noon: datetime) -> datetime | None:
    """When the sun crosses the horizon in the half day before or after a solar noon, to the second."""
    way = -1 if event is SunEvent.SUNRISE else 1
    up, down = 0, int(_HALF_DAY.total_seconds())
    if _height(latitude, longitude, noon) < HORIZON:
        return None
    if _height(latitude, longitude, noon + way * _HALF_DAY) > HORIZON:
        return None
    while down - up > 1:
        middle = (up + down) // 2
        if _height(latitude, longitude, noon + timedelta(seconds=way * middle)) > HORIZON:
            up = middle
        else:
            down = middle
    return noon + timedelta(seconds=way * down)


def _height(latitude: float, longitude: float, at: datetime) -> float:
    """Degrees of the sun's centre above the horizon, in empty space."""
    observer = import_module("astral").Observer(latitude, longitude)
    height: float = import_module("astral.sun").elevation(observer, at, with_refraction=False)
    return height


@lru_cache(maxsize=64)
def _holidays(country: str, year: int) -> frozenset[date]:
    code, _, region = country.partition("-")
    found = import_module("holidays").country_holidays(code, subdiv=region or None, years=year)
    return frozenset(found)
