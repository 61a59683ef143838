"""How wide text is on a screen, and text made to fit. Pure."""

from rich.cells import cell_len, chop_cells

from assistant.charts.style import Cell, Row, Style


def width(text: str) -> int:
    """How many cells a text takes: wide letters take two, combining marks none."""
    return cell_len(text)


def cut(text: str, room: int, *, plain: bool = False) -> str:
    """The text in at most so many cells; what is left out is marked."""
    if width(text) <= room:
        return text
    mark = "~" if plain else "…"
    return (chop_cells(text, room - 1)[0] if room > 1 else "") + mark if room > 0 else ""


def left(text: str, room: int, *, plain: bool = False) -> str:
    """The text in exactly so many cells, at the left."""
    short = cut(text, room, plain=plain)
    return short + " " * (room - width(short))


def right(text: str, room: int, *, plain: bool = False) -> str:
    """The text in exactly so many cells, at the right."""
    short = cut(text, room, plain=plain)
    return " " * (room - width(short)) + short


def within(row: Row, room: int) -> Row:
    """As much of a row as fits."""
    kept: list[Cell] = []
    for cell in row:
        taken = cut(cell.text, room)
        kept.append(Cell(taken, cell.style))
        room -= width(taken)
        if room <= 0 or taken != cell.text:
            break
    return tuple(cell for cell in kept if cell.text)


def run(letters: list[tuple[str, Style]]) -> Row:
    """Letters with their styles as a row, equal neighbours in one cell."""
    cells: list[Cell] = []
    for letter, style in letters:
        if cells and cells[-1].style is style:
            cells[-1] = Cell(cells[-1].text + letter, style)
        else:
            cells.append(Cell(letter, style))
    return tuple(cells)
