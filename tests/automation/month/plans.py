"""The forty rules of the month, each twice: as Hearth stores it, and as the oracle understands it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from astral import Observer
from astral.sun import elevation

from devices.automation.rule.action import Act, Notify
from devices.automation.rule.condition import AnyOf, Condition, During, NotOf, Stands
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Days,
    Every,
    Once,
    Pool,
    Sun,
    SunEvent,
    Threshold,
    Trigger,
    Weekday,
)
from devices.command import Command
from tests.automation.month.oracle import Known, Plan, Sense, Timed, Watching, daily
from tests.automation.month.story import BEGAN, METERS, WINDOWS, ZONE

LATITUDE, LONGITUDE = 52.4, 13.1
HORIZON = -0.833
RING = Act(Command("switch.bell", "turn_on"))
LATE_MINUTES = 60
_WEEK = tuple(Weekday)
_WORKDAYS = Days(_WEEK[:5])
_WEEKEND = Days(_WEEK[5:])


@dataclass(frozen=True)
class Pair:
    """A rule and what the oracle is told of it."""

    rule: Rule
    plan: Plan


def meter(number: int) -> str:
    """The entity of a meter."""
    return f"sensor.t{number}"


def window(number: int) -> str:
    """The entity of a window."""
    return f"binary_sensor.w{number}"


def _limit(
    numbers: Iterable[int], seconds: int, past: Callable[[float], bool], back: Callable[[float], bool]
) -> Watching:
    """Each of these meters by itself."""

    def sense(part: str) -> Sense:
        def look(known: Known) -> tuple[bool | None, bool]:
            value = known[part]
            return (past(float(value)), back(float(value))) if value else (None, False)

        return look

    parts = [METERS[number] for number in numbers]
    return Watching(tuple((frozenset((part,)), sense(part)) for part in parts), seconds // 60)


def _at_most(limit: float) -> Callable[[float], bool]:
    return lambda value: value <= limit


def _at_least(limit: float) -> Callable[[float], bool]:
    return lambda value: value >= limit


def _together(
    numbers: Iterable[int], seconds: int, past: Callable[[list[float]], bool], *, strict: bool = False
) -> Watching:
    """Several meters as one; `strict`: all of them, else those that are not gone."""
    parts = [METERS[number] for number in numbers]

    def look(known: Known) -> tuple[bool | None, bool]:
        values = [known[part] for part in parts]
        found = [float(value) for value in values if value]
        if strict and found and not past(found):
            return False, True
        if not found or None in values or (strict and len(found) < len(parts)):
            return None, False
        return past(found), not past(found)

    return Watching(((frozenset(parts), look),), seconds // 60)


def _word(numbers: Iterable[int], word: str, seconds: int = 0) -> Watching:
    """Each of these windows by itself."""

    def sense(part: str) -> Sense:
        def look(known: Known) -> tuple[bool | None, bool]:
            value = known[part]
            return (value == word, value != word) if value else (None, False)

        return look

    parts = [WINDOWS[number] for number in numbers]
    return Watching(tuple((frozenset((part,)), sense(part)) for part in parts), seconds // 60)


def _every(minutes: int) -> Timed:
    return Timed(lambda end: range(minutes, end, minutes))


def _sunset(offset_minutes: int) -> Timed:
    def due(minutes: int) -> list[int]:
        days = {(BEGAN + timedelta(minutes=m)).astimezone(ZONE).date() for m in range(0, minutes, 60)}
        return [_minute_of_sunset(day, offset_minutes) for day in sorted(days)]

    return Timed(due)


def _minute_of_sunset(day: date, offset_minutes: int) -> int:
    """The last minute of a day that begins with a part of the sun's disc above the horizon."""
    noon = datetime.combine(day, time(13), ZONE)
    up = [m for m in range(12 * 60) if _height(noon + timedelta(minutes=m)) > HORIZON]
    return int((noon - BEGAN) / timedelta(minutes=1)) + up[-1] + offset_minutes


def _height(at: datetime) -> float:
    return elevation(Observer(LATITUDE, LONGITUDE), at, with_refraction=False)


def _pair(name: str, trigger: Trigger, sets_off: Watching | Timed) -> Pair:
    acts = Notify(name) if isinstance(sets_off, Timed) else RING
    rule = Rule(
        name,
        (trigger,),
        actions=(acts,),
        mode=Mode.PARALLEL,
        late_seconds=LATE_MINUTES * 60,
        runs_a_minute=99,
    )
    return Pair(rule, Plan(name, sets_off))


def _if(pair: Pair, condition: Condition, holds: Callable[[Known, datetime], bool | None]) -> Pair:
    return Pair(replace(pair.rule, conditions=(condition,)), replace(pair.plan, holds=holds))


def _is(number: int, word: str) -> Callable[[Known, datetime], bool | None]:
    def holds(known: Known, _at: datetime) -> bool | None:
        value = known[WINDOWS[number]]
        return value == word if value else None

    return holds


def _between(start: str, end: str, days: str = "0123456") -> Callable[[Known, datetime], bool | None]:
    """A time of day, over midnight where the end is earlier; the day is the one on which it began."""

    def holds(_known: Known, at: datetime) -> bool | None:
        local = at.astimezone(ZONE)
        clock, today = f"{local:%H:%M}", str(local.weekday())
        yesterday = str((local.weekday() - 1) % 7)
        if start <= end:
            return start <= clock < end and today in days
        return (clock >= start and today in days) or (clock < end and yesterday in days)

    return holds


