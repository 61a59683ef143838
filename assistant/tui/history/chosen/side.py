"""Beside the chart: which entities are shown, and how much time. Text only."""

from textual.content import Content

from assistant.tui.history.chosen.board import MOST, Board
from assistant.tui.history.chosen.span import SPANS, Span

KEYS = (
    ("1-6", "range"),
    ("< >", "move in time"),
    ("← →", "cursor"),
    ("↑ ↓", "choose a series"),
    ("@", "add a series"),
    ("delete", "remove it"),
    ("e", "events"),
    ("x", "export CSV"),
)


def beside(board: Board, labels: tuple[str, ...]) -> Content:
    """The shown entities, the chosen one marked, then ranges and keys."""
    rows = [_entity(board, place, name) for place, name in enumerate(labels)]
    rows.append(Content.styled("+ add with @" if len(labels) < MOST else f"{MOST} fit, no more", "$quiet"))
    rows += [Content(""), Content.styled("Range", "$secondary"), *_ranges(board.span)]
    rows += [Content(""), Content.styled("Keys", "$secondary")]
    rows += [Content.assemble((f"{keys:<7}", "$accent"), (words, "$quiet")) for keys, words in KEYS]
    return Content("\n").join(rows)


def _entity(board: Board, place: int, name: str) -> Content:
    mark = "▸ " if place == board.chosen else "  "
    style = "bold" if place == board.chosen else ""
    return Content.assemble((mark, "$primary"), (name, style), "\n  ", (board.entities[place], "$quiet"))


def _ranges(chosen: Span) -> list[Content]:
    """Three in a row, the one in use in brackets."""
    told = [f"[{s.label}]" if s == chosen else f" {s.label} " for s in SPANS]
    rows = [Content(" ".join(told[place : place + 3])) for place in range(0, len(told), 3)]
    return rows if chosen in SPANS else [*rows, Content(f"[{chosen.label}]")]
