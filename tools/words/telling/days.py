"""Days and times of day of a rule in words: "Monday to Friday except public holidays at 07:30"."""

from datetime import datetime, time

from devices.automation.rule.trigger import Days, Holidays, SunEvent, Weekday
from tools.words.catalogue import listed
from tools.words.packs import pack
from tools.words.telling.scribe import Scribe

_RANGE = 3
"""So many days in a row are told as a range."""
_SOON = 300
"""Within so many days a day needs no year."""
_WEEK = tuple(Weekday)


def days_text(days: Days, scribe: Scribe) -> str:
    """On which days; empty for every day, whatever it is."""
    if not days.weekdays and days.holidays is Holidays.ONLY:
        return scribe.say("holidays_only")
    told = _weekdays(days.weekdays, scribe)
    match days.holidays:
        case Holidays.ONLY:
            return scribe.say("days_only", days=told)
        case Holidays.EXCEPT:
            return scribe.say("days_except", days=told or scribe.say("days_all"))
        case Holidays.IGNORE:
            return told


def clock_text(at: time) -> str:
    """A time of day as everybody reads it: 07:30, with seconds only where there are some."""
    return f"{at:%H:%M:%S}" if at.second or at.microsecond else f"{at:%H:%M}"


def moment_text(at: datetime, scribe: Scribe) -> str:
    """A moment by weekday, day and time; with the year when it is not within about a year."""
    return scribe.say("time_once", **moment_facts(at, scribe))


def moment_facts(at: datetime, scribe: Scribe) -> dict[str, str]:
    """The weekday of a moment, and its day and time."""
    local, near = at.astimezone(scribe.zone), scribe.near
    soon = near is not None and abs((at - near).days) <= _SOON
    dated = pack(scribe.language).dated(local) if soon else f"{local:%Y-%m-%d %H:%M}"
    return {
        "weekday": scribe.say(f"day_{_WEEK[local.weekday()]}"),
        "at": f"{dated}:{local:%S}" if local.second else dated,
    }


def sun_text(event: SunEvent, offset: float, scribe: Scribe) -> str:
    """Sunrise or sunset, or some time before or after it."""
    sun = scribe.say(f"time_{event}")
    if not offset:
        return sun
    phrase = "time_after" if offset > 0 else "time_before"
    return scribe.say(phrase, sun=sun, duration=scribe.lasting(abs(offset)))


def _weekdays(days: tuple[Weekday, ...], scribe: Scribe) -> str:
    if not days:
        return ""
    places = [_WEEK.index(day) for day in days]
    if len(places) >= _RANGE and places == list(range(places[0], places[0] + len(places))):
        first, last = scribe.say(f"from_{days[0]}"), scribe.say(f"to_{days[-1]}")
        return scribe.say("days_range", first=first, last=last)
    named = listed(scribe.language, [scribe.say(f"on_{day}") for day in days])
    return scribe.say("days_listed", days=named)
