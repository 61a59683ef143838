"""What may set a rule off, as values. When each of them fires is the business of `watch` and `instants`.

Entities are Home Assistant entity ids, durations seconds of home time, times of day the home's zone.
"""

from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from typing import TypeAlias


class Pool(StrEnum):
    """How several sensors are read as one: each by itself, all together, or their average."""

    ANY = "any"
    ALL = "all"
    MEAN = "mean"


class Weekday(StrEnum):
    """Days by name, Monday first; numbers mean different days to different people."""

    MON = "mon"
    TUE = "tue"
    WED = "wed"
    THU = "thu"
    FRI = "fri"
    SAT = "sat"
    SUN = "sun"


class Holidays(StrEnum):
    """What the public holidays of the configured country mean to a schedule."""

    IGNORE = "ignore"
    ONLY = "only"
    EXCEPT = "except"


class Way(StrEnum):
    """Which way a number went."""

    UP = "up"
    DOWN = "down"
    EITHER = "either"


class Coming(StrEnum):
    """Which way somebody went."""

    ARRIVE = "arrive"
    LEAVE = "leave"


class SunEvent(StrEnum):
    """The two moments of the sun."""

    SUNRISE = "sunrise"
    SUNSET = "sunset"


@dataclass(frozen=True, slots=True)
class Days:
    """On which days; no weekday named means every day."""

    weekdays: tuple[Weekday, ...] = ()
    holidays: Holidays = Holidays.IGNORE


EVERY_DAY = Days()


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number crossing a limit; a value equal to the limit has not crossed it.

    Both limits together mean the band between them, or with `outside` everything beyond them (then `above`
    is the upper limit). `attribute` names the attribute to watch, empty the state itself. The value must
    hold for `for_seconds`. The trigger re-arms once the value is back by `hysteresis` beyond the limit.
    `unit` is the unit of the limits; empty means the entity's own, whatever it is.
    As a condition: it holds while the value is beyond the limit, since at least `for_seconds`.
    """

    entities: tuple[str, ...]
    above: float | None = None
    below: float | None = None
    for_seconds: float = 0.0
    attribute: str = ""
    hysteresis: float = 0.0
    outside: bool = False
    pool: Pool = Pool.ANY
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Swing:
    """A number moving by at least `by` (in `unit`) within `within_seconds`; it re-arms a window later."""

    entities: tuple[str, ...]
    by: float
    within_seconds: float
    way: Way = Way.EITHER
    attribute: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Becomes:
    """A state word (or an attribute) changing to one of `to`, from one of `was`; empty means any.

    It must stay so for `for_seconds`. With Pool.ALL the last of the entities to get there sets it off.
    """

    entities: tuple[str, ...]
    to: tuple[str, ...] = ()
    was: tuple[str, ...] = ()
    for_seconds: float = 0.0
    attribute: str = ""
    pool: Pool = Pool.ANY


@dataclass(frozen=True, slots=True)
class Happens:
    """An event entity reporting an event: a button pressed, a bell rung; no `types` means any."""

    entities: tuple[str, ...]
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Presence:
    """People coming or going. No entities means everybody the home can see.

    Pool.ANY: each arrival or departure; Pool.ALL: the first to arrive in an empty home, the last to leave.
    """

    coming: Coming
    entities: tuple[str, ...] = ()
    pool: Pool = Pool.ANY
    for_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Lost:
    """Devices that can't be reached for `for_seconds`, or with `back` can be reached again."""

    entities: tuple[str, ...]
    back: bool = False
    for_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class At:
    """A time of day on certain days, at most `jitter_seconds` later by chance that is the same each time."""

    time: time
    days: Days = EVERY_DAY
    jitter_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Sun:
    """Sunrise or sunset at the configured place, `offset_seconds` later (negative: earlier)."""

    event: SunEvent
    offset_seconds: float = 0.0
    days: Days = EVERY_DAY


@dataclass(frozen=True, slots=True)
class Every:
    """Again and again, counted in elapsed time from `since` (aware); clock changes play no part."""

    seconds: float
    since: datetime


@dataclass(frozen=True, slots=True)
class Once:
    """One instant (aware)."""

    at: datetime


Trigger: TypeAlias = Threshold | Swing | Becomes | Happens | Presence | Lost | At | Sun | Every | Once
TimeTrigger: TypeAlias = At | Sun | Every | Once
"""Set off by the clock alone."""
