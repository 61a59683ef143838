"""Events on a picture: numbered marks over the chart, and what they were below it."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from assistant.charts.chart import Chart, Event
from assistant.charts.picture.fonts import missing
from assistant.charts.scale import clock, within_a_day

LINE = 0.19
"""Inches from one line to the next."""


def footer(figure: Figure, axes: Axes, chart: Chart, events: Sequence[Event], tall: float) -> None:
    """Mark each on the topmost axes and tell of it in a line; `tall` is the figure's height in inches."""
    day = not within_a_day((chart.start, chart.end))
    for number, event in enumerate(events, 1):
        axes.axvline(event.at, color="#b0b0aa", linewidth=0.8, linestyle=(0, (2, 2)))
        axes.text(
            event.at,
            0.98,
            str(number),
            transform=axes.get_xaxis_transform(),
            ha="center",
            va="top",
            fontsize=7,
        )
        who = f", {event.who}" if event.who else ""
        told = f"{number}  {clock(event.at, chart.zone, day=day)}  {event.label}: {event.what}{who}"
        bottom = (LINE * (len(events) - number) + 0.12) / tall
        figure.text(0.02, bottom, _written(told), fontsize=8, va="bottom")
    left_out = len(chart.events) - len(events)
    if left_out:
        where = (LINE * len(events) + 0.12) / tall
        figure.text(0.02, where, f"the newest events; {left_out} older are not shown", fontsize=7.5)


def _written(text: str) -> str:
    """The text with a mark for each letter that no font here has."""
    lacking = set(missing(text))
    return "".join("?" if letter in lacking else letter for letter in text)
