"""How a window is named in a reply, and its neutral name for machines. Finds nothing in words."""

from datetime import date, datetime, timedelta, tzinfo

from tools.words.catalogue import duration, say
from tools.words.packs import pack
from tools.words.windows import clocks
from tools.words.windows.days import Days
from tools.words.windows.sense import SECONDS, Sense, Shape
from tools.words.windows.wall import DAY, wall_of
from tools.words.windows.window import Event, Step, Unit, Whose

_LETTERS = {Unit.SECOND: "s", Unit.MINUTE: "m", Unit.HOUR: "h", Unit.DAY: "d", Unit.WEEK: "d"}
_KNOWN_PARTS = {("today", "tonight"): "this_evening", ("yesterday", "night"): "last_night"}


def label(language: str, told: Sense, now: datetime, zone: tzinfo) -> str:
    """How a reply names a stretch: as it was understood, with dates where words leave a doubt."""
    today = now.astimezone(zone).date()
    match told.shape:
        case Shape.LENGTH if told.length is not None:
            return _length_label(language, told.length)
        case Shape.SINCE:
            return since_label(language, told.start, today, zone)
        case Shape.SPAN:
            return span_label(language, told.start, told.end, now, zone)
    if told.days is None:
        return span_label(language, told.start, told.end, now, zone)
    day = _part_label(language, told.days, told.part, today)
    if told.clock is None:
        return day
    first, last = (clocks.text(minutes) for minutes in told.clock)
    phrase = "at_clock" if told.shape is Shape.AT else "in_clock"
    return pack(language).labels[phrase].format(day=day, first=first, last=last)


def key(told: Sense, start: datetime, end: datetime, zone: tzinfo) -> str:
    """The neutral name of a window, else its two ends on the home's clock."""
    name = ""
    if told.length is not None:
        name = _length_key(told.length)
    elif told.days is not None and (not told.part or told.clock):
        name = _known_part(told.days, told.part) or told.days.key
    elif told.days is not None:
        name = _known_part(told.days, told.part)
    ends = (at.astimezone(zone).isoformat(timespec="seconds") for at in (start, end))
    return name or "/".join(ends)


def span_label(language: str, start: datetime, end: datetime, now: datetime, zone: tzinfo) -> str:
    """From one date or time to another; a whole day is told as that day."""
    spoken, today = pack(language), now.astimezone(zone).date()
    first, last = wall_of(start, zone), wall_of(end, zone)
    if not first.minutes and not last.minutes:
        closing = last.day - timedelta(days=1)
        begin, finish = (_date(language, day, today) for day in (first.day, closing))
        if closing <= first.day:
            return spoken.labels["on_date"].format(date=begin)
        return spoken.labels["span"].format(first=begin, last=finish)
    begin, finish = (_moment(language, at, today, zone) for at in (start, end))
    if first.day == last.day:
        begin = spoken.labels["moment"].format(
            date=_date(language, first.day, today), time=clocks.text(first.minutes)
        )
        finish = clocks.text(last.minutes)
    return spoken.labels["span"].format(first=begin, last=finish)


def since_label(language: str, start: datetime, today: date, zone: tzinfo) -> str:
    """Since a date or a time on a date."""
    return pack(language).labels["since"].format(moment=_moment(language, start, today, zone))


def anchor_label(language: str, event: Event, whose: Whose, words: str) -> str:
    """How a window is named that hangs on what happened, before its times are known."""
    return pack(language).labels[f"{event}_{whose}"].format(name=words)


def _moment(language: str, at: datetime, today: date, zone: tzinfo) -> str:
    wall = wall_of(at, zone)
    day = _date(language, wall.day, today)
    if not wall.minutes:
        return day
    return pack(language).labels["moment"].format(date=day, time=clocks.text(wall.minutes))


def _date(language: str, day: date, today: date) -> str:
    return pack(language).past.dated(day, None if day.year == today.year else day.year)


def _part_label(language: str, days: Days, part: str, today: date) -> str:
    labels = pack(language).labels
    if not part:
        return _days_label(language, days, today)
    if known := _known_part(days, part):
        return labels[known]
    return labels["in_part"].format(day=_days_label(language, days, today), part=labels[f"part_{part}"])


def _known_part(days: Days, part: str) -> str:
    """The name of a part of a near day, where it has one of its own: `this_morning`."""
    named = _KNOWN_PARTS.get((days.name, part), "")
    if named or part not in ("morning", "afternoon", "evening"):
        return named
    return {"today": f"this_{part}", "yesterday": f"yesterday_{part}"}.get(days.name, "")


def _days_label(language: str, days: Days, today: date) -> str:
    spoken = pack(language)
    first = _date(language, days.first, today)
    if days.span == "month" and not days.name:
        return spoken.past.monthly(days.first)
    if days.span == "year" and not days.name:
        return spoken.labels["in_year"].format(year=days.first.year)
    if days.span == "weekday":
        return spoken.labels["dated"].format(name=spoken.labels[days.name], date=first)
    if days.single:
        return spoken.labels[days.name] if days.name else spoken.labels["on_date"].format(date=first)
    span = spoken.labels["span"].format(
        first=first, last=_date(language, days.after - timedelta(days=1), today)
    )
    if days.span == "weekend" and days.name:
        return spoken.labels["dated"].format(name=spoken.labels[days.name], date=span)
    return spoken.labels[days.name] if days.name else span


def _length_label(language: str, length: Step) -> str:
    spoken = pack(language)
    if length.unit not in (Unit.MONTH, Unit.YEAR):
        return _short(language, length)
    if length.count == 1:
        return spoken.labels[f"last_one_{length.unit}"]
    told = spoken.counted(f"{length.count:g}", length.count, spoken.nouns[length.unit.value])
    return spoken.labels["last_many"].format(duration=told)


def _short(language: str, length: Step) -> str:
    labels, seconds = pack(language).labels, length.count * SECONDS[length.unit]
    for unit in (Unit.HOUR, Unit.MINUTE):
        if seconds == SECONDS[unit]:
            return labels[f"last_{unit}"]
    hours = length.unit is Unit.HOUR and seconds % 3_600 == 0 and seconds <= 2 * DAY * 60
    told = say(language, "count_hours", count=seconds / 3_600) if hours else duration(language, seconds)
    return labels["last_many"].format(duration=told)


def _length_key(length: Step) -> str:
    """For instance last_24h, last_7d, last_90m; empty for months and years."""
    if length.unit not in _LETTERS:
        return ""
    count, unit = length.count * (7 if length.unit is Unit.WEEK else 1), length.unit
    if unit is Unit.HOUR and count % 1:
        count, unit = round(count * 60, 3), Unit.MINUTE
    return f"last_{count:g}{_LETTERS[unit]}"
