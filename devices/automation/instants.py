"""When triggers of the clock are due: pure arithmetic over days, zone, sun and holidays. Wakes nobody.

A local time that the clocks skip is due at the first moment after the gap, one that comes twice the first
time only; a day has one run. `key` names the trigger (rule and spot): its chance delay is always the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256

from devices.automation.almanac import Almanac, local_day, moment, sun, takes_in
from devices.automation.rule.trigger import At, Every, Holidays, Once, Sun, TimeTrigger

FARTHEST = timedelta(days=366 * 11)
"""A day that does not come within so long never comes: a holiday on a certain weekday may take 11 years."""
BACK_AT_MOST = timedelta(hours=25)
"""A clock set back by more than this had been wrong before: what was dealt with then counts no more."""
_DAY = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Due:
    """An instant that passed while nobody watched; the newest of several, `before` counts the older ones.

    `late` is by how many seconds; `missed` says that it is too late for a run.
    """

    at: datetime
    late: float = 0.0
    missed: bool = False
    before: int = 0


def after(trigger: TimeTrigger, instant: datetime, almanac: Almanac, key: str = "") -> datetime | None:
    """The next nominal instant strictly after another, UTC, whole milliseconds; None when there is none."""
    match trigger:
        case Once(at=at):
            found = _exact(at)
            return found if found > instant else None
        case Every():
            return _tick(trigger, _ticks(trigger, instant) + 1)
        case At() | Sun() if _never(trigger, almanac):
            return None
        case At() | Sun():
            return next(_daily(trigger, instant, almanac, key), None)


def latest(
    trigger: TimeTrigger, since: datetime, until: datetime, almanac: Almanac, key: str = ""
) -> tuple[datetime, int] | None:
    """The last nominal instant in (since, until] and how many there were."""
    match trigger:
        case Every():
            first, last = _ticks(trigger, since) + 1, _ticks(trigger, until)
            return (_tick(trigger, last), last - first + 1) if last >= first else None
        case _:
            return _counted(trigger, since, until, almanac, key)


def missed(
    trigger: TimeTrigger,
    done: datetime,
    now: datetime,
    late_seconds: float,
    almanac: Almanac,
    key: str = "",
) -> Due | None:
    """What became due after `done`, the last instant dealt with, up to now, while nobody watched.

    Only the newest instant counts: within `late_seconds` it is run late, else missed.
    """
    found = latest(trigger, done, now, almanac, key)
    if found is None:
        return None
    at, count = found
    late = (now - at).total_seconds()
    return Due(at, late, late > late_seconds, count - 1)


def from_where(trigger: TimeTrigger, done: datetime, now: datetime) -> datetime:
    """The instant after which to look for the next one, where the clock may have been set back since `done`.

    Set back a little, what was dealt with is not dealt with again; set back far, it starts from now.
    """
    limit = BACK_AT_MOST
    if isinstance(trigger, Every):
        limit = min(limit, timedelta(seconds=trigger.seconds))
    return now if done - now > limit else done


def _never(trigger: At | Sun, almanac: Almanac) -> bool:
    """Whether what is not configured leaves no day for it: no need to look through years."""
    placeless = isinstance(trigger, Sun) and not almanac.placed
    return placeless or (trigger.days.holidays is Holidays.ONLY and not almanac.country)


def _daily(trigger: At | Sun, instant: datetime, almanac: Almanac, key: str) -> Iterator[datetime]:
    """The instants of a daily trigger strictly after another, in order."""
    # a gap may push a time past midnight; a sunset may lie there by itself
    day = local_day(almanac, instant) - _DAY
    if isinstance(trigger, Sun):
        day = local_day(almanac, instant - timedelta(seconds=trigger.offset_seconds)) - 2 * _DAY
    end = day + FARTHEST
    while day < end:
        found = _on(trigger, day, almanac, key)
        if found is not None and found > instant:
            yield found
        day += _DAY


def _on(trigger: At | Sun, day: date, almanac: Almanac, key: str) -> datetime | None:
    """The one instant of a day, if it has one."""
    if not takes_in(almanac, trigger.days, day):
        return None
    match trigger:
        case At():
            return _at(trigger, day, almanac, key)
        case Sun(event=event, offset_seconds=offset):
            found = sun(almanac, event, day)
            return None if found is None else _exact(found + timedelta(seconds=offset))


def _at(trigger: At, day: date, almanac: Almanac, key: str) -> datetime | None:
    nominal = _exact(moment(almanac, day, trigger.time))
    if local_day(almanac, nominal) != day and local_day(almanac, moment(almanac, day, time())) != day:
        return None  # a day that the zone left out as a whole
    if not trigger.jitter_seconds:
        return nominal
    left = moment(almanac, day + _DAY, time()) - nominal - _MILLISECOND
    chance = _chance(key, day) * timedelta(seconds=trigger.jitter_seconds)
    return _exact(nominal + max(min(chance, left), timedelta()))


def _chance(key: str, day: date) -> float:
    """A number in 0..1 that is the same for one trigger and day, wherever it is asked."""
    digest = sha256(f"{key} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _counted(
    trigger: At | Sun | Once, since: datetime, until: datetime, almanac: Almanac, key: str
) -> tuple[datetime, int] | None:
    """The last instant in (since, until] and how many, by going through them."""
    found, count = since, 0
    while (following := after(trigger, found, almanac, key)) is not None and following <= until:
        found, count = following, count + 1
    return (found, count) if count else None


def _ticks(trigger: Every, instant: datetime) -> int:
    """The number of the last tick up to an instant; the first is 0, at `since`; -1 before it."""
    return max(-1, (instant - _exact(trigger.since)) // _step(trigger))


def _tick(trigger: Every, number: int) -> datetime:
    return _exact(trigger.since) + number * _step(trigger)


def _step(trigger: Every) -> timedelta:
    return max(timedelta(milliseconds=round(trigger.seconds * 1000)), _MILLISECOND)


def _exact(at: datetime) -> datetime:
    """In UTC, cut to whole milliseconds."""
    utc = at.astimezone(UTC)
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)
