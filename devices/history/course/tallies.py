"""Rollups of words as tallies. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from devices.history.course.course import Tally


def tallies(rows: Iterable[tuple[int, str, int, int]], ends: Mapping[int, int]) -> list[Tally]:
    """Rows of start, word, for how long it held and how often it began, as one tally a start, in order."""
    found: dict[int, Tally] = {}
    for start, word, held, began in sorted(rows):
        tally = found.setdefault(start, Tally(start, ends[start], {}, {}))
        tally.held[word] = tally.held.get(word, 0) + held
        tally.began[word] = tally.began.get(word, 0) + began
    return list(found.values())


def clip(tally: Tally, start: int, end: int) -> Tally | None:
    """What of it lies within a stretch: all, or a piece if one word held throughout."""
    since, until = max(tally.start, start), min(tally.end, end)
    if (since, until) == (tally.start, tally.end):
        return tally
    words = [word for word, held in tally.held.items() if held]
    constant = len(words) == 1 and tally.known == tally.end - tally.start and not any(tally.began.values())
    if not constant or since >= until:
        return None
    return replace(tally, start=since, end=until, held={words[0]: until - since}, began={words[0]: 0})
