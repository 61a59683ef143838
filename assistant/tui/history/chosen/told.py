"""What is said around a chart: which time it shows, where it ends, what the cursor points at. Pure."""

from datetime import datetime, timedelta

from assistant.charts.chart import Chart
from assistant.charts.readout import read_at
from assistant.charts.scale import moment as at_moment
from assistant.tui.face.age import Moment, clock
from assistant.tui.history.chosen.board import Board
from assistant.tui.history.chosen.span import Span, longer
from devices.storage.tables import instant

NOTHING_CHOSEN = "Nothing is chosen yet. @ adds a device."


def window(board: Board, moment: Moment) -> str:
    """Which time is in sight."""
    if board.follows:
        return f"last {board.span.label}"
    start, end = (at.astimezone(moment.zone) for at in board.window(moment.now))
    whole = board.span.length >= timedelta(days=30)
    first = f"{start.day} {start:%b %Y}" if whole else f"{start:%a} {start.day} {start:%b} {start:%H:%M}"
    if whole:
        return f"{first} – {end.day} {end:%b %Y}"
    same = start.date() == end.date()
    return f"{first} – {end:%H:%M}" if same else f"{first} – {end:%a} {end.day} {end:%b} {end:%H:%M}"


def wider(span: Span) -> str:
    """What to press for more: the key of the next longer range; nothing above the longest."""
    found = longer(span)
    return f"{found.key} for {found.label}" if found else ""


def known_until(chart: Chart) -> int | None:
    """Up to when anything of it is known; None when nothing is."""
    ends = [line.points[-1].end for line in chart.lines if line.points]
    ends += [bar.blocks[-1].end for bar in chart.bars if bar.blocks]
    return max(ends, default=None)


def badge(chart: Chart | None, board: Board, moment: Moment) -> str:
    """That a chart does not reach up to now because the broker is gone; empty otherwise."""
    if chart is None or moment.connected or not board.follows:
        return ""
    end = known_until(chart)
    return f" ends {clock(instant(end), moment)} " if end is not None else " no data "


def pointed(chart: Chart, at: datetime) -> str:
    """What everything shows at the cursor, in one row."""
    here = int(at.timestamp() * 1000)
    when = at_moment(here, chart.zone, (chart.start, chart.end))
    return f"┃ {when}  " + " · ".join(f"{read.label} {read.shown}" for read in read_at(chart, here))
