"""What has to be said beside a chart: too few readings, none, or none at all. Pure; English, as chrome is."""

from assistant.charts.chart import Bar, Chart, Line
from assistant.charts.scale import dated

FEW = 3
"""Fewer readings than these are no chart."""


def notes(chart: Chart, wider: str) -> tuple[str, ...]:
    """A sentence for each line or bar that shows little or nothing; `wider` is what to try, like "24 h"."""
    found = [
        *((line.label, _of_line(line, chart, wider)) for line in chart.lines),
        *((bar.label, _of_bar(bar, chart)) for bar in chart.bars),
    ]
    if len(found) == 1:
        return tuple(said for _, said in found if said)
    return tuple(f"{label}: {said[0].lower()}{said[1:]}" for label, said in found if said)


def _of_line(line: Line, chart: Chart, wider: str) -> str:
    if not line.points:
        return _nothing(line.since, chart, "reading")
    if line.count >= FEW:
        return ""
    few = (
        f"Only {line.count} reading{'' if line.count == 1 else 's'} in this range."
        if line.count
        else ("No new reading in this range; the value from before held.")
    )
    return f"{few} Try {wider}." if wider else few


def _of_bar(bar: Bar, chart: Chart) -> str:
    return "" if bar.blocks else _nothing(bar.since, chart, "record")


def _nothing(since: int | None, chart: Chart, what: str) -> str:
    if since is None:
        return "Nothing is recorded of it yet."
    if since >= chart.end:
        return f"No {what} in this range: records of it begin {dated(since, chart.zone)}."
    return f"No {what} in this range; it has been recorded since {dated(since, chart.zone)}."
