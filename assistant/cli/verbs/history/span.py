"""Which time is meant by the flags, in the home's zone; it ends now at the latest. Pure."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from assistant.cli.verbs.history.flags import History
from devices.errors import ConfigError
from tools.words.speech import Window, against, window

DAY_BACK = "24h"
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*", re.IGNORECASE)
_UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), timedelta(minutes=1)),
    **dict.fromkeys(("h", "hour", "hours"), timedelta(hours=1)),
    **dict.fromkeys(("d", "day", "days"), timedelta(days=1)),
    **dict.fromkeys(("w", "week", "weeks"), timedelta(weeks=1)),
}
_MONTHS = {
    **dict.fromkeys(("mo", "month", "months"), 1),
    **dict.fromkeys(("y", "year", "years"), 12),
}
LONGEST = timedelta(days=366 * 100)
MOST_MONTHS = 1200


def span(flags: History, now: datetime, zone: tzinfo, language: str) -> Window:
    """The time that is asked about: without a flag the last 24 hours.

    Raises:
        ConfigError: it can't be understood, or is none; the text says what to write.
    """
    given = [flags.last is not None, flags.window is not None, (flags.begin or flags.until) is not None]
    if sum(given) > 1:
        raise ConfigError("give one of --last, --window, or --from with --to")
    if flags.window is not None:
        return spoken(flags.window, now, zone, language)
    if flags.begin is not None or flags.until is not None:
        return _between(flags, now, zone)
    asked = flags.last or DAY_BACK
    return Window(_back(asked, now, zone), now, f"last {asked.strip()}")


def spoken(words: str, now: datetime, zone: tzinfo, language: str) -> Window:
    """The time that words name."""
    found = window(language, words, now, zone)
    if found is None:
        raise ConfigError(
            f'"{words}" names no time that has been; write "last night", "this week", or "last 3 hours"'
        )
    return found


def other(words: str, own: Window, now: datetime, zone: tzinfo, language: str) -> Window | None:
    """The time that a window is compared with; None for words that name none."""
    found = against(language, words, own, now, zone)
    return found if isinstance(found, Window) else None


def _between(flags: History, now: datetime, zone: tzinfo) -> Window:
    end = now if flags.until is None else min(moment(flags.until, "--to", now, zone, ends=True), now)
    if flags.begin is None:
        raise ConfigError("--to needs --from beside it")
    start = moment(flags.begin, "--from", now, zone, ends=False)
    if start >= now:
        raise ConfigError("--from lies in the future; records are of the past")
    if start >= end:
        raise ConfigError("--from must be before --to")
    if end - start > LONGEST:
        raise ConfigError("--from lies too far back; a hundred years are the most")
    return Window(start, end, f"{_told(start, zone)} to {_told(end, zone)}")


def _told(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"


def moment(text: str, flag: str, now: datetime, zone: tzinfo, *, ends: bool) -> datetime:
    """An instant as a person writes it: a time of today, a date, or both; with an offset or without."""
    plain = text.strip()
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}(:\d{2})?", plain):
            hour = time.fromisoformat(plain.zfill(5) if plain.count(":") == 1 else plain)
            return datetime.combine(now.astimezone(zone).date(), hour, zone).astimezone(UTC)
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", plain):
            day = date.fromisoformat(plain) + timedelta(days=1 if ends else 0)
            return datetime.combine(day, time(), zone).astimezone(UTC)
        named = datetime.fromisoformat(plain)
        return (named if named.tzinfo else named.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ConfigError(
            f'{flag}: "{text}" is no time; write 07:30, 2026-01-31, or 2026-01-31T07:30'
        ) from error


def _back(asked: str, now: datetime, zone: tzinfo) -> datetime:
    """So far before now; months and years by the calendar."""
    found = _LENGTH.fullmatch(asked)
    number, unit = (float(found[1]), found[2].lower()) if found else (0.0, "")
    if unit in _MONTHS and number.is_integer() and 0 < number * _MONTHS[unit] <= MOST_MONTHS:
        return _months_back(int(number) * _MONTHS[unit], now.astimezone(zone)).astimezone(UTC)
    length = _UNITS.get(unit, timedelta()) * min(number, 1e6)
    if not timedelta() < length <= LONGEST:
        raise ConfigError(f'--last: "{asked}" is no length of time; write 90min, 24h, 7d, 2w, 6mo or 1y')
    return now - length


def _months_back(count: int, local: datetime) -> datetime:
    """The same day of the month and the same time of day; the last day of a month that is shorter."""
    year, month = divmod(local.year * 12 + local.month - 1 - count, 12)
    day = min(local.day, monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day, fold=0)
