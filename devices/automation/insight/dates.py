"""Times that never come: days that exclude one another, a moment past, a sun without a place. Pure."""

from collections.abc import Iterator
from datetime import datetime

from devices.automation.almanac import Almanac
from devices.automation.insight.conflict import Never
from devices.automation.insight.reach import Flaw
from devices.automation.insight.region import days_disjoint, inside
from devices.automation.rule.condition import Condition, Daylight, During
from devices.automation.rule.trigger import At, Days, Holidays, Once, Sun, SunEvent, Trigger

_SURE = 6 * 3600.0
"""Seconds before and after sunrise or sunset in which it is known on which side of it a moment lies."""


def times(trigger: Trigger, almanac: Almanac, at: datetime) -> Iterator[Flaw]:
    """What is wrong with a trigger of time."""
    match trigger:
        case Once(at=once) if once <= at:
            yield Flaw(Never.PAST, facts={"at": once.isoformat()})
        case At(days=days):
            yield from calendar(days, almanac)
        case Sun(days=days):
            yield from calendar(days, almanac)
            yield from place(almanac)
        case _:
            pass


def calendar(days: Days, almanac: Almanac) -> Iterator[Flaw]:
    """Only on holidays, and nobody knows of any."""
    if days.holidays is Holidays.ONLY and not almanac.country:
        yield Flaw(Never.NO_CALENDAR)


def place(almanac: Almanac) -> Iterator[Flaw]:
    """Day and night asked for where nobody knows the sun."""
    if not almanac.placed:
        yield Flaw(Never.NO_PLACE)


def excluded(trigger: Trigger, condition: Condition) -> Iterator[Flaw]:
    """A condition that never holds at the time of its own trigger."""
    match trigger, condition:
        case At(time=moment, days=days, jitter_seconds=jitter), During():
            overnight = condition.after and condition.before and condition.before <= condition.after
            apart = days_disjoint(days, condition.days) and not overnight
            if apart or (not jitter and not inside(condition, moment)):
                yield Flaw(Never.TIME_EXCLUDED, facts={"time": f"{moment:%H:%M}"})
        case Sun(days=days), During():
            overnight = condition.after and condition.before and condition.before <= condition.after
            if days_disjoint(days, condition.days) and not overnight:
                yield Flaw(Never.TIME_EXCLUDED, facts={"event": trigger.event.value})
        case Sun(), Daylight() if _other_side(trigger, condition):
            yield Flaw(Never.TIME_EXCLUDED, facts={"event": trigger.event.value})
        case _:
            pass


def _other_side(trigger: Sun, condition: Daylight) -> bool:
    """Whether a moment some hours round sunrise or sunset lies on the side that is not asked for."""
    rising = trigger.event is SunEvent.SUNRISE
    ahead = trigger.offset_seconds - (condition.sunrise_offset if rising else condition.sunset_offset)
    if not 0 < abs(ahead) < _SURE:
        return False
    light = (ahead > 0) is rising
    return light is not condition.up
