"""What was used, priced by a tariff that may change through the day. Pure; adds no fees and no taxes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from devices.history.analysis.basis import Basis, basis
from devices.history.analysis.use.tariff import Rate, Tariff, rates
from devices.history.analysis.use.used import Method, method_of, sum_of, used_unit
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from devices.units import convert

BILLED = ("kWh", "m³")
"""What bills count in; a counter of anything else is priced by its own unit."""


@dataclass(frozen=True, slots=True)
class Share:
    """What was used at one price."""

    price: float
    used: float
    amount: float


@dataclass(frozen=True, slots=True)
class Cost:
    """`amount` in `currency` for `used` in `unit`, by price, the greatest amount first.

    Both are None for what can't be added up or is not known at all. Not `exact`: the records are coarser than
    the tariff's hours, and what was used has been shared out evenly.
    """

    basis: Basis
    currency: str
    unit: str
    amount: float | None = None
    used: float | None = None
    shares: tuple[Share, ...] = ()
    exact: bool = True


def cost(course: Course, tariff: Tariff, zone: tzinfo) -> Cost:
    """What a course cost; ask for it no coarser than `tariff.level`."""
    own = used_unit(course)
    unit, factor = _billed(own)
    plain = Cost(basis(course), tariff.currency, unit)
    if method_of(course) is None or not course.parts:
        return plain
    sums: dict[float, list[float]] = {}
    for rate, amount in _priced(tuple(_chunks(course)), rates(tariff, course.start, course.end, zone)):
        sums.setdefault(rate.price, []).append(amount * factor)
    shares = [Share(price, math.fsum(used), price * math.fsum(used)) for price, used in sums.items()]
    return Cost(
        plain.basis,
        tariff.currency,
        unit,
        math.fsum(share.amount for share in shares),
        math.fsum(share.used for share in shares),
        tuple(sorted(shares, key=lambda share: -share.amount)),
        course.level is Level.RAW or course.level <= tariff.level,
    )


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What was used evenly over a stretch."""

    start: int
    end: int
    amount: float


def _chunks(course: Course) -> Iterator[_Chunk]:
    """A counter's reading tells what was used since the reading before."""
    counted = method_of(course) is Method.COUNTER
    before: int | None = None
    for part in course.parts:
        amount = sum_of(Course(course.entity_id, course.attribute, course.unit, 0, 0, (part,), (), counted))
        if counted and part.level is Level.RAW:
            yield _Chunk(part.start if before is None else before, part.start, amount)
            before = part.start
        else:
            yield _Chunk(part.start, part.end, amount)
            before = part.end


def _priced(chunks: Sequence[_Chunk], prices: Sequence[Rate]) -> Iterator[tuple[Rate, float]]:
    index = 0
    for chunk in chunks:
        while index < len(prices) - 1 and prices[index].end <= chunk.start:
            index += 1
        length = chunk.end - chunk.start
        if length <= 0:
            yield prices[index], chunk.amount
            continue
        at = index
        while at < len(prices) and prices[at].start < chunk.end:
            rate = prices[at]
            share = (min(chunk.end, rate.end) - max(chunk.start, rate.start)) / length
            if share > 0:
                yield rate, chunk.amount * share
            at += 1


def _billed(unit: str) -> tuple[str, float]:
    """The unit that a bill counts in, and how much of it one of this unit is."""
    for billed in BILLED:
        factor = convert(1.0, unit, billed) if unit and convert(1.0, billed, unit) is not None else None
        if factor is not None and (factor != 1.0 or unit == billed):
            return billed, factor
    return unit, 1.0
