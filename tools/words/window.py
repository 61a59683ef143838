"""Words for a stretch of past time as start and end, true to the local calendar across clock changes."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache

from tools.words.catalogue import duration, say
from tools.words.packs import PACKS, pack
from tools.words.spec import Pack, Tag
from tools.words.token import Phrases, Token, plain, tokens

_SIZES = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOURS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24)}
_NIGHT_FROM, _NIGHT_TO = 22, 7
_LONGEST = 366 * 86_400.0


@dataclass(frozen=True, slots=True)
class Window:
    """From `start` to `end`, both aware in UTC; `label` is how a reply names it."""

    start: datetime
    end: datetime
    label: str


def window(language: str, words: str, now: datetime, zone: tzinfo) -> Window | None:
    """The time that words name, in this language or else in English; None if they name none.

    Args:
        language: the turn's language, also of the label.
        words: for instance "last 24 hours", "yesterday", "昨天", "за последние два часа".
        now: home time, aware.
        zone: the user's time zone, for midnight and for the names of days.
    """
    for spoken in dict.fromkeys((pack(language), *PACKS.values())):
        sentence = tokens(plain(words), spoken.keys)
        for name in _named(spoken, sentence):
            if (span := calendar(name, now, zone)) is not None:
                return Window(*span, pack(language).labels[name])
        seconds = lasting(spoken, sentence)
        if seconds is not None and 0 < seconds <= _LONGEST:
            return Window(now - timedelta(seconds=seconds), now, _length_label(language, seconds))
    return None


def calendar(name: str, now: datetime, zone: tzinfo) -> tuple[datetime, datetime] | None:
    """Start and end of a named window; None for an unknown name. An end that is still to come is now."""
    local = now.astimezone(zone)
    span = _days(name, local.date()) or _clock(name, local)
    if span is None:
        return None
    start, end = (datetime.combine(day, hour, zone).astimezone(UTC) for day, hour in span)
    utc = now.astimezone(UTC)
    return (start, min(end, utc)) if start < utc else None


def lasting(spoken: Pack, sentence: tuple[Token, ...]) -> float | None:
    """The seconds of the first "N units" of a sentence; a unit after "last" alone counts as one."""
    spans = _spans(spoken)
    for place in range(len(sentence)):
        length, units = spans.longest(sentence, place)
        if not length:
            continue
        count = _before(spoken, sentence, place)
        if count is None and place:
            count = 1.0
        if count is not None:
            return count * _SIZES[units[0]]
    return None


def _before(spoken: Pack, sentence: tuple[Token, ...], end: int) -> float | None:
    if end and sentence[end - 1].number is not None:
        return sentence[end - 1].number
    joint = "" if spoken.code == "zh" else " "
    for start in range(max(0, end - 4), end):
        value = spoken.number(joint.join(token.text for token in sentence[start:end]))
        if value is not None:
            return value
    return None


def _named(spoken: Pack, sentence: tuple[Token, ...]) -> tuple[str, ...]:
    """The named windows of a sentence, the longest phrase first."""
    phrases = _windows(spoken)
    found = [phrases.longest(sentence, place) for place in range(len(sentence))]
    ranked = sorted((hit for hit in found if hit[0]), key=lambda hit: -hit[0])
    return tuple(name for _length, names in ranked for name in names)


def _days(name: str, today: date) -> tuple[tuple[date, time], tuple[date, time]] | None:
    monday = today - timedelta(days=today.weekday())
    month = today.replace(day=1)
    year = month.replace(month=1)
    before_month = (month - timedelta(days=1)).replace(day=1)
    tomorrow = today + timedelta(days=1)
    spans = {
        "today": (today, tomorrow),
        "yesterday": (today - timedelta(days=1), today),
        "day_before_yesterday": (today - timedelta(days=2), today - timedelta(days=1)),
        "this_week": (monday, tomorrow),
        "last_week": (monday - timedelta(days=7), monday),
        "this_month": (month, tomorrow),
        "last_month": (before_month, month),
        "this_year": (year, tomorrow),
        "last_year": (year.replace(year=year.year - 1), year),
    }
    if name in _WEEKDAYS:
        ago = (today.weekday() - _WEEKDAYS.index(name)) % 7 or 7
        spans[name] = (today - timedelta(days=ago), today - timedelta(days=ago - 1))
    if name not in spans:
        return None
    start, end = spans[name]
    return (start, time()), (end, time())


def _clock(name: str, local: datetime) -> tuple[tuple[date, time], tuple[date, time]] | None:
    today, yesterday = local.date(), local.date() - timedelta(days=1)
    if name == "last_night":
        return (yesterday, time(_NIGHT_FROM)), (today, time(_NIGHT_TO))
    day, _under, part = name.partition("_")
    if part not in _HOURS:
        return None
    begin, end = _HOURS[part]
    on = yesterday if day == "yesterday" else today
    closing = (on + timedelta(days=1), time()) if end == 24 else (on, time(end))
    return (on, time(begin)), closing


def _length_label(language: str, seconds: float) -> str:
    labels = pack(language).labels
    for unit in ("hour", "minute"):
        if seconds == _SIZES[unit]:
            return labels[f"last_{unit}"]
    hours = seconds % 3_600 == 0 and seconds <= 48 * 3_600
    length = say(language, "count_hours", count=seconds / 3_600) if hours else duration(language, seconds)
    return labels["last_many"].format(duration=length)


@cache
def _phrase_table(code: str, what: str) -> Phrases[str]:
    spoken, table = PACKS[code], Phrases[str]()
    tagged = spoken.windows if what == "windows" else spoken.lexicons[0][Tag.SPAN]
    for name, phrases in tagged.items():
        for phrase in phrases:
            table.add(tokens(plain(phrase), spoken.keys), name)
    return table


def _windows(spoken: Pack) -> Phrases[str]:
    return _phrase_table(spoken.code, "windows")


def _spans(spoken: Pack) -> Phrases[str]:
    return _phrase_table(spoken.code, "spans")
