"""Courses and states made by hand, and rolled up slowly and exactly: the truth that the analysis is held to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from devices.history.course.course import Course, Held, Part, States
from devices.history.rollup.level import Level, edges
from devices.storage.tables import instant, millis

T0 = millis(datetime(2026, 1, 5, tzinfo=UTC))
"""A Monday."""
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def when(at: float) -> datetime:
    """The aware time of so many milliseconds after T0."""
    return instant(T0 + round(at))


def part(start: int, end: int, value: float, *, read: bool = True, rise: float = 0.0) -> Part:
    """One reading that held."""
    return Part(start, end, end - start, value, value, start, value, start, value, int(read), rise)


def course(
    parts: Iterable[Part], window: tuple[int, int], unit: str = "°C", *, counter: bool = False
) -> Course:
    """A course over a window, what no part covers being its gaps."""
    told = tuple(parts)
    reached, gaps = window[0], []
    for one in (*told, part(window[1], window[1], 0)):
        if one.start > reached:
            gaps.append((reached, one.start))
        reached = max(reached, one.end)
    since = told[0].start if told else None
    return Course("sensor.x", "", unit, *window, told, tuple(gaps), counter, since)


def steps(values: Sequence[tuple[float, float | None]], end: float, unit: str = "°C") -> Course:
    """Values by the minute since T0; None begins a gap, `end` minutes after T0 the window ends."""
    marks = [*((T0 + round(at * MINUTE), value) for at, value in values), (T0 + round(end * MINUTE), None)]
    parts = [part(a, b, value) for (a, value), (b, _) in pairwise(marks) if value is not None]
    return course(parts, (T0, T0 + round(end * MINUTE)), unit)


def sampled(value: Callable[[float], float], hours: float, unit: str = "°C", minutes: float = 5) -> Course:
    """A function of hours since T0, read every so many minutes."""
    count = round(hours * 60 / minutes)
    return steps([(k * minutes, value(k * minutes / 60)) for k in range(count)], hours * 60, unit)


def counted(readings: Sequence[tuple[float, float]], end: float, unit: str = "kWh") -> Course:
    """A counter that grew by so much at minutes since T0; the first one is where it stood."""
    made, total = [], 0.0
    for at, rise in readings:
        total += rise
        made.append((at, total))
    plain = steps(made, end, unit)
    rises = [0.0, *(rise for _, rise in readings[1:])]
    parts = tuple(replace(one, rise=rise) for one, rise in zip(plain.parts, rises, strict=True))
    return replace(plain, parts=parts, counter=True)


def rolled(raw: Course, level: Level, zone: tzinfo = UTC) -> Course:
    """The same course out of rollups only, widened to their edges."""
    cuts = edges(level, raw.start, raw.end, zone)
    parts = [made for a, b in pairwise(cuts) if (made := _summed(raw.parts, a, b, level)) is not None]
    gaps = [(cuts[0], raw.start), *raw.gaps, (raw.end, cuts[-1])]
    widened = tuple((a, b) for a, b in gaps if b > a)
    return replace(raw, start=cuts[0], end=cuts[-1], parts=tuple(parts), gaps=widened)


def _summed(parts: Sequence[Part], start: int, end: int, level: Level) -> Part | None:
    met = [one for one in parts if max(one.start, start) < min(one.end, end) or start <= one.start < end]
    if not met:
        return None
    inside = [(max(one.start, start), min(one.end, end), one) for one in met]
    known = sum(b - a for a, b, _ in inside)
    weights = [Fraction(b - a) if known else Fraction(1) for a, b, _ in inside]
    total = sum(Fraction(one.mean) * weight for (_, _, one), weight in zip(inside, weights, strict=True))
    low = min(inside, key=lambda told: (told[2].mean, told[0]))
    high = max(inside, key=lambda told: (told[2].mean, -told[0]))
    here = [one for one in met if start <= one.start < end]
    return Part(
        start,
        end,
        known,
        float(total / sum(weights)),
        low[2].mean,
        low[0],
        high[2].mean,
        high[0],
        inside[-1][2].mean,
        sum(one.count for one in here),
        float(sum(Fraction(one.rise) for one in here)),
        level,
    )


def states(spans: Sequence[tuple[float, str]], end: float) -> States:
    """Words by the minute since T0, an empty one begins a gap; the first one held before the window."""
    marks = [*((T0 + round(at * MINUTE), word) for at, word in spans), (T0 + round(end * MINUTE), "")]
    held, gaps = [], []
    if marks[0][0] > T0:
        gaps.append((T0, marks[0][0]))
    for (a, word), (b, _) in pairwise(marks):
        if word:
            held.append(Held(word, a, b, began=a > T0))
        if word in {"", "unavailable"} and b > a:
            gaps.append((a, b))
    since = held[0].start if held else None
    return States("light.x", "", T0, marks[-1][0], tuple(held), (), tuple(gaps), since)


def presses(events: Sequence[tuple[float, str]], end: float) -> States:
    """What a button told of by the minute: each an event, also one like the last."""
    marks = [*((T0 + round(at * MINUTE), word) for at, word in events), (T0 + round(end * MINUTE), "")]
    held = tuple(Held(word, a, b) for (a, word), (b, _) in pairwise(marks))
    return States("event.x", "event_type", T0, marks[-1][0], held, (), (), T0)


def near(value: float | None, within: float = 1e-6) -> object:
    """Equal to a number but for rounding, also within a tuple; None is None."""
    return None if value is None else pytest.approx(value, rel=1e-9, abs=within)


def noise(seed: int, spread: float = 1.0) -> Iterator[float]:
    """The same numbers each time, as good as random, their standard deviation being `spread`."""
    at = seed
    while True:
        total = 0.0
        for _ in range(12):
            at = (at * 6364136223846793005 + 1442695040888963407) % 2**64
            total += at / 2**64
        yield (total - 6) * spread


def at(year: int, month: int, day: int, hour: float, zone: tzinfo) -> int:
    """The instant of a local time."""
    local = datetime(year, month, day, tzinfo=zone) + timedelta(hours=hour)
    return millis(local)


@st.composite
def courses(draw: st.DrawFn, most: int = 25) -> Course:
    """Some course of a few hours: readings of no length, gaps and equal values among them."""
    count = draw(st.integers(1, most))
    reached, parts = T0, []
    for _ in range(count):
        gap = draw(st.sampled_from([0, 0, 0, 1, MINUTE, 17 * MINUTE]))
        length = draw(st.sampled_from([0, 1, MINUTE, 5 * MINUTE, 47 * MINUTE]))
        value = draw(st.integers(-40, 40)) / draw(st.sampled_from([1, 2, 10]))
        parts.append(part(reached + gap, reached + gap + length, value))
        reached += gap + max(length, 1)
    end = reached + draw(st.sampled_from([1, HOUR]))
    return course(parts, (T0, end))