def _limits() -> list[Pair]:
    """Thresholds of single meters, one a meter and shape."""
    found = []
    for number, (seconds, slack) in enumerate(((0, 0), (0, 2), (600, 0), (1800, 1), (7200, 0), (3600, 3))):
        above = Threshold((meter(number),), above=24, for_seconds=seconds, hysteresis=slack)
        found.append((above, _limit((number,), seconds, lambda v: v > 24, _at_most(24 - slack))))
        below = Threshold((meter(number + 1),), below=18, for_seconds=seconds, hysteresis=slack)
        found.append((below, _limit((number + 1,), seconds, lambda v: v < 18, _at_least(18 + slack))))
    return [_pair(f"a{place}", *pair) for place, pair in enumerate(found, 1)]


def _bands() -> list[Pair]:
    """Bands, and meters in groups."""
    inside = Threshold((meter(6),), above=19, below=23, for_seconds=900)
    outside = Threshold((meter(7),), above=26, below=14, outside=True)
    each = Threshold((meter(0), meter(3), meter(5)), above=27, for_seconds=1200)
    every = Threshold((meter(1), meter(2)), above=22, for_seconds=600, pool=Pool.ALL)
    mean = Threshold((meter(0), meter(4), meter(6)), above=21, for_seconds=600, pool=Pool.MEAN)
    cool = Threshold((meter(5), meter(7)), below=17, pool=Pool.MEAN)
    return [
        _pair("a13", inside, _limit((6,), 900, lambda v: 19 < v < 23, lambda v: v <= 19 or v >= 23)),
        _pair("a14", outside, _limit((7,), 0, lambda v: v > 26 or v < 14, lambda v: 14 <= v <= 26)),
        _pair("a15", each, _limit((0, 3, 5), 1200, lambda v: v > 27, lambda v: v <= 27)),
        _pair("a16", every, _together((1, 2), 600, lambda vs: min(vs) > 22, strict=True)),
        _pair("a17", mean, _together((0, 4, 6), 600, lambda vs: sum(vs) / len(vs) > 21)),
        _pair("a18", cool, _together((5, 7), 0, lambda vs: sum(vs) / len(vs) < 17)),
    ]


def _windows() -> list[Pair]:
    """State triggers."""
    return [
        _pair("a19", Becomes((window(0),), ("on",)), _word((0,), "ON")),
        _pair("a20", Becomes((window(1),), ("off",)), _word((1,), "OFF")),
        _pair("a21", Becomes((window(2),), ("on",), for_seconds=600), _word((2,), "ON", 600)),
        _pair("a22", Becomes((window(3),), ("on",), for_seconds=5400), _word((3,), "ON", 5400)),
        _pair("a23", Becomes((window(4), window(5)), ("on",)), _word((4, 5), "ON")),
        _pair("a24", Becomes((window(0), window(1)), ("off",), for_seconds=1800), _word((0, 1), "OFF", 1800)),
    ]


def _clocks() -> list[Pair]:
    """Rules by the clock alone; the night of 29 March has no 02:30."""
    saturday = BEGAN + timedelta(days=17, hours=9)
    return [
        _pair("a25", At(time(7)), daily("07:00")),
        _pair("a26", At(time(2, 30)), daily("02:30")),
        _pair("a27", At(time(0)), daily("00:00")),
        _pair("a28", At(time(6, 45), _WORKDAYS), daily("06:45", "01234")),
        _pair("a29", At(time(9, 15), _WEEKEND), daily("09:15", "56")),
        _pair("a30", Every(5400, BEGAN), _every(90)),
        _pair("a31", Every(86400, BEGAN), _every(1440)),
        _pair("a32", Sun(SunEvent.SUNSET), _sunset(0)),
        _pair("a33", Sun(SunEvent.SUNSET, -2700), _sunset(-45)),
        _pair("a34", Once(saturday), Timed(lambda _end: (17 * 1440 + 540,), once=True)),
    ]


def _conditioned() -> list[Pair]:
    """Rules that look around before they run."""
    hot = Threshold((meter(2),), above=23)
    sense = _limit((2,), 0, lambda v: v > 23, lambda v: v <= 23)
    night = During(time(22), time(6))
    weekend = During(time(8), time(20), _WEEKEND)
    open_now = Stands((window(0),), ("on",))
    either = AnyOf((open_now, night))
    by_night = _between("22:00", "06:00")

    def shut_or_night(known: Known, at: datetime) -> bool | None:
        night_now, is_open = by_night(known, at), _is(0, "ON")(known, at)
        return True if night_now or is_open else is_open

    def not_open(known: Known, at: datetime) -> bool | None:
        is_open = _is(1, "ON")(known, at)
        return None if is_open is None else not is_open

    cooling = _pair("a40", hot, sense)
    return [
        _if(_pair("a35", hot, sense), open_now, _is(0, "ON")),
        _if(_pair("a36", hot, sense), night, by_night),
        _if(_pair("a37", At(time(12)), daily("12:00")), weekend, _between("08:00", "20:00", "56")),
        _if(_pair("a38", hot, sense), either, shut_or_night),
        _if(_pair("a39", hot, sense), NotOf((Stands((window(1),), ("on",)),)), not_open),
        Pair(replace(cooling.rule, cooldown_seconds=10800), replace(cooling.plan, cooldown=180)),
    ]


PAIRS: tuple[Pair, ...] = (*_limits(), *_bands(), *_windows(), *_clocks(), *_conditioned())
