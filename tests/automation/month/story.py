"""What happens in the house of the month: readings, windows, devices and the broker away, killed processes.

Readings come on odd minutes, one at a time; outages begin and end on even ones and never meet, so that the
oracle may be simple. A device that is back, or whose broker or listener is back, says how it is.
"""

import random
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
BEGAN = datetime(2026, 3, 10, 23, 0, tzinfo=UTC)
"""Midnight in Berlin; the clocks go forward within the month."""
DAY = 1440
WINDOWS = tuple(f"w{number}" for number in range(6))
METERS = tuple(f"t{number}" for number in range(8))
PARTS = (*WINDOWS, *METERS)
"""In this order they speak up after everybody was away: conditions look at windows, triggers mostly at meters."""
SPACE = 4
READING_EVERY = 6
Span = tuple[int, int]


@dataclass(frozen=True)
class Story:
    """What happens at which minute: spans are [from, until).

    `said` is what parts report, in order; `away` when a part is offline, `lost` when the broker is gone, `dead`
    when no process listens.
    """

    minutes: int
    said: dict[int, list[tuple[str, str]]]
    away: dict[str, list[Span]]
    lost: list[Span]
    dead: list[Span]

    def moments(self) -> list[int]:
        """Every minute at which anything happens, in order."""
        spans = [span for spans in (*self.away.values(), self.lost, self.dead) for span in spans]
        return sorted({edge for span in spans for edge in span} | self.said.keys())


def story(seed: int, days: int = 30) -> Story:
    """A month by chance, the same for the same seed."""
    chance, minutes, taken = random.Random(seed), days * DAY, list[Span]()  # noqa: S311 - a story, no secret
    dead = _spans(chance, minutes, taken, count=days // 2, longest=240)
    lost = _spans(chance, minutes, taken, count=days // 2, longest=120)
    away = {part: _spans(chance, minutes, taken, count=max(1, days // 10), longest=90) for part in PARTS}
    walks = {part: _walk(part, chance, minutes) for part in PARTS}
    said: dict[int, list[tuple[str, str]]] = {}
    for part, walk in walks.items():
        for minute, value in walk:
            if not any(start <= minute < end for start, end in away[part]):
                said.setdefault(minute, []).append((part, value))
        for _start, end in away[part]:
            said.setdefault(end, []).append((part, _then(walk, end)))
    for _start, end in (*dead, *lost):
        said[end] = [(part, _then(walks[part], end)) for part in PARTS]
    return Story(minutes, {minute: said[minute] for minute in sorted(said)}, away, lost, dead)


def _spans(chance: random.Random, minutes: int, taken: list[Span], *, count: int, longest: int) -> list[Span]:
    """So many spans apart from all that are taken; they are taken then."""
    found: list[Span] = []
    while len(found) < count:
        start = 2 * chance.randrange(DAY // 4, minutes // 2 - longest)
        end = start + 2 * chance.randrange(1, longest // 2)
        if all(end + SPACE < a or b + SPACE < start for a, b in taken):
            found.append((start, end))
            taken.append((start, end))
    return sorted(found)


def _walk(part: str, chance: random.Random, minutes: int) -> list[tuple[int, str]]:
    """What a part would report, on odd minutes that belong to it alone; the first early on."""
    place = PARTS.index(part)
    value, walk = 20.0, [(2 * place + 1, "OFF" if part in WINDOWS else "20")]
    slots = range(2 * place + 1, minutes, 2 * len(PARTS))
    for minute in slots:
        if minute == walk[0][0] or chance.random() > 1 / 2:
            continue
        if part in WINDOWS:
            walk.append((minute, chance.choice(("ON", "OFF"))))
        else:
            value = min(max(value + chance.choice((-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3)), 10), 32)
            walk.append((minute, f"{value:g}"))
    return walk


def _then(walk: list[tuple[int, str]], minute: int) -> str:
    """How the part is at a minute."""
    return walk[bisect_right(walk, (minute, "￿")) - 1][1]
