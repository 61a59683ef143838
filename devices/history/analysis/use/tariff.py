"""What a unit costs at which time of the week, out of one line of settings. Pure; knows no meter."""

import re
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum
from itertools import pairwise

from devices.history.rollup.level import Level, edges
from devices.storage.tables import instant

_DAY = 1440
WEEK = frozenset(range(7))
_DAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
_WORKING, _FREE = frozenset(range(5)), frozenset({5, 6})
_SETS = {"weekday": _WORKING, "weekdays": _WORKING, "weekend": _FREE, "weekends": _FREE, "daily": WEEK}
_AS_TYPED = str.maketrans("–—；：，\n", "--;:,;")
_PRICE = re.compile(r"-?\d+([.,]\d+)?")
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?")
_CURRENCY = re.compile(r"[^\W\d_]{1,5}|[^\w\s;,.\-]")

EXAMPLE = "0.32 EUR; 22:00-06:00 0.21; sat,sun 0.25"


class Fault(StrEnum):
    """What is wrong with a tariff's text."""

    EMPTY = "is empty"
    PRICE = "has no price such as 0.32"
    CURRENCY = "has no currency such as EUR"
    DAY = "has a day that is none of mon to sun"
    TIME = "has a time that is not like 22:00-06:00"
    BAND = "says neither days nor hours"
    WORDS = "has words that mean nothing here"


class BadTariff(ValueError):
    """A text that is no tariff: `part` is the piece that is wrong, `fault` what is wrong with it."""

    def __init__(self, part: str, fault: Fault) -> None:
        self.part, self.fault = part, fault
        what = f"'{part}' {fault}" if part else f"the tariff {fault}"
        super().__init__(f"{what}: write for instance '{EXAMPLE}'")


@dataclass(frozen=True, slots=True)
class Band:
    """A price for some days (Monday is 0) from `start` to `end`, in minutes of the day by the local clock.

    A band that ends before or where it starts goes on past midnight, and belongs to the day it starts on.
    """

    price: float
    days: frozenset[int] = WEEK
    start: int = 0
    end: int = _DAY

    def holds(self, weekday: int, minute: int) -> bool:
        """Whether it holds at a minute of a weekday."""
        if self.start < self.end:
            return weekday in self.days and self.start <= minute < self.end
        return (weekday in self.days and minute >= self.start) or (
            (weekday - 1) % 7 in self.days and minute < self.end
        )


@dataclass(frozen=True, slots=True)
class Tariff:
    """`price` of a unit (kWh, m³) in `currency`; of the bands that hold at a time the last one counts."""

    currency: str
    price: float
    bands: tuple[Band, ...] = ()

    def at(self, when: datetime) -> float:
        """The price at a local time."""
        minute = when.hour * 60 + when.minute
        held = [band.price for band in self.bands if band.holds(when.weekday(), minute)]
        return held[-1] if held else self.price

    @property
    def level(self) -> Level:
        """How coarse the records may be for an exact cost."""
        minutes = {edge for band in self.bands for edge in (band.start, band.end)}
        if not self.bands:
            return Level.DAY
        if all(edge % _DAY == 0 for edge in minutes):
            return Level.DAY
        if all(edge % 60 == 0 for edge in minutes):
            return Level.HOUR
        return Level.FIVE if all(edge % 5 == 0 for edge in minutes) else Level.RAW


def read_tariff(text: str) -> Tariff:
    """A tariff out of its text: a price with a currency, then bands of hours or days with theirs.

    Raises:
        BadTariff: it can't be read; its text is one line and says what to write.
    """
    first, *rest = [part.strip() for part in text.translate(_AS_TYPED).split(";")]
    if not first:
        raise BadTariff("", Fault.EMPTY)
    currency, price = _base(first)
    return Tariff(currency, price, tuple(_band(part, currency) for part in rest if part))


@dataclass(frozen=True, slots=True)
class Rate:
    """A price that holds over [start, end), in milliseconds."""

    start: int
    end: int
    price: float


def rates(tariff: Tariff, start: int, end: int, zone: tzinfo) -> tuple[Rate, ...]:
    """The prices over a window, in order, by the local clock; neighbours of one price are joined."""
    if end <= start:
        return ()
    if tariff.level is Level.DAY and not tariff.bands:
        return (Rate(start, end, tariff.price),)
    cuts = [start, *(edge for edge in _edges(tariff, start, end, zone) if start < edge < end), end]
    found: list[Rate] = []
    for since, until in pairwise(cuts):
        price = tariff.at(instant(since).astimezone(zone))
        if found and found[-1].price == price:
            found[-1] = Rate(found[-1].start, until, price)
        else:
            found.append(Rate(since, until, price))
    return tuple(found)


def _edges(tariff: Tariff, start: int, end: int, zone: tzinfo) -> list[int]:
    if tariff.level is not Level.RAW:
        return edges(tariff.level, start, end, zone)
    minute = 60_000
    return list(range(start - start % minute, end, minute))


def _base(part: str) -> tuple[str, float]:
    bare = re.sub(r"/\s*\S+$", "", part).strip()
    price = _PRICE.search(bare)
    if price is None:
        raise BadTariff(part, Fault.PRICE)
    left = (bare[: price.start()] + bare[price.end() :]).strip()
    if not left:
        raise BadTariff(part, Fault.CURRENCY)
    if _CURRENCY.fullmatch(left) is None:
        raise BadTariff(part, Fault.WORDS)
    return left, _number(price[0])


def _band(part: str, currency: str) -> Band:
    bare = re.sub(r"/\s*\S+$", "", part).strip()
    words = re.sub(r"\s*-\s*(?=\d{1,2}:|[a-z]{3})", "-", re.sub(r",\s+(?=[a-z])", ",", bare.lower())).split()
    words = [word for word in words if word != currency.lower()]
    if not words or _PRICE.fullmatch(price := words[-1].replace(currency.lower(), "")) is None:
        raise BadTariff(part, Fault.PRICE)
    if not words[:-1]:
        raise BadTariff(part, Fault.BAND)
    days, start, end = WEEK, 0, _DAY
    for word in words[:-1]:
        if word[0].isdigit():
            start, end = _clock(word, part)
        else:
            days = _days(word, part)
    return Band(_number(price), days, start, end)


def _clock(word: str, part: str) -> tuple[int, int]:
    found = _CLOCK.fullmatch(word)
    if found is None:
        raise BadTariff(part, Fault.TIME)
    start, end = (int(found[index]) * 60 + int(found[index + 1] or 0) for index in (1, 3))
    sane = start < _DAY and end <= _DAY and all(int(found[index] or 0) < 60 for index in (2, 4))
    if not sane:
        raise BadTariff(part, Fault.TIME)
    return start, end


def _days(word: str, part: str) -> frozenset[int]:
    found: set[int] = set()
    for piece in word.split(","):
        first, dash, last = piece.partition("-")
        if piece in _SETS:
            found |= _SETS[piece]
        elif first in _DAYS and (last in _DAYS or not dash):
            begin = _DAYS[first]
            length = (_DAYS[last] - begin) % 7 if dash else 0
            found |= {(begin + step) % 7 for step in range(length + 1)}
        else:
            raise BadTariff(part, Fault.DAY)
    return frozenset(found)


def _number(text: str) -> float:
    return float(text.replace(",", "."))
