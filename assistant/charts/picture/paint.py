"""A chart painted by matplotlib, without a screen and without the network: the bytes of an SVG or PNG."""

from dataclasses import replace
from io import BytesIO

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.typing import RcKeyType

from assistant.charts.chart import Bar, Chart, Line
from assistant.charts.picture.fonts import families, missing
from assistant.charts.picture.footer import footer
from assistant.charts.picture.strokes import extents, segments
from assistant.charts.readout import NO_DATA
from assistant.charts.rest import AT_REST, LOST
from assistant.charts.scale import times, within_a_day
from assistant.charts.text.frame import grouped
from assistant.charts.text.panel import between

INCHES = 9.0
DPI = 150
PANEL, BAR, EVENT, EDGES = 2.6, 0.34, 0.19, 1.1
"""Inches that each takes in height."""
COLOURS = ("#1f6f8b", "#c1440e", "#5b7f1c")
STROKES = ("-", "--", ":")
RESTING, ACTIVE = "#d7d7d2", ("#3b6ea5", "#d08a1d", "#7a4b9a", "#2f8f5b", "#b03a48")
INK, FAINT = "#222222", "#8a8a86"
MOST_EVENTS = 12
_METADATA = {"svg": {"Date": None, "Creator": "Hearth"}, "png": {"Software": "Hearth"}}
_STYLE: dict[RcKeyType, object] = {
    "svg.hashsalt": "hearth",
    "svg.fonttype": "path",
    "font.size": 9.0,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "grid.color": "#e6e6e2",
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
}


def painted(chart: Chart, title: str, kind: str) -> tuple[bytes, tuple[str, ...]]:
    """The picture, the same bytes for the same chart; and what a person should know of it, in lines."""
    unwritable = _unwritable(chart)
    heading = title if not missing(title) else ""
    with rc_context({**_STYLE, "font.family": list(families()) or ["sans-serif"]}):
        figure = _figure(_legible(chart, unwritable), heading)
        file = BytesIO()
        figure.savefig(file, format=kind, metadata=_METADATA[kind])
    return file.getvalue(), _said(unwritable)


def _unwritable(chart: Chart) -> dict[str, str]:
    """The names that no font here can write, by entity."""
    names = [
        *((line.entity_id, line.label) for line in chart.lines),
        *((bar.entity_id, bar.label) for bar in chart.bars),
        *((event.entity_id, event.label) for event in chart.events),
    ]
    return {entity_id: label for entity_id, label in names if missing(label)}


def _said(unwritable: dict[str, str]) -> tuple[str, ...]:
    names = ", ".join(unwritable.values())
    told = f"no font here can write {names}: the ids stand instead; a Noto Sans CJK font would help"
    return (told,) if unwritable else ()


def _legible(chart: Chart, unwritable: dict[str, str]) -> Chart:
    """The chart with ids in place of those names."""
    return replace(
        chart,
        lines=tuple(replace(one, label=_name(one.entity_id, one.label, unwritable)) for one in chart.lines),
        bars=tuple(replace(one, label=_name(one.entity_id, one.label, unwritable)) for one in chart.bars),
        events=tuple(replace(one, label=_name(one.entity_id, one.label, unwritable)) for one in chart.events),
    )


def _name(entity_id: str, label: str, unwritable: dict[str, str]) -> str:
    return entity_id if entity_id in unwritable else label


def _figure(chart: Chart, title: str) -> Figure:
    panels = grouped(chart.lines)
    heights = [PANEL] * len(panels) + ([BAR * len(chart.bars) + 0.2] if chart.bars else [])
    events = chart.events[:MOST_EVENTS]
    below = EVENT * (len(events) + 2) if events else 0.0
    tall = sum(heights) + EDGES + below
    figure = Figure(figsize=(INCHES, max(tall, 2.0)), dpi=DPI, facecolor="white")
    if title:
        figure.suptitle(title, x=0.02, y=1 - 0.15 / tall, ha="left", va="top", fontsize=11)
    if not heights:
        return figure
    axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    figure.subplots_adjust(
        left=0.13, right=0.97, top=1 - 0.55 / tall, bottom=(0.4 + below) / tall, hspace=0.18
    )
    for place, lines in zip(axes, panels, strict=False):
        _panel(place, chart, lines)
    if chart.bars:
        _bars(axes[-1], chart)
    _time(axes[-1], chart)
    footer(figure, axes[0], chart, events, tall)
    return figure


def _panel(axes: Axes, chart: Chart, lines: tuple[Line, ...]) -> None:
    """Lines told apart by stroke and name as well as by colour; what was not known stays empty."""
    for number, line in enumerate(lines):
        colour, label = COLOURS[number], line.label
        for xs, lows, highs in extents(line.points):
            axes.fill_between(xs, lows, highs, color=colour, alpha=0.18, linewidth=0)
        for xs, ys in segments(line.points):
            dot = "o" if len(set(xs)) == 1 else ""
            axes.plot(
                xs,
                ys,
                linestyle=STROKES[number],
                marker=dot,
                markersize=3,
                color=colour,
                linewidth=1.3,
                label=label,
            )
            label = "_nolegend_"
    axes.set_ylabel(lines[0].unit)
    axes.legend(loc="upper left", frameon=False, ncols=len(lines), bbox_to_anchor=(0, 1.12), borderpad=0)
    shared = set(lines[0].gaps).intersection(*(line.gaps for line in lines))
    for start, end in sorted(shared):
        axes.axvspan(start, end, facecolor="none", edgecolor="#cfcfca", hatch="///", linewidth=0)
        if (end - start) > (chart.end - chart.start) * 0.06:
            axes.text(
                (start + end) / 2,
                0.5,
                f"{NO_DATA}\n{between((start, end), chart)}",
                transform=axes.get_xaxis_transform(),
                ha="center",
                va="center",
                fontsize=7.5,
                color=FAINT,
            )


def _bars(axes: Axes, chart: Chart) -> None:
    for row, bar in enumerate(chart.bars):
        _bar(axes, chart, bar, len(chart.bars) - 1 - row)
    axes.set_yticks(range(len(chart.bars)), [bar.label for bar in reversed(chart.bars)])
    axes.set_ylim(-0.6, len(chart.bars) - 0.4)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)


def _bar(axes: Axes, chart: Chart, bar: Bar, row: int) -> None:
    """Blocks with their word in them where there is room for it."""
    busy = [word for word in bar.words if word not in AT_REST | LOST]
    for block in bar.blocks:
        if block.word in LOST:
            continue
        rests = block.word in AT_REST
        colour = RESTING if rests else ACTIVE[busy.index(block.word) % len(ACTIVE)]
        length = block.end - block.start
        axes.broken_barh([(block.start, length)], (row - 0.36, 0.72), facecolor=colour)
        if length > (chart.end - chart.start) * 0.012 * (len(block.word) + 1):
            middle = (block.start + block.end) / 2
            axes.text(
                middle,
                row,
                block.word,
                ha="center",
                va="center",
                fontsize=7.5,
                color=INK if rests else "white",
            )


def _time(axes: Axes, chart: Chart) -> None:
    """Ticks at round times of the home's clock."""
    ticks = times(chart.start, chart.end, chart.zone, 9)
    axes.set_xlim(chart.start, max(chart.end, chart.start + 1))
    axes.set_xticks([tick.at for tick in ticks], [tick.label for tick in ticks])
    if within_a_day((chart.start, chart.end)):
        axes.set_xlabel(f"time in {chart.zone}", color=FAINT, fontsize=8)
