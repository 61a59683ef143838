"""Charts for tests, made by hand: a line, a bar, an event, in a window of a home in Berlin."""

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from assistant.charts.chart import Bar, Block, Chart, Event, Figures, Line, Point
from devices.storage.tables import millis

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE, HOUR = 60_000, 3_600_000


def at(local: str) -> int:
    """An instant by the clock of Berlin, as ISO without an offset."""
    return millis(datetime.fromisoformat(local).replace(tzinfo=BERLIN))


START, END = at("2026-10-03T18:00"), at("2026-10-04T18:00")


def line(*found: tuple[int, float], end: int = END, gaps: tuple[tuple[int, int], ...] = ()) -> Line:
    """A line out of readings (instant, value) that hold until the next, a gap or the end."""
    points = []
    for (since, value), (until, _) in pairwise([*found, (end, 0.0)]):
        stop = min([until, *(gap[0] for gap in gaps if since < gap[1] and gap[0] < until)])
        points.append(Point(since, stop, value, value, since, value, since, value))
    values = [value for _, value in found]
    told = Figures(values[-1], min(values), found[0][0], max(values), found[0][0], sum(values) / len(values))
    return Line("sensor.hall", "", "Hall", "°C", "●", tuple(points), gaps, told, 1, len(found), found[0][0])


def chart(*lines: Line, bars: tuple[Bar, ...] = (), events: tuple[Event, ...] = ()) -> Chart:
    """A chart of a day."""
    return Chart(START, END, BERLIN, lines, bars, events, current=True)


DOOR = Bar(
    "lock.front_door",
    "Front door",
    (
        Block("locked", START, START + 6 * HOUR),
        Block("unlocked", START + 6 * HOUR, START + 6 * HOUR + MINUTE),
        Block("locked", START + 6 * HOUR + MINUTE, END),
    ),
    (),
    "unlocked 1 min",
    START,
)
OPENED = Event(START + 6 * HOUR, "lock.front_door", "Front door", "unlocked", "by you (chat), confirmed")
