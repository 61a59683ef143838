"""What was known of a value, worked out the slow way: moment by moment, from readings and watches alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.history.course.laid import Rows

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Truth:
    """All of it as exact numbers; `held` is for how long each word held."""

    known: int
    mean: Fraction | None
    low: tuple[float, int] | None
    high: tuple[float, int] | None
    count: int
    gaps: tuple[Span, ...]
    held: dict[str, int]


def value_at(rows: Rows, watches: Sequence[Span], at: int) -> float | str:
    """What was known at a moment, and just after it: the last reading, if it was watched ever since."""
    before = [moment for moment in rows if moment <= at]
    if not before:
        return "unknown"
    last = max(before)
    watched = _from(watches, last) > at
    return rows[last] if watched else "unknown"


def truth(rows: Rows, watches: Sequence[Span], start: int, end: int) -> Truth:
    """What is known of a window."""
    edges = sorted({start, end, *(at for at in rows), *(at for watch in watches for at in watch)})
    moments = [at for at in edges if start <= at <= end]
    steps = [(a, b, value_at(rows, watches, a)) for a, b in pairwise(moments)]
    numbers = [(a, b, value) for a, b, value in steps if isinstance(value, float)]
    read = [at for at, value in rows.items() if start <= at < end and isinstance(value, float)]
    seen = [(value, a) for a, _, value in numbers] + [(float(rows[at]), at) for at in read]
    known = sum(b - a for a, b, _ in numbers)
    total = sum((Fraction(value) * (b - a) for a, b, value in numbers), Fraction(0))
    words = [(a, b, value) for a, b, value in steps if isinstance(value, str) and value != "unknown"]
    return Truth(
        known,
        total / known if known else None,
        min(seen, default=None),
        min(seen, key=lambda one: (-one[0], one[1]), default=None),
        len(read),
        _joined((a, b) for a, b, value in steps if not isinstance(value, float)),
        {word: sum(b - a for a, b, value in words if value == word) for _, _, word in words},
    )


def untold(rows: Rows, watches: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    """When no word was known, `unavailable` being none."""
    edges = sorted({start, end, *(at for at in rows), *(at for watch in watches for at in watch)})
    moments = [at for at in edges if start <= at <= end]
    nothing = ("unknown", "unavailable")
    return _joined((a, b) for a, b in pairwise(moments) if value_at(rows, watches, a) in nothing)


def _from(watches: Sequence[Span], at: int) -> int:
    """Until when it was watched without a break from a moment on; the moment itself if it was not."""
    until = at
    for start, end in sorted(watches):
        if start <= until <= end or (until > at and start <= until):
            until = max(until, end)
    return until


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(span for span in joined if span[1] > span[0])
