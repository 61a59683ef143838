"""All readings of a window as CSV (RFC 4180), a day at a time: a year of them fills no memory."""

import csv
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from io import StringIO

from assistant.charts.gathered import EVENTS, Found, Subject, read
from assistant.charts.scale import digits
from assistant.literal import literal
from devices.history.course.course import Course, Part, States
from devices.history.queries import History
from devices.history.rollup.level import Level
from devices.history.sight import EVENT
from devices.storage.tables import instant, millis

HEAD = ("time", "entity_id", "attribute", "value", "unit", "level", "low", "high", "count")
MOST_EVENTS = 100_000
"""No button tells of more presses in a day."""
LEVELS = {Level.RAW: "raw", Level.FIVE: "5m", Level.HOUR: "hour", Level.DAY: "day"}
"""What a row is: a reading, or the mean of a stretch that begins at its time."""


@dataclass(frozen=True, slots=True)
class Extract:
    """What to write: these over [start, end) in aware times, told by the clock of this zone."""

    subjects: tuple[Subject, ...]
    start: datetime
    end: datetime
    zone: tzinfo


async def rows(history: History, wanted: Extract) -> AsyncIterator[str]:
    """The head, then the rows of one entity after the other, in pieces of a day's rows.

    Raises:
        StorageError: the database can't be read.
    """
    yield _written([HEAD])
    for subject in wanted.subjects:
        for start, end in days(wanted.start, wanted.end, wanted.zone):
            piece = _written([row async for row in _of_day(history, subject, (start, end), wanted.zone)])
            if piece:
                yield piece


def days(start: datetime, end: datetime, zone: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """The window cut at the home's midnights."""
    while start < end:
        following = start.astimezone(zone).date() + timedelta(days=1)
        edge = min(datetime.combine(following, time(), zone).astimezone(UTC), end)
        yield start, edge
        start = edge


async def _of_day(
    history: History, subject: Subject, window: tuple[datetime, datetime], zone: tzinfo
) -> AsyncIterator[Sequence[str]]:
    """The rows of one entity over a day; of what only tells of events, each of them."""
    if subject.entity_id.startswith(EVENTS) and not subject.attribute:
        for one in await history.readings(subject.entity_id, *window, limit=MOST_EVENTS, attribute=EVENT):
            name = (subject.entity_id, EVENT, str(one.value))
            yield (_time(millis(one.at), zone), *name, "", LEVELS[Level.RAW], "", "", "")
        return
    (found,) = await read(history, (subject,), window, Level.RAW)
    for row in _rows(found, millis(window[0]), zone):
        yield row


def _rows(found: Found, start: int, zone: tzinfo) -> Iterator[Sequence[str]]:
    if found.course is not None:
        yield from _of_course(found.course, start, zone)
    elif found.telling is not None:
        yield from _of_states(found.telling, zone)


def _of_course(course: Course, start: int, zone: tzinfo) -> Iterator[Sequence[str]]:
    """Only what was read within: a value that merely holds on was read before."""
    kept = [part for part in course.parts if part.count and (part.start >= start or part.level > Level.RAW)]
    count = digits(tuple(value for part in kept for value in (part.low, part.high)))
    for part in kept:
        yield (
            _time(part.start, zone),
            course.entity_id,
            course.attribute,
            *_values(part, course.unit, count),
        )


def _values(part: Part, unit: str, count: int) -> tuple[str, ...]:
    if part.level is Level.RAW:
        return (f"{part.mean:.12g}", unit, LEVELS[part.level], "", "", "")
    extent = (f"{part.low:.12g}", f"{part.high:.12g}", str(part.count))
    return (f"{part.mean:.{count + 1}f}", unit, LEVELS[part.level], *extent)


def _of_states(states: States, zone: tzinfo) -> Iterator[Sequence[str]]:
    for span in states.spans:
        if span.began:
            name = (states.entity_id, states.attribute)
            yield (_time(span.start, zone), *name, span.word, "", LEVELS[Level.RAW], "", "", "")
    for tally in states.tallies:
        for word, began in tally.began.items():
            name = (states.entity_id, states.attribute)
            yield (_time(tally.start, zone), *name, word, "", "summary", "", "", str(began))


def _time(at: int, zone: tzinfo) -> str:
    fine = "milliseconds" if at % 1000 else "seconds"
    return instant(at).astimezone(zone).isoformat(timespec=fine)


def _written(found: Sequence[Sequence[str]]) -> str:
    file = StringIO()
    csv.writer(file).writerows([literal(cell) for cell in row] for row in found)
    return file.getvalue()
