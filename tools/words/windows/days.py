"""Whole days out of the pieces that name them: yesterday, a weekday, a date, a month. Knows no clock."""

import re
from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from tools.words.spec import Pack
from tools.words.windows.pieces import Piece
from tools.words.windows.window import Step, Unit

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY, _WEEK, _YEAR = (Step(1, unit) for unit in (Unit.DAY, Unit.WEEK, Unit.YEAR))
_OLDEST = 1970
_LEAP = 8
"""So many years back a 29 February is looked for."""


@dataclass(frozen=True, slots=True)
class Days:
    """From `first` up to the day `after`; `name` is its label, `key` its neutral name, empty for dates.

    span: what was named: a "day", "weekday", "weekend", "week", "month" or "year".
    near: whether a weekday is the last one of its name, or the one of this or the last week.
    """

    first: date
    after: date
    step: Step
    span: str
    name: str = ""
    near: bool = True

    @property
    def single(self) -> bool:
        """Whether it is one day."""
        return self.after - self.first == timedelta(days=1)

    @property
    def key(self) -> str:
        """The neutral name: `yesterday`, `last_week`, `last_tuesday`; empty where there is none."""
        if self.name in WEEKDAYS:
            return f"last_{self.name}" if self.near else ""
        return self.name


def days_of(found: Sequence[Piece], spoken: Pack, today: date) -> Days | None:
    """The days that one or two pieces name together; None if they name none or contradict each other."""
    if len(found) == 1:
        return _one(found[0], spoken, today)
    if len(found) != 2:
        return None
    for first, second in (found, found[::-1]):
        if (both := _both(first, second, spoken, today)) is not None:
            return both
    first_days, second_days = (_one(piece, spoken, today) for piece in found)
    same = (
        first_days
        and second_days
        and (first_days.first, first_days.after)
        == (
            second_days.first,
            second_days.after,
        )
    )
    return first_days if same else None


def index(patterns: Sequence[str], said: str) -> int:
    """Which of the patterns a word is."""
    return next(place for place, pattern in enumerate(patterns) if _whole(pattern).fullmatch(said))


def named(patterns: Mapping[str, str], said: str) -> str:
    """What a table of patterns says of a word."""
    return next(value for pattern, value in patterns.items() if _whole(pattern).fullmatch(said))


def count(spoken: Pack, said: str) -> float | None:
    """The value of a number in digits or words."""
    bare = said.strip()
    try:
        return float(bare.replace(",", ".").replace("−", "-"))
    except ValueError:
        fixed = spoken.past.counts.get(bare)
        return spoken.number(bare) if fixed is None else fixed


def shifted(day: date, units: int, unit: Unit) -> date:
    """The same day some days, weeks, months or years later; the 31st is the last of a shorter month.

    Raises:
        OverflowError, ValueError: beyond the calendar.
    """
    if unit in (Unit.DAY, Unit.WEEK):
        return day + timedelta(days=units * (7 if unit is Unit.WEEK else 1))
    months = day.year * 12 + day.month - 1 + units * (12 if unit is Unit.YEAR else 1)
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def whole(unit: Unit, around: date, back: int, name: str = "") -> Days:
    """The calendar day, week, month or year so many before the one around a day."""
    match unit:
        case Unit.WEEK:
            first = shifted(around - timedelta(days=around.weekday()), -back, unit)
        case Unit.MONTH:
            first = shifted(around.replace(day=1), -back, unit)
        case Unit.YEAR:
            first = shifted(around.replace(month=1, day=1), -back, unit)
        case _:
            first = shifted(around, -back, unit)
    return Days(first, shifted(first, 1, unit), Step(1, unit), unit.value, name)


_FIXED: Mapping[str, tuple[Unit, int]] = {
    "today": (Unit.DAY, 0),
    "yesterday": (Unit.DAY, 1),
    "day_before_yesterday": (Unit.DAY, 2),
    "third_day_back": (Unit.DAY, 3),
    "this_week": (Unit.WEEK, 0),
    "last_week": (Unit.WEEK, 1),
    "week_before_last": (Unit.WEEK, 2),
    "this_month": (Unit.MONTH, 0),
    "last_month": (Unit.MONTH, 1),
    "month_before_last": (Unit.MONTH, 2),
    "this_year": (Unit.YEAR, 0),
    "last_year": (Unit.YEAR, 1),
    "year_before_last": (Unit.YEAR, 2),
}
_UNNAMED = frozenset({"third_day_back", "week_before_last", "month_before_last", "year_before_last"})


def _one(piece: Piece, spoken: Pack, today: date) -> Days | None:
    if piece.kind in _FIXED:
        unit, back = _FIXED[piece.kind]
        return whole(unit, today, back, "" if piece.kind in _UNNAMED else piece.kind)
    reader = _READERS.get(piece.kind)
    try:
        return reader(piece, spoken, today) if reader else None
    except (OverflowError, ValueError):
        return None


def _weekday(piece: Piece, spoken: Pack, today: date) -> Days:
    number = index(spoken.past.weekdays, piece.slots["wd"])
    monday = today - timedelta(days=today.weekday())
    match piece.kind:
        case "this_weekday":
            first = monday + timedelta(days=number)
        case "weekday_of_last_week":
            first = monday + timedelta(days=number - 7)
        case "weekday_before_last":
            first = today - timedelta(days=((today.weekday() - number) % 7 or 7) + 7)
        case _:
            first = today - timedelta(days=(today.weekday() - number) % 7 or 7)
    near = piece.kind != "weekday_before_last"
    return Days(first, first + timedelta(days=1), _WEEK, "weekday", WEEKDAYS[number], near)


