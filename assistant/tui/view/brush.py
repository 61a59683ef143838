"""Draws one part of one tile as segments of a line. It knows styles by name only, and no widget."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from assistant.tui.face.rooms import Part
from assistant.tui.face.tile import Face, Tone

Styles = Callable[[str], Style]
"""The style of a component by the end of its class name: active, name, count."""


def tile(seen: Face, name: str, part: Part, width: int, styles: Styles, back: Style) -> list[Segment]:
    """This part of the tile, exactly `width` cells wide, one of them a gap."""
    tone = styles(seen.tone)
    match part:
        case Part.NAME:
            parts = [(f"{seen.glyph} ", tone), (name, styles("name"))]
        case Part.STATE:
            gap = "  " if seen.detail else ""
            parts = [("  ", tone), (seen.word, tone), (f"{gap}{seen.detail}", _detail(seen, tone, styles))]
        case Part.BOTH:
            return _in_one_row(seen, name, width, styles, back)
    return _fitted(parts, width, styles, back)


def nothing(wanted: str, *, opened: bool) -> tuple[str, ...]:
    """What stands where no tile is: the home opens, is empty, or the filter matches nothing."""
    if not opened:
        return ("Opening the home…",)
    if wanted:
        return (f"Nothing matches “{wanted}”.", "/devices shows everything")
    return ("No devices yet.", "Waiting for announcements on homeassistant/#")


def _in_one_row(seen: Face, name: str, width: int, styles: Styles, back: Style) -> list[Segment]:
    """Name left, reading right; the name gives way."""
    word = f" {seen.word}" if not seen.detail or width < 34 else f" {seen.word}  {seen.detail}"
    room = max(3, width - 3 - len(word))
    short = name if len(name) <= room else f"{name[: room - 1]}…"
    reading = styles("name") if seen.tone is Tone.QUIET else styles(seen.tone)
    glyph = " " if seen.tone is Tone.QUIET else seen.glyph
    parts = [(f"{glyph} ", styles(seen.tone)), (short.ljust(room), styles("count")), (word, reading)]
    return _fitted(parts, width, styles, back)


def _fitted(parts: list[tuple[str, Style]], width: int, styles: Styles, back: Style) -> list[Segment]:
    cut = Strip([Segment(text, style + back) for text, style in parts]).crop(0, width - 1)
    return [*cut.adjust_cell_length(width - 1, styles("name") + back), Segment(" ", styles("name"))]


def _detail(seen: Face, tone: Style, styles: Styles) -> Style:
    loud = seen.detail.startswith(("▮", "▯")) or seen.tone is Tone.ATTENTION
    return tone if loud else styles("count")
