"""From what an event entity told of to a bar of moments, and events: it has no state that holds. Pure."""

from collections import Counter
from collections.abc import Sequence

from assistant.charts.chart import Bar, Block, Event
from devices.history.reading import Reading
from devices.storage.tables import millis

MOMENT = 1000
"""Milliseconds for which a press is shown."""
NOTHING = "none"
TOLD = 2


def signalled(entity_id: str, label: str, readings: Sequence[Reading], window: tuple[int, int]) -> Bar:
    """The bar of these moments over the window, nothing in between, and how often each word was told."""
    blocks: list[Block] = []
    since = window[0]
    for reading in readings:
        at = max(millis(reading.at), since)
        if at > since:
            blocks.append(Block(NOTHING, since, at))
        since = min(at + MOMENT, window[1])
        blocks.append(Block(str(reading.value), at, max(since, at + 1)))
    if since < window[1]:
        blocks.append(Block(NOTHING, since, window[1]))
    often = Counter(str(reading.value) for reading in readings).most_common(TOLD)
    told = ", ".join(f"{word} {count}x" for word, count in often) or NOTHING
    return Bar(entity_id, label, tuple(blocks), (), told, window[0])


def moments(entity_id: str, label: str, readings: Sequence[Reading]) -> tuple[Event, ...]:
    """Each of them as an event; who pressed isn't known."""
    return tuple(Event(millis(one.at), entity_id, label, str(one.value)) for one in readings)