def _weekend(piece: Piece, _spoken: Pack, today: date) -> Days:
    monday = today - timedelta(days=today.weekday())
    begun = monday + timedelta(days=5) if today.weekday() >= 5 else monday - timedelta(days=2)
    match piece.kind:
        case "this_weekend":
            first, name = monday + timedelta(days=5), "this_weekend"
        case "last_weekend":
            first, name = monday - timedelta(days=2), "last_weekend"
        case "weekend_before_last":
            first, name = monday - timedelta(days=9), ""
        case _:
            first, name = begun, "this_weekend" if begun >= monday else "last_weekend"
    return Days(first, first + timedelta(days=2), _WEEK, "weekend", name)


def _ago(piece: Piece, spoken: Pack, today: date) -> Days | None:
    number = count(spoken, piece.slots["n"]) if piece.has("n") else 1.0
    unit = Unit(named(spoken.past.units, piece.slots["u"]))
    if number is None or number < 1 or number != int(number) or unit in (Unit.SECOND, Unit.MINUTE, Unit.HOUR):
        return None
    return whole(unit, today, int(number))


def _date(piece: Piece, spoken: Pack, today: date) -> Days | None:
    slots = piece.slots
    month = int(slots["m"]) if "m" in slots else index(spoken.past.months, slots["mon"]) + 1
    day = _number(spoken, slots["d"])
    years = (int(slots["y"]),) if "y" in slots else range(today.year, today.year - _LEAP - 1, -1)
    for year in years:
        if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]:
            first = date(year, month, day)
            if "y" in slots or first <= today:
                return Days(first, first + timedelta(days=1), _DAY, "day")
    return None


def _date_range(piece: Piece, spoken: Pack, today: date) -> Days | None:
    """Both days of one month: "from 3 to 5 October"."""
    first = _date(piece, spoken, today)
    day = _number(spoken, piece.slots["d2"])
    if first is None or not first.first.day < day <= monthrange(first.first.year, first.first.month)[1]:
        return None
    return replace(first, after=first.first.replace(day=day) + timedelta(days=1), step=_YEAR)


def _day_of_month(piece: Piece, spoken: Pack, today: date) -> Days | None:
    day = _number(spoken, piece.slots["d"])
    for back in range(12):
        month = shifted(today.replace(day=1), -back, Unit.MONTH)
        if 1 <= day <= monthrange(month.year, month.month)[1] and month.replace(day=day) <= today:
            first = month.replace(day=day)
            return Days(first, first + timedelta(days=1), _DAY, "day")
    return None


def _month(piece: Piece, spoken: Pack, today: date) -> Days:
    month = index(spoken.past.months, piece.slots["mon"]) + 1
    year = int(piece.slots["y"]) if "y" in piece.slots else today.year - (month > today.month)
    if piece.kind == "last_month_named" and month == today.month:
        year -= 1
    return replace(whole(Unit.MONTH, date(year, month, 1), 0), step=_YEAR)


def _year(piece: Piece, _spoken: Pack, _today: date) -> Days | None:
    year = int(piece.slots["y"])
    return whole(Unit.YEAR, date(year, 1, 1), 0) if year >= _OLDEST else None


_Reader = Callable[[Piece, Pack, date], Days | None]
_READERS: Mapping[str, _Reader] = {
    **dict.fromkeys(
        ("weekday", "last_weekday", "this_weekday", "weekday_of_last_week", "weekday_before_last"), _weekday
    ),
    **dict.fromkeys(("weekend", "this_weekend", "last_weekend", "weekend_before_last"), _weekend),
    **dict.fromkeys(("date_words", "date_iso", "date_dots"), _date),
    **dict.fromkeys(("month", "last_month_named"), _month),
    **dict.fromkeys(("year", "bare_year"), _year),
    "ago": _ago,
    "date_range": _date_range,
    "day_of_month": _day_of_month,
}
KINDS = frozenset({*_FIXED, *_READERS})
"""The kinds of pieces that name whole days."""
_WEEKDAY_KINDS = frozenset({"weekday", "last_weekday"})


def _both(inner: Piece, outer: Piece, spoken: Pack, today: date) -> Days | None:
    """A day or month within a longer stretch, or a weekday that a date bears out."""
    around = _one(outer, spoken, today)
    if around is None:
        return None
    if inner.kind in _WEEKDAY_KINDS and around.span in ("week", "day"):
        number = index(spoken.past.weekdays, inner.slots["wd"])
        first = around.first + timedelta(days=number) if around.span == "week" else around.first
        fits = around.first <= first < around.after and first.weekday() == number
        day = Days(first, first + timedelta(days=1), _WEEK, "weekday", WEEKDAYS[number])
        near = outer.kind in ("this_week", "last_week") or timedelta(0) <= today - first <= timedelta(days=7)
        return replace(day, near=near) if fits else None
    dated = inner.kind in ("month", "date_words", "date_dots") and "y" not in inner.slots
    if dated and around.span == "year":
        in_year = replace(inner, slots={**inner.slots, "y": str(around.first.year)})
        return _one(in_year, spoken, today)
    return None


def _number(spoken: Pack, said: str) -> int:
    value = count(spoken, said)
    return int(value) if value is not None and value == int(value) else 0


@cache
def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
