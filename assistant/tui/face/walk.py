"""The cursor of the device panel: where it stands among the lines, and where a key takes it. Pure."""

from collections.abc import Sequence

from assistant.tui.face.rooms import Heading, PanelLine, Part


def stops(lines: Sequence[PanelLine]) -> tuple[tuple[str, ...], ...]:
    """What can be visited, row by row: a room's id, or the entities side by side."""
    return tuple(
        (line.room.id,) if isinstance(line, Heading) else line.entity_ids
        for line in lines
        if isinstance(line, Heading) or line.part is not Part.STATE
    )


def moved(lines: Sequence[PanelLine], cursor: str, down: int, across: int) -> str:
    """Where the cursor stands after so many rows and columns; the first stop when it stood nowhere."""
    rows = stops(lines)
    if not rows:
        return ""
    row = next((place for place, ids in enumerate(rows) if cursor in ids), None)
    if row is None:
        return rows[0][0]
    column = rows[row].index(cursor) + across
    row = max(0, min(len(rows) - 1, row + down))
    return rows[row][max(0, min(len(rows[row]) - 1, column))]


def first_line(lines: Sequence[PanelLine], cursor: str) -> int | None:
    """The number of the line that begins the cursor's room or tile; None when it is not shown."""
    for place, line in enumerate(lines):
        if cursor in ((line.room.id,) if isinstance(line, Heading) else line.entity_ids):
            return place
    return None


def folds(lines: Sequence[PanelLine], cursor: str) -> bool:
    """Whether the cursor stands on a room."""
    return any(isinstance(line, Heading) and line.room.id == cursor for line in lines)
